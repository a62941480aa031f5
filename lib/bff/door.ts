import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Endpoint } from '../platform/contract/endpoint.ts'
import { deviceCookie, knownDevices } from './device-cookie.ts'
import { type Answer, forward, LIMITS, type Limits } from './forward.ts'
import { Refusal, refusalBody } from './refusal.ts'
import { readBody } from './request-body.ts'
import type { RequestOrigin } from './request-origin.ts'
import { revokeSession } from './revoke-session.ts'
import { foreignCall, foreignNavigation } from './same-origin.ts'
import { DATA_POLICY, securityHeaders } from './security-headers.ts'
import {
  clearedCookies,
  endSession,
  readSession,
  type Session,
  sessionCookieIn,
  sessionCookies,
  unlockSession,
} from './session.ts'
import { lockFrom, renewFrom, SESSION_EFFECTS, startFrom } from './session-effects.ts'
import { singleFlight } from './single-flight.ts'
import { Stop } from './stop.ts'
import type { Upstream } from './upstream-call.ts'

/** A call on /nlos/ in plain values, whoever received it. */
export type DoorRequest = {
  method: string
  /** Path as received, undecoded, with its /nlos. */
  path: string
  /** `?a=b` as received, or empty. */
  query: string
  headers: IncomingHttpHeaders
  body: Readable | null
  /** Undefined when the request named no valid host. */
  origin: RequestOrigin | undefined
  /** Ends when the client leaves. */
  stop: Stop
}

export type DoorResponse = {
  status: number
  headers: Record<string, string>
  setCookies: readonly string[]
  body: Buffer | Readable
  /** For the log line: who, and why not. */
  note: DoorNote
}
export type DoorNote = { tenant?: string; user?: number; reason?: string }

/** Answers one call; never rejects. */
export type Door = (request: DoorRequest) => Promise<DoorResponse>

type DoorEndpoint = Pick<Endpoint, 'method' | 'path' | 'kind' | 'access' | 'maxBytes' | 'signed'>

const PREFIX = '/nlos'
/** Everything that a path of the contracts consists of; nothing encoded, nothing to decode. */
const PLAIN_PATH = /^(?:\/[A-Za-z0-9_-]+)+$/
const MAX_QUERY = 4096

/**
 * The door of /nlos/: decides everything about a call before the upstream hears of it, and about the answer
 * before the browser does. The order is: known call, own page, session, tenant, lock, size, upstream.
 * @param table `METHOD /path` to endpoint; anything else is 404 or 405.
 */
export function createDoor(
  table: ReadonlyMap<string, DoorEndpoint>,
  upstream: Upstream,
  limits: Limits = LIMITS,
): Door {
  const methods = new Map<string, string[]>()
  for (const { method, path } of table.values()) methods.set(path, [...(methods.get(path) ?? []), method])

  function endpointOf({ method, path }: DoorRequest): DoorEndpoint {
    const below = path.slice(PREFIX.length)
    if (!path.startsWith(PREFIX) || !PLAIN_PATH.test(below)) throw new Refusal(404, 'path')
    const endpoint = table.get(`${method} ${below}`)
    if (endpoint !== undefined) return endpoint
    const allowed = methods.get(below)
    if (allowed === undefined) throw new Refusal(404, 'unknown call')
    throw new Refusal(405, 'method', undefined, { allow: allowed.join(', ') })
  }

  return async (request) => {
    const note: DoorNote = {}
    const visit: Visit = { note, setCookies: [], behind: false }
    const { origin } = request
    try {
      if (origin === undefined) throw new Refusal(400, 'host')
      note.tenant = origin.tenant
      const endpoint = endpointOf(request)
      checkComesFromUs(endpoint, request, origin)
      if (origin.tenant === '') throw new Refusal(421, 'host of no tenant')
      const session = await sessionFor(endpoint, request, origin, visit)
      const answer = await pass({ endpoint, request, origin, session, visit, upstream, limits })
      return respond(answer, visit, origin.secure)
    } catch (error) {
      const refusal = error instanceof Refusal ? error : unexpected(error)
      note.reason = refusal.reason
      const answer = {
        status: refusal.status,
        headers: refusal.headers,
        body: refusalBody(refusal, origin?.requestId ?? ''),
      }
      return respond(answer, visit, origin?.secure ?? false)
    }
  }
}

