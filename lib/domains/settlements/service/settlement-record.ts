import { and, asc, eq, inArray, type SQL } from 'drizzle-orm'
import type { By, Call } from '../../../platform/context.ts'
import { changedBy } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import { type FieldMessage, refused, textOf } from '../../../platform/errors.ts'
import { subject } from '../../../platform/subject.ts'
import { dayOf, dayText } from '../../loans/rules/day.ts'
import { fenOf, MILLION, moneyOf } from '../../loans/rules/exact.ts'
import { factsOf } from '../../loans/service/loan-facts.ts'
import { type Loan, readLoans } from '../../loans/service/loan-record.ts'
import { loanAccount } from '../../loans/table.ts'
import { orderScope } from '../../orders/service/data-scope.ts'
import { application } from '../../orders/table.ts'
import type { OfferView } from '../contract.ts'
import { type Offer, offerOn, type Wish } from '../rules/offer.ts'
import { type OfferFigure, offerFigures } from '../rules/offer-figures.ts'
import { type SettlementStep, settlementAfter, settlementCan, settlementFits } from '../rules/settlement.ts'
import { settleApply, settleStep } from '../table.ts'

/** An application with what names it: its loan, and the order whose scope it has. */
export type Settlement = typeof settleApply.$inferSelect & {
  loanNo: string
  orderNo: string
  customerName: string
}

const select = (where: SQL | undefined, call: Call | undefined) =>
  db()
    .select({
      apply: settleApply,
      loanNo: loanAccount.loanNo,
      orderNo: application.orderNo,
      customerName: application.customerName,
    })
    .from(settleApply)
    .innerJoin(loanAccount, eq(loanAccount.id, settleApply.loanId))
    .innerJoin(application, eq(application.id, settleApply.orderId))
    .where(and(where, call && and(eq(settleApply.tenantId, call.tenantId), orderScope(call.actor))))
    .orderBy(asc(settleApply.id))

/** Those that may be seen; without a call there is no scope. Locked where they are to change. */
export async function readSettlements(
  where: SQL | undefined,
  call: Call | undefined,
  lock = false,
): Promise<Settlement[]> {
  const query = select(where, call)
  const rows = await (lock ? query.for('update', { of: settleApply }) : query)
  return rows.map(({ apply, ...names }) => ({ ...apply, ...names }))
}

export const lockSettlement = async (id: number, call: Call | undefined): Promise<Settlement | undefined> =>
  (await readSettlements(eq(settleApply.id, id), call, true))[0]

export const settlementSubject = subject({
  noun: 'settle_apply',
  nameOf: ({ id }: Settlement) => id,
  lock: (id: number, call: Call) => lockSettlement(id, call),
  lockAll: (ids: readonly number[], call: Call) =>
    readSettlements(inArray(settleApply.id, [...ids]), call, true),
})

export const wishOf = (
  row: Pick<Settlement, 'kind' | 'wantedDeposit' | 'waivedBreach' | 'waivedInterest' | 'amount' | 'way'>,
): Wish => ({
  kind: row.kind,
  depositOffset: fenOf(row.wantedDeposit),
  waivedBreach: fenOf(row.waivedBreach),
  waivedInterest: fenOf(row.waivedInterest),
  amount: fenOf(row.amount),
  way: row.way,
})

/** Figures as text: on the wire, and in the columns of the application. */
export const figuresText = ({ figures }: Pick<Offer, 'figures'>) =>
  Object.fromEntries(offerFigures.map((name) => [name, moneyOf(figures[name])])) as Record<
    OfferFigure,
    string
  >

export const refusalOf = ({ refusal }: Offer): FieldMessage | undefined =>
  refusal && (refusal.params ? { key: refusal.why, params: refusal.params } : refusal.why)

/** True where the loan is still what it was when it was quoted. */
export function sameFigures(row: Record<OfferFigure, string>, offer: Offer): boolean {
  const now = figuresText(offer)
  return offerFigures.every((name) => now[name] === row[name])
}

/** The quote of a loan as its facts are now. */
export async function offerOf(loan: Loan, day: string, wish: Wish): Promise<Offer> {
  const facts = (await factsOf([loan.id])).get(loan.id) ?? []
  return offerOn(loan.terms, facts, dayOf(day), wish)
}

/** The loan of an application, in nobody's scope: whoever has the application has its loan. */
export async function loanOf({ loanId }: Pick<Settlement, 'loanId'>, lock = false): Promise<Loan> {
  const [loan] = await readLoans([loanId], undefined, lock)
  if (!loan) throw new Error(`there is no loan ${loanId} with terms`)
  return loan
}

/** As it is shown. */
export function offerView(offer: Offer): OfferView {
  const { day, periodsPaid, breachRate, plan } = offer
  const refusal = refusalOf(offer)
  return {
    ...figuresText(offer),
    day: dayText(day),
    periodsPaid,
    breachRate: String(breachRate / MILLION),
    plan: plan && {
      periods: plan.periods,
      principal: moneyOf(plan.principal),
      instalment: moneyOf(plan.instalment),
      interest: moneyOf(plan.interest),
      interestBefore: moneyOf(plan.interestBefore),
      balance: moneyOf(plan.balance),
    },
    refusal: refusal === undefined ? null : textOf(refusal),
  }
}

/** @throws 422 unless the step can be taken on the business day */
export function requireStep(step: SettlementStep, row: Settlement, today: string): void {
  const answer = settlementCan(step, { ...row, isApproved: row.approvedAt !== null }, today)
  if (!answer.ok) throw refused(answer.reason)
}

type Changes = Partial<typeof settleApply.$inferInsert>
type Details = Readonly<Record<string, string>>

/** Moves a locked application on, and keeps what was said at the step. */
export async function moveSettlement(
  row: Settlement,
  step: SettlementStep,
  { actor, now }: By,
  set: Changes = {},
  details: Details = {},
): Promise<Settlement> {
  if (!settlementFits(step, row.status)) throw new Error(`${row.applyNo} is ${row.status}: no ${step}`)
  const [moved] = await db()
    .update(settleApply)
    .set({
      ...set,
      status: settlementAfter(step, set.kind ?? row.kind),
      ...changedBy(settleApply, { actor, now }),
    })
    .where(eq(settleApply.id, row.id))
    .returning()
  if (!moved) throw new Error(`${row.applyNo} is gone`)
  await noteStep(moved, step, { actor, now }, details)
  return { ...row, ...moved }
}

export async function noteStep(
  { id, status }: Pick<Settlement, 'id' | 'status'>,
  step: SettlementStep | 'create',
  { actor, now }: By,
  details: Details,
): Promise<void> {
  await db().insert(settleStep).values({
    settleApplyId: id,
    step,
    toStatus: status,
    at: now.toISOString(),
    createdBy: actor.id,
    details,
  })
}

/** The columns of a payment that does not count. */
export const noMoney = {
  paidAmount: null,
  channel: null,
  payer: null,
  thirdNo: null,
  proofId: null,
  paidBy: null,
  paidAt: null,
} as const

export const answerOf = ({ id, status, rowVersion }: Settlement) => ({ id, status, rowVersion })
