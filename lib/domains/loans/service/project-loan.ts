import { eq, sql } from 'drizzle-orm'
import type { By } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import type { BookDays } from '../../ledger/service/days.ts'
import { nextRepayNo } from '../../orders/service/number-series.ts'
import { type Day, dayOf, dayText } from '../rules/day.ts'
import { moneyOf } from '../rules/exact.ts'
import type { FactKind, LoanFact } from '../rules/facts.ts'
import { foldLoan, type LoanFold } from '../rules/fold.ts'
import type { Instalment } from '../rules/instalment.ts'
import { repaymentsOf, sourceOf } from '../rules/repayment.ts'
import { loanAccount, repayment, repayPlan } from '../table.ts'
import { correctBooks, type LoanRow } from './loan-entries.ts'
import { addFact, factsOf, type NewFact } from './loan-facts.ts'

/** The one way by which a loan changes: a fact is added, the loan is folded again, and what lists and books have of it follows. */

/** What a loan was when it was folded, and what it is now. */
export type LoanMove = { loan: LoanRow; facts: readonly LoanFact[]; fold: LoanFold; by: By }
let follow: ((move: LoanMove) => Promise<void>) | undefined

/** Says who does what follows for its order where a loan ends, or goes on: that lies above. Chosen when the backend opens. */
export function followLoansWith(follower: (move: LoanMove) => Promise<void>): void {
  follow = follower
}

/** Until when it is folded, and from which day on the books are open. */
export type FoldDays = BookDays

/** The fact and all that follows from it, in the transaction of the call. */
export async function bookFact<K extends FactKind>(
  loanId: number,
  fact: NewFact<K>,
  days: FoldDays,
  by: By,
): Promise<LoanFold> {
  await lockLoan(loanId)
  await addFact(loanId, fact, by)
  return syncLoan(loanId, days, by)
}

/** @throws where there is no such loan, or it has no terms */
async function lockLoan(loanId: number): Promise<LoanRow & { terms: NonNullable<LoanRow['terms']> }> {
  const [loan] = await db().select().from(loanAccount).where(eq(loanAccount.id, loanId)).for('update')
  if (!loan?.terms) throw new Error(`there is no loan ${loanId} with terms`)
  return { ...loan, terms: loan.terms }
}

/** Folds a loan as of a day, and brings columns, plan and postings to it. Again it changes nothing. */
export async function syncLoan(loanId: number, { today, openFrom }: FoldDays, by: By): Promise<LoanFold> {
  const loan = await lockLoan(loanId)
  const facts = (await factsOf([loanId])).get(loanId) ?? []
  const fold = foldLoan(loan.terms, facts, dayOf(today))
  await correctBooks(loan, fold.entries, dayOf(openFrom), by)
  await writePlan(loanId, fold, by)
  await writeRepayments(loan, fold, facts, by)
  await db()
    .update(loanAccount)
    .set({
      ...loanColumns(fold),
      foldedTo: today,
      updatedAt: by.now.toISOString(),
      updatedBy: by.actor.id,
      rowVersion: sql`${loanAccount.rowVersion} + 1`,
    })
    .where(eq(loanAccount.id, loanId))
  await follow?.({ loan, facts, fold, by })
  return fold
}

const dateOf = (day: Day | null): string | null => (day === null ? null : dayText(day))

/** What lists read of a loan. */
export const loanColumns = (fold: LoanFold) => ({
  status: fold.status,
  planVersion: fold.version,
  outstandingPrincipal: moneyOf(fold.outstandingPrincipal),
  accruedInterest: moneyOf(fold.accruedInterest),
  overdueAmount: moneyOf(fold.overdueAmount),
  penaltyDue: moneyOf(fold.penaltyDue),
  feeDue: moneyOf(fold.feeDue),
  prepaidBalance: moneyOf(fold.prepaid),
  depositBalance: moneyOf(fold.deposit),
  dpd: fold.dpd,
  bucket: fold.bucket,
  fiveClass: fold.fiveClass,
  maxDpd: fold.maxDpd,
  overdueTimes: fold.overdueTimes,
  isAccruing: fold.isAccruing,
  compensated: fold.isCompensated,
  nextDueDate: dateOf(fold.nextDue),
  nextDueAmount: fold.nextDue === null ? null : moneyOf(fold.nextAmount),
  settledOn: dateOf(fold.settledOn),
  receivedInterest: moneyOf(fold.instalments.reduce((sum, { paidInterest }) => sum + paidInterest, 0)),
  receivedPenalty: moneyOf(fold.instalments.reduce((sum, { paidPenalty }) => sum + paidPenalty, 0)),
  periodsPaid: fold.instalments.filter(
    ({ kind, paidOff }) => paidOff !== null && (kind === 'rent' || kind === 'interest_only'),
  ).length,
})

