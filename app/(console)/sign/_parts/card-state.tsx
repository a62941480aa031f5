'use client'
import { StatusTag, type Tone } from '@/components/ui/status-tag'
import type { CardState } from '@/lib/domains/cards/rules/card-binding'
import type { BindStatus } from '@/lib/domains/customers/rules/bank-card'
import { useT } from '@/lib/i18n/use-t'

const tones: Record<CardState, Tone> = {
  none: 'waiting',
  entered: 'waiting',
  asked: 'working',
  silent: 'returned',
  failed: 'rejected',
  paper: 'waiting',
  checking: 'working',
  bound: 'passed',
  unbound: 'closed',
}

/** The state of the card of an order. */
export function CardStateTag({ state }: { state: CardState }) {
  const t = useT()
  return <StatusTag tone={tones[state]}>{t(`bankCards.states.${state}`)}</StatusTag>
}

const cardTones: Record<BindStatus, Tone> = {
  未绑定: 'waiting',
  待验证: 'working',
  已绑定: 'passed',
  绑定失败: 'rejected',
  已解绑: 'closed',
}

/** The state of one card. */
export function BindStatusTag({ status }: { status: BindStatus }) {
  const t = useT()
  return <StatusTag tone={cardTones[status]}>{t(`bankCards.statuses.${status}`)}</StatusTag>
}
