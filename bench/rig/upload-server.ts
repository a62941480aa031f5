import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as z from 'zod'
import { createDoor } from '../../lib/bff/door.ts'
import { createFrontListener } from '../../lib/bff/front.ts'
import { httpUpstream } from '../../lib/bff/http-upstream.ts'
import { redirectLog } from '../../lib/bff/log.ts'
import { sessionCookie, startSession } from '../../lib/bff/session.ts'
import { NEUTRAL_BRAND } from '../../lib/bff/tenants.ts'
import { read } from '../../lib/platform/contract/endpoint.ts'

/**
 * The server of upload.mjs: the front listener and the door as they are, with a table of calls whose bodies may be as
 * large as the bench's. It sends `{ port, cookie }`.
 */

redirectLog(() => undefined)
const open = { input: z.object({}), output: z.object({}), access: 'session' as const }
const calls = [
  read({ of: [], ...open, method: 'POST', path: '/file/put', kind: 'upload', maxBytes: 128 * 1024 * 1024 }),
  read({ of: [], ...open, method: 'GET', path: '/file/get', kind: 'file' }),
]
const front = createFrontListener({
  door: createDoor(
    new Map(calls.map((call) => [`${call.method} ${call.path}`, call])),
    httpUpstream(new URL(process.argv[2] ?? '')),
  ),
  events: async () => Promise.reject(new Error('no streams here')),
  next: async () => async () => undefined,
  brand: async () => NEUTRAL_BRAND,
  ready: async () => true,
  staticFiles: () => false,
  dev: false,
})
const session = startSession('b'.repeat(43), { id: 7, name: '王五', account: 'entry_clerk' }, 'blq')
const cookie = (await sessionCookie(session, false)).split(';')[0]
const server = createServer({ keepAliveTimeout: 65_000, requestTimeout: 200_000 }, front.request)
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port, cookie }))
