'use client'
import { ActionButton } from '@/components/ui/action-button'
import { useTabLocation } from '@/components/ui/tab-port'
import { useT } from '@/lib/i18n/use-t'
import { overviewParameter } from './overview-parameter'

/** Opens 订单全景 over the case. */
export function OverviewButton({ orderId }: { orderId: number }) {
  const t = useT()
  const { setQuery } = useTabLocation()
  return (
    <ActionButton
      aria-haspopup="dialog"
      onClick={() => setQuery({ [overviewParameter]: String(orderId) }, { replace: false })}
    >
      {t('details.overview')}
    </ActionButton>
  )
}
