import { compareTyped, positiveAmountFinding } from '../../../rules/fields.ts'
import { compareMoney, minus, sum } from '../../../rules/money.ts'
import type { Permission } from '../../identity/rules/roles.ts'
import type { OrderStatus } from '../../orders/rules/order-states.ts'

/** 首付款登记: what the customer pays before the release, against the sum due of the approved quote (domain.md 2.1). */

export const payMethods = ['transfer', 'scan', 'pos', 'shop'] as const
export type PayMethod = (typeof payMethods)[number]

export const firstPaymentLimits = { payer: 60, reference: 40, reason: 120, account: 30, bank: 80 } as const

/** Orders that may be paid for: approved, and their money has not gone out. */
export const payableStatuses = [
  'wait_sign',
  'preparing',
  'wait_funder',
  'funder_rejected',
  'wait_release',
] as const satisfies readonly OrderStatus[]

const takesPayments = (orderStatus: string): boolean =>
  (payableStatuses as readonly string[]).includes(orderStatus)

/** Orders that ended without a release, also after a change of terms: what was paid for them is to be paid back. */
export const unreleasedStatuses = [
  'voided',
  'pre_rejected',
  'risk_rejected',
] as const satisfies readonly OrderStatus[]
export const isOver = (orderStatus: string): boolean =>
  (unreleasedStatuses as readonly string[]).includes(orderStatus)

/** The release has used what was paid, or is about to. */
export const usedStatuses: readonly OrderStatus[] = ['releasing', 'release_failed', 'released', 'settled']
/** Everything that came in is checked, and may go back; of an order that is judged anew, too. */
export const isUsed = (orderStatus: string): boolean =>
  (usedStatuses as readonly string[]).includes(orderStatus)

export const firstPaymentStates = ['none', 'checking', 'part', 'paid', 'refund'] as const
export type FirstPaymentState = (typeof firstPaymentStates)[number]

/** 退款: back to who paid, or 冲销 of what never came in. */
export const refundKinds = ['back', 'wrong'] as const
export type RefundKind = (typeof refundKinds)[number]
export const refundStates = ['待复核', '待退款', '已退款', '退款失败', '已冲销', '已驳回'] as const
export type RefundState = (typeof refundStates)[number]

/** The fate of a refund that its bank did not pay: to another account, or nothing for now, and its money counts on. */
export const refundRemedies = ['again', 'counts'] as const
export type RefundRemedy = (typeof refundRemedies)[number]

/**
 * True where anything is done about a refund that was checked. @param failing that it was not paid waits for its
 * checker
 */
export const refundPermit = (failing: boolean) =>
  failing ? { ok: false as const, reason: 'firstPayments.refusals.failing' as const } : { ok: true as const }

export const receiptStates = ['waiting', 'counted', 'cancelled'] as const
export type ReceiptState = (typeof receiptStates)[number]

type Receipt = { id: number; amount: string; confirmedAt: string | null; cancelledAt: string | null }
type Refund = { paymentId: number; kind: RefundKind; amount: string; status: RefundState }

export const receiptState = ({
  confirmedAt,
  cancelledAt,
}: Pick<Receipt, 'confirmedAt' | 'cancelledAt'>): ReceiptState =>
  cancelledAt !== null ? 'cancelled' : confirmedAt === null ? 'waiting' : 'counted'

/** True where an approved refund takes its amount away: its money is gone, or goes now. */
const takesAway = ({ kind, status }: Refund): boolean =>
  kind === 'back' && (status === '待退款' || status === '已退款')

export const isWaiting = (status: RefundState): boolean => status === '待复核'
export const isToPay = (status: RefundState): boolean => status === '待退款'
/** True where its bank may turn out not to have paid it, also after that was registered. */
export const mayFail = (status: RefundState): boolean => isToPay(status) || status === '已退款'

/** Everything that counts of all that was registered: checked, not taken back, less what goes back. */
export function paidOf(receipts: readonly Receipt[], refunds: readonly Refund[]): string {
  const counted = receipts.filter((one) => receiptState(one) === 'counted')
  const ids = new Set(counted.map(({ id }) => id))
  const gone = refunds.filter((one) => takesAway(one) && ids.has(one.paymentId))
  return minus(sum(counted.map(({ amount }) => amount)), sum(gone.map(({ amount }) => amount)))
}

