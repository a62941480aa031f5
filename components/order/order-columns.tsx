import type { ListColumn } from '@/components/list/define-list'
import type { applications } from '@/lib/contracts/applications'
import { MilestoneIcons } from './milestones'
import { OrderStatusTag } from './order-status'
import { OrderStay } from './order-stay'

/** A column of any list whose rows are orders. */
export type OrderColumn = ListColumn<typeof applications.intakeList>

/**
 * The common columns of order lists in the order of domain.md 3.5, then the list's own. On a screen of 1440 px the
 * state is in sight without scrolling.
 *
 * @param milestones whether the orders of the list reach any; off until the user asks for them where they do not
 */
export function orderColumns(
  own: readonly OrderColumn[],
  { milestones }: { milestones: boolean },
): OrderColumn[] {
  return [
    { key: 'orderNo', kind: 'code', width: 150, card: true },
    { key: 'customerName', width: 80, card: true },
    { key: 'idNo', kind: 'code', width: 154 },
    { key: 'mobile', kind: 'code', width: 104 },
    { key: 'productName', width: 104 },
    { key: 'shopName', width: 104 },
    { key: 'branchName', width: 80 },
    { key: 'salesmanName', width: 80 },
    { key: 'status', width: 168, card: true, cell: ({ status }) => <OrderStatusTag status={status} /> },
    {
      key: 'milestones',
      width: 176,
      hidden: !milestones,
      cell: ({ milestones: lit }) => <MilestoneIcons lit={lit} />,
    },
    {
      key: 'stageEnteredAt',
      id: 'stay',
      label: 'columns.stay',
      width: 96,
      cell: (row) => <OrderStay order={row} />,
    },
    { key: 'createdAt', kind: 'dateTime', width: 136, sort: true },
    ...own,
  ]
}
