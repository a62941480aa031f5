import type { Calendar } from '../../../rules/business-days.ts'
import { amount, rate } from '../../../rules/fields.ts'
import { compareMoney, minus, sum } from '../../../rules/money.ts'
import { workingMinutes } from '../../../rules/working-hours.ts'
import type { Permission } from '../../identity/rules/roles.ts'
import { hasPassed, type SetStatus } from '../../materials/rules/material-sets.ts'
import type { OrderStatus } from '../../orders/rules/order-states.ts'

/** 资方订单 (domain.md 2.6): what a funder is asked about an order, and what it said. */

export const capitalStates = [
  '待推送',
  '已推送',
  '资方审核中',
  '审批通过',
  '退回补件',
  '拒绝',
  '取消',
] as const
export type CapitalState = (typeof capitalStates)[number]

/** Its transitions; only the moves of lib/domains/capital/service make them. */
export const capitalMoves: Readonly<Record<CapitalState, readonly CapitalState[]>> = {
  待推送: ['已推送', '取消'],
  已推送: ['资方审核中', '审批通过', '退回补件', '拒绝', '取消'],
  资方审核中: ['审批通过', '退回补件', '拒绝', '取消'],
  审批通过: ['取消'],
  退回补件: ['待推送', '取消'],
  拒绝: [],
  取消: [],
}

/** These open the paper of a consent that was registered by hand: its makers and its checkers. */
export const proofReaders = ['capital:decide', 'release:check'] as const satisfies readonly Permission[]

/** An order has one of these at most. */
export const liveCapitalStates: readonly CapitalState[] = capitalStates.filter(
  (state) => capitalMoves[state].length > 0,
)
/** It goes to its funder again: what it came back for is done. */
export const isToPushAgain = (status: CapitalState): boolean => status === '待推送'
/** The funder is to say something. */
export const askedStates: readonly CapitalState[] = ['已推送', '资方审核中']
export const isAsked = (status: CapitalState): boolean => askedStates.includes(status)
export const isAgreed = (status: CapitalState): boolean => status === '审批通过'
export const isRejected = (status: CapitalState): boolean => status === '拒绝'
/** It came back for papers that the funder misses. */
export const isToSupplement = (status: CapitalState): boolean => status === '退回补件'
export const isCancelled = (status: CapitalState): boolean => status === '取消'

export const funderResults = ['pass', 'return', 'reject'] as const
export type FunderResult = (typeof funderResults)[number]
/** One person registers them: they move no money. */
export const refusalResults = ['return', 'reject'] as const
export type RefusalResult = (typeof refusalResults)[number]
export const resultStates: Readonly<Record<FunderResult, CapitalState>> = {
  pass: '审批通过',
  return: '退回补件',
  reject: '拒绝',
}

export const capitalLimits = { number: 40, reply: 500, reason: 200 } as const

/** Two working days of nine hours without an answer: somebody should ask. */
const lateMinutes = 2 * 9 * 60
export const isLateAnswer = (
  { status, pushedAt }: { status: CapitalState; pushedAt: string | null },
  now: Date,
  calendar: Calendar,
): boolean =>
  isAsked(status) &&
  pushedAt !== null &&
  workingMinutes(Date.parse(pushedAt), now.getTime(), calendar) >= lateMinutes

/** The way in which a funder works with us. */
export type FunderTerms = {
  /** It is somebody else than the company itself. */
  funded: boolean
  coopMode: string | null
  /** Its share of each joint loan; null: whatever the order has. */
  shareRatio: string | null
  /** The most that an order may cost its customer a year; null: whatever its product allows. */
  aprCap: string | null
}
/** The standing of an order with its funder. */
export type SharedCase = {
  bizMode: string | null
  /** The funder's share, of a joint loan. */
  funderShare: string | null
  /** 年化利率(单利); null where nobody knows it yet. */
  apr: string | null
}

/** Everything that decides whether a funder takes an order. */
export type FunderFacts = FunderTerms & {
  status: string
  creditLimit: string | null
  /** Outstanding and promised, the funder's share of it. */
  used: string
  dailyLimit: string | null
  /** Pushed today, its share of it. */
  usedToday: string
  /** `16:30` */
  cutoffTime: string | null
  /** `20-60` */
  ageRange: string | null
  /** Codes of cities or provinces; none: all. */
  cities: readonly string[] | null
}
export type FundedCase = SharedCase & {
  /** The funder's part of it. */
  amount: string
  age: number | null
  /** Codes of the shop's place, the province first. */
  region: readonly string[]
}

