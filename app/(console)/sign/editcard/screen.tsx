'use client'
import { DictionaryText } from '@/components/form/field-value'
import { defineList, type RowOf } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { orderColumns } from '@/components/order/order-columns'
import { productOptions, shopOptions } from '@/components/order/order-options'
import { orderPeek } from '@/components/order/order-peek'
import { noValue } from '@/components/ui/texts'
import { codeOptions, dictionaryOptions } from '@/lib/client/options'
import { bankCards } from '@/lib/domains/cards/contract'
import { listedCardStates } from '@/lib/domains/cards/rules/card-binding'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import { CardStateTag } from '../_parts/card-state'
import { useCardVerbs } from '../_parts/use-card-verbs'

type Row = RowOf<typeof bankCards.list>

const list = defineList({
  name: 'bankCards',
  endpoint: bankCards.list,
  title: 'routes.cardChange',
  search: 'list.searchOrders',
  filters: [
    {
      kind: 'select',
      name: 'cardState',
      label: 'bankCards.state',
      options: codeOptions('bankCards.states', listedCardStates),
    },
    { kind: 'select', name: 'bankCode', label: 'bankCards.bank', options: dictionaryOptions('bank') },
    { kind: 'select', name: 'productId', options: productOptions },
    { kind: 'select', name: 'shopId', options: shopOptions },
  ],
  columns: orderColumns<typeof bankCards.list>(
    [
      {
        key: 'cardState',
        label: 'bankCards.state',
        width: 104,
        card: true,
        cell: ({ cardState }) => <CardStateTag state={cardState} />,
      },
      { key: 'failReason', label: 'bankCards.failReason', width: 168 },
      { key: 'cardNo', label: 'bankCards.cardNo', kind: 'code', width: 176, card: true },
      {
        key: 'bankCode',
        label: 'bankCards.bank',
        width: 104,
        cell: ({ bankCode }) => (bankCode ? <DictionaryText type="bank" code={bankCode} /> : noValue),
      },
      { key: 'holderName', label: 'bankCards.holder', width: 80 },
      { key: 'askedAt', label: 'bankCards.askedAt', kind: 'dateTime', width: 136 },
      { key: 'boundAt', label: 'bankCards.boundAt', kind: 'dateTime', width: 136 },
      { key: 'stageEnteredAt', kind: 'dateTime', width: 136, sort: true },
    ],
    { milestones: false, status: true },
  ),
  sort: 'stageEnteredAt:desc',
  open: ({ id }) => href('cardCase', { orderId: id }),
  peek: orderPeek,
  empty: { title: 'bankCards.empty', hint: 'bankCards.emptyHint' },
})

/** 改卡: approved orders by where their repayment card stands. */
export function CardListScreen() {
  const t = useT()
  const verbs = useCardVerbs()
  const rowActions = (row: Row) => [
    { key: 'view', label: t('bankCards.open'), href: href('cardCase', { orderId: row.id }) },
    ...verbs.of(row),
  ]
  return (
    <>
      <ListScreen list={list} rowActions={rowActions} />
      {verbs.dialog}
    </>
  )
}
