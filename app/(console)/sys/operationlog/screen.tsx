'use client'
import { useMemo, useState } from 'react'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import type { RowAction } from '@/components/list/row-actions'
import { StandardDays } from '@/components/oversight/standard-days'
import { lazyPart } from '@/components/ui/lazy-part'
import Link from '@/components/ui/link'
import { useTabLocation } from '@/components/ui/tab-port'
import { fileCall } from '@/lib/client/download'
import { wordOptions } from '@/lib/client/options'
import { useHasPermission } from '@/lib/client/permission'
import { orderEvents } from '@/lib/domains/orders/rules/order-transitions'
import { type OperationRow, oversight } from '@/lib/domains/oversight/contract'
import { actionWord, objectKindWord, summaryText } from '@/lib/i18n/audit-words'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'

// Parts that open on a click are loaded with it.
const OperationDialog = lazyPart(() => import('./_parts/operation-dialog'))

/** @param actions what the audit log notes beside the events of an order */
const operationsOf = (actions: readonly string[]) =>
  defineList({
    name: 'operationLog',
    endpoint: oversight.operations,
    words: 'oversight',
    title: 'routes.operationLog',
    search: 'oversight.searchOperations',
    filters: [
      {
        kind: 'select',
        name: 'action',
        options: wordOptions([
          ...actions.map((value) => ({ value, label: `actions.${value}` as MessageKey })),
          ...orderEvents.map((event) => ({
            value: `order.${event}`,
            label: `machine.event.${event}` as const,
          })),
        ]),
      },
      { kind: 'dates', label: 'oversight.days', from: 'from', to: 'to' },
      { kind: 'text', name: 'object' },
    ],
    columns: [
      { key: 'at', kind: 'dateTime', width: 164, sort: true, card: true },
      {
        key: 'name',
        label: 'oversight.operator',
        width: 112,
        card: true,
        cell: (row) => <Operator row={row} />,
      },
      { key: 'account', width: 140 },
      { key: 'action', width: 180, card: true, cell: (row) => <Action row={row} /> },
      {
        key: 'objectName',
        label: 'oversight.object',
        width: 260,
        card: true,
        cell: (row) => <ObjectName row={row} />,
      },
      { key: 'changes', width: 380, cell: (row) => <Changes row={row} /> },
      { key: 'ip', width: 140 },
    ],
    sort: 'at:desc',
    exportFile: (filter, columns) => fileCall(oversight.exportOperations, { ...filter, columns }),
    empty: { title: 'oversight.operationsEmpty', hint: 'oversight.operationsHint' },
  })

/** 操作日志: who did what to which record, and what that changed. */
export function OperationLogScreen({ actions }: { actions: readonly string[] }) {
  const t = useT()
  const { setQuery } = useTabLocation()
  const mayExport = useHasPermission('sys:operationlog:export')
  const list = useMemo(() => {
    const all = operationsOf(actions)
    return mayExport ? all : { ...all, exportFile: undefined }
  }, [mayExport, actions])
  const [shown, setShown] = useState<OperationRow>()

  const rowActions = (row: OperationRow): RowAction[] => [
    { key: 'details', label: t('oversight.details'), run: () => setShown(row) },
    {
      key: 'sameObject',
      label: t('oversight.sameObject'),
      run: () => setQuery({ object: row.object, page: null, q: null, action: null, from: null, to: null }),
    },
  ]

  return (
    <>
      <ListScreen list={list} rowActions={rowActions} actions={<StandardDays />} />
      {shown && <OperationDialog row={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}

type Cell = { row: OperationRow }

function Operator({ row }: Cell) {
  const t = useT()
  return row.userId === null ? t('oversight.system') : row.name
}

const Action = ({ row }: Cell) => actionWord(row.action, useT())

function ObjectName({ row: { objectKind, objectName, orderId } }: Cell) {
  const t = useT()
  const text = `${objectKindWord(objectKind, t)} ${objectName}`
  if (orderId === null) return text
  return <Link href={href('entryDetails', { orderId })}>{text}</Link>
}

function Changes({ row: { changes, first } }: Cell) {
  const t = useT()
  return changes === 0 ? '–' : summaryText(first, changes, t)
}
