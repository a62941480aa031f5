import { and, eq, inArray, isNotNull, lt, lte, notInArray } from 'drizzle-orm'
import { zhCN } from '../../i18n/zh-cn.ts'
import { addDays, businessDate } from '../../rules/business-date.ts'
import { paperStatuses } from '../../rules/material-sets.ts'
import { needOf, policyPapers, renewalDays } from '../../rules/policy.ts'
import { recordAudit } from '../audit.ts'
import { db, inTenant } from '../db/client.ts'
import { application } from '../db/schema/applications.ts'
import { insurancePolicy } from '../db/schema/vehicles.ts'
import { defineJob } from '../jobs/jobs.ts'
import { paperSetOf } from './paper-sets.ts'
import { endPapers } from './review-papers.ts'

/**
 * 保单到期: each night. Of an order whose money has not gone out, a policy that ended takes the insurance with it, and
 * so the release waits again; of a loan it is to be renewed, and says so.
 */
export const watchPolicies = defineJob({
  name: 'papers.policies',
  schedule: '20 0 * * *',
  async run(_data, { tenantId, step }) {
    const today = businessDate(new Date())
    const ended = await inTenant(tenantId, () =>
      db()
        .select({ id: insurancePolicy.id, orderId: insurancePolicy.orderId })
        .from(insurancePolicy)
        .innerJoin(application, eq(application.id, insurancePolicy.orderId))
        .where(and(hasEnded(today), inArray(application.status, [...beforeRelease]))),
    )
    for (const { id, orderId } of ended)
      if (orderId !== null) await step(() => endPolicy(id, orderId, new Date()))
    await step(() => markPolicies(today, new Date()))
  },
})

/** Orders whose papers still decide something. */
const beforeRelease = paperStatuses.filter((status) => status !== 'released')

const hasEnded = (today: string) =>
  and(
    isNotNull(insurancePolicy.policyNo),
    lt(insurancePolicy.endDate, today),
    inArray(insurancePolicy.status, ['通过', '将到期']),
  )

/** What says nothing of an order before its release: loans to renew, and policies that end soon. */
async function markPolicies(today: string, now: Date): Promise<void> {
  const written = { updatedAt: now.toISOString(), updatedBy: 0 }
  await db()
    .update(insurancePolicy)
    .set({ status: '已到期', ...written })
    .where(hasEnded(today))
  await db()
    .update(insurancePolicy)
    .set({ status: '将到期', ...written })
    .where(
      and(
        eq(insurancePolicy.status, '通过'),
        isNotNull(insurancePolicy.policyNo),
        lte(insurancePolicy.endDate, addDays(today, renewalDays)),
      ),
    )
}

async function endPolicy(id: number, orderId: number, now: Date): Promise<void> {
  const [order] = await db()
    .select()
    .from(application)
    .where(
      and(
        eq(application.id, orderId),
        // Released, settled or void while this job was on its way.
        notInArray(application.status, ['released', 'settled', 'voided']),
      ),
    )
    .for('update')
  const [policy] = await db()
    .select()
    .from(insurancePolicy)
    .where(and(eq(insurancePolicy.id, id), hasEnded(businessDate(now))))
  if (!order || !policy) return
  const by = { actor: { id: 0 }, now }
  await db()
    .update(insurancePolicy)
    .set({ status: '已到期', updatedAt: now.toISOString(), updatedBy: 0 })
    .where(eq(insurancePolicy.id, id))
  await recordAudit(
    {
      action: 'paper.end_policy',
      object: `application:${orderId}`,
      before: { policyNo: policy.policyNo, status: policy.status },
      after: { policyNo: policy.policyNo, endDate: policy.endDate, status: '已到期', by: 'system' },
    },
    { actorId: 0, ip: '', now },
  )
  const { row } = await paperSetOf(order, 'insurance')
  const need = needOf(policy.insType)
  if (row?.status !== '通过' || !need) return
  const reason = zhCN('papers.policyEnded', { number: policy.policyNo ?? '', day: policy.endDate ?? '' })
  await endPapers(order, row, { kind: 'insurance', reason, bad: [policyPapers[need]] }, by)
}
