'use client'
import { useEffect } from 'react'
import { ReadFailure } from '@/components/detail/read-failure'
import { FormPage } from '@/components/order/form-page'
import { ReturnedNotice } from '@/components/order/returned-notice'
import { useOrderForm } from '@/components/order/use-order-form'
import { useOrderPermits } from '@/components/order/use-order-permits'
import { EntryForm } from '@/components/order-entry/entry-form'
import { EmptyState, SkeletonLines } from '@/components/ui/states'
import { useTab, useTabLocation } from '@/components/ui/tab-port'
import { applications } from '@/lib/contracts/applications'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import { standardTemplate } from '@/lib/rules/order-entry/template'

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
  const may = useOrderPermits()
  const entry = useOrderForm(applications.getEntry, 'entry', orderId)
  const { orderNo, customerName } = entry.data?.order ?? {}
  const { setLabel } = tab
  useEffect(() => {
    if (orderNo) setLabel(orderNo, customerName)
  }, [orderNo, customerName, setLabel])

  if (entry.isError) return <ReadFailure error={entry.error} onRetry={() => void entry.refetch()} />
  if (!entry.data) return <SkeletonLines lines={14} />
  const { order, returned } = entry.data
  return (
    <FormPage order={order} note={t('routes.entryStandard')}>
      <EntryForm
        entry={entry.data}
        template={standardTemplate}
        notice={returned && <ReturnedNotice returned={returned} />}
        submitPermit={may.event('submit_first', order)}
        onSubmitted={() => tab.leave(href('reviewProgress', { orderId }))}
      />
    </FormPage>
  )
}
