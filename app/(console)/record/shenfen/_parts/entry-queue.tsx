'use client'
import { useMemo } from 'react'
import { defineList, type RowOf } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import type { RowAction } from '@/components/list/row-actions'
import { orderColumns } from '@/components/order/order-columns'
import {
  entryStatusOptions,
  productOptions,
  shopOptions,
  staffOptions,
} from '@/components/order/order-options'
import { useOrderPermits } from '@/components/order/use-order-permits'
import { applications } from '@/lib/domains/orders/contract'
import { useT } from '@/lib/i18n/use-t'
import { orderHref, templatePage } from '@/lib/routes-of-templates'

type Row = RowOf<typeof applications.entryQueue>

/** The orders of a template that wait for their entry, the longest waiting first. */
const queueOf = (templateCode: string) =>
  defineList({
    name: 'entry',
    endpoint: applications.entryQueue,
    title: `routes.${templatePage('entry', templateCode)}`,
    search: 'list.searchOrders',
    fixed: { templateCode },
    filters: [
      { kind: 'multi', name: 'status', options: entryStatusOptions },
      { kind: 'select', name: 'productId', options: productOptions },
      { kind: 'select', name: 'shopId', options: shopOptions },
      { kind: 'select', name: 'salesmanId', options: staffOptions },
    ],
    columns: orderColumns<typeof applications.entryQueue>(
      [
        { key: 'appliedAmount', kind: 'money', width: 116, sort: true },
        { key: 'returnCount', kind: 'number', width: 80 },
      ],
      { milestones: false, status: true },
    ),
    sort: 'stageEnteredAt:asc',
    open: (row) => orderHref('details', row),
    empty: { title: 'record.queueEmpty', hint: 'record.queueEmptyHint' },
  })

export function EntryQueue({ templateCode }: { templateCode: string }) {
  const t = useT()
  const may = useOrderPermits()
  const list = useMemo(() => queueOf(templateCode), [templateCode])
  const rowActions = (row: Row): RowAction[] => [
    { key: 'entry', label: t('verbs.entry'), permit: may.edit('entry', row), href: orderHref('entry', row) },
  ]
  return <ListScreen list={list} rowActions={rowActions} />
}
