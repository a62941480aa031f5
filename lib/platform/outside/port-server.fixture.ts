import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { isSignedWith, SIGNATURE } from './signature.ts'

/** The other side of a port: keeps what it was sent, and answers as a test says. */

type Reply = { status: number; body: unknown; afterMs?: number }
type Received = { port: string; tenant: string; reference: string; request: Record<string, unknown> }

export type PortServer = {
  url: URL
  /** The bodies that came by POST, repeats too. */
  received: Received[]
  /** References that were asked for. */
  asked: string[]
  answer: (received: Received) => Reply | Promise<Reply>
  /** Unless given, what POST answered to the reference; 404 when it never came. */
  asks?: (reference: string) => Reply
  close(): Promise<void>
}

export async function openPortServer(key: string, listenOn = 0): Promise<PortServer> {
  const said = new Map<string, Reply>()
  const server = createServer(async (req, res) => {
    let body = ''
    for await (const chunk of req) body += chunk
    const { method = '', url = '' } = req
    const reply = await replyTo(method, url, body, req.headers[SIGNATURE] as string | undefined)
    if (reply.afterMs) await wait(reply.afterMs)
    res.writeHead(reply.status, { 'content-type': 'application/json' })
    res.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body))
  })
  async function replyTo(
    method: string,
    path: string,
    body: string,
    header: string | undefined,
  ): Promise<Reply> {
    if (!isSignedWith(header, { method, path, body }, key, new Date())) return { status: 401, body: {} }
    if (method === 'GET') {
      const reference = path.split('/').at(-1) ?? ''
      port.asked.push(reference)
      return port.asks?.(reference) ?? said.get(reference) ?? { status: 404, body: {} }
    }
    const received = JSON.parse(body) as Received
    port.received.push(received)
    const reply = await port.answer(received)
    said.set(received.reference, reply)
    return reply
  }
  await new Promise<void>((resolve) => server.listen(listenOn, '127.0.0.1', resolve))
  const port: PortServer = {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/port`),
    received: [],
    asked: [],
    answer: () => ({ status: 500, body: 'no answer was set' }),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return port
}

/** Waits until something is so. @throws {Error} when it does not become so */
export async function until(isSo: () => Promise<boolean>, patienceMs = 45_000): Promise<void> {
  for (const end = Date.now() + patienceMs; !(await isSo()); await wait(25))
    if (Date.now() > end) throw new Error('It did not come to be.')
}
