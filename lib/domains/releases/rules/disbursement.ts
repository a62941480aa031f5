import { minus, sum } from '../../../rules/money.ts'
import type { Permission } from '../../identity/rules/roles.ts'
import type { OrderStatus } from '../../orders/rules/order-states.ts'
import { isPaidLine, type LineResult } from '../../payment-files/rules/payment-file.ts'

/** 放款单 (domain.md 2.2): one live one an order, made by one person, checked by another, paid by the bank. */

export const disbursementStates = ['待制单', '待复核', '付款中', '成功', '失败', '退票'] as const
export type DisbursementState = (typeof disbursementStates)[number]

/** Its transitions; only the moves of lib/domains/releases/service make them. */
export const disbursementMoves: Readonly<Record<DisbursementState, readonly DisbursementState[]>> = {
  // The second: an earlier payment of the order turned out to be paid, so this one is never sent.
  待制单: ['待复核', '失败'],
  待复核: ['付款中', '待制单'],
  付款中: ['成功', '失败'],
  成功: ['退票'],
  // Its bank said so afterwards, and two people with its paper.
  失败: ['成功'],
  退票: [],
}

/** True where it came back from its checker, or was taken back, and is made again. */
export const isMadeAgain = (status: DisbursementState): boolean => status === '待制单'

/** The bank said that the money went; it may have come back since. */
export const isPaid = (status: DisbursementState): boolean => status === '成功' || status === '退票'

/** Everything that its bank said of a payment while something else counted. */
export type Contradiction = {
  result: LineResult
  /** Of what it says it paid; empty of a failure. */
  bankReference: string
  /** Of a failure the bank's own word. */
  reason: string
  saidAt: string
  /** The time when two people with the bank's paper had said which of the two is true. */
  closedAt: string | null
}

type Counted = { status: DisbursementState; bankReference: string | null }

/** True where the bank says what counts: paid under the same number, or that the money is not out. */
export const agrees = (
  { status, bankReference }: Counted,
  said: Pick<Contradiction, 'result' | 'bankReference'>,
): boolean =>
  isPaidLine(said.result)
    ? isPaid(status) && said.bankReference === bankReference
    : status === '失败' || status === '退票'

/** Nobody knows whether its money is out: nothing more is paid on its order. */
export const isContradicted = (payment: Counted & { contradiction: Contradiction | null }): boolean =>
  payment.contradiction !== null &&
  payment.contradiction.closedAt === null &&
  !agrees(payment, payment.contradiction)

/** An audited account of the shop, or the customer's bound card. */
export const payeeKinds = ['account', 'card'] as const
export type PayeeKind = (typeof payeeKinds)[number]

/** Fees that are kept from what is paid: taken off it, or financed, which puts them into the principal and not into the car. */
export const isKept = (chargeMode: string): boolean => chargeMode === 'netted' || chargeMode === 'financed'

/** 放款金额 = 批复金额 − what is kept from it. */
export const payAmount = (approved: string, kept: Iterable<string>): string => minus(approved, sum(kept))

/** The state of the release of an order. */
export const releaseStates = ['missing', 'make', 'check', 'paying', 'silent', 'failed', 'paid'] as const
export type ReleaseState = (typeof releaseStates)[number]

/** In the order in which they are worked on: what somebody can do now comes before what waits for others. */
export const releaseTurns = [
  'failed',
  'silent',
  'make',
  'check',
  'paying',
  'missing',
  'paid',
] as const satisfies readonly ReleaseState[]

/** Orders that the list of releases has. */
export const releaseStatuses = [
  'preparing',
  'wait_release',
  'releasing',
  'release_failed',
  'released',
] as const satisfies readonly OrderStatus[]

export type ReleaseFacts = {
  orderStatus: string
  /** State of the order's newest 放款单; null where there is none. */
  payState: DisbursementState | null
  /** The bank was asked so often that nobody asks any more. */
  silent: boolean
  /** The bank has the payment, has not said what became of it, and nothing asks it any more. */
  unanswered: boolean
  /** 放款条件 of the approval that are not met. */
  openConditions: number
  /** Receipts and refunds of the first payment that wait for their checker: behind the release nobody books them. */
  uncheckedReceipts: number
  /** The newest 放款单 of the order that its bank contradicts; null mostly. */
  contradicted: string | null
}

export function releaseStateOf({
  orderStatus,
  payState,
  silent,
}: Pick<ReleaseFacts, 'orderStatus' | 'payState' | 'silent'>): ReleaseState {
  switch (orderStatus) {
    case 'wait_release':
      return payState === '待复核' ? 'check' : 'make'
    case 'releasing':
      return silent ? 'silent' : 'paying'
    case 'release_failed':
      return 'failed'
    case 'released':
    case 'settled':
      return 'paid'
    default:
      return 'missing'
  }
}

export type ReleaseStep = 'make' | 'retry' | 'undo' | 'back' | 'result'
export type ReleaseRefusal =
  | 'releases.refusals.permission'
  | 'releases.refusals.missing'
  | 'releases.refusals.conditions'
  | 'releases.refusals.unchecked'
  | 'releases.refusals.waits'
  | 'releases.refusals.waitsBack'
  | 'releases.refusals.paying'
  | 'releases.refusals.failed'
  | 'releases.refusals.paid'
  | 'releases.refusals.notFailed'
  | 'releases.refusals.notPaid'
  | 'releases.refusals.notPaying'
  | 'releases.refusals.bankAsked'
  | 'releases.refusals.contradicted'
