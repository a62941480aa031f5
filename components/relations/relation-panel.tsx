'use client'
import { useQuery } from '@tanstack/react-query'
import { ErrorState, SkeletonLines } from '@/components/ui/states'
import { messageOf } from '@/lib/client/funnel'
import { q } from '@/lib/client/query'
import { relations } from '@/lib/domains/relations/contract'
import { RelationView } from './relation-view'

/** 关联雷达 of a case: what else has its numbers, addresses and employers. */
export function RelationPanel({ orderId }: { orderId: number }) {
  const { data, error, refetch } = useQuery(q(relations.ofOrder, { orderId }))
  if (data) return <RelationView view={data} />
  if (error) return <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />
  return <SkeletonLines lines={3} />
}
