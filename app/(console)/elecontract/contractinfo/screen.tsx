'use client'
import { useState } from 'react'
import { defineList, type RowOf } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { orderColumns } from '@/components/order/order-columns'
import { productOptions, shopOptions } from '@/components/order/order-options'
import { orderPeek } from '@/components/order/order-peek'
import { StatusTag } from '@/components/ui/status-tag'
import { noValue } from '@/components/ui/texts'
import type { ManyVerb, Verbs } from '@/components/verb/use-verbs'
import { download } from '@/lib/client/download'
import { codeOptions } from '@/lib/client/options'
import { type ContractState, orderContracts } from '@/lib/domains/contracts/contract/orders'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'

type Row = RowOf<typeof orderContracts.list>

const states = ['none', 'made', 'signing', 'signed', 'again'] as const satisfies readonly ContractState[]

const list = defineList({
  name: 'contracts',
  endpoint: orderContracts.list,
  title: 'routes.contractSigning',
  search: 'list.searchOrders',
  filters: [
    {
      kind: 'select',
      name: 'contractState',
      label: 'contracts.state',
      options: codeOptions('contracts.states', states),
    },
    { kind: 'select', name: 'productId', options: productOptions },
    { kind: 'select', name: 'shopId', options: shopOptions },
    { kind: 'dates', label: 'contracts.signedDays', from: 'signedFrom', to: 'signedTo' },
  ],
  columns: orderColumns<typeof orderContracts.list>(
    [
      {
        key: 'contractState',
        label: 'contracts.state',
        width: 128,
        card: true,
        cell: ({ contractState }) => <State state={contractState} />,
      },
      { key: 'contractNo', label: 'contracts.contractNo', kind: 'code', width: 192, card: true },
      {
        key: 'signed',
        label: 'contracts.count',
        width: 88,
        cell: ({ signed, contracts }) => (contracts === 0 ? noValue : `${signed}/${contracts}`),
      },
      // Until when: what the list is looked at for stands in sight at 1440.
      { key: 'expireAt', label: 'contracts.expireAt', kind: 'dateTime', width: 136 },
      { key: 'smsSentAt', label: 'signing.sentAt', kind: 'dateTime', width: 136 },
      { key: 'generatedAt', label: 'contracts.generatedAt', kind: 'dateTime', width: 136 },
      { key: 'financeAmount', kind: 'money', width: 116, sort: true },
      { key: 'approvedAmount', kind: 'money', width: 116 },
      { key: 'stageEnteredAt', kind: 'dateTime', width: 136, sort: true },
    ],
    { milestones: true, status: true },
  ),
  sort: 'stageEnteredAt:desc',
  open: ({ id }) => href('contractCase', { orderId: id }),
  peek: orderPeek,
  empty: { title: 'contracts.empty', hint: 'contracts.emptyHint' },
})

/** 合同签约: the approved orders and how far their contracts are. */
export function ContractSigningScreen() {
  const t = useT()
  const rowActions = ({ id }: Row) => [
    { key: 'view', label: t('contracts.open'), href: href('contractCase', { orderId: id }) },
  ]
  return <ListScreen list={list} rowActions={rowActions} verbs={useDownload()} />
}

/** The contracts of all chosen orders in one file. */
function useDownload(): Verbs<Row> {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const run = async (orderIds: number[]) => {
    setBusy(true)
    // Everything that goes wrong is said by the download itself.
    await download(orderContracts.files, { orderIds }).catch(() => undefined)
    setBusy(false)
  }
  const files: ManyVerb<Row> = {
    key: 'files',
    label: t('contracts.downloadMany'),
    busy,
    permit: ({ contracts }) =>
      contracts > 0 ? { ok: true } : { ok: false, reason: 'contracts.nothingToDownload' },
    run: ({ rows }) => void run(rows.map(({ id }) => id)),
  }
  return { of: () => [], many: [files], busy, dialog: null }
}

const tones = {
  none: 'waiting',
  made: 'working',
  signing: 'working',
  signed: 'passed',
  again: 'returned',
} as const

function State({ state }: { state: ContractState }) {
  const t = useT()
  return <StatusTag tone={tones[state]}>{t(`contracts.states.${state}`)}</StatusTag>
}
