import { WebSocket } from 'ws'
import { LINE_NOT_HELD, LIVE_LINE } from '../platform/contract/live-wire.ts'
import type { OpenLine } from './upstream.ts'

/** After this many ms a service that does not take the line is left. */
const HANDSHAKE = 10_000

/** A line that the service does not give this caller. */
class LineRefused extends Error {
  override name = 'LineRefused'
  readonly status: number

  constructor(status: number) {
    super(`the upstream gives no line: ${status}`)
    this.status = status
  }
}

/**
 * Lines of the built-in call-centre of an outside service: `LIVE_LINE` of lib/platform/contract/live-wire.ts.
 * @param headers what every request to the service carries
 */
export function httpLine(base: URL, headers: Record<string, string>): OpenLine {
  const address = new URL(`${base.pathname.replace(/\/$/, '')}${LIVE_LINE}`, base)
  address.protocol = base.protocol === 'https:' ? 'wss:' : 'ws:'

  return ({ token, tenantCode, ip, requestId, seat, hold }, send, end) =>
    new Promise((resolve, reject) => {
      const call = {
        token,
        'x-nlos-tenant': tenantCode,
        'x-nlos-client-ip': ip,
        'x-nlos-request-id': requestId,
      }
      const socket = new WebSocket(`${address}?${new URLSearchParams({ seat, hold })}`, {
        headers: { ...headers, ...call },
        handshakeTimeout: HANDSHAKE,
        perMessageDeflate: false,
      })
      let left = false
      socket.on('message', (data) => send(data.toString()))
      socket.on('error', reject)
      socket.once('unexpected-response', (_request, { statusCode = 0 }) => {
        socket.terminate()
        const ours = statusCode === 401 || statusCode === 403
        reject(
          ours ? new LineRefused(statusCode) : new Error(`the upstream has no call-centre: ${statusCode}`),
        )
      })
      // A line that broke is asked for again; one that is no longer the caller's is not.
      socket.once('close', (code) => {
        if (!left) end(code === LINE_NOT_HELD ? undefined : 'lost')
      })
      socket.once('open', () =>
        resolve({
          receive: (text) => socket.readyState === socket.OPEN && socket.send(text),
          alive: () => socket.readyState === socket.OPEN && socket.ping(),
          close() {
            left = true
            socket.close()
          },
        }),
      )
    })
}
