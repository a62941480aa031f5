'use client'
import dynamic from 'next/dynamic'
import { useEffect } from 'react'
import { ReadFailure } from '@/components/detail/read-failure'
import { FormPage } from '@/components/order/form-page'
import { ReturnedNotice } from '@/components/order/returned-notice'
import { useOrderForm } from '@/components/order/use-order-form'
import { useOrderPermits } from '@/components/order/use-order-permits'
import { EntryForm } from '@/components/order-entry/entry-form'
import { PageSkeleton } from '@/components/ui/states'
import { useTab, useTabLocation } from '@/components/ui/tab-port'
import { applications } from '@/lib/domains/orders/contract'
import { templateOf } from '@/lib/domains/orders/rules/entry/templates'
import { useT } from '@/lib/i18n/use-t'
import { href, matchRoute } from '@/lib/routes'
import { orderHref } from '@/lib/routes-of-templates'

// The kit of lists is 14 KB that the form of an order has no use for.
const EntryQueue = dynamic(() => import('./_parts/entry-queue').then((file) => file.EntryQueue))

/** 录单 by a template: the order-entry form of one order, and without one the orders that wait for it. */
export function EntryScreen({ templateCode }: { templateCode: string }) {
  const { query } = useTabLocation()
  const orderId = Number(new URLSearchParams(query).get('orderId'))
  if (!Number.isSafeInteger(orderId) || orderId < 1) return <EntryQueue templateCode={templateCode} />
  return <Entry key={orderId} orderId={orderId} />
}

function Entry({ orderId }: { orderId: number }) {
  const t = useT()
  const tab = useTab()
  const { path } = useTabLocation()
  const may = useOrderPermits()
  const entry = useOrderForm(applications.getEntry, 'entry', orderId)
  const { orderNo, customerName } = entry.data?.order ?? {}
  const { setLabel, leave } = tab
  useEffect(() => {
    if (orderNo) setLabel(orderNo, customerName)
  }, [orderNo, customerName, setLabel])

  // Notices, drafts and old links name the standard page; the order's own template has its own.
  const own = entry.data && orderHref('entry', entry.data.order)
  const isElsewhere = own != null && matchRoute(own)?.route.key !== matchRoute(path)?.route.key
  useEffect(() => {
    if (isElsewhere && own) leave(own)
  }, [isElsewhere, own, leave])

  if (entry.error && !entry.data)
    return <ReadFailure error={entry.error} onRetry={() => void entry.refetch()} />
  if (!entry.data || isElsewhere) return <PageSkeleton />
  const { order, returned } = entry.data
  return (
    <FormPage order={order} note={t(`routes.${matchRoute(path)?.route.key ?? 'entryStandard'}`)}>
      <EntryForm
        entry={entry.data}
        template={templateOf(order)}
        notice={returned && <ReturnedNotice returned={returned} />}
        submitPermit={may.event('submit_first', order)}
        onSubmitted={() => tab.leave(href('reviewProgress', { orderId }))}
      />
    </FormPage>
  )
}
