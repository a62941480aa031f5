import { identity } from '../domains/identity/contract.ts'
import { forward, type Limits } from './forward.ts'
import { dropRevocation, keepRevocation, keptRevocations } from './kept-revocations.ts'
import { log } from './log.ts'
import { Refusal } from './refusal.ts'
import type { RequestOrigin } from './request-origin.ts'
import { endSession, type Session } from './session.ts'
import { Stop } from './stop.ts'
import type { Upstream } from './upstream-call.ts'

/**
 * A stream that ended at our side is ended at the upstream as well: at once when it answers, later when it does not.
 */

/** The caller waits this many ms at most: the browser has left whatever the service does. */
const PATIENCE = 2_000
/** One try, in ms. */
const DEADLINE = 20_000

/**
 * Ends a session here, at once, and its token at the upstream. Resolves when that is done, and after two seconds in any
 * case; what is tried later is said in the log.
 *
 * @returns why the upstream has not heard of it yet; undefined when it has
 */
export async function revokeSession(
  session: Session,
  origin: RequestOrigin,
  upstream: Upstream,
  limits: Limits,
): Promise<string | undefined> {
  endSession(session)
  await keepRevocation(session, origin)
  const first = tryOnce(session, origin, upstream, limits)
  const patience = new Promise<'late'>((resolve) => setTimeout(resolve, PATIENCE, 'late').unref())
  void first.then((reason) => reason !== undefined && tryLater(session, origin, upstream, limits, 0))
  const outcome = await Promise.race([first, patience])
  return outcome === 'late' ? 'upstream has not answered yet' : outcome
}

/** Goes on with what an earlier process could not deliver; those sessions are over here too. */
export async function resumeRevocations(upstream: Upstream, limits: Limits): Promise<void> {
  for (const { session, origin } of await keptRevocations()) {
    endSession(session)
    const reason = await tryOnce(session, origin, upstream, limits)
    if (reason !== undefined) tryLater(session, origin, upstream, limits, 0)
  }
}

/** @returns why the token still counts; undefined when it does no more, or never did */
async function tryOnce(
  session: Session,
  origin: RequestOrigin,
  upstream: Upstream,
  limits: Limits,
): Promise<string | undefined> {
  try {
    const outgoing = {
      endpoint: identity.logout,
      origin,
      session,
      query: '',
      body: null,
      headers: {},
      stop: new Stop(),
    }
    const { status } = await forward(upstream, outgoing, {
      ...limits,
      deadline: Math.min(limits.deadline, DEADLINE),
    })
    if (status !== 200 && status !== 401) return `upstream ${status}`
    dropRevocation(session)
    return undefined
  } catch (error) {
    return error instanceof Refusal ? error.reason : String(error)
  }
}

function tryLater(
  session: Session,
  origin: RequestOrigin,
  upstream: Upstream,
  limits: Limits,
  at: number,
): void {
  const line = { id: origin.requestId, tenant: origin.tenant, user: session.user.id }
  const wait = limits.revokeAgainAfter[at]
  if (wait === undefined) {
    log(
      'token not revoked',
      { ...line, reason: 'the service did not answer; tried again at the next start, or it ends by its age' },
      'error',
    )
    return
  }
  const again = async () => {
    const reason = await tryOnce(session, origin, upstream, limits)
    if (reason === undefined) log('token revoked later', line)
    else tryLater(session, origin, upstream, limits, at + 1)
  }
  log('token to be revoked later', { ...line, seconds: wait / 1000 }, 'warn')
  setTimeout(() => void again(), wait).unref()
}