/** `setCookies` is what the browser's session becomes; `behind` when its cookie is not the session's newest. */
type Visit = { note: DoorNote; setCookies: readonly string[]; behind: boolean }

const unexpected = (error: unknown) => {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return new Refusal(500, `unexpected: ${text}`)
}

/** Every call needs our own header, so GET /logout as a picture is refused; files are opened by address too. */
function checkComesFromUs(endpoint: DoorEndpoint, request: DoorRequest, origin: RequestOrigin): void {
  const header = (name: string) => request.headers[name]
  if (request.query.length > MAX_QUERY) throw new Refusal(414, 'query length')
  // A machine is none of our pages: its signature is judged where its key is.
  if (endpoint.signed) return
  const byAddress = endpoint.kind === 'file' && endpoint.method === 'GET'
  const foreign = byAddress ? foreignNavigation(header) : foreignCall(request.method, header, origin)
  if (foreign !== undefined) throw new Refusal(403, foreign)
}

/** The session of a call that needs one; undefined for a public call. */
async function sessionFor(
  endpoint: DoorEndpoint,
  request: DoorRequest,
  origin: RequestOrigin,
  visit: Visit,
): Promise<Session | undefined> {
  if (endpoint.access === 'public') return undefined
  const verdict = await readSession(sessionCookieIn(request.headers.cookie, origin.secure))
  if (verdict.session === undefined) {
    if (verdict.reason !== 'absent') visit.setCookies = clearedCookies(origin.secure)
    throw new Refusal(401, `session ${verdict.reason}`)
  }
  const { session } = verdict
  visit.behind = verdict.behind
  visit.note.user = session.user.id
  if (session.tenant !== origin.tenant) {
    visit.setCookies = clearedCookies(origin.secure)
    throw new Refusal(401, `session of tenant ${session.tenant}`)
  }
  if (session.lockedAt !== undefined && endpoint.access !== 'evenLocked') {
    // A tab whose cookie was overtaken learns of the lock by this.
    if (visit.behind) visit.setCookies = await sessionCookies(session, origin.secure)
    throw new Refusal(423, 'locked')
  }
  return session
}

type Passage = {
  endpoint: DoorEndpoint
  request: DoorRequest
  origin: RequestOrigin
  session: Session | undefined
  visit: Visit
  upstream: Upstream
  limits: Limits
}

async function pass(passage: Passage): Promise<Answer> {
  const { session, endpoint, origin, visit, request } = passage
  const effect = SESSION_EFFECTS[endpoint.path]
  if (effect === 'end' && session) return logOut(passage, session)
  if (effect === 'renew' && session) {
    const renewed = await singleFlight(`refresh ${session.sid}`, () => renew(passage, session))
    if (renewed.setCookies) visit.setCookies = renewed.setCookies
    return renewed.answer
  }
  // A lock that was asked for is set, whether or not its page is still there.
  const answer = await send(effect === 'lock' ? staying(passage) : passage)
  if (answer.status !== 200 || !Buffer.isBuffer(answer.body)) return answer
  if (effect === 'start') {
    const { body, setCookies, session: started } = await startFrom(answer.body, origin)
    const { tenant, secure } = origin
    const known = await deviceCookie(request.headers.cookie, {
      tenant,
      secure,
      account: started.user.account,
    })
    visit.setCookies = [...setCookies, known]
    visit.note.user = started.user.id
    await endReplaced(passage)
    return { ...answer, body }
  }
  if (effect === 'lock' && session)
    visit.setCookies = await sessionCookies(lockFrom(answer.body, session), origin.secure)
  if (effect === 'unlock' && session)
    visit.setCookies = await sessionCookies(unlockSession(session), origin.secure)
  return answer
}

/**
 * Sends the call on. A 401 of the upstream ends the session that it was made with, a 423 locks it here too: the
 * upstream's word counts, whatever cookie a browser brings.
 */
