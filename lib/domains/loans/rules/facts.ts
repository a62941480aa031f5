import type { ReleaseFigures } from '../../ledger/rules/ledger.ts'
import type { Day } from './day.ts'
import type { Fen, Ppm } from './exact.ts'

/**
 * Everything that happened to a loan. Only this is stored, and none of it is ever changed: what was booked wrongly is
 * reversed by one more fact. All else, from the allocation of a receipt to the books, follows from these by `foldLoan`.
 */
export type FactFrame = {
  /** Its number, later facts have greater ones. */
  id: number
  /** Of the event it came with: one event is one fact, however often it is sent. */
  eventId: string
  /** 起息日, 入账日: the day on which it counts. */
  day: Day
  /** Instant in milliseconds. */
  bookedAt: number
  by: number
  checkedBy: number | null
}

export const planRowKinds = ['rent', 'balloon', 'interest_only', 'prepayment'] as const

/** An instalment as it was agreed. Interest runs from the start (exclusive) to the due day (inclusive). */
export type PlanRow = {
  periodNo: number
  kind: (typeof planRowKinds)[number]
  start: Day
  due: Day
  principal: Fen
  interest: Fen
  /** 分期收取的服务费. */
  serviceFee: Fen
  balanceAfter: Fen
  /** The funder's plan, of a joint or an assisted loan. */
  funderPrincipal: Fen
  funderInterest: Fen
}

/** Figures of a release, as lib/domains/ledger/rules/ledger.ts posts them, in fen. */
export type ReleaseAmounts = { [F in keyof ReleaseFigures]: Fen }

/** 罚息, 利息, 费用: what may be waived of an instalment. */
export const waivable = ['penalty', 'interest', 'fee'] as const
export type Waivable = (typeof waivable)[number]

/** 减额, 缩期. */
export type PrepayWay = 'reduce' | 'shorten'

export const fiveClasses = ['正常', '关注', '次级', '可疑', '损失'] as const
export type FiveClass = (typeof fiveClasses)[number]

/** 转账, 扫码, 门店代收, 代扣, 资方代扣, 处置款. */
export const moneyChannels = ['transfer', 'scan', 'shop', 'deduction', 'funder', 'sale'] as const
export type MoneyChannel = (typeof moneyChannels)[number]

/**
 * The source of money, of facts by which it came in; a fact without it came by a transfer, and its event is its number.
 */
export type MoneySource = {
  channel: MoneyChannel
  /** 第三方流水号: of its channel it counts once. */
  thirdNo: string
  payerName: string
  /** Masked: the whole number is kept nowhere. */
  payerCard: string
}

type Facts = {
  /** 放款. */
  release: ReleaseAmounts & { rows: readonly PlanRow[] }
  /** 展期: the rows that take the place of those not yet due. */
  plan: { rows: readonly PlanRow[] }
  /** 还款. */
  receipt: { amount: Fen; source?: MoneySource }
  /** 冲正 of an earlier fact. */
  reversal: { of: number }
  /** A fee of the customer, due at once; of no period, or of one that is paid off or to come, it is the running one's. */
  fee: { amount: Fen; periodNo: number | null }
  /** 减免 of one instalment. */
  waiver: { amount: Fen; periodNo: number; component: Waivable }
  /** 保证金: received or topped up, set off against what is due, refunded. */
  deposit: { move: 'received' | 'offset' | 'refunded'; amount: Fen }
  /** 部分提前还款, by its own money or by what was paid in advance. */
  prepayment: { amount: Fen; way: PrepayWay; from: 'cash' | 'prepaid'; feeRate: Ppm; source?: MoneySource }
  /** 结清, with the money that comes with it; what was paid before is in 预收款. */
  settlement: {
    amount: Fen
    depositOffset: Fen
    /** 减免违约金, and of interest that is not due yet. */
    waivedBreach: Fen
    waivedInterest: Fen
    bySale: boolean
    source?: MoneySource
  }
  /** 溢缴退还. */
  overpayment: { amount: Fen }
  /** 代偿 to the funder, and what came back of it other than by the customer's receipts. */
  compensation: { move: 'paid' | 'recovered'; amount: Fen; source?: MoneySource }
  /** Receipts passed on to the funder. */
  pass_on: { amount: Fen }
  /** 服务费 of an assisted loan, settled by its funder; by another sum than its claim where both agreed on that. */
  service_fee: { amount: Fen; claim?: Fen }
  /** 返佣 paid to its shop. */
  rebate: { amount: Fen }
  /** 核销. */
  write_off: object
  /** 核销后收回. */
  recovery: { amount: Fen; source?: MoneySource }
  /** 五级下调 by hand. */
  downgrade: { to: FiveClass }
}

export type FactKind = keyof Facts
export type LoanFact = { [K in FactKind]: FactFrame & { kind: K } & Facts[K] }[FactKind]
export type FactOf<K extends FactKind> = Extract<LoanFact, { kind: K }>

/**
 * Facts of one day count in this order, whenever they were booked: what is owed and what is forgiven before the money,
 * the money before what ends a loan.
 */
export const factKinds = [
  'release',
  'fee',
  'waiver',
  'compensation',
  'receipt',
  'deposit',
  'plan',
  'prepayment',
  'settlement',
  'overpayment',
  'pass_on',
  'service_fee',
  'rebate',
  'write_off',
  'recovery',
  'downgrade',
  'reversal',
] as const satisfies readonly FactKind[]

const ranks = Object.fromEntries(factKinds.map((kind, rank) => [kind, rank])) as Record<FactKind, number>

/** A deposit comes in before a fact of its day uses it, and goes back after. */
const rankOf = (fact: LoanFact): number =>
  fact.kind === 'deposit' && fact.move !== 'offset'
    ? ranks[fact.move === 'received' ? 'release' : 'overpayment'] + 0.5
    : ranks[fact.kind]

/** Everything that was paid in advance is used before the day's own money, and behind its fees and waivers. */
export const isMoney = (fact: LoanFact): boolean => rankOf(fact) >= ranks.receipt

/** Of those after which a loan is another, the order of booking must not say which comes first: the amount does. */
const weightOf = (fact: LoanFact): number =>
  fact.kind === 'prepayment'
    ? fact.amount * 2 + (fact.way === 'reduce' ? 0 : 1)
    : fact.kind === 'settlement'
      ? fact.amount
      : 0

/** Facts that do not count, each with the reversal that took it back. */
export function reversalsOf(known: readonly LoanFact[]): Map<number, number> {
  const reversals = known.filter((fact) => fact.kind === 'reversal').sort((a, b) => b.id - a.id)
  const gone = new Map<number, number>()
  // A reversal is taken back by a later one, so the latest speaks first.
  for (const { id, of } of reversals) if (!gone.has(id)) gone.set(of, id)
  return gone
}

/**
 * Everything that counts, in the order in which it does: known by then, and not reversed as far as was known by then.
 */
export function countingFacts(facts: readonly LoanFact[], knownAt: number): LoanFact[] {
  const known = facts.filter(({ bookedAt }) => bookedAt <= knownAt)
  const gone = reversalsOf(known)
  return known
    .filter(({ id, kind }) => kind !== 'reversal' && !gone.has(id))
    .sort((a, b) => a.day - b.day || rankOf(a) - rankOf(b) || weightOf(a) - weightOf(b) || a.id - b.id)
}
