'use client'
import type { ReactNode } from 'react'
import { DetailPage } from '@/components/detail/detail-page'
import { DateTimeText, noValue } from '@/components/ui/texts'
import type { OrderHeader } from '@/lib/domains/orders/contract'
import { useT } from '@/lib/i18n/use-t'
import { MilestoneIcons } from './milestones'
import { OrderAmount } from './order-amount'
import { ChanceTag, OrderStatusTag } from './order-status'
import { isWaiting, OrderStay } from './order-stay'
import { OverviewButton } from './overview-button'
import { ReminderButton } from './reminder-button'
import { RevealButton } from './reveal-button'
import { RevealScope } from './reveal-scope'

/**
 * The page of one order: the head that every such page has, around the page's own sections.
 *
 *     <OrderPage order={order} actions={…} side={<ProgressTimeline steps={progress} />}>…</OrderPage>
 */
export function OrderPage({
  order,
  actions,
  notice,
  side,
  fill,
  children,
}: {
  order: OrderHeader
  actions?: ReactNode
  notice?: ReactNode
  side?: ReactNode
  /** As in {@link DetailPage}. */
  fill?: boolean
  children: ReactNode
}) {
  const t = useT()
  return (
    <RevealScope orderId={order.id} version={order.rowVersion}>
      <DetailPage
        name={order.customerName}
        number={order.orderNo}
        tag={
          <>
            <OrderStatusTag status={order.status} />
            <ChanceTag chance={order.chance} />
          </>
        }
        marks={order.milestones.length > 0 && <MilestoneIcons lit={order.milestones} />}
        facts={[
          {
            label: t(order.financeAmount ? 'columns.financeAmount' : 'columns.appliedAmount'),
            value: <OrderAmount terms={order} />,
          },
          { label: t('columns.productName'), value: order.productName || noValue },
          ...(order.exaStatus === null
            ? []
            : [{ label: t('columns.claimedByName'), value: order.claimedByName ?? noValue }]),
          // The time that it has waited says since when at the pointer; one of the two is enough for a line.
          isWaiting(order.status)
            ? { label: t('columns.stay'), value: <OrderStay order={order} /> }
            : { label: t('columns.stageEnteredAt'), value: <DateTimeText value={order.stageEnteredAt} /> },
        ]}
        actions={
          <>
            <OverviewButton orderId={order.id} />
            <RevealButton />
            <ReminderButton order={order} />
            {actions}
          </>
        }
        notice={notice}
        side={side}
        fill={fill}
      >
        {children}
      </DetailPage>
    </RevealScope>
  )
}
