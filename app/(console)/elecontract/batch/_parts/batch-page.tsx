'use client'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { DetailPage } from '@/components/detail/detail-page'
import { ReadFailure } from '@/components/detail/read-failure'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import type { RowAction } from '@/components/list/row-actions'
import { Notice } from '@/components/ui/notice'
import { PageSkeleton } from '@/components/ui/states'
import { useTab } from '@/components/ui/tab-port'
import { DateTimeText, noValue } from '@/components/ui/texts'
import { useVerbs } from '@/components/verb/use-verbs'
import { VerbButtons } from '@/components/verb/verb-buttons'
import { codeOptions } from '@/lib/client/options'
import { q } from '@/lib/client/query'
import { type BatchResult, contractBatches } from '@/lib/domains/contracts/contract/batches'
import { batchRowStates, mendedAt } from '@/lib/domains/contracts/rules/contract-batch'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import styles from './batch.module.css'
import { BatchProgress, BatchStateTag, ResultTag } from './batch-progress'
import { batchVerbs } from './batch-verbs'

/** One batch: how far it is, and what came of each order. */
export function BatchPage({ id }: { id: number }) {
  const t = useT()
  const { setLabel } = useTab()
  const batch = useQuery(q(contractBatches.get, { id }))
  const verbs = useVerbs(batchVerbs)
  const name = t('contractBatch.no', { id })
  useEffect(() => setLabel(name), [setLabel, name])
  if (batch.error && !batch.data)
    return <ReadFailure error={batch.error} onRetry={() => void batch.refetch()} />
  if (!batch.data) return <PageSkeleton />
  const { state, made, hindered, failed, contracts, runByName, startedAt, endedAt, endReason } = batch.data
  return (
    <DetailPage
      name={name}
      tag={<BatchStateTag state={state} />}
      facts={[
        { label: t('contractBatch.progress'), value: <BatchProgress batch={batch.data} /> },
        { label: t('contractBatch.made'), value: made },
        { label: t('contractBatch.hindered'), value: hindered },
        { label: t('contractBatch.failed'), value: failed },
        { label: t('contractBatch.contracts'), value: contracts },
        { label: t('contractBatch.runByName'), value: runByName },
        { label: t('contractBatch.startedAt'), value: <DateTimeText value={startedAt} /> },
        {
          label: t('contractBatch.endedAt'),
          value: endedAt ? <DateTimeText value={endedAt} /> : noValue,
        },
      ]}
      actions={<VerbButtons verbs={verbs.of(batch.data)} />}
      notice={endReason && <Notice tone="returned">{t(`contractBatch.endReasons.${endReason}`)}</Notice>}
    >
      <Results batchId={id} />
      {verbs.dialog}
    </DetailPage>
  )
}

const resultsOf = (batchId: number) =>
  defineList({
    name: 'contractBatchResults',
    endpoint: contractBatches.results,
    words: 'contractBatch',
    title: 'contractBatch.resultsTitle',
    search: 'contractBatch.search',
    filters: [
      {
        kind: 'select',
        name: 'state',
        label: 'contractBatch.result',
        options: codeOptions('contractBatch.results', batchRowStates),
      },
    ],
    columns: [
      { key: 'orderNo', label: 'contractBatch.order', kind: 'code', width: 176, card: true },
      { key: 'customerName', label: 'contractBatch.customer', width: 104, card: true },
      {
        key: 'state',
        label: 'contractBatch.result',
        width: 104,
        card: true,
        cell: ({ state }) => <ResultTag state={state} />,
      },
      { key: 'reason', width: 420, card: true, cell: (row) => <Reason row={row} /> },
      { key: 'doneAt', kind: 'dateTime', width: 144 },
    ],
    fixed: { batchId },
    sort: 'id:asc',
    open: ({ orderId }) => href('contractCase', { orderId }),
    empty: { title: 'contractBatch.resultsEmpty' },
  })

function Results({ batchId }: { batchId: number }) {
  const t = useT()
  const list = useMemo(() => resultsOf(batchId), [batchId])
  const rowActions = (row: BatchResult): RowAction[] => {
    const { orderId, reason } = row
    if (!reason) return [{ key: 'case', label: t('contractBatch.mend.case'), href: hrefOf.case(orderId) }]
    const place = mendedAt[reason]
    return [{ key: place, label: t(`contractBatch.mend.${place}`), href: hrefOf[place](orderId) }]
  }
  return (
    <div className={styles.results}>
      <ListScreen list={list} rowActions={rowActions} heading="h3" />
    </div>
  )
}

const hrefOf = {
  templates: () => href('contractTemplates'),
  order: (orderId: number) => href('entryDetails', { orderId }),
  case: (orderId: number) => href('contractCase', { orderId }),
  card: (orderId: number) => href('cardCase', { orderId }),
  interview: (orderId: number) => href('videoInterview', { orderId }),
}

function Reason({ row: { reason, names, made } }: { row: BatchResult }) {
  const t = useT()
  if (reason) return <>{t(`contractBatch.reasons.${reason}`, { names })}</>
  return <>{made > 0 ? t('contractBatch.madeCount', { count: made }) : noValue}</>
}
