import type { ListColumn } from '@/components/list/define-list'
import { oneOf } from '@/components/list/list-parts'
import type { applications } from '@/lib/domains/orders/contract'
import type { Endpoint } from '@/lib/platform/contract/endpoint'
import { MilestoneIcons } from './milestones'
import { ChanceTag, OrderStatusTag } from './order-status'
import { OrderStay } from './order-stay'

/** A column of any list whose rows are orders: of the amounts each list sorts by its own. */
type OrderColumn = Exclude<ListColumn<typeof applications.intakeList>, { key: 'appliedAmount' }>

/**
 * The columns of an order list: who, in which state, how long, then what its people decide by and, at the end, who the
 * order belongs to and how to reach the customer. At 1440 px all of the former are in sight without scrolling.
 *
 * @param decide what the list's people decide by: how much, how risky, who has it
 * @param milestones whether the orders of the list reach any; off until the user asks for them where they do not
 * @param status whether the orders of the list are in more than one state
 * @param stay whether they wait in theirs for somebody
 */
export function orderColumns<E extends Endpoint = typeof applications.intakeList>(
  decide: readonly ListColumn<NoInfer<E>>[],
  { milestones, status, stay = true }: { milestones: boolean; status: boolean; stay?: boolean },
): (OrderColumn | ListColumn<NoInfer<E>>)[] {
  const before: OrderColumn[] = [
    { key: 'orderNo', kind: 'code', width: 148, card: true },
    { key: 'customerName', width: 104, card: true, pinned: true },
    ...(status
      ? [
          {
            key: 'status',
            width: 152,
            card: true,
            same: oneOf('status'),
            cell: ({ status: code, chance }) =>
              chance === 'asked' ? <ChanceTag chance={chance} /> : <OrderStatusTag status={code} />,
          } satisfies OrderColumn,
        ]
      : []),
    ...(stay
      ? [
          {
            key: 'stageEnteredAt',
            id: 'stay',
            label: 'columns.stay',
            width: 92,
            card: !status,
            cell: (row) => <OrderStay order={row} />,
          } satisfies OrderColumn,
        ]
      : []),
  ]
  const behind: OrderColumn[] = [
    { key: 'productName', width: 112, same: oneOf('productId') },
    { key: 'shopName', width: 108, same: oneOf('shopId') },
    {
      key: 'milestones',
      width: 176,
      hidden: !milestones,
      cell: ({ milestones: lit }) => <MilestoneIcons lit={lit} />,
    },
    { key: 'createdAt', kind: 'dateTime', width: 136, sort: true },
    { key: 'salesmanName', width: 84, same: oneOf('salesmanId') },
    { key: 'branchName', width: 84, same: oneOf('branchId') },
    { key: 'mobile', kind: 'code', width: 112 },
    { key: 'idNo', kind: 'code', width: 164 },
  ]
  return [...before, ...decide, ...behind]
}
