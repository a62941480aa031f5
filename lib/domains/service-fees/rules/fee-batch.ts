import { compareMoney, minus, sum } from '../../../rules/money.ts'

/** 服务费对账批次 (domain.md 2.13): what a funder owes for a period by our plans, held against its statement. */

export const batchStates = [
  '待生成',
  '待对账',
  '对账中',
  '有差异',
  '已一致',
  '已确认',
  '已开票',
  '已结算',
  '已作废',
] as const
export type BatchState = (typeof batchStates)[number]

/** Each step with the states that it begins in and those that it may end in. */
export const batchSteps = {
  /** 生成 from plans and receipts of the period. */
  make: { from: ['待生成'], to: ['待对账'] },
  /** 上传 of the funder's statement; once more as long as nobody confirmed. */
  read: { from: ['待对账', '对账中', '有差异', '已一致'], to: ['对账中'] },
  /** 对账. */
  compare: { from: ['对账中', '有差异'], to: ['有差异', '已一致'] },
  /** 处理 of a line that differs. */
  resolve: { from: ['有差异', '已一致'], to: ['有差异', '已一致'] },
  /** 确认 by whoever deals with the funder. */
  confirmFirst: { from: ['已一致'], to: ['已一致'] },
  /** 确认 by the finance checker; where nothing is to be paid it settles as well. */
  confirm: { from: ['已一致'], to: ['已确认', '已结算'] },
  /** 退回 by the finance checker before there is an invoice. */
  reopen: { from: ['已确认'], to: ['有差异'] },
  /** 开票. */
  invoice: { from: ['已确认'], to: ['已开票'] },
  /** 结算 with the flow by which the money came. */
  settle: { from: ['已开票'], to: ['已结算'] },
  /** 作废. */
  cancel: { from: ['待对账', '对账中', '有差异', '已一致'], to: ['已作废'] },
} as const satisfies Record<string, { from: readonly BatchState[]; to: readonly BatchState[] }>
export type BatchStep = keyof typeof batchSteps

export type BatchFacts = {
  status: BatchState
  /** Somebody who deals with the funder has confirmed it. */
  confirmedFirst: boolean
  /** Its money was taken back since: it is settled once more. */
  unsettled: boolean
}

export type BatchPermit = { ok: true } | { ok: false; reason: BatchRefusal }
type BatchRefusal =
  | 'serviceFees.refusals.state'
  | 'serviceFees.refusals.firstWaits'
  | 'serviceFees.refusals.firstDone'

/** True where a step can be done now: one answer for buttons and service. */
export function batchCan(step: BatchStep, { status, confirmedFirst, unsettled }: BatchFacts): BatchPermit {
  const isFrom = (batchSteps[step].from as readonly BatchState[]).includes(status)
  if (!isFrom && !(step === 'settle' && status === '已结算' && unsettled))
    return { ok: false, reason: 'serviceFees.refusals.state' }
  if (step === 'confirm' && !confirmedFirst) return { ok: false, reason: 'serviceFees.refusals.firstWaits' }
  if (step === 'confirmFirst' && confirmedFirst)
    return { ok: false, reason: 'serviceFees.refusals.firstDone' }
  return { ok: true }
}

export const isAgreed = (status: BatchState): boolean => status === '已一致'
export const isNewBatch = (status: BatchState): boolean => status === '待对账'

const nextSteps = {
  待生成: null,
  待对账: 'read',
  对账中: 'compare',
  有差异: 'resolve',
  已一致: 'confirmFirst',
  已确认: 'invoice',
  已开票: 'settle',
  已结算: null,
  已作废: 'cancelled',
} as const satisfies Record<BatchState, string | null>

/** The step that a batch waits for; of one that waits for none, nothing. */
export function nextStep({ status, confirmedFirst, unsettled }: BatchFacts) {
  if (unsettled) return 'unsettled' as const
  return isAgreed(status) && confirmedFirst ? ('confirm' as const) : nextSteps[status]
}

export const compareStates = ['未比对', '一致', '金额不符', '我方有资方无', '资方有我方无'] as const
export type CompareState = (typeof compareStates)[number]

export const resolutions = ['未处理', '按我方', '按资方', '挂账', '核销'] as const
export type Resolution = (typeof resolutions)[number]

/** Up to this both sides say the same. */
export const tolerance = '0.01'

type Key = { loanNo: string; periodNo: number }
export type OurLine = Key & { ourAmount: string }
export type TheirLine = Key & { amount: string }
export type ComparedLine = Key & {
  ourAmount: string
  theirAmount: string | null
  diff: string
  matchStatus: CompareState
}

export const keyOf = ({ loanNo, periodNo }: Key): string => `${loanNo} ${periodNo}`

const isWithin = (diff: string): boolean => compareMoney(diff.replace(/^-/, ''), tolerance) <= 0

/** Each line of one side beside the other's. */
export function compareLines(ours: readonly OurLine[], theirs: readonly TheirLine[]): ComparedLine[] {
  const said = new Map(theirs.map((line) => [keyOf(line), line.amount]))
  const own = new Set(ours.map(keyOf))
  return [
    ...ours.map(({ loanNo, periodNo, ourAmount }): ComparedLine => {
      const theirAmount = said.get(keyOf({ loanNo, periodNo })) ?? null
      const diff = minus(ourAmount, theirAmount ?? '0.00')
      const matchStatus = theirAmount === null ? '我方有资方无' : isWithin(diff) ? '一致' : '金额不符'
      return { loanNo, periodNo, ourAmount, theirAmount, diff, matchStatus }
    }),
    ...theirs
      .filter((line) => !own.has(keyOf(line)))
      .map(
        ({ loanNo, periodNo, amount }): ComparedLine => ({
          loanNo,
          periodNo,
          ourAmount: '0.00',
          theirAmount: amount,
          diff: minus('0.00', amount),
          matchStatus: '资方有我方无',
        }),
      ),
  ]
}

type Decided = {
  ourAmount: string
  theirAmount: string | null
  matchStatus: CompareState
  resolve: Resolution
}

export const isDifferent = <L extends Pick<Decided, 'matchStatus'>>({ matchStatus }: L): boolean =>
  matchStatus !== '一致' && matchStatus !== '未比对'

/** A line that somebody has to decide. */
export const isOpenLine = (line: Pick<Decided, 'matchStatus' | 'resolve'>): boolean =>
  isDifferent(line) && line.resolve === '未处理'

/** The settlement of a line: 挂账 waits for another batch, 核销 is given up. */
export function settledOf({ ourAmount, theirAmount, matchStatus, resolve }: Decided): string {
  if (matchStatus === '一致') return theirAmount ?? ourAmount
  if (resolve === '按我方') return ourAmount
  return resolve === '按资方' ? (theirAmount ?? '0.00') : '0.00'
}

/** The part of our claim that a line settles, however much is paid for it: 挂账 leaves it open. */
export const claimOf = ({ ourAmount, resolve }: Pick<Decided, 'ourAmount' | 'resolve'>): string =>
  resolve === '挂账' ? '0.00' : ourAmount

export const settledSum = (lines: readonly Decided[]): string => sum(lines.map(settledOf))

/** The state that follows from the lines. */
export const stateOfLines = (
  lines: readonly Pick<Decided, 'matchStatus' | 'resolve'>[],
): '有差异' | '已一致' => (lines.some(isOpenLine) ? '有差异' : '已一致')

export const feeLimits = { note: 200, invoiceNo: 20, reason: 200, statementRows: 20_000 } as const

/** `2025-06` */
export const monthForm = /^\d{4}-(0[1-9]|1[0-2])$/
