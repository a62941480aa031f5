'use client'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { branchOptions, productOptions } from '@/components/order/order-options'
import { orderPeek } from '@/components/order/order-peek'
import { OrderStatusTag } from '@/components/order/order-status'
import { useReconsiderVerbs } from '@/components/risk-approval/use-reconsider'
import { codeOptions } from '@/lib/client/options'
import { riskApproval } from '@/lib/domains/risk/contract/approval'
import { href } from '@/lib/routes'

const requests = defineList({
  name: 'reconsiderRequests',
  endpoint: riskApproval.requests,
  words: 'riskApproval.requests',
  title: 'routes.reconsiderRequests',
  search: 'list.searchOrders',
  filters: [
    {
      kind: 'multi',
      name: 'status',
      options: codeOptions('order.status', ['pre_rejected', 'risk_rejected']),
    },
    { kind: 'select', name: 'productId', options: productOptions },
    { kind: 'select', name: 'branchId', options: branchOptions },
  ],
  columns: [
    { key: 'orderNo', kind: 'code', width: 148, card: true },
    { key: 'customerName', width: 104, card: true, pinned: true },
    { key: 'status', width: 108, card: true, cell: ({ status }) => <OrderStatusTag status={status} /> },
    { key: 'appliedAmount', kind: 'money', width: 116, card: true, sort: true },
    { key: 'reason', label: 'riskApproval.askReason', width: 240, card: true },
    { key: 'evidence', label: 'riskApproval.requests.evidence', kind: 'number', width: 72 },
    { key: 'askedByName', label: 'riskApproval.requests.askedByName', width: 80 },
    { key: 'askedAt', label: 'riskApproval.requests.askedAt', kind: 'dateTime', width: 136 },
    {
      key: 'stageEnteredAt',
      label: 'riskApproval.requests.rejectedAt',
      kind: 'dateTime',
      width: 136,
      sort: true,
    },
    { key: 'productName', width: 112 },
    { key: 'branchName', width: 84 },
    { key: 'salesmanName', width: 84 },
  ],
  sort: 'stageEnteredAt:asc',
  open: ({ id: orderId }) => href('entryDetails', { orderId }),
  peek: orderPeek,
  empty: { title: 'riskApproval.requests.empty', hint: 'riskApproval.requests.emptyHint' },
})

/** 复议申请: rejected orders whose clerk asks for another chance. */
export function ReconsiderRequestsScreen() {
  const verbs = useReconsiderVerbs()
  return <ListScreen list={requests} verbs={verbs} />
}
