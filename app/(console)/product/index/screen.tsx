'use client'
import { useRouter } from 'next/navigation'
import { DictionaryText } from '@/components/form/field-value'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import type { RowAction } from '@/components/list/row-actions'
import { useProductVerbs } from '@/components/product/use-product-verbs'
import { VersionTag } from '@/components/product/version-tag'
import { ActionButton } from '@/components/ui/action-button'
import { noValue } from '@/components/ui/texts'
import { codeOptions, dictionaryOptions } from '@/lib/client/options'
import { useHasPermission } from '@/lib/client/permission'
import { type ProductRow, products } from '@/lib/domains/products/contract'
import { versionStates } from '@/lib/domains/products/rules/product-versions'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'

const list = defineList({
  name: 'products',
  endpoint: products.list,
  words: 'product',
  title: 'routes.productList',
  search: 'product.search',
  filters: [
    { kind: 'select', name: 'state', options: codeOptions('product.states', versionStates) },
    { kind: 'select', name: 'bizMode', options: dictionaryOptions('biz_mode') },
    { kind: 'select', name: 'repayMethod', options: dictionaryOptions('repay_method') },
  ],
  columns: [
    { key: 'code', kind: 'code', width: 116, sort: true, card: true },
    { key: 'name', width: 148, card: true },
    { key: 'state', width: 96, card: true, cell: ({ state }) => <VersionTag state={state} /> },
    { key: 'offeredVersion', width: 92, cell: ({ offeredVersion }) => <VersionNo of={offeredVersion} /> },
    { key: 'comingVersion', width: 160, cell: (row) => <Next row={row} /> },
    {
      key: 'bizMode',
      width: 100,
      cell: ({ bizMode }) => <DictionaryText type="biz_mode" code={bizMode} />,
    },
    {
      key: 'repayMethod',
      width: 120,
      cell: ({ repayMethod }) => <DictionaryText type="repay_method" code={repayMethod} />,
    },
    { key: 'terms', label: 'product.term', width: 132, cell: ({ terms }) => terms.join(' / ') },
    { key: 'updatedAt', kind: 'dateTime', width: 160, sort: true, hidden: true },
  ],
  sort: 'code:asc',
  open: ({ id: productId }) => href('productDetails', { productId }),
  empty: { title: 'product.empty', hint: 'product.emptyHint' },
})

/** 产品管理: what the company sells, each product in its versions. */
export function ProductsScreen() {
  const t = useT()
  const router = useRouter()
  const maySave = useHasPermission('product:save')
  const verbs = useProductVerbs()
  const rowActions = (row: ProductRow): RowAction[] => [
    {
      key: 'open',
      label: t(maySave && row.draftId !== null ? 'product.openDraft' : 'product.view'),
      href: href('productDetails', { productId: row.draftId ?? row.id }),
    },
    ...verbs.of(refOf(row), 'revise', 'stop'),
  ]
  return (
    <>
      <ListScreen
        list={list}
        rowActions={rowActions}
        actions={
          maySave && (
            <ActionButton variant="primary" icon="plus" onClick={() => router.push(href('productDetails'))}>
              {t('product.add')}
            </ActionButton>
          )
        }
      />
      {verbs.dialog}
    </>
  )
}

/** The newest version of the row as the verbs take it. */
const refOf = (row: ProductRow) => ({
  id: row.id,
  rowVersion: row.rowVersion,
  name: row.name,
  version: row.version,
  draftId: row.draftId,
  isDraft: row.id === row.draftId,
  hasPublished: row.state !== 'stopped' && row.state !== 'draft',
})

function VersionNo({ of }: { of: number | null }) {
  const t = useT()
  return of === null ? noValue : t('product.versionNo', { version: of })
}

/** Everything that comes after the version on offer: one with its first day, or a draft. */
function Next({ row: { comingVersion, comingFrom, draftId } }: { row: ProductRow }) {
  const t = useT()
  if (comingVersion !== null) return t('product.coming', { version: comingVersion, date: comingFrom ?? '' })
  return draftId === null ? noValue : t('product.hasDraft')
}
