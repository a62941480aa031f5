import { type Day, dayText } from './day.ts'
import { type Fen, moneyOf } from './exact.ts'
import type { FactKind, LoanFact, PlanRow } from './facts.ts'
import { reversalsOf } from './facts.ts'
import { foldLoan, type LoanFold } from './fold.ts'
import type { Instalment } from './instalment.ts'
import type { PayComponent } from './ledger-state.ts'
import { figuresOf, type LoanFigures } from './loan-change.ts'
import type { LoanTerms } from './terms.ts'
import { askedOf, forgivenOf, openOf, type Parts, paidOf, sumOf, wholeOf } from './totals.ts'

/** A loan as its statement has it: plan, totals and what happened, as of a day and as it was known then. */

export type MoneyParts = { [P in keyof Parts]: string } & { whole: string }

const partsText = (parts: Parts): MoneyParts => ({
  principal: moneyOf(parts.principal),
  interest: moneyOf(parts.interest),
  fee: moneyOf(parts.fee),
  penalty: moneyOf(parts.penalty),
  whole: moneyOf(wholeOf(parts)),
})

export type StatementRow = {
  version: number
  periodNo: number
  kind: PlanRow['kind']
  startDate: string
  dueDate: string
  asked: MoneyParts
  paid: MoneyParts
  /** 减免, and what a settlement did not ask for. */
  forgiven: MoneyParts
  open: MoneyParts
  balanceAfter: string
  /** The last day on which something of it was paid. */
  paidOn: string | null
  paidOffOn: string | null
  overdueDays: number
  status: Instalment['status']
  /** 资方本金 and 资方利息, of a joint or an assisted loan. */
  capitalPart: { principal: string; interest: string } | null
}

/** The last day on which something of an instalment was paid. */
function paidDays({ allocations }: LoanFold): (one: Instalment) => string | null {
  const last = new Map<string, Day>()
  for (const { version, periodNo, day } of allocations) last.set(`${version} ${periodNo}`, day)
  return ({ version, periodNo }) => {
    const day = last.get(`${version} ${periodNo}`)
    return day === undefined ? null : dayText(day)
  }
}

const rowOf = (one: Instalment, paidOn: string | null, isFunded: boolean): StatementRow => ({
  version: one.version,
  periodNo: one.periodNo,
  kind: one.kind,
  startDate: dayText(one.start),
  dueDate: dayText(one.due),
  asked: partsText(askedOf(one)),
  paid: partsText(paidOf(one)),
  forgiven: partsText(forgivenOf(one)),
  open: partsText(openOf(one)),
  balanceAfter: moneyOf(one.balanceAfter),
  paidOn,
  paidOffOn: one.paidOff === null ? null : dayText(one.paidOff),
  overdueDays: one.overdueDays,
  status: one.status,
  capitalPart: isFunded
    ? { principal: moneyOf(one.funderPrincipal), interest: moneyOf(one.funderInterest) }
    : null,
})

/** Everything that happened, as a line of the statement. */
export type StatementEvent = {
  factNo: number
  kind: FactKind
  valueDate: string
  bookedAt: number
  by: number
  checkedBy: number | null
  amount: string | null
  /** Everything else that it says: received or refunded, 减额 or 缩期, which instalment, which part of it. */
  detail: Readonly<Record<string, string>>
  /** The reversal by which it does not count. */
  reversedBy: number | null
  allocations: { periodNo: number | null; component: PayComponent; amount: string }[]
  /** 剩余本金 at the end of its value date. */
  balance: string
}

export type LoanStatement = {
  asOf: string
  figures: LoanFigures
  accruedInterest: string
  overdueCount: number
  maxDpd: number
  overdueTimes: number
  isAccruing: boolean
  isCompensated: boolean
  settledOn: string | null
  totals: { asked: MoneyParts; paid: MoneyParts; forgiven: MoneyParts; open: MoneyParts }
  /** In force. */
  rows: StatementRow[]
  /** Replaced by a later plan. */
  voided: StatementRow[]
  versions: { version: number; factNo: number; from: string }[]
  events: StatementEvent[]
  /** Of money that was paid in advance, used on its day. */
  fromPrepaid: { day: string; amount: string }[]
}

