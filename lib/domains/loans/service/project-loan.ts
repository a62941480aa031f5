import { asc, inArray } from 'drizzle-orm'
import type { By } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { isOneOf, readMany } from '../../../platform/db/read-many.ts'
import { insertMany, updateMany } from '../../../platform/db/write-many.ts'
import { describeError, log } from '../../../platform/log.ts'
import type { BookDays } from '../../ledger/service/days.ts'
import { nextRepayNos } from '../../orders/service/number-series.ts'
import { type BookEntry, correctionOf, type PostedEntry } from '../rules/books.ts'
import { type Day, dayOf, dayText } from '../rules/day.ts'
import { moneyOf } from '../rules/exact.ts'
import type { FactKind, LoanFact } from '../rules/facts.ts'
import { foldLoan, foldTwice, type LoanFold, type LoanStand } from '../rules/fold.ts'
import type { Instalment } from '../rules/instalment.ts'
import { repaymentsOf, sourceOf } from '../rules/repayment.ts'
import type { LoanTerms } from '../rules/terms.ts'
import { loanAccount, repayment, repayPlan } from '../table.ts'
import { correctBooks, type LoanRow, postEntries } from './loan-entries.ts'
import { addFactsTo, factsOf, type NewFact } from './loan-facts.ts'

/** The one way by which a loan changes: a fact is added, the loan is folded again, and what lists and books have of it follows. */

/** The state of a loan when it was folded, and its state now. */
export type LoanMove = { loan: LoanRow; facts: readonly LoanFact[]; fold: LoanFold; by: By }
type Follower = (move: LoanMove) => Promise<void>
let followers: readonly Follower[] = []

/**
 * Says who does what follows where a loan ends or goes on, for its order and for the money that a bank told of: that lies
 * above. Chosen when the backend opens.
 */
export function followLoansWith(...chosen: readonly Follower[]): void {
  followers = chosen
}

async function follow(move: LoanMove): Promise<void> {
  for (const follower of followers) await follower(move)
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
  const [fold] = await bookFacts([{ loanId, fact: fact as NewFact }], days, by)
  if (!fold) throw new Error(`loan ${loanId} was not folded`)
  return fold
}

/** The same for many loans, a fact of each, in as many statements as for one. */
export async function bookFacts(
  added: readonly { loanId: number; fact: NewFact }[],
  days: FoldDays,
  by: By,
): Promise<LoanFold[]> {
  const loans = await lockLoans(added.map(({ loanId }) => loanId))
  const known = new Set(loans.map(({ id }) => id))
  const without = added.find(({ loanId }) => !known.has(loanId))
  if (without) throw new Error(`there is no loan ${without.loanId} with terms`)
  await addFactsTo(added, by)
  const facts = await factsOf(loans.map(({ id }) => id))
  const events = new Set(added.map(({ fact }) => fact.eventId))
  const folded = loans.map((loan): BookedLoan => {
    const own = facts.get(loan.id) ?? []
    const known = own.filter(({ eventId }) => !events.has(eventId))
    return {
      loan,
      facts: own,
      before: loan.foldedTo === null ? null : foldLoan(loan.terms, known, dayOf(loan.foldedTo)),
      fold: foldLoan(loan.terms, own, dayOf(reached(loan, days.today))),
    }
  })
  await writeBooked(folded, days, by)
  return folded.map(({ fold }) => fold)
}

/** Its `before` is null where what is stored is not known to be a fold. */
type BookedLoan = Omit<RolledLoan, 'before'> & { before: LoanFold | null }

/**
 * Everything that a fact brings beside the columns: of a loan whose plan and postings only go on, what is new of them
 * follows from the fold before it. Where something is taken back or agreed anew, what is stored is read and compared.
 */
