'use client'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTab } from '@/components/ui/tab-port'
import { ApiError } from '@/lib/client/api-error'
import { request } from '@/lib/client/call'
import { q } from '@/lib/client/query'
import type { applications } from '@/lib/domains/orders/contract'
import type { OrderForm } from '@/lib/domains/orders/rules/order-permissions'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { href } from '@/lib/routes'

type Form = typeof applications.getIntake | typeof applications.getEntry

/** An order that is past its form, or never the user's to edit: its page says so itself. */
const closed = [403, 422]

/** The page that an order's form becomes when it is not to be edited, which says why. */
const detailsOf = { intake: 'intakeDetails', entry: 'entryDetails' } as const satisfies Record<
  OrderForm,
  string
>

/**
 * The form of an order, read once. Where the order is past it, the tab becomes the order's details with a sentence
 * about it: an old address, a reload after the submit or a colleague's submit is no error.
 */
export function useOrderForm<E extends Form>(
  endpoint: E,
  form: OrderForm,
  orderId: number,
): UseQueryResult<OutputOf<E> | null, ApiError> {
  const { leave } = useTab()
  const read = q<Form>(endpoint, { orderId })
  const query = useQuery<OutputOf<E> | null, ApiError>({
    queryKey: read.queryKey,
    queryFn: async ({ signal }) => {
      try {
        return (await request<Form>(endpoint, { orderId }, { signal })) as OutputOf<E>
      } catch (error) {
        if (error instanceof ApiError && closed.includes(error.status)) return null
        throw error
      }
    },
    // The form keeps what was typed; fresh data under it would only be thrown away.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const isOver = query.data === null
  useEffect(() => {
    if (isOver) leave(href(detailsOf[form], { orderId, over: form }))
  }, [isOver, leave, form, orderId])
  return query
}
