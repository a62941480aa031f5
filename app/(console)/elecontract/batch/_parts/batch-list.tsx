'use client'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import type { RowAction } from '@/components/list/row-actions'
import { ActionButton } from '@/components/ui/action-button'
import { useVerbs } from '@/components/verb/use-verbs'
import { codeOptions } from '@/lib/client/options'
import { type BatchRow, contractBatches } from '@/lib/domains/contracts/contract/batches'
import { batchStates } from '@/lib/domains/contracts/rules/contract-batch'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import { BatchProgress, BatchStateTag } from './batch-progress'
import { batchVerbs } from './batch-verbs'

const list = defineList({
  name: 'contractBatches',
  endpoint: contractBatches.list,
  words: 'contractBatch',
  title: 'routes.contractBatches',
  search: 'contractBatch.searchBatches',
  filters: [{ kind: 'select', name: 'state', options: codeOptions('contractBatch.states', batchStates) }],
  columns: [
    {
      key: 'id',
      label: 'contractBatch.number',
      width: 88,
      card: true,
      cell: ({ id }) => <BatchNo id={id} />,
    },
    { key: 'state', width: 96, card: true, cell: ({ state }) => <BatchStateTag state={state} /> },
    {
      key: 'waiting',
      label: 'contractBatch.progress',
      width: 160,
      card: true,
      cell: (batch) => <BatchProgress batch={batch} />,
    },
    { key: 'made', kind: 'number', width: 80 },
    { key: 'hindered', kind: 'number', width: 80 },
    { key: 'failed', kind: 'number', width: 80 },
    { key: 'contracts', kind: 'number', width: 80 },
    { key: 'runByName', width: 100 },
    { key: 'startedAt', kind: 'dateTime', width: 136, sort: true },
    { key: 'endedAt', kind: 'dateTime', width: 136 },
  ],
  sort: 'startedAt:desc',
  open: ({ id }) => href('contractBatches', { batchId: id }),
  empty: { title: 'contractBatch.empty', hint: 'contractBatch.emptyHint' },
})

/** The batches, newest first; those under way move by themselves. */
export function BatchList({ onNew }: { onNew: () => void }) {
  const t = useT()
  const verbs = useVerbs(batchVerbs)
  const rowActions = (row: BatchRow): RowAction[] => [
    { key: 'open', label: t('contractBatch.open'), href: href('contractBatches', { batchId: row.id }) },
    ...verbs.of(row),
  ]
  const choose = (
    <ActionButton variant="primary" onClick={onNew}>
      {t('contractBatch.viewOrders')}
    </ActionButton>
  )
  return (
    <ListScreen list={list} verbs={verbs} rowActions={rowActions} actions={choose} emptyAction={choose} />
  )
}

function BatchNo({ id }: { id: number }) {
  return useT()('contractBatch.no', { id })
}