export type FunderObstacle = {
  key: 'stopped' | 'mode' | 'share' | 'apr' | 'age' | 'city' | 'credit' | 'daily' | 'cutoff'
  params: Record<string, string | number>
}

/** Loans that somebody else lends, with us or alone: the plan and the books of one are made for this cooperation. */
const coopModes: Readonly<Record<string, string>> = { joint_loan: '联合', assist_loan: '助贷' }

/** The reason why a funder is none for such an order, whatever its limits are. */
export const termsObstacle = (funder: FunderTerms, order: SharedCase): FunderObstacle | null =>
  shareObstacle(funder, order) ?? aprObstacle(funder, order)

/** Of what somebody else gives, whoever lends it. */
function aprObstacle({ funded, aprCap }: FunderTerms, { apr }: SharedCase): FunderObstacle | null {
  if (!funded || aprCap === null || apr === null || compareMoney(apr, aprCap) <= 0) return null
  return { key: 'apr', params: { apr, cap: aprCap } }
}

/** Of a lease it is not asked: nothing of it is shared. */
function shareObstacle(funder: FunderTerms, order: SharedCase): FunderObstacle | null {
  const wanted = coopModes[order.bizMode ?? '']
  if (wanted === undefined) return null
  if (!funder.funded || funder.coopMode !== wanted)
    return { key: 'mode', params: { coopMode: funder.coopMode ?? 'none', wanted } }
  const { shareRatio } = funder
  const { funderShare } = order
  if (order.bizMode !== 'joint_loan' || shareRatio === null || funderShare === null) return null
  return compareMoney(shareRatio, funderShare) === 0
    ? null
    : { key: 'share', params: { share: shareRatio, wanted: funderShare } }
}

/** The reason why a funder does not take an order at all; null where it does. Its hour is asked apart. */
export function funderObstacle(funder: FunderFacts, order: FundedCase): FunderObstacle | null {
  if (funder.status !== '启用') return { key: 'stopped', params: {} }
  const unfit = termsObstacle(funder, order)
  if (unfit) return unfit
  const [youngest = Number.NaN, oldest = Number.NaN] = (funder.ageRange ?? '').split('-').map(Number)
  if (order.age !== null && (order.age < youngest || order.age > oldest))
    return { key: 'age', params: { age: order.age, range: funder.ageRange ?? '' } }
  const cities = funder.cities ?? []
  if (cities.length > 0 && !order.region.some((code) => cities.includes(code)))
    return { key: 'city', params: {} }
  const short = (limit: string | null, used: string) =>
    limit !== null && compareMoney(sum([used, order.amount]), limit) > 0
  const left = (limit: string | null, used: string) => {
    const rest = minus(limit ?? '0.00', used)
    return compareMoney(rest, '0') < 0 ? '0.00' : rest
  }
  if (short(funder.creditLimit, funder.used))
    return {
      key: 'credit',
      params: { left: left(funder.creditLimit, funder.used), amount: order.amount },
    }
  if (short(funder.dailyLimit, funder.usedToday))
    return {
      key: 'daily',
      params: { left: left(funder.dailyLimit, funder.usedToday), amount: order.amount },
    }
  return null
}

/** @param time of the day in Beijing, `HH:MM` */
export const isPastCutoff = (cutoff: string | null, time: string): boolean =>
  cutoff !== null && time.slice(0, 5) > cutoff.slice(0, 5)

/** Everything that the steps of a push are judged by, on both sides. */
export type CapitalFacts = {
  orderStatus: string
  /** A funder other than the company itself pays. */
  funded: boolean
  /** State of the set of 资方材料. */
  setStatus: SetStatus
  /** Of the newest push to the order's funder; 待推送 before there is one. */
  capitalStatus: CapitalState
  /** The funder's answers come by themselves. */
  online: boolean
  /** It was asked so often that nobody asks any more. */
  silent: boolean
  /** As {@link isLateAnswer}. */
  late: boolean
  /** Its consent is registered and waits for a second person. */
  checking: boolean
}
export type CapitalStep = 'push' | 'result' | 'reroute' | 'withdraw'
export type CapitalRefusal =
  | 'capitalOrders.refusals.permission'
  | 'capitalOrders.refusals.orderStatus'
  | 'capitalOrders.refusals.notFunded'
  | 'capitalOrders.refusals.papers'
  | 'capitalOrders.refusals.passed'
  | 'capitalOrders.refusals.notAsked'
  | 'capitalOrders.refusals.online'
  | 'capitalOrders.refusals.checking'
  | 'capitalOrders.refusals.notRejected'
  | 'capitalOrders.refusals.notAgreed'
  | 'capitalOrders.refusals.paying'
