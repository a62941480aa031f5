import { and, asc, inArray, lt } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { recordAudit } from '../../../platform/audit.ts'
import { endWaiting } from '../../../platform/changes/end-change.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import { businessDate } from '../../../rules/business-date.ts'
import { bookDays } from '../../ledger/service/days.ts'
import { settleApply } from '../table.ts'
import { lockSettlement, moveSettlement } from './settlement-record.ts'

/** 已失效: the day of the quote is over. What has to be refused by then is refused by its day, whenever this runs. */

const isLate = (today: string) =>
  and(lt(settleApply.quoteDate, today), inArray(settleApply.status, ['待审核', '待客户付款']))

/** @returns how many of the tenant's applications it ended */
export async function expireSettlements(today: string, now: Date): Promise<number> {
  const late = await db()
    .select({ id: settleApply.id })
    .from(settleApply)
    .where(isLate(today))
    .orderBy(asc(settleApply.id))
    .limit(500)
  for (const { id } of late) await expire(id, today, now)
  return late.length
}

async function expire(id: number, today: string, now: Date): Promise<void> {
  await endWaiting('settlement', id, { now, reason: say('settlements.dayOver') })
  const row = await lockSettlement(id, undefined)
  if (!row || row.quoteDate >= today || (row.status !== '待审核' && row.status !== '待客户付款')) return
  await moveSettlement(row, 'expire', { actor: { id: 0 }, now })
  await recordAudit(
    {
      action: 'settlement.expire',
      object: `settle_apply:${id}`,
      before: { status: row.status },
      after: { quoteDate: row.quoteDate },
    },
    { actorId: 0, ip: '', now },
  )
}

/** Shortly after midnight; the close of day moves a business day of its own, and calls it then. */
export const expireJob = defineJob({
  name: 'settlements.expire',
  schedule: '1 0 * * *',
  async run(_data, { tenantId, step, signal }) {
    const now = new Date()
    const { today } = await inTenant(tenantId, () => bookDays({ today: businessDate(now) }))
    while ((await step(() => expireSettlements(today, now))) > 0) signal.throwIfAborted()
  },
})
