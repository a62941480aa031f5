import type { LoanFold } from '../../loans/rules/fold.ts'
import type { Instalment } from '../../loans/rules/instalment.ts'

/** 代扣 (domain.md 2.11): one task of a loan and a business day, tried up to three times. */

export const deductStates = ['待扣', '处理中', '成功', '失败', '已失效'] as const

export const mostAttempts = 3

/** So many days somebody is asked to see to what failed; by then it stands among what is overdue. */
export const askedDays = 7

/** Of the dictionary deduct_fail: a reason that has no code of its own. */
export const otherFailure = '99'

/** The newest instalment for which a loan may be deducted on the day of its fold; undefined where it may not. */
export function deductible(fold: LoanFold): Instalment | undefined {
  if (fold.dueToday <= 0 || (fold.status !== '还款中' && fold.status !== '逾期')) return undefined
  return fold.instalments.findLast(({ due, paidOff }) => due <= fold.asOf && paidOff === null)
}
