import type { ListColumn } from '@/components/list/define-list'
import { noValue } from '@/components/ui/texts'
import type { applications, OrderRow } from '@/lib/contracts/applications'
import { isOrderStatus } from '@/lib/rules/order-machine'
import { orderStates, reviewStages } from '@/lib/rules/order-states'
import { MilestoneIcons } from './milestones'
import { OrderStatusTag } from './order-status'
import { StayText } from './stay-text'

/** A column of any list whose rows are orders. */
export type OrderColumn = ListColumn<typeof applications.intakeList>

/**
 * The common columns of order lists (domain.md 3.5) around a list's own: what the order is and how it stands, the own
 * columns, who and where. On an ordinary screen the first two groups are in sight without scrolling.
 *
 * @param milestones whether the orders of the list reach any; off until the user asks for them where they do not
 */
export function orderColumns(
  own: readonly OrderColumn[],
  { milestones }: { milestones: boolean },
): OrderColumn[] {
  return [
    { key: 'orderNo', kind: 'code', width: 156, card: true },
    { key: 'customerName', width: 108, card: true },
    { key: 'status', width: 172, card: true, cell: ({ status }) => <OrderStatusTag status={status} /> },
    {
      key: 'milestones',
      width: 176,
      hidden: !milestones,
      cell: ({ milestones: lit }) => <MilestoneIcons lit={lit} />,
    },
    { key: 'stageEnteredAt', id: 'stay', label: 'columns.stay', width: 96, cell: stayOf },
    ...own,
    { key: 'idNo', kind: 'code', width: 164 },
    { key: 'mobile', kind: 'code', width: 116 },
    { key: 'productName', width: 148 },
    { key: 'shopName', width: 148 },
    { key: 'branchName', width: 120 },
    { key: 'salesmanName', width: 92 },
    { key: 'createdAt', kind: 'dateTime', width: 144, sort: true },
  ]
}

/** An order that waits for a form this long, in hours, is one that somebody forgot. */
const formHours = 72

/** How long an order is in its state, loud past the time the stage has; nothing once nobody has to act. */
function stayOf({ status, stageEnteredAt }: OrderRow) {
  if (!isOrderStatus(status)) return <StayText since={stageEnteredAt} />
  const { tone, next } = orderStates[status]
  if (next.length === 0 || tone === 'passed' || tone === 'closed') return noValue
  const stage = Object.values(reviewStages).find((one) => one.status === status)
  return <StayText since={stageEnteredAt} dueHours={stage?.slaHours ?? formHours} />
}
