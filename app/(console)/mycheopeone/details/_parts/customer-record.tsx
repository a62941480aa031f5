'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionButton } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import { KeyValue, KeyValues } from '@/components/ui/section'
import { useHasPermission } from '@/lib/client/permission'
import { q } from '@/lib/client/query'
import type { OrderHeader } from '@/lib/contracts/applications'
import { customers } from '@/lib/contracts/customers'
import { useT } from '@/lib/i18n/use-t'
import styles from './review.module.css'

const UpdateDialog = lazyPart(() => import('./update-record-dialog'), ['forms'])

/** 客户档案: what the record says where the order says something else, and the verb that settles it. */
export function CustomerRecord({ order }: { order: OrderHeader }) {
  const t = useT()
  const mayUpdate = useHasPermission('customer:save')
  const [asked, setAsked] = useState(false)
  const { data: record } = useQuery(q(customers.get, { customerId: order.customerId }))
  const differs = record?.orders.find(({ orderId }) => orderId === order.id)?.differs ?? []
  if (!record || differs.length === 0) return null
  return (
    <section aria-label={t('review.record')}>
      <h2>{t('review.record')}</h2>
      <p className={styles.quiet}>{t('review.recordSays', { no: record.customerNo })}</p>
      <KeyValues>
        {differs.map((field) => (
          <KeyValue key={field} label={t(`fields.customer.${field}`)} wide={field === 'idAddress'}>
            {String(record.values[field] ?? '')}
          </KeyValue>
        ))}
      </KeyValues>
      {mayUpdate && (
        <p className={styles.act}>
          <ActionButton size="small" onClick={() => setAsked(true)}>
            {t('review.recordUpdate')}
          </ActionButton>
        </p>
      )}
      {asked && <UpdateDialog order={order} rowVersion={record.rowVersion} onEnd={() => setAsked(false)} />}
    </section>
  )
}
