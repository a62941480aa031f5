import { and, eq, lte } from 'drizzle-orm'
import { say } from '../../../../i18n/say.ts'
import { recordAudit } from '../../../../platform/audit.ts'
import { db, inTenant } from '../../../../platform/db/client.ts'
import { defineJob } from '../../../../platform/jobs/jobs.ts'
import { allTenants } from '../../../../platform/jobs/plan.ts'
import { application } from '../../../orders/table.ts'
import { signing } from '../../table/signing.ts'
import { expireRound } from './end-round.ts'
import { changeOrder, tellClerk } from './tell-signing.ts'

/** 签约过期: seven days after the sending. The links are dead at their hour; this says so on the contracts. */
export const signingEnds = defineJob({
  name: 'contracts.signingEnds',
  schedule: '*/10 * * * *',
  async wanted() {
    const late: number[] = []
    for (const id of await allTenants()) if (await inTenant(id, hasLate)) late.push(id)
    return late
  },
  async run(_data, { tenantId, step }) {
    const orders = await inTenant(tenantId, () =>
      db().selectDistinct({ orderId: signing.orderId }).from(signing).where(isLate(new Date())),
    )
    for (const { orderId } of orders) await step(() => endRound(orderId, new Date()))
  },
})

const hasLate = async () =>
  (await db().select({ id: signing.id }).from(signing).where(isLate(new Date())).limit(1)).length > 0

const isLate = (now: Date) => and(eq(signing.status, '待签'), lte(signing.expiresAt, now.toISOString()))

async function endRound(orderId: number, now: Date): Promise<void> {
  await db().select({ id: application.id }).from(application).where(eq(application.id, orderId)).for('update')
  const [late] = await db()
    .select()
    .from(signing)
    .where(and(eq(signing.orderId, orderId), isLate(now)))
  // Signed, refused or sent anew while the order was waited for.
  if (!late) return
  await expireRound({ orderId, now, by: 0, reason: say('signing.expiredReason') })
  await recordAudit(
    { action: 'signing.expire', object: `application:${orderId}`, after: { by: 'system' } },
    { actorId: 0, ip: '', now },
  )
  await tellClerk(late, await changeOrder(orderId, now), now, 'signing.roundExpired')
}