async function writeBooked(folded: readonly BookedLoan[], { openFrom }: FoldDays, by: By): Promise<void> {
  const open = dayOf(openFrom)
  const onward: { loan: LoanRow; entries: readonly BookEntry[] }[] = []
  const compared: BookedLoan[] = []
  for (const one of folded) {
    const news = newEntries(one, open)
    if (news) onward.push({ loan: one.loan, entries: news })
    else compared.push(one)
  }
  const isCompared = new Set(compared)
  await correctBooks(compared.map(entriesOf), open, by)
  await writePlans(compared, by)
  await postEntries(onward, by)
  await movePlans(
    folded.filter((one) => !isCompared.has(one)),
    by,
  )
  await writeColumns(folded, by)
  await writeRepayments(folded, by)
  for (const { loan, facts, fold } of folded) await follow({ loan, facts, fold, by })
}

/** The entries that a fold has and the one before it had not; null where one of those is gone, or the plan is another. */
function newEntries({ before, fold }: BookedLoan, openFrom: Day): BookEntry[] | null {
  if (!before || before.voided.length !== fold.voided.length || !isSamePlan(before, fold)) return null
  const posted = before.entries.map((entry): PostedEntry => ({ ...entry, voucherId: 0 }))
  const { mirror, post } = correctionOf(posted, fold.entries, openFrom)
  return mirror.length === 0 ? post : null
}

const isSamePlan = (before: LoanStand, fold: LoanFold): boolean =>
  before.instalments.length === fold.instalments.length &&
  before.instalments.every((one, at) => {
    const now = fold.instalments[at]
    return (
      now !== undefined &&
      one.version === now.version &&
      one.periodNo === now.periodNo &&
      one.kind === now.kind
    )
  })

type FoldedLoan = LoanRow & { terms: LoanTerms }

/** Those of the loans that have terms, locked, in the order of their ids. */
async function lockLoans(ids: readonly number[]): Promise<FoldedLoan[]> {
  const rows = await db()
    .select()
    .from(loanAccount)
    .where(inArray(loanAccount.id, [...ids]))
    .orderBy(asc(loanAccount.id))
    .for('update')
  return rows.flatMap(({ terms, ...loan }) => (terms ? [{ ...loan, terms }] : []))
}

/** Nobody brings a loan back to a day before the one that it has reached, or before its release. */
const reached = ({ foldedTo, valueDate }: LoanRow, today: string): string => {
  const least = foldedTo ?? valueDate
  return least > today ? least : today
}

/** Folds a loan as of a day, and brings columns, plan and postings to it. Again it changes nothing. */
export async function syncLoan(loanId: number, days: FoldDays, by: By): Promise<LoanFold> {
  const [loan] = await lockLoans([loanId])
  if (!loan) throw new Error(`there is no loan ${loanId} with terms`)
  const facts = (await factsOf([loanId])).get(loanId) ?? []
  const fold = foldLoan(loan.terms, facts, dayOf(reached(loan, days.today)))
  await writeBooked([{ loan, facts, before: null, fold }], days, by)
  return fold
}

const entriesOf = ({ loan, fold }: { loan: LoanRow; fold: LoanFold }) => ({ loan, entries: fold.entries })

export type RolledLoan = {
  loan: FoldedLoan
  facts: readonly LoanFact[]
  /** As it was; null where only its release was posted. */
  before: LoanStand | null
  fold: LoanFold
}

/**
 * Brings many loans to a day to which only days have led: each has had all that follows from its facts since its last
 * one, so it stands as it is folded on that day, and what is new in the books lies behind it. Neither plans nor
 * postings have to be read, and all is written in as many statements as for one loan.
 * @returns the loans as they are then, and the ids of those that cannot be folded, which stay as they are
 */
