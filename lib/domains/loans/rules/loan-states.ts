/** 借据 and 期次 (domain.md 2.10): states that follow from amounts and days. */

export const loanStates = [
  '还款中',
  '逾期',
  '已代偿',
  '正常结清',
  '提前结清',
  '处置结清',
  '核销',
  '已撤销',
] as const
export type LoanStatus = (typeof loanStates)[number]

/** 结清方式. */
export const settledStates = ['正常结清', '提前结清', '处置结清'] as const satisfies readonly LoanStatus[]

/** A customer has a loan that is not over, or none. */
export const borrowings = ['open', 'none'] as const
/** Those of loans that somebody still owes in our books. */
export const liveLoanStates: ReadonlySet<LoanStatus> = new Set(['还款中', '逾期', '已代偿'])

export const instalmentStates = [
  '未到期',
  '待还',
  '部分已还',
  '已还清',
  '逾期',
  '已还清(逾期)',
  '提前已还',
  '已代偿',
  '已核销',
  '已作废',
] as const
export type InstalmentState = (typeof instalmentStates)[number]

/** Those of the plan that counts. */
export const liveInstalmentStates = instalmentStates.filter((state) => state !== '已作废')

/** 逾期分级 (domain.md 4.8), as `bucketOf` names them by the usual bounds. */
export const loanBuckets = ['M0', 'M1', 'M2', 'M3', 'M4', 'M5', 'M6', 'M7+'] as const

/** So many days before it is due an instalment is 待还. */
export const dueSoonDays = 7

const overStates: ReadonlySet<LoanStatus> = new Set(settledStates)
/** Paid off: nothing more is owed. */
export const isOverLoan = (status: LoanStatus): boolean => overStates.has(status)
