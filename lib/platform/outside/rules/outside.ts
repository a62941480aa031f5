/** The parties that are asked outside the company. */
export const portNames = [
  'sms',
  'cardCheck',
  'deduction',
  'deduct',
  'timestamp',
  'esign',
  'payment',
  'insurer',
  'gps',
  'funder',
  'express',
] as const
export type PortName = (typeof portNames)[number]

/** 待发送, 已发送待回, 成功, 失败 (a refusal by the other side), 死信 (given up). */
export const callStates = ['queued', 'sent', 'done', 'failed', 'dead'] as const
export type CallState = (typeof callStates)[number]

/** The kinds of an attempt: sent, asked for by its key, told by a callback, or sent again by hand. */
export const attemptKinds = ['send', 'ask', 'callback', 'resend'] as const
export type AttemptKind = (typeof attemptKinds)[number]

/** The results of an attempt; `repeat` is an answer to what was answered already. */
export const attemptResults = ['done', 'refused', 'pending', 'unknown', 'error', 'repeat'] as const

/** So often an answer is asked for before the call is a dead letter. */
export const callTries = 10

/** The time from the n-th attempt to the next one, in ms: from 5 s by threes up to an hour. */
export const callRest = (attempts: number): number => Math.min(5_000 * 3 ** (attempts - 1), 3_600_000)

/** So long a dead letter can be sent again; then what it asked is forgotten. */
export const deadDays = 7

/**
 * The answers that the demo's simulator can be told to give: rightly, by an objection, by a refusal to take it, by what
 * makes no sense, by a fault, or never.
 */
export const simulations = ['done', 'objection', 'refused', 'garbage', 'fault', 'never'] as const
export type Simulated = {
  outcome: (typeof simulations)[number]
  /** Of an objection. */
  result?: Objection
  /** Of an objection or a refusal. */
  reason?: string
  /** Not before. */
  at?: string
  twice?: boolean
}

/** The most characters that the other side says of a refusal. */
export const mostReason = 200
/** So late is an answer that the simulator is to give late, in ms. */
export const lateMs = 30_000

export const objectionNames = ['supplement', 'rejected', 'return', 'reject'] as const
type Objection = (typeof objectionNames)[number]
/** The other side's objections to what it is asked: answers like any other, with their `result` and `reply`. */
export const objections: Partial<Readonly<Record<PortName, readonly Objection[]>>> = {
  insurer: ['supplement', 'rejected'],
  funder: ['return', 'reject'],
}

/** The refusals that a simulator offers, as the other side would say them. */
export const refusals: Readonly<Record<PortName, readonly string[]>> = {
  sms: ['号码已停机', '号码在运营商黑名单', '短信模板未报备'],
  cardCheck: ['卡号不存在', '发卡行不支持鉴权', '查询次数超限'],
  deduction: ['客户未在银行签约', '卡片状态异常', '协议不存在'],
  deduct: ['余额不足', '账户冻结', '卡状态异常', '未签约', '超单笔限额', '超单日限额'],
  timestamp: ['摘要算法不支持'],
  esign: ['印章不存在', '证书已过期'],
  gps: ['设备不存在', '查询次数超限'],
  funder: ['合作产品未开通', '资方单号重复', '报文校验失败'],
  express: ['快递单号不存在', '查询次数超限'],
  payment: ['收款账号与户名不符', '收款账户已冻结', '付款账户余额不足', '超过单笔限额'],
  insurer: ['投保方案未开通', '投保单号重复', '报文校验失败'],
}