/** Of a fact what is no amount of its own and no table. */
const detailOf = (fact: LoanFact): Record<string, string> => {
  switch (fact.kind) {
    case 'fee':
      return fact.periodNo === null ? {} : { periodNo: String(fact.periodNo) }
    case 'waiver':
      return { periodNo: String(fact.periodNo), component: fact.component }
    case 'deposit':
    case 'compensation':
      return { move: fact.move }
    case 'prepayment':
      return { way: fact.way }
    case 'downgrade':
      return { to: fact.to }
    case 'reversal':
      return { of: String(fact.of) }
    default:
      return {}
  }
}

export const amountOf = (fact: LoanFact): Fen | null =>
  fact.kind === 'release' ? fact.principal : 'amount' in fact ? fact.amount : null

/** Facts that are known by then and count by the day, in the order of a statement. */
function eventsOf(fold: LoanFold, known: readonly LoanFact[]): StatementEvent[] {
  const reversed = reversalsOf(known)
  const principal = sumOf(fold.instalments, askedOf).principal
  const paidBy = (day: Day): Fen =>
    fold.allocations.reduce(
      (sum, one) => (one.component === 'principal' && one.day <= day ? sum + one.amount : sum),
      0,
    )
  return known
    .filter(({ day }) => day <= fold.asOf)
    .sort((a, b) => a.day - b.day || a.id - b.id)
    .map((fact) => {
      const amount = amountOf(fact)
      return {
        factNo: fact.id,
        kind: fact.kind,
        valueDate: dayText(fact.day),
        bookedAt: fact.bookedAt,
        by: fact.by,
        checkedBy: fact.checkedBy,
        amount: amount === null ? null : moneyOf(amount),
        detail: detailOf(fact),
        reversedBy: reversed.get(fact.id) ?? null,
        allocations: fold.allocations.flatMap((one) =>
          one.fact === fact.id
            ? [{ periodNo: one.periodNo, component: one.component, amount: moneyOf(one.amount) }]
            : [],
        ),
        balance: moneyOf(principal - paidBy(fact.day)),
      }
    })
}

/** Everything that was paid in advance and used by itself, by days. */
function prepaidUses({ allocations }: LoanFold): LoanStatement['fromPrepaid'] {
  const byDay = new Map<Day, Fen>()
  for (const { fact, day, amount } of allocations)
    if (fact === null) byDay.set(day, (byDay.get(day) ?? 0) + amount)
  return [...byDay].map(([day, amount]) => ({ day: dayText(day), amount: moneyOf(amount) }))
}

/** Each plan with the fact that agreed it. */
function versionsOf(fold: LoanFold, known: readonly LoanFact[]): LoanStatement['versions'] {
  const dayOfFact = new Map(known.map(({ id, day }) => [id, day]))
  const found = new Map<number, number>()
  for (const { version, origin } of [...fold.voided, ...fold.instalments]) found.set(version, origin)
  return [...found]
    .sort(([a], [b]) => a - b)
    .map(([version, factNo]) => ({ version, factNo, from: dayText(dayOfFact.get(factNo) ?? fold.asOf) }))
}

/** @returns null where nothing of the loan was there by then: it was not released, or nobody knew of it */
export function statementOf(
  terms: LoanTerms,
  facts: readonly LoanFact[],
  asOf: Day,
  knownAt: number,
): LoanStatement | null {
  const known = facts.filter(({ bookedAt }) => bookedAt <= knownAt)
  if (!known.some(({ kind, day }) => kind === 'release' && day <= asOf)) return null
  const fold = foldLoan(terms, known, asOf)
  const paidOn = paidDays(fold)
  const isFunded = terms.funder !== null
  return {
    asOf: dayText(asOf),
    figures: figuresOf(fold),
    accruedInterest: moneyOf(fold.accruedInterest),
    overdueCount: fold.overdueCount,
    maxDpd: fold.maxDpd,
    overdueTimes: fold.overdueTimes,
    isAccruing: fold.isAccruing,
    isCompensated: fold.isCompensated,
    settledOn: fold.settledOn === null ? null : dayText(fold.settledOn),
    totals: {
      asked: partsText(sumOf(fold.instalments, askedOf)),
      paid: partsText(sumOf(fold.instalments, paidOf)),
      forgiven: partsText(sumOf(fold.instalments, forgivenOf)),
      open: partsText(sumOf(fold.instalments, openOf)),
    },
    rows: fold.instalments.map((one) => rowOf(one, paidOn(one), isFunded)),
    voided: fold.voided.map((one) => rowOf(one, paidOn(one), isFunded)),
    versions: versionsOf(fold, known),
    events: eventsOf(fold, known),
    fromPrepaid: prepaidUses(fold),
  }
}
