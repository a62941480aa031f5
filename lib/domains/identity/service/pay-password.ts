import { and, count, eq, gt, sql } from 'drizzle-orm'
import { recordAudit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { badInput, refused, tooMany } from '../../../platform/errors.ts'
import { auditLog } from '../../system/table.ts'
import { sysUser } from '../table.ts'
import { passwordMatches } from './password-hash.ts'

/** 支付密码: who sends money away shows that it is himself who sits there. */

/** Wrong ones of a user, in whatever session, that stop further tries for the window. */
const mostWrong = 5
const windowMinutes = 15
const action = 'identity.payPasswordRefused'

/**
 * Outside a transaction. A wrong one is kept, whatever becomes of the call; tries of one user are told one after the
 * other, so that parallel ones are counted too.
 *
 * @throws 400 for none or a wrong one, 422 for a user who has not set one, 429 after too many wrong ones
 */
export async function provePayPassword(
  sent: string | undefined,
  { actor, tenantId, ip, now }: Call,
): Promise<void> {
  if (!sent) throw badInput({ payPassword: 'rules.required' })
  const stored = await inTenant(tenantId, async () => {
    if (await isBarred(actor.id)) throw tooMany('changes.tooManyPayTries', { minutes: windowMinutes })
    return readHash(actor.id)
  })
  if (!stored) throw refused('changes.refusals.noPayPassword')
  const fits = await passwordMatches(stored, sent)
  const verdict = await inTenant(tenantId, async () => {
    await db().select({ id: sysUser.id }).from(sysUser).where(eq(sysUser.id, actor.id)).for('no key update')
    if (await isBarred(actor.id)) return 'barred'
    // Changed meanwhile: it was the one of before.
    if (fits && (await readHash(actor.id)) === stored) return 'fits'
    await recordAudit({ action, object: objectOf(actor.id) }, { actorId: actor.id, ip, now })
    return 'wrong'
  })
  if (verdict === 'barred') throw tooMany('changes.tooManyPayTries', { minutes: windowMinutes })
  if (verdict === 'wrong') throw badInput({ payPassword: 'changes.wrongPayPassword' })
}

const objectOf = (userId: number) => `user:${userId}`

async function readHash(userId: number): Promise<string | null | undefined> {
  const [user] = await db()
    .select({ hash: sysUser.payPasswordHash })
    .from(sysUser)
    .where(eq(sysUser.id, userId))
  return user?.hash
}

async function isBarred(userId: number): Promise<boolean> {
  const wrong = and(
    eq(auditLog.object, objectOf(userId)),
    eq(auditLog.action, action),
    gt(auditLog.at, sql`now() - make_interval(mins => ${windowMinutes})`),
  )
  const [row] = await db().select({ tries: count() }).from(auditLog).where(wrong)
  return (row?.tries ?? 0) >= mostWrong
}