/** Everything that is registered and waits for its checker. */
export const waitingOf = (receipts: readonly Receipt[]): string =>
  sum(receipts.filter((one) => receiptState(one) === 'waiting').map(({ amount }) => amount))

/** The part of a payment that can still go back; nothing of one that does not count. */
export function refundableOf(receipt: Receipt, refunds: readonly Refund[]): string {
  if (receiptState(receipt) !== 'counted') return '0.00'
  const own = refunds.filter(
    (one) => one.paymentId === receipt.id && (takesAway(one) || isWaiting(one.status)),
  )
  return minus(receipt.amount, sum(own.map(({ amount }) => amount)))
}

export type FirstPaymentFacts = {
  orderStatus: string
  due: string
  /** Everything that counts, as {@link paidOf}. */
  paid: string
  /** Everything that waits for its checker. */
  waiting: string
}

/**
 * True where an order owes its customer money: of one that ended all that counted and has not gone back; of one whose
 * release has begun what was to go back before.
 */
export const owes = (
  orderStatus: string,
  receipts: readonly Receipt[],
  refunds: readonly Refund[],
): boolean =>
  isUsed(orderStatus)
    ? refunds.some(({ status }) => isToPay(status))
    : isOver(orderStatus) && isLeft(receipts, refunds)

const isLeft = (receipts: readonly Receipt[], refunds: readonly Refund[]): boolean =>
  receipts.some((receipt) => {
    if (receiptState(receipt) !== 'counted') return false
    const gone = refunds.filter(({ paymentId, status }) => paymentId === receipt.id && status === '已退款')
    return compareMoney(receipt.amount, sum(gone.map(({ amount }) => amount))) > 0
  })

/** @param owing as {@link owes} */
export function firstPaymentState(
  { orderStatus, due, paid, waiting }: FirstPaymentFacts,
  owing = false,
): FirstPaymentState {
  if (owing) return 'refund'
  if (isOver(orderStatus)) return 'none'
  if (compareMoney(paid, due) >= 0) return 'paid'
  if (compareMoney(waiting, '0.00') > 0) return 'checking'
  return compareMoney(paid, '0.00') > 0 ? 'part' : 'none'
}

/** Everything that is still to be paid; nothing where more came, or waits for its checker, than was due. */
export function remainingOf({ due, paid, waiting }: Omit<FirstPaymentFacts, 'orderStatus'>): string {
  const registered = sum([paid, waiting])
  return compareMoney(registered, due) >= 0 ? '0.00' : minus(due, registered)
}

/**
 * Everything that came, or waits for its checker, beyond the sum due. It goes back before the release: behind it
 * nothing can.
 */
export function overpaidOf({ orderStatus, due, paid, waiting }: FirstPaymentFacts): string {
  const over = minus(sum([paid, waiting]), due)
  return takesPayments(orderStatus) && compareMoney(over, '0.00') > 0 ? over : '0.00'
}

/** The part of the sum due that stands in our books; the down payment is the seller's. */
export type FirstParts = { fees: string; deposit: string; rent: string }

/**
 * The part of each that came in: the fees first, then the deposit, then the first rent; what is left was for the
 * seller.
 */
export function partsPaid(paid: string, due: FirstParts): FirstParts {
  const fees = lesser(paid, due.fees)
  const deposit = lesser(minus(paid, fees), due.deposit)
  return { fees, deposit, rent: lesser(minus(paid, sum([fees, deposit])), due.rent) }
}

const lesser = (a: string, b: string) => (compareMoney(a, b) < 0 ? a : b)

export type FirstPaymentStep = 'add' | 'refund'
export type FirstPaymentRefusal =
  | 'firstPayments.refusals.permission'
  | 'firstPayments.refusals.orderStatus'
  | 'firstPayments.refusals.refundStatus'
  | 'firstPayments.refusals.isPaid'
  | 'firstPayments.refusals.isWaiting'
type Answer = { ok: true } | { ok: false; reason: FirstPaymentRefusal }

