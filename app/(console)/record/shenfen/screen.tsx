'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { FormPage } from '@/components/order/form-page'
import { ReturnedNotice } from '@/components/order/returned-notice'
import { useOrderPermits } from '@/components/order/use-order-permits'
import { EntryForm } from '@/components/order-entry/entry-form'
import { EmptyState, ErrorState, SkeletonLines } from '@/components/ui/states'
import { useTab, useTabLocation } from '@/components/ui/tab-port'
import { messageOf } from '@/lib/client/funnel'
import { q } from '@/lib/client/query'
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
  const tab = useTab()
  const client = useQueryClient()
  const may = useOrderPermits()
  // The form keeps what was typed; fresh data under it would only be thrown away.
  const entry = useQuery({
    ...q(applications.getEntry, { orderId }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const { orderNo, customerName } = entry.data?.order ?? {}
  const { setLabel } = tab
  useEffect(() => {
    if (orderNo) setLabel(orderNo, customerName)
  }, [orderNo, customerName, setLabel])

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
    <FormPage order={order} note={standardTemplate.name}>
      <EntryForm
        entry={entry.data}
        template={standardTemplate}
        notice={returned && <ReturnedNotice returned={returned} />}
        submitPermit={may.event('submit_first', order)}
        onSaved={refreshLists}
        onSubmitted={() => {
          refreshLists()
          tab.leave(href('reviewProgress', { orderId }))
        }}
      />
    </FormPage>
  )
}
