'use client'
import { useRouter } from 'next/navigation'
import { CollectLinkButton } from '@/components/collect/link-button'
import { DraftsButton } from '@/components/drafts/drafts-button'
import { defineList, type RowOf } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import type { RowAction } from '@/components/list/row-actions'
import { orderColumns } from '@/components/order/order-columns'
import { productOptions, shopOptions, staffOptions, statusOptions } from '@/components/order/order-options'
import { orderPeek } from '@/components/order/order-peek'
import { OrderSource } from '@/components/order/order-source'
import { useExportable } from '@/components/order/use-exportable'
import { useOrderPermits } from '@/components/order/use-order-permits'
import { useOrderVerbs } from '@/components/order/use-order-verbs'
import { ActionButton } from '@/components/ui/action-button'
import { noValue } from '@/components/ui/texts'
import { fileCall } from '@/lib/client/download'
import { applications } from '@/lib/domains/orders/contract'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import { orderHref } from '@/lib/routes-of-templates'

const intakes = defineList({
  name: 'intake',
  endpoint: applications.intakeList,
  title: 'routes.intakeList',
  search: 'list.searchOrders',
  filters: [
    { kind: 'multi', name: 'status', options: statusOptions },
    { kind: 'select', name: 'shopId', options: shopOptions },
    { kind: 'select', name: 'productId', options: productOptions },
    { kind: 'dates', label: 'intake.createdAt', from: 'createdFrom', to: 'createdTo' },
    { kind: 'select', name: 'salesmanId', options: staffOptions },
  ],
  columns: [
    ...orderColumns<typeof applications.intakeList>(
      [
        { key: 'appliedAmount', kind: 'money', width: 116, sort: true },
        { key: 'returnCount', kind: 'number', width: 80 },
        { key: 'toMend', width: 160, cell: ({ toMend }) => <ToMend marks={toMend} /> },
      ],
      { milestones: true, status: true },
    ),
    // Nearly all of them are typed by staff.
    {
      key: 'source',
      label: 'collect.source',
      width: 96,
      cell: ({ source }) => <OrderSource of={source} />,
    },
  ],
  sort: 'createdAt:desc',
  // 提交预审 is a long word.
  open: (row) => orderHref('intakeDetails', row),
  peek: orderPeek,
  exportFile: (filter, columns) => fileCall(applications.exportList, { ...filter, list: 'intake', columns }),
  empty: { title: 'intake.empty', hint: 'intake.emptyHint' },
})

/** Everything that the last return wants mended, in the reviewer's words. */
function ToMend({ marks }: { marks: RowOf<typeof applications.intakeList>['toMend'] }) {
  const t = useT()
  if (marks.length === 0) return noValue
  return t('intake.toMend', {
    count: marks.length,
    notes: marks.map(({ note }) => note).join(t('ui.separator')),
  })
}

/** 进件列表: the orders of the clerk, from the first draft on. */
export function IntakeListScreen() {
  const t = useT()
  const router = useRouter()
  const may = useOrderPermits()
  const verbs = useOrderVerbs(['submitPre', 'void', 'copy'])
  const list = useExportable(intakes)
  const create = (
    <ActionButton variant="primary" permit={may.create()} onClick={() => router.push(href('intakeForm'))}>
      {t('intake.create')}
    </ActionButton>
  )

  const rowActions = (row: RowOf<typeof applications.intakeList>): RowAction[] => {
    const entry = may.edit('entry', row)
    return [
      // Past the pre-review, what is there to edit is the order entry.
      entry.ok
        ? { key: 'entry', label: t('verbs.entry'), href: orderHref('entry', row) }
        : {
            key: 'edit',
            label: t('verbs.edit'),
            permit: may.edit('intake', row),
            href: orderHref('intake', row),
          },
      ...verbs.of(row),
    ]
  }

  return (
    <ListScreen
      list={list}
      verbs={verbs}
      rowActions={rowActions}
      actions={
        <>
          <DraftsButton />
          <CollectLinkButton permit={may.create()} />
          {create}
        </>
      }
      emptyAction={create}
    />
  )
}
