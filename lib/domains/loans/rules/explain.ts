import { dayText } from './day.ts'
import { type Fen, MILLION, moneyOf } from './exact.ts'
import { fiveClasses, type PlanRow } from './facts.ts'

/**
 * The reason why an amount is what it is: how it is reckoned, with which figures, and the facts that they came from.
 */
export type Formula =
  | 'plan.agreed'
  | 'plan.principal'
  | 'plan.fee'
  | 'plan.amount'
  | 'plan.balance'
  | 'plan.joinsPrepayment'
  | 'penalty.segment'
  | 'penalty.grace'
  | 'allocation'
  | 'accrual.days'
  | 'accrual.period'
  | 'share.funder'
  | 'fee.earned'
  | 'breach.tier'
  | 'feeRefund.periods'
  | 'rebate.periods'
  | 'rebate.ruleOf78'
  | 'settlement.payable'
  | 'dpd.oldest'
  | 'class.days'
  | 'provision.class'
  | 'figure.outstandingPrincipal'
  | 'figure.overdueAmount'
  | 'figure.dueToday'
  | 'figure.penaltyDue'
  | 'figure.feeDue'
  | 'figure.balance'
  | 'figure.due'
  | 'figure.paid'
  | 'figure.left'

export type Explanation = {
  /** Of which amount: `instalment.3.penalty`, `receipt.12.interest`, `quote.breach`. */
  of: string
  formula: Formula
  /** Fen, days and parts of a million by their names. */
  inputs: Readonly<Record<string, number | string>>
  /** Half up to the fen; of what is added up, taken or counted nothing is rounded. */
  rounding: 'half_up' | 'none'
  result: Fen
  facts: readonly number[]
}

/** The kind of an input, by its name; all others are amounts. */
const inputKinds: Readonly<Record<string, 'rate' | 'count' | 'day' | 'text'>> = {
  rate: 'rate',
  daily: 'rate',
  basis: 'count',
  days: 'count',
  graceDays: 'count',
  periods: 'count',
  periodsLeft: 'count',
  periodsPaid: 'count',
  used: 'count',
  n: 'count',
  dpd: 'count',
  from: 'day',
  to: 'day',
  oldest: 'day',
  cleanSince: 'day',
  held: 'text',
  class: 'text',
}

export const explainedKinds = ['money', 'rate', 'count', 'day', 'text'] as const
export type Explained = { kind: (typeof explainedKinds)[number]; value: string }

const shown = (kind: Explained['kind'], value: number | string): Explained => {
  if (typeof value === 'string') return { kind: 'text', value }
  if (kind === 'money') return { kind, value: moneyOf(value) }
  if (kind === 'day') return { kind, value: dayText(value) }
  return { kind, value: kind === 'rate' ? (value / MILLION).toFixed(6) : String(value) }
}

export const explainedInput = (name: string, value: number | string): Explained =>
  shown(inputKinds[name] ?? 'money', value)

export const explainedResult = ({ formula, result }: Explanation): Explained => {
  if (formula === 'class.days') return { kind: 'text', value: fiveClasses[result] ?? '' }
  return shown(formula === 'dpd.oldest' ? 'count' : 'money', result)
}

/** An instalment in the names of amounts: what stands beside the rents of its period says so. */
export const placeOf = ({ periodNo, kind }: Pick<PlanRow, 'periodNo' | 'kind'>): string =>
  kind === 'balloon' || kind === 'prepayment' ? `${periodNo}.${kind}` : String(periodNo)

/** Those of one amount: itself, its parts by days or facts, and of what is paid whatever settled it. */
export function explanationsOf(all: readonly Explanation[], of: string): Explanation[] {
  const [, paid] = /^paid\.(.+)$/.exec(of) ?? []
  if (paid === undefined) return all.filter((one) => one.of === of || one.of.startsWith(`${of}.`))
  return all.filter((one) => {
    const [, place] = /^(?:receipt|prepaid)\.\d+\.(.+)\.[a-z_]+$/.exec(one.of) ?? []
    return place === paid
  })
}

/** Keeps what a fold says of its amounts. A fold that nobody asks keeps nothing. */
export type Trace = Explanation[] | null