/** What lists read of an instalment. */
export const planColumns = (one: Instalment) => ({
  planVersion: one.version,
  periodNo: one.periodNo,
  kind: one.kind,
  startDate: dayText(one.start),
  dueDate: dayText(one.due),
  principal: moneyOf(one.principal),
  interest: moneyOf(one.interest),
  serviceFee: moneyOf(one.serviceFee),
  amount: moneyOf(one.principal + one.interest + one.serviceFee),
  balanceAfter: moneyOf(one.balanceAfter),
  fee: moneyOf(one.fee),
  penalty: moneyOf(one.penalty),
  paidPrincipal: moneyOf(one.paidPrincipal),
  paidInterest: moneyOf(one.paidInterest),
  paidServiceFee: moneyOf(one.paidServiceFee),
  paidFee: moneyOf(one.paidFee),
  paidPenalty: moneyOf(one.paidPenalty),
  waivedInterest: moneyOf(one.waivedInterest),
  waivedFee: moneyOf(one.waivedFee),
  waivedPenalty: moneyOf(one.waivedPenalty),
  overdueDays: one.overdueDays,
  paidOffOn: dateOf(one.paidOff),
  status: one.status,
})

type PlanRow = typeof repayPlan.$inferSelect
type PlanKey = Pick<PlanRow, 'planVersion' | 'periodNo' | 'kind'>
const keyOf = ({ planVersion, periodNo, kind }: PlanKey): string => `${planVersion} ${periodNo} ${kind}`

/** Rows that are as they were stay untouched; what follows no more is void, since no row of a plan is ever deleted. */
async function writePlan(loanId: number, fold: LoanFold, { actor, now }: By): Promise<void> {
  const stored = await db().select().from(repayPlan).where(eq(repayPlan.loanId, loanId))
  const known = new Map(stored.map((row) => [keyOf(row), row]))
  const isFunded = stored.some(({ capitalPrincipal }) => capitalPrincipal !== null)
  const by = { updatedAt: now.toISOString(), updatedBy: actor.id }
  const fresh: (typeof repayPlan.$inferInsert)[] = []
  for (const one of [...fold.voided, ...fold.instalments]) {
    const columns = {
      ...planColumns(one),
      capitalPrincipal: isFunded ? moneyOf(one.funderPrincipal) : null,
      capitalInterest: isFunded ? moneyOf(one.funderInterest) : null,
    }
    const row = known.get(keyOf(columns))
    known.delete(keyOf(columns))
    if (!row) fresh.push({ ...columns, loanId, createdBy: actor.id, createdAt: now.toISOString() })
    else if (differs(row, columns))
      await db()
        .update(repayPlan)
        .set({ ...columns, ...by })
        .where(eq(repayPlan.id, row.id))
  }
  if (fresh.length > 0) await db().insert(repayPlan).values(fresh)
  for (const row of known.values())
    if (row.status !== '已作废')
      await db()
        .update(repayPlan)
        .set({ status: '已作废', ...by })
        .where(eq(repayPlan.id, row.id))
}

/** Each receipt of money has its row, and that says what became of it. */
async function writeRepayments(
  { id: loanId, orderId }: LoanRow,
  fold: LoanFold,
  facts: readonly LoanFact[],
  { actor, now }: By,
): Promise<void> {
  const folded = repaymentsOf(fold, facts)
  if (folded.length === 0) return
  const stored = await db().select().from(repayment).where(eq(repayment.loanId, loanId))
  const known = new Map(stored.map((row) => [row.factNo, row]))
  for (const { fact, columns } of folded) {
    const row = known.get(fact.id)
    if (!row)
      await db()
        .insert(repayment)
        .values({
          ...sourceOf(fact),
          ...columns,
          repayNo: await nextRepayNo(dayText(fold.asOf)),
          loanId,
          orderId,
          factNo: fact.id,
          amount: moneyOf(fact.amount),
          valueDate: dayText(fact.day),
          createdBy: fact.by,
          createdAt: new Date(fact.bookedAt).toISOString(),
        })
    else if (differs(row, columns))
      await db()
        .update(repayment)
        .set({ ...columns, updatedAt: now.toISOString(), updatedBy: actor.id })
        .where(eq(repayment.id, row.id))
  }
}

const differs = <Row extends object>(row: Row, columns: Partial<Row>): boolean =>
  Object.entries(columns).some(([name, value]) => row[name as keyof Row] !== value)
