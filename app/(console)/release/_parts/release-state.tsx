'use client'
import { StatusTag, type Tone } from '@/components/ui/status-tag'
import type { DisbursementState, ReleaseState } from '@/lib/domains/releases/rules/disbursement'
import { useT } from '@/lib/i18n/use-t'

const tones: Record<ReleaseState, Tone> = {
  missing: 'working',
  make: 'waiting',
  check: 'waiting',
  paying: 'working',
  silent: 'returned',
  failed: 'rejected',
  paid: 'passed',
}

/** The state of the release of an order. */
export function ReleaseStateTag({ state }: { state: ReleaseState }) {
  const t = useT()
  return <StatusTag tone={tones[state]}>{t(`releases.states.${state}`)}</StatusTag>
}

const payTones: Record<DisbursementState, Tone> = {
  待制单: 'waiting',
  待复核: 'waiting',
  付款中: 'working',
  成功: 'passed',
  失败: 'rejected',
  退票: 'returned',
}

/** The state of one 放款单. */
export function PayStateTag({ state }: { state: DisbursementState }) {
  const t = useT()
  return <StatusTag tone={payTones[state]}>{t(`releases.payStates.${state}`)}</StatusTag>
}
