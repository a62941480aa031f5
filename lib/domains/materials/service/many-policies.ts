import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { auditAll } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { badInput, refused } from '../../../platform/errors.ts'
import { orderScope } from '../../orders/service/data-scope.ts'
import { written } from '../../orders/service/entry-columns.ts'
import { lockOrders, type Order, updateOrder } from '../../orders/service/move-order.ts'
import { application } from '../../orders/table.ts'
import { insurancePolicy } from '../../vehicles/table.ts'
import type { NamedPolicy, PolicyValues } from '../rules/policy.ts'
import { paperSetOf, requirePaperStep } from './paper-sets.ts'
import { checkPolicy, isByInsurer, putTypedPolicy, type TypedPolicy } from './policies.ts'

/** Policies of many orders at once, each judged as the form of its order judges it: 导入 and 撤销导入. */

export type NewPolicy = PolicyValues & { orderNo: string }

const inSight = (orderNos: readonly string[], { actor }: Call) =>
  and(inArray(application.orderNo, [...orderNos]), orderScope(actor))

/** @returns those that stand with their order already, of the orders that the caller sees */
export async function standingPolicies(rows: readonly NewPolicy[], call: Call): Promise<NewPolicy[]> {
  const numbers = rows.map(({ policyNo }) => policyNo)
  const orderNos = rows.map(({ orderNo }) => orderNo)
  const standing = await db()
    .select({
      orderNo: application.orderNo,
      insurer: insurancePolicy.insurer,
      policyNo: insurancePolicy.policyNo,
    })
    .from(insurancePolicy)
    .innerJoin(application, eq(application.id, insurancePolicy.orderId))
    .where(
      and(
        inArray(insurancePolicy.policyNo, numbers),
        isNotNull(insurancePolicy.status),
        inSight(orderNos, call),
      ),
    )
  const keyOf = ({ orderNo, insurer, policyNo }: (typeof standing)[number]) =>
    `${orderNo} ${insurer} ${policyNo}`
  const keys = new Set(standing.map(keyOf))
  return rows.filter((row) => keys.has(keyOf(row)))
}

const noOrder = () => badInput({ orderNo: 'papers.refusals.noOrder' })

/** One that the entry named and nobody has completed is completed; else it is another one. */
async function placed({ orderNo: _, ...typed }: NewPolicy, order: Order): Promise<TypedPolicy> {
  const named = await db()
    .select()
    .from(insurancePolicy)
    .where(and(eq(insurancePolicy.orderId, order.id), isNull(insurancePolicy.status)))
    .orderBy(asc(insurancePolicy.id))
  const open = named.filter(({ insType, ...one }) => insType === typed.insType && !isByInsurer(one))
  const own = open.find(({ policyNo }) => policyNo === typed.policyNo) ?? open.find((one) => !one.policyNo)
  return { ...typed, policyId: own?.id }
}

/** @throws 400 by field, 422 for an order whose insurance is not to be changed now */
export async function checkNewPolicy(policy: NewPolicy, call: Call): Promise<void> {
  const [order] = await db()
    .select()
    .from(application)
    .where(inSight([policy.orderNo], call))
  if (!order) throw noOrder()
  await checkPolicy(await placed(policy, order), call, order)
}

/** @returns each with what it was before, where the entry had named it */
export async function addPolicies(policies: readonly NewPolicy[], call: Call) {
  const orderNos = policies.map(({ orderNo }) => orderNo)
  const seen = await db().select({ id: application.id }).from(application).where(inSight(orderNos, call))
  const locked = await lockOrders(
    seen.map(({ id }) => id),
    call,
  )
  const held = new Map(locked.map((order) => [order.orderNo, order]))
  const added: { id: number; before?: NamedPolicy }[] = []
  for (const policy of policies) {
    const order = held.get(policy.orderNo)
    if (!order) throw noOrder()
    const { id, own, moved } = await putTypedPolicy(await placed(policy, order), call, order)
    held.set(policy.orderNo, moved)
    added.push({ id, ...(own && { before: namedOf(own) }) })
  }
  return added
}

const namedOf = (own: typeof insurancePolicy.$inferSelect): NamedPolicy => ({
  insurer: own.insurer,
  policyNo: own.policyNo,
  premium: own.premium,
  sumInsured: own.sumInsured,
  beneficiary: own.beneficiary,
  startDate: own.startDate,
  endDate: own.endDate,
  status: own.status,
})

/**
 * Each is again what the entry had named, or is not there.
 *
 * @param before by id, of those that the entry had named
 * @param bookedAt the time at which they came: one that was written since is somebody's work
 * @throws 422 where one was written, judged, or is out of sight since
 */
export async function takeBackPolicies(
  ids: readonly number[],
  before: ReadonlyMap<number, NamedPolicy>,
  bookedAt: string,
  call: Call,
): Promise<number> {
  const untouched = and(inArray(insurancePolicy.id, [...ids]), eq(insurancePolicy.updatedAt, bookedAt))
  const found = await db().select({ orderId: insurancePolicy.orderId }).from(insurancePolicy).where(untouched)
  const orders = await lockOrders([...new Set(found.flatMap(({ orderId }) => orderId ?? []))], call)
  const policies = (await db().select().from(insurancePolicy).where(untouched)).filter(({ orderId }) =>
    orders.some(({ id }) => id === orderId),
  )
  const used = ids.length - policies.length
  if (used > 0) throw refused('imports.refusals.used', { count: used })
  for (const order of orders) await requirePaperStep('change', await paperSetOf(order, 'insurance'), call)
  for (const { id } of policies) {
    const was = before.get(id)
    if (was)
      await db()
        .update(insurancePolicy)
        .set({ ...was, ...written(call) })
        .where(eq(insurancePolicy.id, id))
    else await db().delete(insurancePolicy).where(eq(insurancePolicy.id, id))
  }
  for (const order of orders) await updateOrder(order, call, {})
  await auditAll(
    policies.map(({ id, orderId, insType, insurer, policyNo }) => ({
      object: `application:${orderId}`,
      before: { insType, insurer, policyNo },
      after: before.get(id) ?? {},
    })),
  )
  return policies.length
}
