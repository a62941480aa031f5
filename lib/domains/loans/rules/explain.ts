import type { Fen } from './exact.ts'

/** Why an amount is what it is: how it is reckoned, with which figures, and the facts that they came from. */
export type Formula =
  | 'plan.agreed'
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

/** Keeps what a fold says of its amounts. A fold that nobody asks keeps nothing. */
export type Trace = Explanation[] | null
