'use client'
import { CustomerNotice } from '@/components/customer-page/customer-notice'
import { useT } from '@/lib/i18n/use-t'

type Said = 'used' | 'expired' | 'unknown' | 'closed' | 'failed' | 'done'

/** In place of the form: it was handed in, or cannot be. */
export function FormNotice({ state }: { state: Said }) {
  const t = useT()
  return (
    <CustomerNotice
      good={state === 'done' || state === 'used'}
      title={t(`collectPage.${state}`)}
      hint={t(`collectPage.${state}Hint`)}
    />
  )
}