export async function rollLoans(
  ids: readonly number[],
  { today, openFrom }: FoldDays,
  by: By,
): Promise<{ rolled: RolledLoan[]; failed: number[] }> {
  const loans = await lockLoans(ids)
  const facts = await factsOf(loans.map(({ id }) => id))
  const rolled: RolledLoan[] = []
  const failed: number[] = []
  for (const loan of loans) {
    const own = facts.get(loan.id) ?? []
    const asOf = dayOf(reached(loan, today))
    try {
      const { before, fold } =
        loan.foldedTo === null
          ? { before: null, fold: foldLoan(loan.terms, own, asOf) }
          : foldTwice(loan.terms, own, dayOf(loan.foldedTo), asOf)
      rolled.push({ loan, facts: own, before, fold })
    } catch (error) {
      failed.push(loan.id)
      log({ event: 'loan not folded', loan: loan.id, ...describeError(error) })
    }
  }
  const open = dayOf(openFrom)
  // Of a loan that was only released the books have what its release posted, as it was then.
  const released = rolled.filter(({ before }) => before === null)
  await correctBooks(released.map(entriesOf), open, by)
  await writePlans(released, by)
  await postEntries(
    rolled.flatMap(({ loan, before, fold }) =>
      before ? [{ loan, entries: entriesAfter(fold, before.asOf, open) }] : [],
    ),
    by,
  )
  await movePlans(rolled, by)
  await writeColumns(rolled, by)
  // Everything that was paid in advance may end a loan on a day that brings nothing else.
  for (const { loan, facts: own, fold } of rolled)
    if (fold.status !== loan.status) await follow({ loan, facts: own, fold, by })
  return { rolled, failed }
}

const entriesAfter = ({ entries }: LoanFold, day: Day, openFrom: Day): BookEntry[] =>
  entries.flatMap((entry) => (entry.day > day ? [{ ...entry, day: Math.max(entry.day, openFrom) }] : []))

const written = ({ actor, now }: By) => ({ updatedAt: now.toISOString(), updatedBy: actor.id })

async function writeColumns(folds: readonly { loan: LoanRow; fold: LoanFold }[], by: By): Promise<void> {
  await updateMany(
    loanAccount,
    ['id'],
    folds.map(({ loan, fold }) => ({
      ...loanColumns(fold),
      id: loan.id,
      foldedTo: dayText(fold.asOf),
      ...written(by),
    })),
  )
}

const dateOf = (day: Day | null): string | null => (day === null ? null : dayText(day))

/** Everything that lists read of a loan. */
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

/** Everything that lists read of an instalment. */
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
const planKeys = [
  'id',
  'loanId',
  'planVersion',
  'periodNo',
  'kind',
  'startDate',
  'dueDate',
  'principal',
  'interest',
  'serviceFee',
  'amount',
  'balanceAfter',
  'fee',
  'penalty',
  'paidPrincipal',
  'paidInterest',
  'paidServiceFee',
  'paidFee',
  'paidPenalty',
  'waivedInterest',
  'waivedFee',
  'waivedPenalty',
  'overdueDays',
  'paidOffOn',
  'status',
  'capitalPrincipal',
  'capitalInterest',
] as const
const repaymentKeys = [
  'id',
  'loanId',
  'factNo',
  'kind',
  'principal',
  'interest',
  'penalty',
  'fee',
  'unapplied',
  'state',
  'reversedBy',
] as const
const keyOf = ({ planVersion, periodNo, kind }: PlanKey): string => `${planVersion} ${periodNo} ${kind}`

