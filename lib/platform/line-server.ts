import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Backend } from '../domains/open-backend.ts'
import { LINE_NOT_HELD, lineQuery } from './contract/live-wire.ts'
import { CallError } from './errors.ts'
import { describeError, log } from './log.ts'

/** Largest command of a browser, in bytes. */
const MAX_COMMAND = 4 * 1024

/** The call-centre over WebSockets: each carries one line, whose rights are judged by its token. */
export function createLineServer(open: Backend['openLine']) {
  const server = new WebSocketServer({ noServer: true, maxPayload: MAX_COMMAND, perMessageDeflate: false })

  async function serve(req: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const header = (name: string) => String(req.headers[name] ?? '')
    const query = lineQuery.safeParse(Object.fromEntries(new URLSearchParams(req.url?.split('?')[1])))
    if (!query.success) return refuse(socket, 400)
    let opened: WebSocket | undefined
    let over = false
    const early: string[] = []
    const end = () => {
      over = true
      opened?.close(LINE_NOT_HELD)
    }
    const line = await open(
      {
        token: header('token'),
        tenantCode: header('x-nlos-tenant'),
        ip: header('x-nlos-client-ip'),
        requestId: header('x-nlos-request-id').slice(0, 64),
        ...query.data,
      },
      (frame) => {
        if (opened) opened.send(frame)
        else early.push(frame)
      },
      end,
    )
    if (socket.destroyed) return line.close()
    server.handleUpgrade(req, socket, head, (web) => {
      opened = web
      web.on('error', () => undefined)
      web.on('message', (data) => line.receive(data.toString()))
      web.on('ping', () => line.alive())
      web.once('close', () => line.close())
      for (const frame of early) web.send(frame)
      if (over) end()
    })
    // A handshake that is none has been refused.
    if (!opened) line.close()
  }

  return {
    upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void {
      socket.on('error', () => socket.destroy())
      serve(req, socket, head).catch((error: unknown) => {
        if (!(error instanceof CallError)) log({ event: 'line not opened', ...describeError(error) })
        refuse(socket, error instanceof CallError ? error.status : 500)
      })
    },
    close(): void {
      for (const client of server.clients) client.close(1001)
      server.close()
    },
  }
}

function refuse(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} Refused\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`)
}
