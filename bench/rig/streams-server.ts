import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { deliver, openStreams } from '../../lib/bff/event-hub.ts'
import { createEventStreams } from '../../lib/bff/event-stream.ts'
import { createFrontListener } from '../../lib/bff/front.ts'
import { redirectLog } from '../../lib/bff/log.ts'
import { sessionCookie, startSession } from '../../lib/bff/session.ts'
import { NEUTRAL_BRAND } from '../../lib/bff/tenants.ts'

/** The server of streams.mjs: the front listener on an upstream that answers at once. */

redirectLog(() => undefined)
const unread = Buffer.from('{"notice":0,"remind":0,"official":0}')
const events = createEventStreams({
  call: async () => ({ status: 200, headers: { 'content-type': 'application/json' }, body: unread }),
  listen: async () => undefined,
})
const front = createFrontListener({
  door: async () => Promise.reject(new Error('no calls here')),
  events,
  next: async () => async () => undefined,
  brand: async () => NEUTRAL_BRAND,
  ready: async () => true,
  staticFiles: () => false,
  dev: false,
})
const server = createServer(
  { keepAliveTimeout: 65_000, headersTimeout: 66_000, requestTimeout: 200_000 },
  front.request,
)
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))

let users = 0
process.on('message', async (question: { measure?: true; cookies?: number; tell?: true }) => {
  if (question.measure) {
    globalThis.gc?.()
    const { rss, heapUsed } = process.memoryUsage()
    process.send?.({ rss, heapUsed, open: openStreams() })
  }
  if (question.cookies) {
    const cookies: string[] = []
    while (cookies.length < question.cookies) {
      const id = ++users
      const session = startSession(
        `${'t'.repeat(32)}${id}`,
        { id, name: '王五', account: `user${id}` },
        'blq',
      )
      cookies.push((await sessionCookie(session, false)).split(';')[0] ?? '')
    }
    process.send?.({ cookies })
  }
  if (question.tell) {
    const userIds = Array.from({ length: users }, (_user, at) => at + 1)
    deliver({ userIds, type: 'messages', data: { spread: 0 } })
  }
})
