import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { endpointTable } from '../domains/endpoints.ts'
import type { Endpoint } from '../platform/contract/endpoint.ts'
import { createDoor, type DoorRequest, type DoorResponse } from './door.ts'
import type { RequestOrigin } from './request-origin.ts'
import { type Session, sessionCookie, startSession } from './session.ts'
import { Stop } from './stop.ts'
import type { UpstreamRequest, UpstreamResponse } from './upstream-call.ts'

/**
 * Everything that tests of every call of the contracts stand on: the list is the contracts' own, so a new call is in it
 * on the day it is declared. Nothing listens here; `door.suite.ts` proves the same through real connections for a few.
 */

/** The environment of a process that a test is. */
process.env.SESSION_SECRET = randomBytes(32).toString('base64')

export const calls = [...endpointTable.values()]
export const HOST = 'localhost:3000'
export const FORM = 'application/x-www-form-urlencoded'
export const MULTIPART = 'multipart/form-data; boundary=xyz'
const LOGIN = JSON.stringify({ token: 'upstream-token-2', myUser: { id: 7, name: '王五', account: 'a' } })

/** Everything that reached the upstream since {@link reset}. */
export const seen: UpstreamRequest[] = []
/** Everything that a service says that is well. */
export const json = async (): Promise<UpstreamResponse> => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(LOGIN),
})
let answer = json
const door = createDoor(endpointTable, async (request) => {
  seen.push(request)
  return answer()
})

/** Answers every call from now on by this. */
export function answerWith(next: typeof answer): void {
  answer = next
}

export function reset(): void {
  seen.length = 0
  answer = json
}

export const origin = (changes: Partial<RequestOrigin> = {}): RequestOrigin => ({
  host: 'localhost',
  hostWithPort: HOST,
  secure: false,
  clientIp: '192.0.2.7',
  tenant: 'blq',
  requestId: 'request-1',
  ...changes,
})

export async function cookieOf(changes: Partial<Session> = {}): Promise<string> {
  const session = {
    ...startSession('upstream-token-1', { id: 7, name: '王五', account: 'a' }, 'blq'),
    ...changes,
  }
  return (await sessionCookie(session, false)).split(';')[0] ?? ''
}

type Asked = {
  method?: string
  path?: string
  headers?: IncomingHttpHeaders
  cookie?: string | undefined
  from?: RequestOrigin
}

/** A call as our own page makes it, but for what is given; `undefined` leaves a header out. */
export function ask(endpoint: Endpoint, asked: Asked = {}): Promise<DoorResponse> {
  const { method = endpoint.method, path = `/nlos${endpoint.path}`, cookie, from = origin() } = asked
  const [type, text] = endpoint.signed
    ? ['application/json', '{}']
    : endpoint.kind === 'upload'
      ? [MULTIPART, '--xyz--']
      : [FORM, 'a=1']
  const body = method === 'GET' ? null : Buffer.from(text)
  const own: IncomingHttpHeaders = {
    host: HOST,
    'x-nlos': '1',
    'sec-fetch-site': 'same-origin',
    cookie,
    ...(body && {
      origin: `http://${HOST}`,
      'content-type': type,
      'content-length': String(body.length),
    }),
    ...asked.headers,
  }
  const request: DoorRequest = {
    method,
    path,
    query: '',
    headers: own,
    body: body && Readable.from([body], { objectMode: false }),
    origin: from,
    stop: new Stop(),
  }
  return door(request)
}

export const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

/** Asks every call in turn and gives those that were not answered as they had to be, with what they answered. */
export async function falls(
  wanted: (endpoint: Endpoint) => number,
  asked: (endpoint: Endpoint) => Asked | Promise<Asked>,
  of: readonly Endpoint[] = calls,
): Promise<string[]> {
  const fell: string[] = []
  for (const endpoint of of) {
    seen.length = 0
    const { status } = await ask(endpoint, await asked(endpoint))
    const upstream = wanted(endpoint) === 200 ? 1 : 0
    // A login that works ends the session that it replaces beside.
    const own = seen.filter(({ path }) => endpoint.path !== '/login/go' || path !== '/logout')
    if (status !== wanted(endpoint) || own.length !== upstream) {
      fell.push(`${nameOf(endpoint)}: ${status} and ${own.length} upstream calls`)
    }
  }
  return fell
}

export const withSession = async () => ({ cookie: await cookieOf() })
export const isPublic = ({ access }: Endpoint) => access === 'public'
export const byAddress = ({ kind, method }: Endpoint) => kind === 'file' && method === 'GET'