/** True where somebody may do a step now: one answer for the buttons and for the service. */
export function firstPaymentCan(
  step: FirstPaymentStep,
  facts: FirstPaymentFacts,
  permissions: readonly Permission[],
): Answer {
  const refuse = (reason: FirstPaymentRefusal): Answer => ({ ok: false, reason })
  if (!permissions.includes('payment:register')) return refuse('firstPayments.refusals.permission')
  if (step === 'refund')
    return isUsed(facts.orderStatus) ? refuse('firstPayments.refusals.refundStatus') : { ok: true }
  if (!takesPayments(facts.orderStatus)) return refuse('firstPayments.refusals.orderStatus')
  if (compareMoney(facts.paid, facts.due) >= 0) return refuse('firstPayments.refusals.isPaid')
  return compareMoney(remainingOf(facts), '0.00') > 0
    ? { ok: true }
    : refuse('firstPayments.refusals.isWaiting')
}

export type RefundValues = {
  kind: RefundKind
  amount: string
  payeeName: string
  payeeAccount: string
  payeeBank: string
  reason: string
}
type RefundFinding =
  | 'rules.required'
  | 'rules.amount'
  | 'rules.positive'
  | 'firstPayments.refusals.tooMuch'
  | 'firstPayments.refusals.wholeOnly'

/**
 * @param refundable what is left of the payment
 * @param received all of it: 冲销 says that it never came, of which no part can have gone back
 */
export function refundFindings(
  values: RefundValues,
  { refundable, received }: { refundable: string; received: string },
): Partial<Record<keyof RefundValues, RefundFinding>> {
  const found: Partial<Record<keyof RefundValues, RefundFinding>> = {}
  if (values.reason.trim() === '') found.reason = 'rules.required'
  const amountFinding = positiveAmountFinding(values.amount)
  if (amountFinding) found.amount = amountFinding
  else if (values.kind === 'back' && compareTyped(values.amount, refundable) > 0)
    found.amount = 'firstPayments.refusals.tooMuch'
  else if (
    values.kind === 'wrong' &&
    (compareMoney(refundable, received) !== 0 || compareTyped(values.amount, received) !== 0)
  )
    found.amount = 'firstPayments.refusals.wholeOnly'
  if (values.kind === 'back')
    for (const field of payeeFields) if (values[field].trim() === '') found[field] = 'rules.required'
  return found
}

export type FailedRefundValues = Omit<RefundValues, 'kind' | 'amount'> & { remedy: RefundRemedy }

/** 退款未成. @param orderStatus behind the release nothing more counts, so its money can only go to another account */
export function failedRefundFindings(
  { remedy, ...values }: FailedRefundValues,
  orderStatus: string,
): Partial<Record<keyof FailedRefundValues, 'rules.required' | 'firstPayments.refusals.onlyAgain'>> {
  const needed = ['reason', ...(remedy === 'again' ? payeeFields : [])] as const
  return {
    ...Object.fromEntries(
      needed.flatMap((field) => (values[field].trim() === '' ? [[field, 'rules.required'] as const] : [])),
    ),
    ...(remedy === 'counts' &&
      isUsed(orderStatus) && { remedy: 'firstPayments.refusals.onlyAgain' as const }),
  }
}
const payeeFields = ['payeeName', 'payeeAccount', 'payeeBank'] as const

export type FirstPaymentValues = { amount: string; paidOn: string; payer: string; reference: string }
type Finding = 'rules.required' | 'rules.amount' | 'rules.positive' | 'firstPayments.refusals.paidLater'

export function firstPaymentFindings(
  values: FirstPaymentValues,
  today: string,
): Partial<Record<keyof FirstPaymentValues, Finding>> {
  const found: Partial<Record<keyof FirstPaymentValues, Finding>> = {}
  for (const field of ['paidOn', 'payer', 'reference'] as const)
    if (values[field].trim() === '') found[field] = 'rules.required'
  const amountFinding = positiveAmountFinding(values.amount)
  if (amountFinding) found.amount = amountFinding
  if (!found.paidOn && values.paidOn > today) found.paidOn = 'firstPayments.refusals.paidLater'
  return found
}
