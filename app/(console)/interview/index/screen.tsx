'use client'
import { InterviewStatusTag } from '@/components/interview/interview-status'
import { defineList, type RowOf } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { orderColumns } from '@/components/order/order-columns'
import { productOptions, shopOptions } from '@/components/order/order-options'
import { orderPeek } from '@/components/order/order-peek'
import { codeOptions } from '@/lib/client/options'
import { interviews } from '@/lib/domains/interviews/contract'
import { interviewStatuses, isOpenInterview } from '@/lib/domains/interviews/rules/interview'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'

type Row = RowOf<typeof interviews.list>

const list = defineList({
  name: 'interviews',
  endpoint: interviews.list,
  title: 'routes.interviewList',
  search: 'list.searchOrders',
  filters: [
    {
      kind: 'multi',
      name: 'interviewStatus',
      label: 'interviews.status',
      options: codeOptions('interviews.statuses', interviewStatuses),
    },
    {
      kind: 'select',
      name: 'whose',
      label: 'interviews.whose',
      options: codeOptions('interviews.whoseOptions', ['pool', 'mine']),
    },
    { kind: 'select', name: 'productId', options: productOptions },
    { kind: 'select', name: 'shopId', options: shopOptions },
  ],
  columns: orderColumns<typeof interviews.list>(
    [
      {
        key: 'interviewStatus',
        label: 'interviews.status',
        width: 96,
        card: true,
        cell: ({ interviewStatus }) => <InterviewStatusTag status={interviewStatus} />,
      },
      { key: 'agentName', label: 'interviews.agentName', width: 88, card: true },
      { key: 'roomNo', label: 'interviews.roomNo', kind: 'code', width: 140 },
      { key: 'startedAt', label: 'interviews.startedAt', kind: 'dateTime', width: 136 },
      { key: 'endedAt', label: 'interviews.endedAt', kind: 'dateTime', width: 136, hidden: true },
      { key: 'financeAmount', kind: 'money', width: 116, sort: true },
      { key: 'approvedAmount', kind: 'money', width: 116 },
      { key: 'stageEnteredAt', kind: 'dateTime', width: 136, sort: true },
    ],
    { milestones: true, status: true },
  ),
  sort: 'stageEnteredAt:desc',
  open: ({ id }) => href('videoInterview', { orderId: id }),
  peek: orderPeek,
  empty: { title: 'interviews.empty', hint: 'interviews.emptyHint' },
})

/** 面签列表: whose customer is to be seen, who sees them, and how it ended. */
export function InterviewListScreen() {
  const t = useT()
  const rowActions = ({ id, interviewStatus }: Row) => [
    {
      key: 'open',
      label: t(isOpenInterview(interviewStatus) ? 'interviews.open' : 'interviews.view'),
      href: href('videoInterview', { orderId: id }),
    },
  ]
  return <ListScreen list={list} rowActions={rowActions} />
}
