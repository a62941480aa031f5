'use client'
import type { OrderRow } from '@/lib/contracts/applications'
import { useT } from '@/lib/i18n/use-t'
import styles from './form-page.module.css'

/** Says above a draft that the customer typed it: nobody of the staff has looked at it yet. */
export function CollectedNotice({ order }: { order: Pick<OrderRow, 'source' | 'status'> }) {
  const t = useT()
  if (order.source === 'staff' || order.status !== 'draft') return null
  return (
    <p className={styles.collected} role="status">
      {t('collect.bySource', { source: t(`collect.${order.source}`) })}
    </p>
  )
}
