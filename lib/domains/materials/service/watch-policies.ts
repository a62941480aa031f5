import { and, asc, eq, inArray, isNotNull, lt, lte, notInArray, or, sql } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { recordAudit } from '../../../platform/audit.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import { clerksOf } from '../../../platform/messages/order-notices.ts'
import { sendMessages } from '../../../platform/messages/send-messages.ts'
import { addDays, businessDate } from '../../../rules/business-date.ts'
import type { OrderStatus } from '../../orders/rules/order-states.ts'
import { holdersOf } from '../../orders/service/holders.ts'
import type { Order } from '../../orders/service/move-order.ts'
import { application } from '../../orders/table.ts'
import { insurancePolicy } from '../../vehicles/table.ts'
import { needOf, policyPapers, renewalDays } from '../rules/policy.ts'
import { formLacks } from './form-lacks.ts'
import { paperSetOf } from './paper-sets.ts'
import { hasLater } from './policies.ts'
import { endPapers, paperPages } from './review-papers.ts'

/**
 * 保单到期: each night. Of an order whose money has not gone out, a policy that ended takes the insurance with it, and
 * so the release waits again; of a loan it is to be renewed, and those who do that hear so a month before and when it has
 * ended.
 */
export const watchPolicies = defineJob({
  name: 'papers.policies',
  schedule: '20 0 * * *',
  async run(_data, { tenantId, step, signal }) {
    const today = businessDate(new Date())
    const ended = await inTenant(tenantId, () =>
      db()
        .select({ id: insurancePolicy.id, orderId: insurancePolicy.orderId })
        .from(insurancePolicy)
        .innerJoin(application, eq(application.id, insurancePolicy.orderId))
        .where(and(hasEnded(today), stillDecides)),
    )
    for (const { id, orderId } of ended)
      if (orderId !== null) await step(() => endPolicy(id, orderId, new Date()))
    while (await step(() => markPolicies(today, new Date()))) signal.throwIfAborted()
  },
})

const decided: OrderStatus[] = ['released', 'settled', 'voided']
/** Orders whose papers still decide something, also while their terms are judged anew. */
const stillDecides = notInArray(application.status, decided)

const hasEnded = (today: string) =>
  and(
    isNotNull(insurancePolicy.policyNo),
    lt(insurancePolicy.endDate, today),
    inArray(insurancePolicy.status, ['通过', '将到期']),
  )

const endsSoon = (today: string) =>
  and(
    eq(insurancePolicy.status, '通过'),
    isNotNull(insurancePolicy.policyNo),
    lte(insurancePolicy.endDate, addDays(today, renewalDays)),
  )

const atOnce = 500

/**
 * Everything that says nothing of an order before its release: loans to renew, and policies that end soon. Clerks of a
 * loan hear of each once before it ends and once when it has, unless another one has taken its place.
 *
 * @returns whether there may be more
 */
async function markPolicies(today: string, now: Date): Promise<boolean> {
  const due = await db()
    .select({ id: insurancePolicy.id })
    .from(insurancePolicy)
    .where(or(hasEnded(today), endsSoon(today)))
    .orderBy(asc(insurancePolicy.id))
    .limit(atOnce)
  const marked = await db()
    .update(insurancePolicy)
    .set({
      status: sql`case when ${insurancePolicy.endDate} < ${today} then '已到期' else '将到期' end`,
      updatedAt: now.toISOString(),
      updatedBy: 0,
    })
    .where(
      inArray(
        insurancePolicy.id,
        due.map(({ id }) => id),
      ),
    )
    .returning()
  const renewed = await db()
    .select({ id: insurancePolicy.id })
    .from(insurancePolicy)
    .where(
      and(
        inArray(
          insurancePolicy.id,
          marked.map(({ id }) => id),
        ),
        hasLater,
      ),
    )
  const orders = await db()
    .select()
    .from(application)
    .where(
      and(
        eq(application.status, 'released'),
        inArray(
          application.id,
          marked.flatMap(({ orderId }) => orderId ?? []),
        ),
      ),
    )
  const orderOf = new Map(orders.map((order) => [order.id, order]))
  const isRenewed = new Set(renewed.map(({ id }) => id))
  const toRenew = marked.flatMap((policy) => {
    const order = orderOf.get(policy.orderId ?? 0)
    return order && needOf(policy.insType) && !isRenewed.has(policy.id) ? [{ order, policy }] : []
  })
  for (const says of ['soon', 'ended'] as const) {
    const own = toRenew.filter(({ policy }) => (policy.status === '已到期' ? 'ended' : 'soon') === says)
    await tellRenewals(says, [...Map.groupBy(own, ({ order }) => order).entries()].map(renewalOf), now)
  }
  return due.length === atOnce
}

type Policy = typeof insurancePolicy.$inferSelect
/** An order with what of its policies is to be renewed. */
type Renewal = { order: Order; numbers: string; day: string }

const renewalOf = ([order, own]: [Order, { policy: Policy }[]]): Renewal => ({
  order,
  numbers: own.map(({ policy }) => policy.policyNo ?? '').join(say('ui.separator')),
  day: own.map(({ policy }) => policy.endDate ?? '').sort()[0] ?? '',
})

/**
 * Tells whoever has the customers renew them, and whoever makes the papers void then so that the new policies can be
 * entered: each of one order by itself, of several in one message that leads to their list.
 */
async function tellRenewals(says: 'soon' | 'ended', renewals: readonly Renewal[], now: Date): Promise<void> {
  const byUser = new Map<number, Renewal[]>()
  for (const renewal of renewals) {
    const { order } = renewal
    const userIds = new Set([...clerksOf(order, 0), ...(await holdersOf('material:review', order.id))])
    for (const userId of userIds) byUser.set(userId, [...(byUser.get(userId) ?? []), renewal])
  }
  await sendMessages(
    [...byUser].map(([userId, own]) => {
      const [one, another] = own
      const text = one && !another ? ofOne(one, says) : ofSeveral(own, says)
      return { kind: 'notice', userId, createdAt: now.toISOString(), createdBy: 0, ...text }
    }),
  )
}

function ofOne({ order, numbers, day }: Renewal, says: 'soon' | 'ended') {
  const words = { orderNo: order.orderNo, name: order.customerName, number: numbers, day }
  return {
    orderId: order.id,
    opens: paperPages.insurance,
    title: say(`papers.renewals.${says}`, words),
    body: say('papers.renewalsBody', words),
  }
}

/** Orders named in a message of several; their list has them all. */
const named = 5

function ofSeveral(renewals: readonly Renewal[], says: 'soon' | 'ended') {
  const numbers = renewals.map(({ order }) => order.orderNo)
  const list = numbers.slice(0, named).join(say('ui.separator')) + (numbers.length > named ? '…' : '')
  return {
    opens: 'insuranceMaterials' as const,
    title: say(says === 'ended' ? 'papers.renewals.manyEnded' : 'papers.renewals.manySoon', {
      count: numbers.length,
    }),
    body: say('papers.renewals.manyBody', { list }),
  }
}

async function endPolicy(id: number, orderId: number, now: Date): Promise<void> {
  const [order] = await db()
    .select()
    .from(application)
    .where(
      and(
        eq(application.id, orderId),
        // Released, settled or void while this job was on its way.
        stillDecides,
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
  // Another one covers what it covered, or nobody asks for it.
  if (!(await formLacks(order, 'insurance')).includes(need)) return
  const reason = say('papers.policyEnded', { number: policy.policyNo ?? '', day: policy.endDate ?? '' })
  await endPapers(order, row, { kind: 'insurance', reason, bad: [policyPapers[need]] }, by)
}
