'use client'
import { StatusTag, type Tone } from '@/components/ui/status-tag'
import type {
  FirstPaymentState,
  ReceiptState,
  RefundState,
} from '@/lib/domains/first-payments/rules/first-payment'
import { useT } from '@/lib/i18n/use-t'

const tones: Record<FirstPaymentState, Tone> = {
  none: 'waiting',
  checking: 'working',
  part: 'working',
  paid: 'passed',
  refund: 'returned',
}

/** The part of the sum due that came in. */
export function PaymentStateTag({ state }: { state: FirstPaymentState }) {
  const t = useT()
  return <StatusTag tone={tones[state]}>{t(`firstPayments.states.${state}`)}</StatusTag>
}

const receiptTones: Record<ReceiptState, Tone> = {
  waiting: 'working',
  counted: 'passed',
  cancelled: 'closed',
}

/** True where what came in counts. */
export function ReceiptStateTag({ state }: { state: ReceiptState }) {
  const t = useT()
  return <StatusTag tone={receiptTones[state]}>{t(`firstPayments.receiptStates.${state}`)}</StatusTag>
}

const refundTones: Record<RefundState, Tone> = {
  待复核: 'working',
  待退款: 'returned',
  已退款: 'passed',
  退款失败: 'rejected',
  已冲销: 'closed',
  已驳回: 'closed',
}

export function RefundStateTag({ state }: { state: RefundState }) {
  const t = useT()
  return <StatusTag tone={refundTones[state]}>{t(`firstPayments.refundStates.${state}`)}</StatusTag>
}
