'use client'
import { defineList } from '@/components/list/define-list'
import { EditedList } from '@/components/product/edited-list'
import { lazyPart } from '@/components/ui/lazy-part'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { products, type ResidualRow } from '@/lib/domains/products/contract'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'

// Parts that open on a click are loaded with it.
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

/** 残值表: the worth of cars at an age; it caps the balloon. */
export function ResidualsScreen() {
  return (
    <EditedList
      list={list}
      verbs={useVerbs({ remove })}
      add="product.residual.add"
      change="product.residual.edit"
      dialog={(row, onClose) => <ResidualDialog row={row} onClose={onClose} />}
    />
  )
}

function Named({ text, any }: { text: string; any: MessageKey }) {
  const t = useT()
  return text === '' ? t(any) : text
}