async function send({
  endpoint,
  request,
  origin,
  session,
  visit,
  upstream,
  limits,
}: Passage): Promise<Answer> {
  const { body, headers } = await readBody(request.headers, request.body, endpoint)
  if (SESSION_EFFECTS[endpoint.path] === 'start' || endpoint.path.startsWith(SIGNING))
    headers['x-nlos-user-agent'] = browserOf(request)
  if (BEFORE_LOGIN.has(endpoint.path)) {
    const devices = await knownDevices(request.headers.cookie, origin.tenant, origin.secure)
    if (devices !== '') headers['x-nlos-devices'] = devices
  }
  const query = endpoint.method === 'GET' ? request.query : ''
  const answer = await forward(
    upstream,
    { endpoint, origin, session, query, body, headers, stop: request.stop },
    limits,
  )
  if (answer.status >= 500) visit.note.reason = `upstream ${answer.status}`
  if (answer.status === 401 && session !== undefined && (await isNewest(request, origin, session))) {
    endSession(session)
    visit.setCookies = clearedCookies(origin.secure)
    visit.note.reason = 'upstream 401'
  }
  if (answer.status === 423 && session !== undefined) {
    visit.setCookies = await sessionCookies(lockFrom(answer.body, session), origin.secure)
    visit.note.reason = 'upstream 423'
  }
  return answer
}

/** The calls that judge failed sign-ins: they are told which accounts the browser is known to. */
const BEFORE_LOGIN = new Set(['/login/go', '/biz/identity/login/policy', '/biz/identity/captcha/draw'])

/** The calls of who signs a contract: with which device is part of the proof. */
const SIGNING = '/biz/signing/'

/**
 * The name that the browser gives itself, for the log of logins and the proof of a signature: printable ASCII of at
 * most 300 characters.
 */
const browserOf = ({ headers }: DoorRequest): string =>
  (headers['user-agent'] ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, 300)

/** True where the token is still the session's own: a call that lost against a refresh must not end the session. */
async function isNewest(request: DoorRequest, origin: RequestOrigin, session: Session): Promise<boolean> {
  const now = await readSession(sessionCookieIn(request.headers.cookie, origin.secure))
  return now.session === undefined || now.session.token === session.token
}

/**
 * Replaces the token once for all tabs: calls of one session share one upstream call, and a cookie that is
 * already behind gets the token that another tab's call brought. It ends even when the first caller leaves.
 */
async function renew(passage: Passage, session: Session): Promise<{ answer: Answer; setCookies?: string[] }> {
  const { origin, visit } = passage
  if (visit.behind) {
    const body = Buffer.from(JSON.stringify({ token: '' }))
    return {
      answer: { status: 200, headers: {}, body },
      setCookies: await sessionCookies(session, origin.secure),
    }
  }
  const answer = await send(staying(passage))
  if (answer.status !== 200 || !Buffer.isBuffer(answer.body)) return { answer }
  const { body, setCookies } = await renewFrom(answer.body, session, origin)
  return { answer: { ...answer, body }, setCookies }
}

/** The same call, which goes on when its client leaves. */
function staying(passage: Passage): Passage {
  return { ...passage, request: { ...passage.request, stop: new Stop() } }
}

/** A browser forgets what its pages kept; the cache holds nothing of anybody's, so the next login finds it warm. */
const CLEARED_STORAGE = { 'clear-site-data': '"storage"' }

/**
 * The session ends here first, whatever the upstream says; its refusal is only logged and its token revoked when it
 * can be (wording.md, user menu).
 */
async function logOut({ visit, origin, upstream, limits }: Passage, session: Session): Promise<Answer> {
  visit.setCookies = clearedCookies(origin.secure)
  const late = await revokeSession(session, origin, upstream, limits)
  if (late !== undefined) visit.note.reason = `logout: ${late}`
  return { status: 200, headers: CLEARED_STORAGE, body: Buffer.from('{}') }
}

/** The session that the browser had before a login: its cookie is gone with the new one, so it ends as well. */
async function endReplaced({ request, origin, visit, upstream, limits }: Passage): Promise<void> {
  const { session } = await readSession(sessionCookieIn(request.headers.cookie, origin.secure))
  if (session === undefined || session.tenant !== origin.tenant) return
  const late = await revokeSession(session, origin, upstream, limits)
  if (late !== undefined) visit.note.reason = `replaced session: ${late}`
}

/** Headers of every answer of the door: nobody keeps it, nobody guesses its type. */
function respond({ status, headers, body }: Answer, visit: Visit, secure: boolean): DoorResponse {
  const all: Record<string, string> = {
    ...securityHeaders(secure),
    'content-security-policy': DATA_POLICY,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    ...headers,
  }
  if (Buffer.isBuffer(body)) all['content-length'] = String(body.length)
  return { status, headers: all, setCookies: visit.setCookies, body, note: visit.note }
}