type Answer = { ok: true } | { ok: false; reason: ReleaseRefusal }

const needs: Record<ReleaseStep, Permission> = {
  make: 'release:make',
  retry: 'release:make',
  undo: 'release:undo',
  back: 'release:make',
  result: 'release:make',
}

/** 退回放款准备: nothing is made of it, or what was made came back from its checker. */
const goingBack: Record<ReleaseState, ReleaseRefusal | null> = {
  missing: 'releases.refusals.missing',
  make: null,
  check: 'releases.refusals.waitsBack',
  paying: 'releases.refusals.paying',
  silent: 'releases.refusals.paying',
  failed: 'releases.refusals.failed',
  paid: 'releases.refusals.paid',
}

const making: Record<ReleaseState, ReleaseRefusal | null> = {
  missing: 'releases.refusals.missing',
  make: null,
  check: 'releases.refusals.waits',
  paying: 'releases.refusals.paying',
  silent: 'releases.refusals.paying',
  failed: 'releases.refusals.failed',
  paid: 'releases.refusals.paid',
}

/** Everything that an order that waits for its release still waits for, beside its milestones. */
export function hindrance({
  openConditions,
  uncheckedReceipts,
  contradicted,
}: Pick<ReleaseFacts, 'openConditions' | 'uncheckedReceipts' | 'contradicted'>): ReleaseRefusal | null {
  if (contradicted !== null) return 'releases.refusals.contradicted'
  if (openConditions > 0) return 'releases.refusals.conditions'
  return uncheckedReceipts > 0 ? 'releases.refusals.unchecked' : null
}

/** True where somebody may do a step now: one answer for the buttons and for the service. */
export function releaseCan(step: ReleaseStep, facts: ReleaseFacts, permissions: Iterable<string>): Answer {
  const state = releaseStateOf(facts)
  const refuse = (reason: ReleaseRefusal | null): Answer =>
    reason === null ? { ok: true } : { ok: false, reason }
  if (!new Set(permissions).has(needs[step])) return refuse('releases.refusals.permission')
  if (step === 'make') return refuse(making[state] ?? hindrance(facts))
  if (step === 'result') {
    if (state === 'paying' || state === 'silent')
      return refuse(facts.unanswered ? null : 'releases.refusals.bankAsked')
    return refuse(facts.contradicted === null ? 'releases.refusals.notPaying' : null)
  }
  if (step === 'back') return refuse(goingBack[state])
  if (step === 'retry') {
    if (state !== 'failed') return refuse('releases.refusals.notFailed')
    return refuse(facts.contradicted === null ? null : 'releases.refusals.contradicted')
  }
  return refuse(state === 'paid' && facts.payState === '成功' ? null : 'releases.refusals.notPaid')
}

export const releaseLimits = { remark: 40, reason: 200, bankReference: 60 } as const

/** Everything that a bank's interface takes as 附言; the order's number and a remark are shorter. */
export const longestSummary = 60

/** 附言 as the bank gets it, whichever way: the number of the order, and what two people agreed on. On one line. */
export function paymentSummary(orderNo: string, remark: string): string {
  const summary = `${orderNo} ${remark}`.replace(/\s+/g, ' ').trim()
  // Remarks were longer once; half a sign at the end would be none.
  return summary
    .slice(0, longestSummary)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()
}

/** The outcome of a payment, whoever brings it: the bank's interface, its file, or people with its paper. */
export type BankResult = { result: LineResult; bankReference: string; paidAt: string; reason: string }

/** As a spreadsheet writes a long number: the digits that it dropped were the bank's. */
export const isRounded = (text: string): boolean => /^\d(?:\.\d+)?E\+\d+$/i.test(text)

type BankResultFindings = {
  bankReference?: 'rules.required' | 'releases.refusals.referenceLong' | 'releases.refusals.referenceRounded'
  paidAt?: 'form.timeWrong' | 'releases.refusals.paidLater' | 'releases.refusals.paidEarlier'
  reason?: 'rules.required'
}
/** By field all that may be wrong with an outcome. */
export type BankResultFinding = {
  [F in keyof BankResultFindings]-?: NonNullable<BankResultFindings[F]>
}

/**
 * The faults of it, by its field. Statements of banks tell the minute: a payment cannot have gone before the minute
 * in which it was checked.
 *
 * @param paidAt an instant; empty where it is none
 */
export function bankResultFindings(
  { result, bankReference, paidAt, reason }: BankResult,
  checkedAt: string | null,
  now: number,
): BankResultFindings {
  if (!isPaidLine(result)) return reason.trim() === '' ? { reason: 'rules.required' } : {}
  const at = Date.parse(paidAt)
  const from = checkedAt === null ? 0 : Math.floor(Date.parse(checkedAt) / 60_000) * 60_000
  const reference = bankReference.trim()
  return {
    ...(reference === ''
      ? { bankReference: 'rules.required' }
      : reference.length > releaseLimits.bankReference
        ? { bankReference: 'releases.refusals.referenceLong' }
        : isRounded(reference) && { bankReference: 'releases.refusals.referenceRounded' }),
    ...(Number.isNaN(at)
      ? { paidAt: 'form.timeWrong' }
      : at > now
        ? { paidAt: 'releases.refusals.paidLater' }
        : at < from && { paidAt: 'releases.refusals.paidEarlier' }),
  }
}
