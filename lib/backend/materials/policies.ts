import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import type { ParsedInputOf } from '../../contracts/endpoint.ts'
import type { PolicyView, papers } from '../../contracts/papers.ts'
import { commercialTypes } from '../../rules/order-entry/insurance.ts'
import { type PolicyStatus, policyFindings, policyNeeds, policyStatuses } from '../../rules/policy.ts'
import { orNull, written } from '../applications/entry-columns.ts'
import { type Order, updateOrder } from '../applications/move-order.ts'
import { audit } from '../audit.ts'
import { hasItem } from '../cards/bank-words.ts'
import type { By, Call } from '../context.ts'
import { db } from '../db/client.ts'
import { tenant } from '../db/schema/identity.ts'
import { insurancePolicy } from '../db/schema/vehicles.ts'
import { badInput, notFound } from '../errors.ts'
import type { Underwriting } from '../underwriting/underwriting-record.ts'
import { findSet } from './material-sets.ts'
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
  if (await isNumberTaken(insurer, policyNo, own?.id))
    throw badInput({ policyNo: 'papers.refusals.policyTaken' })
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

/** Whether another policy of the insurer has the number. */
export async function isNumberTaken(insurer: string, policyNo: string, own?: number): Promise<boolean> {
  const same = await db()
    .select({ id: insurancePolicy.id })
    .from(insurancePolicy)
    .where(
      and(
        ...[eq(insurancePolicy.insurer, insurer), eq(insurancePolicy.policyNo, policyNo)],
        ...(own === undefined ? [] : [ne(insurancePolicy.id, own)]),
      ),
    )
    .limit(1)
  return same.length > 0
}

/** The policy of 履约保证险 that the entry named, or that was entered since. */
export async function performancePolicy(orderId: number): Promise<Policy | undefined> {
  const [policy] = await db()
    .select()
    .from(insurancePolicy)
    .where(
      and(
        eq(insurancePolicy.orderId, orderId),
        inArray(insurancePolicy.insType, [...policyNeeds.performance]),
      ),
    )
    .orderBy(asc(insurancePolicy.id))
    .limit(1)
  return policy
}

/** Whom the 履约保证险 of an order insures. */
export async function insuredOf({ id, customerName, idNo }: Order) {
  const policy = await performancePolicy(id)
  return {
    insuredname: policy?.insuredname || customerName,
    identifynumber: policy?.identifynumber || idNo,
  }
}

/** 承保: the order's policy as the insurer made it. It is judged with its scan, where that did not pass before. */
export async function takePolicy(order: Order, made: Underwriting, by: By): Promise<void> {
  const own = await performancePolicy(order.id)
  const set = await findSet(order.id, 'insurance')
  const row = {
    ...{ orderId: order.id, insType: policyNeeds.performance[0], insurer: made.insurer },
    ...{ policyNo: made.policyNo, premium: made.premium, sumInsured: made.sumInsured },
    ...{ startDate: made.startDate, endDate: made.endDate, beneficiary: made.beneficiary },
    ...{ insuredname: made.insuredname, identifynumber: made.identifynumber },
    ...{ insurerStatus: made.status, insurerReply: made.reply },
    ...{ status: set?.status === '通过' ? '通过' : '待审核', ...written(by) },
  }
  if (own) await db().update(insurancePolicy).set(row).where(eq(insurancePolicy.id, own.id))
  else
    await db()
      .insert(insurancePolicy)
      .values({ ...row, createdBy: by.actor.id })
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
