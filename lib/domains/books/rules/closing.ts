import { addMonths } from '../../../rules/business-date.ts'

/** 关账 (domain.md 4.12): what has to hold before a month is closed. */

export const closingChecks = [
  'before',
  'ended',
  'gapless',
  'trial',
  'principal',
  'deposit',
  'prepaid',
  'proof',
] as const
export type ClosingCheck = (typeof closingChecks)[number]

/** A check with what was compared, where two figures were. */
export type CheckResult = {
  code: ClosingCheck
  ok: boolean
  posted: string | null
  counted: string | null
}

export const periodMoves = ['close', 'reopen'] as const
export type PeriodMove = (typeof periodMoves)[number]

/** A loan whose columns, plan or vouchers are not what its facts say. */
export type ProofDifference = { loanNo: string; what: string; stored: string; folded: string }
export const mostDifferences = 100

/** A proof counts so long: a change to a period waits no longer for its second person. */
export const proofHours = 72

/** True of a day behind the last one of a month. */
export const hasEnded = (month: string, today: string): boolean => today >= addMonths(`${month}-01`, 1)

export const lastDayOf = (month: string): string => {
  const [year = 0, of = 0] = month.split('-').map(Number)
  return `${month}-${new Date(Date.UTC(year, of, 0)).getUTCDate()}`
}
