/** 资金流水: what the statement of one of our accounts says, line by line, and what each line stands for. */

export const directions = ['收', '付'] as const
export type Direction = (typeof directions)[number]

export const flowKinds = [
  '放款',
  '首付款',
  '还款',
  '保证金',
  '服务费',
  '返佣',
  '退款',
  '代偿',
  '其他',
] as const
export type FlowKind = (typeof flowKinds)[number]

export const matchStates = ['未匹配', '自动匹配', '人工匹配', '挂账'] as const
export type MatchState = (typeof matchStates)[number]

/** It stands for nothing yet: a person or a rule may still say what it is. */
export const isUnmatched = (state: MatchState): boolean => state === '未匹配' || state === '挂账'

/** Nobody and no rule has said anything of it. */
export const isUntouched = (state: MatchState): boolean => state === '未匹配'

export const flowLimits = { flowNo: 40, name: 60, account: 30, summary: 120, reason: 200 } as const
