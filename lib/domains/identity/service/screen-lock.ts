import { eq, sql } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { audit } from '../../../platform/audit.ts'
import type { Actor, Call } from '../../../platform/context.ts'
import type { OutputOf } from '../../../platform/contract/endpoint.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { CallError, noSession } from '../../../platform/errors.ts'
import type { SlowHandler } from '../../../platform/handler.ts'
import { publishSessionsChanged } from '../../../platform/live-events.ts'
import type { identity } from '../contract.ts'
import { sysUser, userSession } from '../table.ts'
import { hashPassword, passwordMatches } from './password-hash.ts'
import { endSession } from './sessions.ts'

/** The lock of the screen (specification point 4, wording.md, row Lock): in the session's row, out of any browser's reach. */

/** So many wrong tries to unlock end the session. */
const MAX_FAILURES = 5

type Nothing = OutputOf<typeof identity.unlock>

/** Locks the caller's session, with a lock password of its own or, without one, the login password. */
export const lock: SlowHandler<typeof identity.lock> = {
  async prepare({ password }) {
    const lockHash = password === undefined ? null : await hashPassword(password)
    return {
      async run({ actor }) {
        await db()
          .update(userSession)
          .set({ lockedAt: sql`now()`, lockHash, unlockFailures: 0 })
          .where(eq(userSession.id, actor.session.id))
        await publishSessionsChanged([actor.id])
        await audit({ action: 'identity.lock', object: `user:${actor.id}` })
        return { opensWith: lockHash === null ? 'login' : 'lock' }
      },
    }
  },
}

/**
 * Unlocks the caller's session and forgets the lock password. The try is compared with the password of the moment, and
 * counts for that one: after another lock meanwhile it is a wrong one.
 */
export const unlock: SlowHandler<typeof identity.unlock> = {
  async prepare({ password }, { tenantId, actor }) {
    const against = await inTenant(tenantId, () => opener(actor))
    const matches = await passwordMatches(against, password)
    return { run: (call) => judgeUnlock(matches ? against : undefined, call) }
  },
}

/** Tries of one session wait for each other, so that parallel ones are counted too; a wrong one is answered, not thrown: its count has to stay. */
async function judgeUnlock(opened: string | undefined, { actor }: Call): Promise<Nothing | CallError> {
  const { id } = actor.session
  const [session] = await db()
    .select({
      lockedAt: userSession.lockedAt,
      failures: userSession.unlockFailures,
      endedAt: userSession.endedAt,
    })
    .from(userSession)
    .where(eq(userSession.id, id))
    .for('update')
  if (!session || session.endedAt) throw noSession()
  if (!session.lockedAt) return {}
  if (opened !== undefined && opened === (await opener(actor))) {
    await db()
      .update(userSession)
      .set({ lockedAt: null, lockHash: null, unlockFailures: 0 })
      .where(eq(userSession.id, id))
    await audit({ action: 'identity.unlock', object: `user:${actor.id}` })
    return {}
  }
  const failures = session.failures + 1
  await db().update(userSession).set({ unlockFailures: failures }).where(eq(userSession.id, id))
  if (failures < MAX_FAILURES) return new CallError(400, { message: say('errors.wrongUnlockPassword') })
  await endSession(id, { reason: 'unlockTries' })
  await publishSessionsChanged([actor.id])
  await audit({ action: 'identity.unlockRefused', object: `user:${actor.id}`, after: { failures } })
  return new CallError(401, { message: say('refusals.unlockTries', { count: MAX_FAILURES }) })
}

/** The hash that opens the session: of its lock password or, without one, of the login password. */
async function opener({ id, session }: Actor): Promise<string | undefined> {
  const [row] = await db()
    .select({ lockHash: userSession.lockHash, passwordHash: sysUser.passwordHash })
    .from(userSession)
    .innerJoin(sysUser, eq(sysUser.id, id))
    .where(eq(userSession.id, session.id))
  return row?.lockHash ?? row?.passwordHash
}
