import { createServer, type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { listen } from './door.fixture.ts'
import { describeDoor } from './door.suite.ts'
import { answerWebRequest } from './door-web.ts'

/** A node request as Next gives it to a route handler. */
function toWeb(req: IncomingMessage, signal: AbortSignal): Request {
  const { method = 'GET', url, headers } = req
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const init: RequestInit & { duplex: 'half' } = {
    method,
    signal,
    duplex: 'half',
    headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
    body: hasBody ? (Readable.toWeb(req) as globalThis.ReadableStream) : null,
  }
  return new Request(`http://${headers.host}${url}`, init)
}

describeDoor('web requests', async (door) => {
  const server = createServer(async (req, res) => {
    const left = new AbortController()
    res.once('close', () => left.abort())
    const response = await answerWebRequest(door, toWeb(req, left.signal))
    const cookies = response.headers.getSetCookie()
    res.writeHead(response.status, { ...Object.fromEntries(response.headers), 'set-cookie': cookies })
    if (!response.body) return res.end()
    const body = Readable.fromWeb(response.body as ReadableStream)
    return pipeline(body, res).catch(() => undefined)
  })
  const port = await listen(server)
  return {
    port,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
})
