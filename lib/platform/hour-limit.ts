import { and, count, eq, gt } from 'drizzle-orm'
import type { AuditAction } from '../domains/endpoints.ts'
import { sysUser } from '../domains/identity/table.ts'
import { auditLog } from '../domains/system/table.ts'
import { searchText } from '../rules/clean-value.ts'
import { maskMobile } from '../rules/mask.ts'
import { audit, nothingChanged } from './audit.ts'
import type { Call } from './context.ts'
import { db } from './db/client.ts'
import { tooMany } from './errors.ts'

/**
 * Questions about persons that a user may ask in an hour: those of a day's work, and far too few to try numbers one
 * after the other. They are counted by the audit rows that they leave, whatever process answers them.
 */
const mostAnHour = {
  'relation.look': 300,
  'sensitive.reveal': 200,
  'order.check_duplicate': 120,
  'blacklist.look': 200,
  'person.find': 300,
  'call.dial': 120,
} as const satisfies Partial<Record<AuditAction, number>>

/** @throws 429 past the questions of an hour; parallel ones of a user are told one after the other */
export async function requireFewThisHour(
  action: keyof typeof mostAnHour,
  { actor, now }: Pick<Call, 'actor' | 'now'>,
): Promise<void> {
  await db().select({ id: sysUser.id }).from(sysUser).where(eq(sysUser.id, actor.id)).for('no key update')
  const [row] = await db()
    .select({ asked: count() })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.actorId, actor.id),
        gt(auditLog.at, new Date(now.getTime() - 3_600_000).toISOString()),
        eq(auditLog.action, action),
      ),
    )
  if ((row?.asked ?? 0) >= mostAnHour[action]) throw tooMany('refusals.tooManyQuestions')
}

/**
 * A search by four digits and more asks whose number that is, also where the rows that it finds show it masked: it leaves
 * a line and is counted. One by a name or a reason is neither.
 *
 * @throws 429 past the questions of an hour
 */
export async function noteSearch(
  action: 'blacklist.look' | 'person.find',
  q: string | undefined,
  call: Pick<Call, 'actor' | 'now'>,
): Promise<void> {
  const asked = searchText(q ?? '')
  if (!/\d{4}/.test(asked)) return nothingChanged()
  await requireFewThisHour(action, call)
  await audit({ object: `${action.split('.')[0]}:search`, after: { number: maskMobile(asked) } })
}
