import { isOverLoan, type LoanStatus } from '../../loans/rules/loan-states.ts'

/** 结清申请 (domain.md 2.12): what ends a loan before its plan does, or lowers it, by a quote that holds for one day. */

export const settlementKinds = ['提前结清', '正常结清', '部分提前还款', '代偿结清'] as const
export type SettlementKind = (typeof settlementKinds)[number]

export const settlementStates = [
  '草稿',
  '待审核',
  '驳回',
  '待客户付款',
  '待核销',
  '已结清',
  '已完成',
  '已失效',
  '已撤销',
] as const
export type SettlementState = (typeof settlementStates)[number]

export const settleReasons = ['资金充裕', '换车', '卖车', '保险理赔', '其他'] as const
export const settlementLimits = { note: 200, payer: 60, reference: 40, aheadDays: 62 } as const

/** The kind that ends a loan today, unless somebody chooses another one. */
export const usualKind = (isCompensated: boolean): SettlementKind => (isCompensated ? '代偿结清' : '提前结清')

/** Nobody has asked for its approval yet. */
export const isDraft = (status: SettlementState): boolean => status === '草稿'

/** The plan goes on behind it, with less principal. */
export const isPrepayment = (kind: SettlementKind): boolean => kind === '部分提前还款'

/** States in which nothing more becomes of it; a loan has one application at a time that is in none of them. */
export const endStates: readonly SettlementState[] = ['已结清', '已完成', '已撤销']

/** States in which the day of the quote still matters. */
export const isQuoting = (status: SettlementState): boolean =>
  status === '草稿' || status === '待审核' || status === '待客户付款'

type Step = {
  from: readonly SettlementState[]
  to: SettlementState | ((kind: SettlementKind) => SettlementState)
}
const ended = (kind: SettlementKind): SettlementState => (isPrepayment(kind) ? '已完成' : '已结清')

const steps = {
  /** A new quote on the same application. */
  save: { from: ['草稿', '驳回', '已失效'], to: '草稿' },
  submit: { from: ['草稿'], to: '待审核' },
  approve: { from: ['待审核'], to: '待客户付款' },
  refuse: { from: ['待审核'], to: '驳回' },
  recall: { from: ['待审核'], to: '草稿' },
  /** Money that came on the day of the quote counts, though it is registered a day later. */
  pay: { from: ['待客户付款', '已失效'], to: '待核销' },
  book: { from: ['待核销'], to: ended },
  /** The money was not seen. */
  sendBack: { from: ['待核销'], to: '待客户付款' },
  expire: { from: ['待审核', '待客户付款'], to: '已失效' },
  withdraw: { from: ['草稿', '驳回', '待客户付款', '已失效'], to: '已撤销' },
  /** 冲正 of what was booked, and the 冲正 of that. */
  reverse: { from: ['已结清', '已完成'], to: '已失效' },
  restore: { from: ['已失效'], to: ended },
} as const satisfies Record<string, Step>

export type SettlementStep = keyof typeof steps
export const settlementSteps = Object.keys(steps) as SettlementStep[]

/** The state of an application when a step is asked of it. */
export type SettlementFacts = {
  status: SettlementState
  /** The day for which its quote holds. */
  quoteDate: string
  /** A second person has approved this quote. */
  isApproved: boolean
}

export type SettlementRefusal = `settlements.refusals.${
  | 'status'
  | 'waits'
  | 'needsApproval'
  | 'quoteOver'
  | 'quoteAhead'
  | 'paidOtherDay'}`
export type SettlementPermit = { ok: true } | { ok: false; reason: SettlementRefusal }

const refuse = (why: SettlementRefusal extends `settlements.refusals.${infer R}` ? R : never) =>
  ({ ok: false, reason: `settlements.refusals.${why}` }) as const

export const settlementFits = (step: SettlementStep, status: SettlementState): boolean =>
  (steps[step].from as readonly SettlementState[]).includes(status)

export function settlementAfter(step: SettlementStep, kind: SettlementKind): SettlementState {
  const { to }: Step = steps[step]
  return typeof to === 'function' ? to(kind) : to
}

/**
 * True where a step can be taken on a business day: one answer for buttons and for the service. A quote holds until its
 * day ends; after that it can neither be submitted nor approved, whatever its state says.
 */
export function settlementCan(
  step: SettlementStep,
  { status, quoteDate, isApproved }: SettlementFacts,
  today: string,
): SettlementPermit {
  if (!settlementFits(step, status)) return refuse(status === '待审核' ? 'waits' : 'status')
  if ((step === 'submit' || step === 'approve') && quoteDate < today) return refuse('quoteOver')
  if (step === 'pay' && !isApproved) return refuse('needsApproval')
  if (step === 'pay' && quoteDate > today) return refuse('quoteAhead')
  return { ok: true }
}

/** The part of a loan that says whether a kind is one of it. */
type LoanFacts = {
  status: LoanStatus
  isCompensated: boolean
  /** In fen: what is not due by the day of the quote. */
  principalAhead: number
}
export type KindRefusal =
  `settlements.refusals.${'over' | 'compensated' | 'notCompensated' | 'nothingAhead' | 'principalAhead'}`

/** The reason why a loan cannot end in this way, and in which it can. */
export function kindRefusal(
  kind: SettlementKind,
  { status, isCompensated, principalAhead }: LoanFacts,
): KindRefusal | undefined {
  if (isOverLoan(status) || status === '核销' || status === '已撤销') return 'settlements.refusals.over'
  if (isCompensated !== (kind === '代偿结清'))
    return isCompensated ? 'settlements.refusals.compensated' : 'settlements.refusals.notCompensated'
  if (kind === '正常结清' && principalAhead > 0) return 'settlements.refusals.principalAhead'
  return kind === '提前结清' && principalAhead === 0 ? 'settlements.refusals.nothingAhead' : undefined
}
