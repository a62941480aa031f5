'use client'
import { defineList, type RowOf } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import type { RowAction } from '@/components/list/row-actions'
import { OrderLead } from '@/components/order/order-lead'
import { staffOptions } from '@/components/order/order-options'
import { StayText } from '@/components/order/stay-text'
import { useExportable } from '@/components/order/use-exportable'
import { useOrderPermits } from '@/components/order/use-order-permits'
import { VerdictTag } from '@/components/order/verdict-tag'
import { StatusTag } from '@/components/ui/status-tag'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { fileCall } from '@/lib/client/download'
import { codeOptions, listOptions } from '@/lib/client/options'
import { reviewHref } from '@/lib/client/review-places'
import { useSession } from '@/lib/client/session'
import { reviewStageKeys, stageOf } from '@/lib/domains/orders/rules/order-states'
import { taskResults } from '@/lib/domains/orders/rules/review-decisions'
import { reviews } from '@/lib/domains/reviews/contract'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'

type Row = RowOf<typeof reviews.taskList>

const tasks = defineList({
  name: 'tasks',
  endpoint: reviews.taskList,
  title: 'routes.reviewList',
  search: 'list.searchOrders',
  filters: [
    { kind: 'select', name: 'stage', options: codeOptions('order.stage', reviewStageKeys) },
    {
      kind: 'select',
      name: 'result',
      options: listOptions(taskResults.map((value) => ({ value, label: value }))),
    },
    { kind: 'select', name: 'handlerId', label: 'columns.handlerName', options: staffOptions },
    { kind: 'dates', label: 'review.enteredAt', from: 'from', to: 'to' },
  ],
  columns: [
    { key: 'orderNo', kind: 'code', width: 148, card: true },
    { key: 'customerName', width: 104, card: true },
    { key: 'stage', width: 72, card: true, cell: (row) => <Stage row={row} /> },
    { key: 'handlerName', width: 80 },
    { key: 'result', width: 96, card: true, cell: (row) => <Result row={row} /> },
    { key: 'enteredAt', kind: 'dateTime', width: 136, sort: true },
    { key: 'taskClaimedAt', label: 'columns.claimedAt', kind: 'dateTime', width: 136 },
    { key: 'finishedAt', kind: 'dateTime', width: 136 },
    { key: 'slaHours', label: 'columns.stay', width: 104, cell: (row) => <Stay row={row} /> },
  ],
  sort: 'enteredAt:desc',
  open: ({ orderId }) => href('entryDetails', { orderId }),
  exportFile: (filter, columns) => fileCall(reviews.exportTasks, { ...filter, columns }),
  empty: { title: 'review.taskEmpty' },
})

const isStage = (code: string) => reviewStageKeys.find((stage) => stage === code)

function Stage({ row: { stage } }: { row: Row }) {
  const t = useT()
  const known = isStage(stage)
  return known ? t(`order.stage.${known}`) : stage
}

function Result({ row: { result, finishedAt } }: { row: Row }) {
  const t = useT()
  if (finishedAt === null) return <StatusTag tone="waiting">{t('intake.pending')}</StatusTag>
  return result ? <VerdictTag word={result} /> : null
}

/** The time that an open visit has waited, against the stage's standard. */
function Stay({ row: { enteredAt, finishedAt, slaHours } }: { row: Row }) {
  return finishedAt === null ? <StayText since={enteredAt} dueHours={slaHours ?? undefined} /> : null
}

/** 审核列表: every visit of every stage, with who has it, and what its manager may take back. */
export function ReviewListScreen() {
  const t = useT()
  const { user } = useSession()
  const may = useOrderPermits()
  const list = useExportable(tasks)
  const verbs = useVerbs({
    undo: verb(reviews.undoFirst, {
      label: 'review.undo',
      tone: 'danger',
      // The pass that brought the order where it waits now.
      of: ({ stage, result, status }: Row) =>
        stage === 'first' && result === '通过' && status === 'wait_risk',
      permit: (row: Row) => may.event('first_undo', row),
      name: ({ orderNo }: Row) => orderNo,
      words: ({ orderNo }: Row) => ({ orderNo }),
      lead: ({ orderNo, customerName }: Row) => <OrderLead order={{ orderNo, customerName }} />,
      ask: 'review.undoTitle',
      note: 'review.undoNote',
      fields: {
        reason: {
          kind: 'text',
          label: 'review.undoReason',
          required: 'machine.guard.undoReason',
          maxLength: 200,
        },
      },
      input: ({ orderId }, { reason }) => ({ orderId, reason }),
      done: 'review.undone',
    }),
  })
  const rowActions = (row: Row): RowAction[] => {
    const { orderId, status, claimedBy, finishedAt, stage } = row
    const isMine = finishedAt === null && stageOf(status) === stage && claimedBy === user.id
    return [
      isMine
        ? { key: 'handle', label: t('verbs.handle'), href: reviewHref({ id: orderId, status }) }
        : { key: 'view', label: t('verbs.view'), href: href('reviewProgress', { orderId }) },
      ...verbs.of(row, 'undo'),
    ]
  }
  return <ListScreen list={list} verbs={verbs} rowActions={rowActions} />
}
