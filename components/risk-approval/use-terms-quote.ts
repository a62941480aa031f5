'use client'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { q } from '@/lib/client/query'
import { riskApproval } from '@/lib/domains/risk/contract/approval'

/** Typing asks once it pauses. */
function usePaused<T>(value: T, ms = 350): T {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return paused
}

/** What an order costs at other terms, computed where they will be approved. Nothing is asked for half a number. */
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
