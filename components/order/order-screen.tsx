'use client'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { ReadFailure } from '@/components/detail/read-failure'
import { EmptyState, PageSkeleton } from '@/components/ui/states'
import { useTab, useTabLocation } from '@/components/ui/tab-port'
import type { ApiError } from '@/lib/client/api-error'
import type { OrderHeader } from '@/lib/domains/orders/contract'
import { useT } from '@/lib/i18n/use-t'

type Props<D> = {
  /** Reads the order and what the page shows beside it. */
  read: (orderId: number) => UseQueryOptions<D, ApiError>
  children: (data: D) => ReactNode
}

/**
 * A screen about the order that the address names: reads it, and says so when there is none or it cannot be read.
 *
 *     <OrderScreen read={(orderId) => q(applications.get, { orderId })}>
 *       {(data) => <EntryDetails data={data} />}
 *     </OrderScreen>
 */
export function OrderScreen<D extends { order: OrderHeader }>(props: Props<D>) {
  const t = useT()
  const { query } = useTabLocation()
  const orderId = Number(new URLSearchParams(query).get('orderId'))
  if (!Number.isSafeInteger(orderId) || orderId < 1) return <EmptyState title={t('details.missingOrder')} />
  return <Order key={orderId} {...props} orderId={orderId} />
}

function Order<D extends { order: OrderHeader }>({
  read,
  children,
  orderId,
}: Props<D> & { orderId: number }) {
  const { setLabel } = useTab()
  const { data, error, refetch } = useQuery(read(orderId))
  const { orderNo, customerName } = data?.order ?? {}
  useEffect(() => {
    if (orderNo) setLabel(orderNo, customerName)
  }, [orderNo, customerName, setLabel])
  if (data) return children(data)
  if (error) {
    return <ReadFailure error={error} onRetry={() => void refetch()} />
  }
  return <PageSkeleton />
}
