'use client'
import { useQuery } from '@tanstack/react-query'
import { OrderLead } from '@/components/order/order-lead'
import { KeyValue, KeyValues } from '@/components/ui/section'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { VerbButtons } from '@/components/verb/verb-buttons'
import { q } from '@/lib/client/query'
import { customers } from '@/lib/domains/customers/contract'
import type { OrderHeader } from '@/lib/domains/orders/contract'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import styles from './facts.module.css'

type Record = OutputOf<typeof customers.get>

/** 客户档案: what the record says where the order says something else, and the verb that settles it. */
export function CustomerRecord({ order }: { order: OrderHeader }) {
  const t = useT()
  const verbs = useVerbs({
    update: verb(customers.update, {
      label: 'review.recordUpdate',
      name: ({ customerNo }: Record) => customerNo,
      lead: () => <OrderLead order={order} />,
      ok: 'review.recordOk',
      note: 'review.recordNote',
      fields: {
        reason: { kind: 'text', label: 'review.recordReason', required: true, maxLength: 200 },
      },
      input: (_record, { reason }) => ({ orderId: order.id, reason }),
      done: 'review.recordUpdated',
    }),
  })
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
      <p className={styles.act}>
        <VerbButtons size="small" verbs={verbs.of(record)} />
      </p>
      {verbs.dialog}
    </section>
  )
}
