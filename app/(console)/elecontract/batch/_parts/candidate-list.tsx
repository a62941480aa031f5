'use client'
import { useRouter } from 'next/navigation'
import { defineList, type RowOf } from '@/components/list/define-list'
import { filterParts } from '@/components/list/list-parts'
import { ListScreen } from '@/components/list/list-screen'
import { filterInputOf } from '@/components/list/list-url'
import { useList } from '@/components/list/use-list'
import { orderColumns } from '@/components/order/order-columns'
import { capitalOptions, productOptions, shopOptions } from '@/components/order/order-options'
import { orderPeek } from '@/components/order/order-peek'
import type { Permit } from '@/components/ui/action-button'
import { toast } from '@/components/ui/toast'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { VerbButtons } from '@/components/verb/verb-buttons'
import { contractBatches } from '@/lib/domains/contracts/contract/batches'
import { mostOfBatch } from '@/lib/domains/contracts/rules/contract-batch'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'

type Row = RowOf<typeof contractBatches.candidates>

const list = defineList({
  name: 'contractCandidates',
  endpoint: contractBatches.candidates,
  title: 'contractBatch.ordersTitle',
  search: 'list.searchOrders',
  filters: [
    { kind: 'select', name: 'productId', options: productOptions },
    { kind: 'select', name: 'shopId', options: shopOptions },
    { kind: 'select', name: 'capitalId', label: 'contractBatch.capitalId', options: capitalOptions },
    { kind: 'dates', label: 'contractBatch.entered', from: 'enteredFrom', to: 'enteredTo' },
  ],
  columns: orderColumns<typeof contractBatches.candidates>(
    [
      { key: 'financeAmount', kind: 'money', width: 116, sort: true },
      { key: 'approvedAmount', kind: 'money', width: 116 },
      { key: 'stageEnteredAt', kind: 'dateTime', width: 136, sort: true },
    ],
    { milestones: true, status: true },
  ),
  sort: 'stageEnteredAt:asc',
  open: ({ id }) => href('contractCase', { orderId: id }),
  peek: orderPeek,
  empty: { title: 'contractBatch.ordersEmpty', hint: 'contractBatch.ordersEmptyHint' },
})

/** Approved orders without contracts: some are chosen, page by page, or all that the filters find. */
export function CandidateList() {
  const t = useT()
  const begun = useBegun()
  const verbs = useVerbs({
    make: verb(contractBatches.start, {
      label: 'contractBatch.make',
      name: ({ orderNo }: Row) => orderNo,
      ask: 'contractBatch.makeTitle',
      note: 'contractBatch.makeNote',
      many: 'contractBatch.makeTitle',
      inputOfAll: (rows) => ({ orderIds: rows.map(({ id }) => id) }),
      done: begun,
    }),
  })
  const rowActions = ({ id }: Row) => [
    { key: 'view', label: t('contractBatch.open'), href: href('contractCase', { orderId: id }) },
  ]
  return <ListScreen list={list} verbs={verbs} rowActions={rowActions} actions={<MakeAll />} />
}

/** Leads to the batch that was started. */
function useBegun() {
  const t = useT()
  const router = useRouter()
  return ({ id, total }: { id: number; total: number }) => {
    toast.success(t('contractBatch.startedCount', { count: total }))
    router.push(href('contractBatches', { batchId: id }))
  }
}

/** For whatever the filters find, however many pages that is. */
function MakeAll() {
  const t = useT()
  const begun = useBegun()
  const { state, total = 0, more } = useList(list)
  const { sort: _sort, ...filter } = filterInputOf(state, filterParts(list)) as Record<string, string>
  type Found = { total: number; filter: Record<string, string> }
  const tooMany = total > mostOfBatch || more
  const permit: Permit = tooMany
    ? { ok: false, reason: 'contractBatch.makeAllMost', params: { most: mostOfBatch } }
    : { ok: true }
  const verbs = useVerbs({
    all: verb(contractBatches.start, {
      label: 'contractBatch.makeAll',
      permit: () => permit,
      name: () => '',
      words: ({ total }: Found) => ({ count: total }),
      ask: 'contractBatch.makeTitle',
      note: 'contractBatch.makeNote',
      ok: 'contractBatch.make',
      input: ({ filter }) => ({ all: true, ...filter }),
      done: begun,
    }),
  })
  if (total === 0) return null
  const buttons = verbs
    .of({ total, filter })
    .map((one) => ({ ...one, label: t('contractBatch.makeAll', { count: total }) }))
  return (
    <>
      <VerbButtons verbs={buttons} />
      {verbs.dialog}
    </>
  )
}
