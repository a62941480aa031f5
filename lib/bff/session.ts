import { randomUUID } from 'node:crypto'
import { sealData, unsealData } from 'iron-session'
import * as z from 'zod'
import { formatSign, signCookie } from '../domains/identity/rules/session-sign.ts'
import { BoundedMap } from './bounded-map.ts'
import { closeStreamsOf } from './event-hub.ts'
import { count } from './metrics.ts'
import { oncePerProcess } from './once-per-process.ts'
import { sessionKeys } from './session-secret.ts'
import { singleFlight } from './single-flight.ts'

/** From login to the end whatever happens, in ms: a working day. Refreshing does not prolong it. */
export const SESSION_LIFETIME = 12 * 3600 * 1000
/** The time that a verdict on a cookie is remembered, in ms. */
const VERDICT_LIFETIME = 60 * 1000
/** Browsers drop a cookie whose name and value are longer. */
const MAX_COOKIE_BYTES = 4096
/** iron-session's own version mark: outside the seal, so only this spelling is taken. */
const SEAL_END = '~2'

const payload = z.strictObject({
  sid: z.string().min(16).max(64),
  /** Counts the writes, so that of two cookies of one session the later is known. */
  version: z.number().int(),
  token: z.string().min(1),
  /** Epoch ms of the token, for the refresh poll of the specification (point 4). */
  tokenAt: z.number().int(),
  /** Epoch ms of the login. */
  startedAt: z.number().int(),
  tenant: z.string().min(1),
  user: z.strictObject({ id: z.number().int(), name: z.string(), account: z.string() }),
  /** Epoch ms since when the screen is locked; the lock itself and its password are the upstream's. */
  lockedAt: z.number().int().optional(),
  /** The password that opens it, as far as the upstream has said. */
  opensWith: z.enum(['lock', 'login']).optional(),
})

/** Everything that the sealed cookie holds. It never leaves the server in clear. */
export type Session = z.infer<typeof payload>
export type SessionUser = Session['user']

/** The reason why there is no session; `absent` is an anonymous visitor, the others are worth a log line. */
export type NoSession = 'absent' | 'invalid' | 'expired' | 'unknown-key' | 'ended'
/** `behind`: the cookie was written before the newest state of its session, which is what `session` holds. */
export type Verdict =
  | { session: Session; behind: boolean; reason?: undefined }
  | { session?: undefined; reason: NoSession }

type Memory = {
  /** Verdict by the whole cookie value: the seal is authenticated, so the same text means the same verdict. */
  verdicts: BoundedMap<Session>
  /** Session ids that ended before their seal did: logout, or a token that the upstream no longer takes. */
  ended: BoundedMap<true>
  /** The newest state of a session written since its login, for calls that still carry an older cookie. */
  newest: BoundedMap<Session>
}

function memory(): Memory {
  return oncePerProcess('sessions', () => ({
    verdicts: new BoundedMap<Session>(20_000),
    ended: new BoundedMap<true>(20_000),
    newest: new BoundedMap<Session>(20_000),
  }))
}

/** `__Host-` binds the cookie to this host and to https; over plain http browsers refuse that prefix. */
export function sessionCookieName(secure: boolean): string {
  return secure ? '__Host-nlos-session' : 'nlos-session'
}

/** The session cookie's value in a Cookie header; the first one when there are several. */
export function sessionCookieIn(header: string | undefined, secure: boolean): string | undefined {
  if (header === undefined) return undefined
  const start = `${sessionCookieName(secure)}=`
  for (const part of header.split(';')) {
    const pair = part.trim()
    if (pair.startsWith(start)) return pair.slice(start.length)
  }
  return undefined
}

/**
 * The verdict on a cookie value. Remembered until the session's end, 60 s at most.
 * Never throws: whatever is not a session of ours is a reason.
 */
export async function readSession(cookie: string | undefined, now = Date.now()): Promise<Verdict> {
  if (cookie === undefined || cookie === '') return { reason: 'absent' }
  if (cookie.length > MAX_COOKIE_BYTES) return { reason: 'invalid' }
  const { verdicts, ended, newest } = memory()
  let session = verdicts.get(cookie, now)
  count('nlos_session_verdicts_total', session === undefined ? 'from="seal"' : 'from="memory"')
  if (session === undefined) {
    // The calls of one page come together: what the first of them finds out is every one's.
    const unsealed = await singleFlight(`unseal ${cookie}`, () => unseal(cookie, now))
    if (typeof unsealed === 'string') return { reason: unsealed }
    session = unsealed
    verdicts.set(cookie, session, Math.min(now + VERDICT_LIFETIME, session.startedAt + SESSION_LIFETIME))
  }
  if (ended.get(session.sid, now)) return { reason: 'ended' }
  const newer = newest.get(session.sid, now)
  return newer && newer.version > session.version
    ? { session: newer, behind: true }
    : { session, behind: false }
}

