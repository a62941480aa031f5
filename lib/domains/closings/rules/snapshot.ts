import { dayText } from '../../loans/rules/day.ts'
import { moneyOf } from '../../loans/rules/exact.ts'
import type { LoanStand } from '../../loans/rules/fold.ts'
import { interestLeft, principalLeft } from '../../loans/rules/instalment.ts'
import { liveLoanStates } from '../../loans/rules/loan-states.ts'

/** 逾期日快照 of a loan at the end of a day; undefined where the day has none of it. */
export function snapshotOf(fold: LoanStand, isMonthEnd: boolean) {
  const isOverdue = fold.dpd > 0
  if (!isOverdue && !(isMonthEnd && liveLoanStates.has(fold.status))) return undefined
  const late = fold.instalments.filter(({ due }) => due < fold.asOf)
  const total = (of: typeof principalLeft) => moneyOf(late.reduce((sum, one) => sum + of(one), 0))
  return {
    asOf: dayText(fold.asOf),
    dpd: fold.dpd,
    bucket: fold.bucket,
    overduePrincipal: total(principalLeft),
    overdueInterest: total(interestLeft),
    penalty: moneyOf(fold.penaltyDue),
    outstandingPrincipal: moneyOf(fold.outstandingPrincipal),
    fiveClass: fold.fiveClass,
  }
}