type Answer = { ok: true } | { ok: false; reason: CapitalRefusal }

const needs: Readonly<Record<CapitalStep, Permission>> = {
  push: 'capital:push',
  result: 'capital:decide',
  reroute: 'capital:push',
  withdraw: 'capital:decide',
}
const from: Readonly<Record<CapitalStep, readonly OrderStatus[]>> = {
  push: ['preparing'],
  result: ['wait_funder'],
  // Of an order in 放款准备 the funder cannot take it, as by its limits, or nobody waits for it any more.
  reroute: ['funder_rejected', 'preparing'],
  // Later the money is on its way.
  withdraw: ['preparing', 'wait_release'],
}
const elsewhere: Readonly<Record<CapitalStep, CapitalRefusal>> = {
  push: 'capitalOrders.refusals.orderStatus',
  result: 'capitalOrders.refusals.notAsked',
  reroute: 'capitalOrders.refusals.notRejected',
  withdraw: 'capitalOrders.refusals.paying',
}

/** True where a person may say what the funder said: it has no interface, or one that says nothing in time. */
export const mayRegister = ({
  online,
  silent,
  late,
}: Pick<CapitalFacts, 'online' | 'silent' | 'late'>): boolean => !online || silent || late

/** True where somebody may do a step now: one answer for the buttons and for the service. */
export function capitalCan(step: CapitalStep, facts: CapitalFacts, permissions: Iterable<string>): Answer {
  const refuse = (reason: CapitalRefusal): Answer => ({ ok: false, reason })
  if (!new Set(permissions).has(needs[step])) return refuse('capitalOrders.refusals.permission')
  if (!(from[step] as readonly string[]).includes(facts.orderStatus)) return refuse(elsewhere[step])
  if (step === 'result') {
    if (facts.checking) return refuse('capitalOrders.refusals.checking')
    return mayRegister(facts) ? { ok: true } : refuse('capitalOrders.refusals.online')
  }
  if (!facts.funded) return refuse('capitalOrders.refusals.notFunded')
  if (step === 'withdraw')
    return isAgreed(facts.capitalStatus) ? { ok: true } : refuse('capitalOrders.refusals.notAgreed')
  if (isAgreed(facts.capitalStatus)) return refuse('capitalOrders.refusals.passed')
  return step === 'push' && !hasPassed(facts.setStatus)
    ? refuse('capitalOrders.refusals.papers')
    : { ok: true }
}

/** 登记资方结果, as it is typed. */
export type ResultValues = {
  result: string
  capitalOrderNo: string
  approvedAmount: string
  approvedRate: string
  reply: string
}
type ResultFindings = Partial<
  Record<
    keyof ResultValues,
    'rules.required' | 'rules.amount' | 'capitalOrders.refusals.less' | 'capitalOrders.refusals.rate'
  >
>

/** T22 wants at least what was approved: less is no pass, but a matter of other terms. */
export const isEnough = (approved: string | null, pushed: string): boolean =>
  approved === null || compareMoney(approved, pushed) >= 0

/** @param pushed the amount of the push, and the funder's number where it is known */
export function resultFindings(
  { result, capitalOrderNo, approvedAmount, approvedRate, reply }: ResultValues,
  pushed: { amount: string; capitalOrderNo: string | null },
): ResultFindings {
  if (result === '') return { result: 'rules.required' }
  if (result !== 'pass') return reply.trim() === '' ? { reply: 'rules.required' } : {}
  const found: ResultFindings = {}
  if (capitalOrderNo.trim() === '' && pushed.capitalOrderNo === null) found.capitalOrderNo = 'rules.required'
  if (approvedAmount === '') found.approvedAmount = 'rules.required'
  else if (amount(approvedAmount) !== null) found.approvedAmount = 'rules.amount'
  else if (!isEnough(approvedAmount, pushed.amount)) found.approvedAmount = 'capitalOrders.refusals.less'
  if (approvedRate !== '' && (rate(approvedRate) !== null || !approvedRate.startsWith('0')))
    found.approvedRate = 'capitalOrders.refusals.rate'
  return found
}
