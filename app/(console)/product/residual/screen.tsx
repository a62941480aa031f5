'use client'
import { useState } from 'react'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { ActionButton } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { useHasPermission } from '@/lib/client/permission'
import { products, type ResidualRow } from '@/lib/domains/products/contract'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'

// What opens on a click comes with the click.
const ResidualDialog = lazyPart(() => import('./_parts/residual-dialog'))

const list = defineList({
  name: 'residuals',
  endpoint: products.residuals,
  words: 'product.residual',
  title: 'routes.residualValues',
  search: 'product.residual.search',
  filters: [],
  columns: [
    {
      key: 'brand',
      label: 'product.residual.brand',
      width: 160,
      sort: true,
      card: true,
      cell: ({ brand }) => <Named text={brand} any="product.residual.anyBrand" />,
    },
    {
      key: 'series',
      label: 'product.residual.series',
      width: 160,
      card: true,
      cell: ({ series }) => <Named text={series} any="product.residual.anySeries" />,
    },
    {
      key: 'ageMonths',
      label: 'product.residual.ageMonths',
      kind: 'number',
      width: 112,
      sort: true,
      card: true,
    },
    { key: 'ratio', label: 'product.residual.ratio', kind: 'percent', width: 112, sort: true, card: true },
    { key: 'updatedAt', label: 'product.residual.updatedAt', kind: 'dateTime', width: 164, sort: true },
  ],
  sort: 'brand:desc',
  empty: { title: 'product.residual.empty', hint: 'product.residual.emptyHint' },
})

const remove = verb(products.removeResidual, {
  label: 'product.residual.remove',
  tone: 'danger',
  name: ({ brand, series, ageMonths }: ResidualRow) => `${brand}${series} ${ageMonths}`.trim(),
  ask: 'product.residual.removeQuestion',
  input: ({ id }) => ({ id }),
  done: 'product.residual.removed',
})

/** 残值表: what cars are worth at an age; it caps the balloon. */
export function ResidualsScreen() {
  const t = useT()
  const maySave = useHasPermission('product:save')
  const [editing, setEditing] = useState<ResidualRow | 'new'>()
  const verbs = useVerbs({ remove })
  const rowActions = (row: ResidualRow) => [
    { key: 'edit', label: t('product.residual.edit'), run: () => setEditing(row) },
    ...verbs.of(row),
  ]
  return (
    <>
      <ListScreen
        list={list}
        verbs={verbs}
        rowActions={maySave ? rowActions : undefined}
        actions={
          maySave && (
            <ActionButton variant="primary" icon="plus" onClick={() => setEditing('new')}>
              {t('product.residual.add')}
            </ActionButton>
          )
        }
      />
      {editing && (
        <ResidualDialog row={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />
      )}
    </>
  )
}

function Named({ text, any }: { text: string; any: MessageKey }) {
  const t = useT()
  return text === '' ? t(any) : text
}
