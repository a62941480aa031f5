'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { OrderStatusTag } from '@/components/order/order-status'
import { useOrderPermits } from '@/components/order/use-order-permits'
import { EntryForm } from '@/components/order-entry/entry-form'
import { EmptyState, ErrorState, SkeletonLines } from '@/components/ui/states'
import { useTab, useTabLocation } from '@/components/ui/tab-port'
import { showDateTime } from '@/components/ui/time-text'
import { messageOf } from '@/lib/client/funnel'
import { q } from '@/lib/client/query'
import { applications } from '@/lib/contracts/applications'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import { standardTemplate } from '@/lib/rules/order-entry/template'
import styles from './_parts/screen.module.css'

/** 标准录单: the order-entry form of one order. */
export function Screen() {
  const { query } = useTabLocation()
  const t = useT()
  const orderId = Number(new URLSearchParams(query).get('orderId'))
  if (!Number.isSafeInteger(orderId) || orderId < 1) return <EmptyState title={t('record.missingOrder')} />
  return <Entry key={orderId} orderId={orderId} />
}

function Entry({ orderId }: { orderId: number }) {
  const t = useT()
  const tab = useTab()
  const router = useRouter()
  const client = useQueryClient()
  const may = useOrderPermits()
  // The form keeps what was typed; fresh data under it would only be thrown away.
  const entry = useQuery({
    ...q(applications.getEntry, { orderId }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const orderNo = entry.data?.order.orderNo
  const { setLabel } = tab
  useEffect(() => {
    if (orderNo) setLabel(`${t('verbs.entry')} ${orderNo}`)
  }, [orderNo, setLabel, t])

  if (entry.isPending) return <SkeletonLines lines={14} />
  if (entry.isError) {
    return (
      <ErrorState
        message={messageOf(entry.error)}
        incidentId={entry.error.id}
        onRetry={() => void entry.refetch()}
      />
    )
  }
  const { order, returned } = entry.data
  const lists = [applications.intakeList, applications.query, applications.get, applications.progress]
  const refreshLists = () => {
    for (const { path } of lists) void client.invalidateQueries({ queryKey: [path] })
  }
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <h1>{order.customerName}</h1>
        <span className={styles.number}>{order.orderNo}</span>
        <OrderStatusTag status={order.status} />
        <span className={styles.product}>{standardTemplate.name}</span>
      </header>
      <EntryForm
        entry={entry.data}
        template={standardTemplate}
        notice={
          returned && (
            <p className={styles.returned} role="status">
              {t('record.returned', {
                by: returned.by,
                time: showDateTime(returned.at),
                reason: [returned.reason, returned.detail].filter(Boolean).join(' · '),
              })}
            </p>
          )
        }
        submitPermit={may.event('submit_first', order)}
        onSaved={refreshLists}
        onSubmitted={() => {
          refreshLists()
          router.push(href('reviewProgress', { orderId }))
          tab.close()
        }}
      />
    </div>
  )
}
