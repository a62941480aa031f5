'use client'
import { useQuery } from '@tanstack/react-query'
import { usePaused } from '@/components/ui/use-paused'
import { q } from '@/lib/client/query'
import { riskApproval } from '@/lib/domains/risk/contract/approval'

/** The cost of an order at other terms, computed where they will be approved. Nothing is asked for half a number. */
export function useTermsQuote(orderId: number, amount: string, term: string) {
  const asked = usePaused(`${amount} ${term}`)
  const [approvedAmount = '', months = ''] = asked.split(' ')
  const isWhole = /^\d{1,14}(\.\d{1,2})?$/.test(approvedAmount) && /^\d+$/.test(months)
  const { data, isFetching } = useQuery({
    ...q(riskApproval.quote, { orderId, approvedAmount, approvedTerm: Number(months) }),
    enabled: isWhole,
    staleTime: 60_000,
    placeholderData: (last) => last,
  })
  const isOf = asked === `${amount} ${term}`
  return { data, isFetching: isFetching || !isOf, issues: isOf && !isFetching ? (data?.issues ?? {}) : {} }
}
