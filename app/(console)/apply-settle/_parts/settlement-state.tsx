'use client'
import { StatusTag, type Tone } from '@/components/ui/status-tag'
import { isQuoting, type SettlementState } from '@/lib/domains/settlements/rules/settlement'
import { useT } from '@/lib/i18n/use-t'

const tones: Record<SettlementState, Tone> = {
  草稿: 'working',
  待审核: 'waiting',
  驳回: 'returned',
  待客户付款: 'waiting',
  待核销: 'waiting',
  已结清: 'passed',
  已完成: 'passed',
  已失效: 'closed',
  已撤销: 'closed',
}

/** The state of an application, and whether the day of its quote is over. */
export function SettlementStateTag({ status, isPast }: { status: SettlementState; isPast: boolean }) {
  const t = useT()
  return (
    <>
      <StatusTag tone={tones[status]}>{t(`settlements.states.${status}`)}</StatusTag>
      {isPast && isQuoting(status) && (
        <>
          {' '}
          <StatusTag tone="rejected">{t('settlements.past')}</StatusTag>
        </>
      )}
    </>
  )
}
