'use client'
import { defineList, type RowOf } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { orderPeekOf } from '@/components/order/order-peek'
import { useExportable } from '@/components/order/use-exportable'
import { VerdictTag } from '@/components/order/verdict-tag'
import { StatusTag } from '@/components/ui/status-tag'
import { fileCall } from '@/lib/client/download'
import { applications } from '@/lib/domains/orders/contract'
import { reviewStages } from '@/lib/domains/orders/rules/order-states'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'

type Row = RowOf<typeof applications.history>

const history = defineList({
  name: 'history',
  endpoint: applications.history,
  title: 'routes.intakeHistory',
  search: 'list.searchOrders',
  filters: [{ kind: 'dates', label: 'intake.historyDate', from: 'from', to: 'to' }],
  columns: [
    { key: 'orderNo', kind: 'code', width: 180, card: true },
    { key: 'customerName', width: 120, card: true },
    { key: 'stage', width: 120, card: true, cell: (row) => <Stage row={row} /> },
    { key: 'result', width: 140, card: true, cell: (row) => <Result row={row} /> },
    { key: 'handlerName', width: 140 },
    { key: 'enteredAt', kind: 'dateTime', width: 168, sort: true },
    { key: 'finishedAt', kind: 'dateTime', width: 168 },
  ],
  sort: 'enteredAt:desc',
  open: ({ orderId }) => href('reviewProgress', { orderId }),
  peek: orderPeekOf(({ orderId }: { orderId: number }) => orderId),
  exportFile: (filter, columns) => fileCall(applications.exportHistory, { ...filter, columns }),
  empty: { title: 'intake.historyEmpty', hint: 'intake.historyEmptyHint' },
})

function Stage({ row: { stage } }: { row: Row }) {
  const t = useT()
  return isStage(stage) ? t(`order.stage.${stage}`) : stage
}

const isStage = (code: string): code is keyof typeof reviewStages => Object.hasOwn(reviewStages, code)

function Result({ row: { result } }: { row: Row }) {
  const t = useT()
  if (result === null) return <StatusTag tone="waiting">{t('intake.pending')}</StatusTag>
  return <VerdictTag word={result} />
}

/** 客户审核流程: every stage that the customers' orders went through, with who decided it, when and how. */
export function IntakeHistoryScreen() {
  const t = useT()
  const list = useExportable(history)
  return (
    <ListScreen
      list={list}
      rowActions={({ orderId }) => [
        { key: 'view', label: t('verbs.view'), href: href('reviewProgress', { orderId }) },
      ]}
    />
  )
}