/** Rows that are as they were stay untouched; what follows no more is void, since no row of a plan is ever deleted. */
async function writePlans(folds: readonly { loan: LoanRow; fold: LoanFold }[], by: By): Promise<void> {
  if (folds.length === 0) return
  const stored = await readMany(
    repayPlan,
    planKeys,
    isOneOf(
      repayPlan.loanId,
      folds.map(({ loan }) => loan.id),
    ),
  )
  const ofLoan = Map.groupBy(stored, ({ loanId }) => loanId)
  const { actor, now } = by
  const fresh: (typeof repayPlan.$inferInsert)[] = []
  const changed: (ReturnType<typeof planColumns> & { id: number })[] = []
  const voided: { id: number; status: '已作废' }[] = []
  for (const { loan, fold } of folds) {
    const own = ofLoan.get(loan.id) ?? []
    const known = new Map(own.map((row) => [keyOf(row), row]))
    const isFunded = own.some(({ capitalPrincipal }) => capitalPrincipal !== null)
    for (const one of [...fold.voided, ...fold.instalments]) {
      const columns = {
        ...planColumns(one),
        capitalPrincipal: isFunded ? moneyOf(one.funderPrincipal) : null,
        capitalInterest: isFunded ? moneyOf(one.funderInterest) : null,
      }
      const row = known.get(keyOf(columns))
      known.delete(keyOf(columns))
      if (!row) fresh.push({ ...columns, loanId: loan.id, createdBy: actor.id, createdAt: now.toISOString() })
      else if (differs(row, columns)) changed.push({ ...columns, id: row.id, ...written(by) })
    }
    for (const row of known.values())
      if (row.status !== '已作废') voided.push({ id: row.id, status: '已作废', ...written(by) })
  }
  await updateMany(repayPlan, ['id'], changed)
  await insertMany(repayPlan, fresh)
  await updateMany(repayPlan, ['id'], voided)
}

/** Days alone make no instalment and leave none out: each has its place in both folds. */
async function movePlans(rolled: readonly RolledLoan[], by: By): Promise<void> {
  await updateMany(
    repayPlan,
    ['loanId', 'planVersion', 'periodNo', 'kind'],
    rolled.flatMap(({ loan, before, fold }) =>
      fold.instalments.flatMap((one, at) => {
        const was = before?.instalments[at]
        return was && hasMoved(was, one) ? [{ ...planColumns(one), loanId: loan.id, ...written(by) }] : []
      }),
    ),
  )
}

function hasMoved(was: Instalment, one: Instalment): boolean {
  for (const name in one) {
    const value = one[name as keyof Instalment]
    if (typeof value !== 'object' && value !== was[name as keyof Instalment]) return true
  }
  return one.paidOff !== was.paidOff
}

/** Each receipt of money has its row, and that says what became of it. */
async function writeRepayments(
  folded: readonly { loan: LoanRow; fold: LoanFold; facts: readonly LoanFact[] }[],
  by: By,
): Promise<void> {
  const received = folded.flatMap(({ loan, fold, facts }) =>
    repaymentsOf(fold, facts).map((one) => ({ ...one, loan, on: fold.asOf })),
  )
  if (received.length === 0) return
  const loanIds = [...new Set(received.map(({ loan }) => loan.id))]
  const stored = await readMany(repayment, repaymentKeys, isOneOf(repayment.loanId, loanIds))
  const known = new Map(stored.map((row) => [`${row.loanId} ${row.factNo}`, row]))
  const rowOf = ({ loan, fact }: (typeof received)[number]) => known.get(`${loan.id} ${fact.id}`)
  await updateMany(
    repayment,
    ['id'],
    received.flatMap((one) => {
      const row = rowOf(one)
      return row && differs(row, one.columns) ? [{ ...one.columns, id: row.id, ...written(by) }] : []
    }),
  )
  const fresh = received.filter((one) => !rowOf(one))
  for (const [day, ones] of Map.groupBy(fresh, ({ on }) => on)) {
    const numbers = await nextRepayNos(dayText(day), ones.length)
    await insertMany(
      repayment,
      ones.map(({ loan, fact, columns }, at) => ({
        ...sourceOf(fact),
        ...columns,
        repayNo: numbers[at] ?? '',
        loanId: loan.id,
        orderId: loan.orderId,
        factNo: fact.id,
        amount: moneyOf(fact.amount),
        valueDate: dayText(fact.day),
        createdBy: fact.by,
        createdAt: new Date(fact.bookedAt).toISOString(),
      })),
    )
  }
}

const differs = <Row extends object>(row: Row, columns: Partial<Row>): boolean =>
  Object.entries(columns).some(([name, value]) => row[name as keyof Row] !== value)
