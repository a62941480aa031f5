import { and, asc, eq, ne } from 'drizzle-orm'
import type { ParsedInputOf } from '../../contracts/endpoint.ts'
import type { PolicyView, papers } from '../../contracts/papers.ts'
import { commercialTypes } from '../../rules/order-entry/insurance.ts'
import { type PolicyStatus, policyFindings, policyStatuses } from '../../rules/policy.ts'
import { orNull, written } from '../applications/entry-columns.ts'
import { type Order, updateOrder } from '../applications/move-order.ts'
import { audit } from '../audit.ts'
import { hasItem } from '../cards/bank-words.ts'
import type { By, Call } from '../context.ts'
import { db } from '../db/client.ts'
import { tenant } from '../db/schema/identity.ts'
import { insurancePolicy } from '../db/schema/vehicles.ts'
import { badInput, notFound } from '../errors.ts'
import { paperSetOf, requirePaperStep } from './paper-sets.ts'

/** 保单 of an order: typed beside their scans, judged with them. */

type Policy = typeof insurancePolicy.$inferSelect

/** The state of one; what the entry named and nobody has completed has none of its own yet. */
export const statusOf = ({ status }: Pick<Policy, 'status'>): PolicyStatus =>
  policyStatuses.find((one) => one === status) ?? '待补充'

export async function readPolicies(orderId: number): Promise<PolicyView[]> {
  const rows = await db()
    .select()
    .from(insurancePolicy)
    .where(eq(insurancePolicy.orderId, orderId))
    .orderBy(asc(insurancePolicy.insType), asc(insurancePolicy.id))
  return rows.map((row) => ({ ...row, status: statusOf(row) }))
}

/** @throws 400 by field, also for a number that another policy of the insurer has */
export async function savePolicy(
  { policyId, ...typed }: ParsedInputOf<typeof papers.savePolicy>,
  call: Call,
  order: Order,
) {
  await requirePaperStep('change', await paperSetOf(order, 'insurance'), call)
  const { insType, insurer, policyNo, premium, sumInsured, startDate, endDate } = typed
  const found = policyFindings({ ...typed, sumInsured: sumInsured ?? '' })
  if (Object.keys(found).length > 0) throw badInput(found)
  if (!(await hasItem('ins_type', insType))) throw badInput({ insType: 'rules.code' })
  if (!(await hasItem('insurer', insurer))) throw badInput({ insurer: 'rules.code' })
  const [own] =
    policyId === undefined
      ? []
      : await db()
          .select()
          .from(insurancePolicy)
          .where(and(eq(insurancePolicy.id, policyId), eq(insurancePolicy.orderId, order.id)))
  if (policyId !== undefined && !own) throw notFound()
  const sameNumber = await db()
    .select({ id: insurancePolicy.id })
    .from(insurancePolicy)
    .where(
      and(
        ...[eq(insurancePolicy.insurer, insurer), eq(insurancePolicy.policyNo, policyNo)],
        ...(own ? [ne(insurancePolicy.id, own.id)] : []),
      ),
    )
    .limit(1)
  if (sameNumber.length > 0) throw badInput({ policyNo: 'papers.refusals.policyTaken' })
  const row = {
    ...{ orderId: order.id, insType, insurer, policyNo, premium, startDate, endDate, status: '待审核' },
    sumInsured: orNull(sumInsured ?? ''),
    beneficiary: typed.beneficiary || (await standardBeneficiary(insType)),
    insuredname: own?.insuredname ?? order.customerName,
    identifynumber: own?.identifynumber ?? order.idNo,
    ...written(call),
  }
  if (own) await db().update(insurancePolicy).set(row).where(eq(insurancePolicy.id, own.id))
  else
    await db()
      .insert(insurancePolicy)
      .values({ ...row, createdBy: call.actor.id })
  const told = { insType, insurer, policyNo, startDate, endDate, premium }
  await audit({
    ...(own && {
      before: {
        ...{ insType: own.insType, insurer: own.insurer, policyNo: own.policyNo },
        ...{ startDate: own.startDate, endDate: own.endDate, premium: own.premium },
      },
    }),
    after: told,
  })
  const moved = await updateOrder(order, call, {})
  return { orderId: moved.id, rowVersion: moved.rowVersion }
}

/** What a commercial policy pays goes to the lessor first. */
async function standardBeneficiary(insType: string): Promise<string | null> {
  if (!commercialTypes.includes(insType)) return null
  const [owner] = await db().select({ name: tenant.name }).from(tenant)
  return owner?.name ?? null
}

/** All policies of an order, as their papers go through the review. Those without a number stay as they are. */
export async function setPolicies(orderId: number, status: PolicyStatus, by: By): Promise<void> {
  await db()
    .update(insurancePolicy)
    .set({ status, ...written(by) })
    .where(and(eq(insurancePolicy.orderId, orderId), ne(insurancePolicy.policyNo, '')))
}
