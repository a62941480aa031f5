import { and, asc, eq, inArray, ne, notInArray, type SQL, sql } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import type { By, Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { databaseError } from '../../../platform/db/engine.ts'
import { badInput, notFound, refused } from '../../../platform/errors.ts'
import { formatMoney } from '../../../rules/money-text.ts'
import { hasItem } from '../../configuration/service/bank-words.ts'
import { tenant } from '../../identity/table.ts'
import { commercialTypes } from '../../orders/rules/entry/insurance.ts'
import { orNull, written } from '../../orders/service/entry-columns.ts'
import { type Order, updateOrder } from '../../orders/service/move-order.ts'
import type { Underwriting } from '../../underwriting/service/underwriting-record.ts'
import { insurancePolicy } from '../../vehicles/table.ts'
import type { PolicyView, papers } from '../contract/papers.ts'
import {
  coversPrincipal,
  type PolicyStatus,
  policyFindings,
  policyNeeds,
  policyStatuses,
} from '../rules/policy.ts'
import { principalToCover } from './form-lacks.ts'
import { findSet } from './material-sets.ts'
import { paperSetOf, requirePaperStep } from './paper-sets.ts'

/** 保单 of an order: typed beside their scans, judged with them. */

type Policy = typeof insurancePolicy.$inferSelect

/** The state of one; what the entry named and nobody has completed has none of its own yet. */
export const statusOf = ({ status }: Pick<Policy, 'status'>): PolicyStatus =>
  policyStatuses.find((one) => one === status) ?? '待补充'

/** Of the row of `insurance_policy` asked for: another one of its order and kind runs longer. */
export const hasLater: SQL = sql`exists (select from ${insurancePolicy} later
  where later.tenant_id = ${insurancePolicy.tenantId} and later.order_id = ${insurancePolicy.orderId}
    and later.ins_type = ${insurancePolicy.insType} and later.policy_no is not null
    and later.end_date > ${insurancePolicy.endDate})`

export async function readPolicies(orderId: number): Promise<PolicyView[]> {
  const rows = await db()
    .select()
    .from(insurancePolicy)
    .where(eq(insurancePolicy.orderId, orderId))
    .orderBy(asc(insurancePolicy.insType), asc(insurancePolicy.id))
  return rows.map((row) => ({ ...row, status: statusOf(row), byInsurer: isByInsurer(row) }))
}

export type TypedPolicy = Pick<
  ParsedInputOf<typeof papers.savePolicy>,
  | 'policyId'
  | 'insType'
  | 'insurer'
  | 'policyNo'
  | 'premium'
  | 'sumInsured'
  | 'beneficiary'
  | 'startDate'
  | 'endDate'
>

export async function savePolicy(typed: ParsedInputOf<typeof papers.savePolicy>, call: Call, order: Order) {
  const { moved } = await putTypedPolicy(typed, call, order)
  return { orderId: moved.id, rowVersion: moved.rowVersion }
}

/**
 * @returns the policy that it is written over, where there is one
 * @throws 400 by field, also for a number that another policy of the insurer has; 422 for one that its insurer made
 *   itself, which nobody types over
 */
export async function checkPolicy(
  { policyId, ...typed }: TypedPolicy,
  call: Call,
  order: Order,
): Promise<Policy | undefined> {
  await requirePaperStep('change', await paperSetOf(order, 'insurance'), call)
  const { insType, insurer, policyNo, sumInsured } = typed
  const values = { ...typed, sumInsured: sumInsured ?? '' }
  const found = policyFindings(values)
  if (Object.keys(found).length > 0) throw badInput(found)
  const principal = await principalToCover(order)
  if (!coversPrincipal(values, principal))
    throw badInput({
      sumInsured: { key: 'papers.refusals.sumInsured', params: { principal: formatMoney(principal) } },
    })
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
  if (own && isByInsurer(own)) throw refused('papers.refusals.policyByInsurer')
  if (await isNumberTaken(insurer, policyNo, own ? [own.id] : [])) throw numberTaken()
  return own
}

/** A policy of an order that is locked, as somebody typed it. @throws what {@link checkPolicy} does */
export async function putTypedPolicy(typed: TypedPolicy, call: Call, order: Order) {
  const own = await checkPolicy(typed, call, order)
  const { insType, insurer, policyNo, premium, sumInsured, startDate, endDate } = typed
  const row = {
    orderId: order.id,
    insType,
    insurer,
    policyNo,
    premium,
    startDate,
    endDate,
    status: '待审核',
    sumInsured: orNull(sumInsured ?? ''),
    beneficiary: typed.beneficiary || (await standardBeneficiary(insType)),
    insuredname: own?.insuredname ?? order.customerName,
    identifynumber: own?.identifynumber ?? order.idNo,
    ...written(call),
  }
  // Somebody else may have typed it in the same moment.
  const id = await write(own, row, call).catch(sayTaken(numberTaken))
  const told = { insType, insurer, policyNo, startDate, endDate, premium }
  await audit({
    action: 'paper.save_policy',
    object: `application:${order.id}`,
    ...(own && {
      before: {
        insType: own.insType,
        insurer: own.insurer,
        policyNo: own.policyNo,
        startDate: own.startDate,
        endDate: own.endDate,
        premium: own.premium,
      },
    }),
    after: told,
  })
  return { id, own, moved: await updateOrder(order, call, {}) }
}

const numberTaken = () => badInput({ policyNo: 'papers.refusals.policyTaken' })

const sayTaken =
  (refusal: () => Error) =>
  (error: unknown): never => {
    throw databaseError(error)?.constraint === 'insurance_policy_no' ? refusal() : error
  }

export const isByInsurer = ({ insurerStatus }: Pick<Policy, 'insurerStatus'>) => insurerStatus === '承保'

async function write(
  own: Policy | undefined,
  row: Omit<typeof insurancePolicy.$inferInsert, 'createdBy'>,
  { actor }: By,
): Promise<number> {
  const [kept] = own
    ? await db()
        .update(insurancePolicy)
        .set(row)
        .where(eq(insurancePolicy.id, own.id))
        .returning({ id: insurancePolicy.id })
    : await db()
        .insert(insurancePolicy)
        .values({ ...row, createdBy: actor.id })
        .returning({ id: insurancePolicy.id })
  if (!kept) throw new Error('the policy was not written')
  return kept.id
}

/** True where a policy of the insurer has the number, beside these. */
export async function isNumberTaken(
  insurer: string,
  policyNo: string,
  own: readonly number[],
): Promise<boolean> {
  const same = await db()
    .select({ id: insurancePolicy.id })
    .from(insurancePolicy)
    .where(
      and(
        ...[eq(insurancePolicy.insurer, insurer), eq(insurancePolicy.policyNo, policyNo)],
        notInArray(insurancePolicy.id, [...own]),
      ),
    )
    .limit(1)
  return same.length > 0
}

/** The policies of 履约保证险 of an order: what the entry named, and what was entered since. */
export const performancePolicies = (orderId: number): Promise<Policy[]> =>
  db()
    .select()
    .from(insurancePolicy)
    .where(
      and(
        eq(insurancePolicy.orderId, orderId),
        inArray(insurancePolicy.insType, [...policyNeeds.performance]),
      ),
    )
    .orderBy(asc(insurancePolicy.id))

/** The person whom the 履约保证险 of an order insures. */
export async function insuredOf({ id, customerName, idNo }: Order) {
  const [policy] = await performancePolicies(id)
  return {
    insuredname: policy?.insuredname || customerName,
    identifynumber: policy?.identifynumber || idNo,
  }
}

type Made = Pick<
  Underwriting,
  'insurer' | 'policyNo' | 'premium' | 'sumInsured' | 'startDate' | 'endDate' | 'beneficiary'
> &
  Pick<Underwriting, 'insuredname' | 'identifynumber' | 'status' | 'reply'>

/** The policy of 履约保证险 that somebody has typed, where one was. */
export const typedPolicy = (policies: readonly Policy[]): Policy | undefined =>
  policies.findLast((policy) => policy.policyNo && !isByInsurer(policy))

/** Everything that two papers about the same policy agree in. */
const isSame = (typed: Policy, made: Made) =>
  (['insurer', 'policyNo', 'premium', 'startDate', 'endDate'] as const).every(
    (field) => typed[field] === made[field],
  )

/**
 * 承保: the order's policy as the insurer made it. One that was typed meanwhile and says something else stays as it is.
 *
 * @returns whether one stays, for a person to say which of the two counts
 */
export async function takePolicy(order: Order, made: Made, by: By): Promise<boolean> {
  const own = await performancePolicies(order.id)
  const typed = typedPolicy(own)
  if (typed && !isSame(typed, made)) return true
  if (typed)
    await db()
      .update(insurancePolicy)
      .set({ insurerStatus: made.status, insurerReply: made.reply, ...written(by) })
      .where(eq(insurancePolicy.id, typed.id))
  else
    await putPolicy(
      order,
      made,
      own.find(({ policyNo }) => !policyNo),
      by,
    )
  return false
}

/**
 * The insurer's policy counts, in the place of what was typed. It is judged with its scan, where that had not passed.
 *
 * @throws 422 where another policy of the insurer has its number
 */
export async function putPolicy(
  order: Order,
  made: Made,
  instead: Policy | undefined,
  by: By,
): Promise<void> {
  const set = await findSet(order.id, 'insurance')
  const row = {
    orderId: order.id,
    insType: policyNeeds.performance[0],
    insurer: made.insurer,
    policyNo: made.policyNo,
    premium: made.premium,
    sumInsured: made.sumInsured,
    startDate: made.startDate,
    endDate: made.endDate,
    beneficiary: made.beneficiary,
    insuredname: made.insuredname,
    identifynumber: made.identifynumber,
    insurerStatus: made.status,
    insurerReply: made.reply,
    status: set?.status === '通过' ? '通过' : '待审核',
    ...written(by),
  }
  await write(instead, row, by).catch(sayTaken(() => refused('papers.refusals.policyTaken')))
}

/** The policy that an insurer made is none of the order's any more: it is to be typed, or made, anew. */
export async function forgetInsurersPolicy(orderId: number, by: By): Promise<void> {
  const none = { policyNo: null, startDate: null, endDate: null, sumInsured: null, status: null }
  await db()
    .update(insurancePolicy)
    .set({ ...none, insurerStatus: null, insurerReply: null, ...written(by) })
    .where(
      and(
        eq(insurancePolicy.orderId, orderId),
        inArray(insurancePolicy.insType, [...policyNeeds.performance]),
        eq(insurancePolicy.insurerStatus, '承保'),
      ),
    )
}

/** Everything that a commercial policy pays goes to the lessor first. */
async function standardBeneficiary(insType: string): Promise<string | null> {
  if (!commercialTypes.includes(insType)) return null
  const [owner] = await db().select({ name: tenant.name }).from(tenant)
  return owner?.name ?? null
}

/**
 * All policies of an order, as their papers go through the review. Those without a number stay as they are, and one that
 * has ended is that: the one that took its place was judged, not it.
 *
 * @throws 422 where the entry named a number that another policy of the insurer has
 */
export async function setPolicies(
  orderId: number,
  judged: Extract<PolicyStatus, '待审核' | '通过' | '退回'>,
  by: Pick<Call, 'actor' | 'now' | 'today'>,
): Promise<void> {
  const ended: PolicyStatus = '已到期'
  const status = sql`case when ${insurancePolicy.endDate} < ${by.today} then ${ended} else ${judged} end`
  await db()
    .update(insurancePolicy)
    .set({ status, ...written(by) })
    .where(and(eq(insurancePolicy.orderId, orderId), ne(insurancePolicy.policyNo, '')))
    .catch(sayTaken(() => refused('papers.refusals.policyTaken')))
}
