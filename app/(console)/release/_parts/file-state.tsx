'use client'
import { StatusTag, type Tone } from '@/components/ui/status-tag'
import type { PaymentFileState } from '@/lib/domains/payment-files/rules/payment-file'
import { useT } from '@/lib/i18n/use-t'

const tones: Record<PaymentFileState, Tone> = {
  待回盘: 'waiting',
  部分回盘: 'working',
  已回盘: 'passed',
  已作废: 'closed',
}

/** The state of a 付款文件. */
export function FileStateTag({ state }: { state: PaymentFileState }) {
  const t = useT()
  return <StatusTag tone={tones[state]}>{t(`paymentFiles.states.${state}`)}</StatusTag>
}