async function unseal(cookie: string, now: number): Promise<Session | NoSession> {
  if (!isCanonical(cookie)) return 'invalid'
  let failure: NoSession = 'invalid'
  const data = await unsealData<unknown>(cookie, {
    password: sessionKeys(),
    ttl: SESSION_LIFETIME / 1000,
    onUnsealError: (reason) => {
      failure = reason === 'unknown-password' ? 'unknown-key' : reason
    },
  })
  const parsed = payload.safeParse(data)
  if (!parsed.success) return failure
  return parsed.data.startedAt + SESSION_LIFETIME <= now ? 'expired' : parsed.data
}

/**
 * Base64 leaves spare bits in its last character, so several texts mean one signature. Only the one that
 * sealing writes is taken: a changed byte is a changed cookie.
 */
function isCanonical(cookie: string): boolean {
  // Behind its first end the seal is not read, so nothing may stand there.
  if (cookie.indexOf('~') !== cookie.length - SEAL_END.length || !cookie.endsWith(SEAL_END)) return false
  const digest = cookie.slice(cookie.lastIndexOf('*') + 1, -SEAL_END.length)
  return Buffer.from(digest, 'base64url').toString('base64url') === digest
}

/** A new session with an id of its own, so that nothing planted before the login survives it. */
export function startSession(token: string, user: SessionUser, tenant: string, now = Date.now()): Session {
  return { sid: randomUUID(), version: 0, token, tokenAt: now, startedAt: now, tenant, user }
}

/**
 * The session with something changed. It is made of the newest state known, so that a refresh does not undo a lock set
 * meanwhile, and calls still under way with an older cookie have the new state too.
 */
function changeSession(session: Session, change: Partial<Session>): Session {
  const { newest } = memory()
  const base = newest.get(session.sid, Date.now()) ?? session
  const changed = { ...base, ...change, version: base.version + 1 }
  newest.set(session.sid, changed, session.startedAt + SESSION_LIFETIME)
  return changed
}

/** The session with a fresh token, locked or not as it was. */
export const renewSession = (session: Session, token: string, now = Date.now()): Session =>
  changeSession(session, { token, tokenAt: now })

/** The session with its screen locked. */
export function lockSession(session: Session, opensWith: Session['opensWith'], now = Date.now()): Session {
  const locked = changeSession(session, { lockedAt: now, opensWith })
  closeStreamsOf(session)
  return locked
}

/** The session with its screen open again. */
export const unlockSession = (session: Session): Session =>
  changeSession(session, { lockedAt: undefined, opensWith: undefined })

/** Ends a session in this process at once; the upstream ends its token for all processes. */
export function endSession(session: Session): void {
  memory().ended.set(session.sid, true, session.startedAt + SESSION_LIFETIME)
  closeStreamsOf(session)
}

/**
 * The Set-Cookie value that stores a session. It lives as long as the browser is open, the seal until
 * `SESSION_LIFETIME` after the login.
 * @throws {RangeError} when the upstream's token is too long for a cookie.
 */
export async function sessionCookie(session: Session, secure: boolean, now = Date.now()): Promise<string> {
  const ttl = Math.max(1, Math.ceil((session.startedAt + SESSION_LIFETIME - now) / 1000))
  const pair = `${sessionCookieName(secure)}=${await sealData(session, { password: sessionKeys(), ttl })}`
  if (pair.length > MAX_COOKIE_BYTES) {
    throw new RangeError(
      `the session cookie would take ${pair.length} bytes, ${MAX_COOKIE_BYTES} are possible`,
    )
  }
  return `${pair}; ${attributes(secure)}`
}

/**
 * The Set-Cookie values that store a session: the sealed one, and beside it what its pages may read of it, the token's
 * stamp and whether the screen is locked (`lib/domains/identity/rules/session-sign.ts`).
 * @throws {RangeError} as {@link sessionCookie}
 */
export async function sessionCookies(session: Session, secure: boolean): Promise<string[]> {
  const sign = formatSign({ tokenAt: session.tokenAt, locked: session.lockedAt !== undefined })
  return [await sessionCookie(session, secure), `${signCookie}=${sign}; ${attributes(secure, false)}`]
}

/** The Set-Cookie values that remove the session. */
export function clearedCookies(secure: boolean): string[] {
  return [
    `${sessionCookieName(secure)}=; Max-Age=0; ${attributes(secure)}`,
    `${signCookie}=; Max-Age=0; ${attributes(secure, false)}`,
  ]
}

function attributes(secure: boolean, httpOnly = true): string {
  return `Path=/${httpOnly ? '; HttpOnly' : ''}; SameSite=Lax${secure ? '; Secure' : ''}`
}
