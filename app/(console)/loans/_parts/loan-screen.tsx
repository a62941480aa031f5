'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ReadFailure } from '@/components/detail/read-failure'
import { LoanStatement } from '@/components/loan/loan-statement'
import { MomentBar, useMoment } from '@/components/loan/moment-bar'
import { Vouchers } from '@/components/loan/vouchers'
import { OrderPage } from '@/components/order/order-page'
import { OrderScreen } from '@/components/order/order-screen'
import { EmptyState, PageSkeleton } from '@/components/ui/states'
import { useTabLocation } from '@/components/ui/tab-port'
import { q } from '@/lib/client/query'
import { loans } from '@/lib/domains/loans/contract'
import { releases } from '@/lib/domains/releases/contract'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { ReleaseTasks } from './release-tasks'

type Case = OutputOf<typeof releases.loan>

/** 还款计划, 贷款详情: the loan of an order as its statement has it, what was posted, and what its release left to do. */
export function LoanScreen() {
  return (
    <OrderScreen<Case> read={(orderId) => q(releases.loan, { orderId })}>
      {(data) => <LoanCase key={data.order.id} data={data} />}
    </OrderScreen>
  )
}

function LoanCase({ data: { order, tasks, books } }: { data: Case }) {
  const t = useT()
  const { query } = useTabLocation()
  const loanId = Number(new URLSearchParams(query).get('loanId')) || undefined
  const { asOf, knownOn } = useMoment()
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...q(loans.get, { ...(loanId ? { loanId } : { orderId: order.id }), asOf, knownOn }),
    // The bar of days stays where it is while another day is read.
    placeholderData: keepPreviousData,
  })
  const loan = data?.loan
  return (
    <OrderPage order={order}>
      {loan !== null && <MomentBar today={loan?.today} />}
      {error ? (
        <ReadFailure error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <PageSkeleton />
      ) : loan ? (
        <div aria-busy={isPlaceholderData}>
          <LoanStatement loan={loan} />
        </div>
      ) : (
        <EmptyState title={t('releases.noLoan')} hint={t('releases.noLoanHint')} />
      )}
      {tasks.length > 0 && <ReleaseTasks order={order} tasks={tasks} />}
      <Vouchers vouchers={books?.vouchers ?? []} />
    </OrderPage>
  )
}
