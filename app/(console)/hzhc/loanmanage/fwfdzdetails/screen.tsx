'use client'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { DetailPage } from '@/components/detail/detail-page'
import { ReadFailure } from '@/components/detail/read-failure'
import { defineList, type RowOf } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import cards from '@/components/ui/card-table.module.css'
import Link from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { Section } from '@/components/ui/section'
import { PageSkeleton } from '@/components/ui/states'
import { useTabLocation } from '@/components/ui/tab-port'
import { MoneyText } from '@/components/ui/texts'
import { toast } from '@/components/ui/toast'
import { UploadButton } from '@/components/verb/upload-button'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { VerbButtons } from '@/components/verb/verb-buttons'
import { codeOptions } from '@/lib/client/options'
import { useHasPermission } from '@/lib/client/permission'
import { q } from '@/lib/client/query'
import { uploadFile } from '@/lib/client/upload'
import { serviceFees } from '@/lib/domains/service-fees/contract'
import {
  batchCan,
  compareStates,
  feeLimits,
  isDifferent,
  isNewBatch,
  nextStep,
  type Resolution,
  resolutions,
} from '@/lib/domains/service-fees/rules/fee-batch'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { href } from '@/lib/routes'
import { BatchStateTag } from '../fwfdz/_parts/batch-state'
import { cancel, compare, confirm, confirmFirst, invoice, reopen, settle } from '../fwfdz/_parts/batch-verbs'

type Batch = OutputOf<typeof serviceFees.get>
type Line = RowOf<typeof serviceFees.lines>

/** One batch: where it stands, and each fee beside the funder's. */
export function ServiceFeeBatchScreen() {
  const { query } = useTabLocation()
  const batchId = Number(new URLSearchParams(query).get('feeBatchId'))
  const { data, error, refetch } = useQuery(q(serviceFees.get, { batchId }))
  if (error && !data) return <ReadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <PageSkeleton />
  return <BatchOf key={batchId} batch={data} />
}

function BatchOf({ batch }: { batch: Batch }) {
  const t = useT()
  const maySave = useHasPermission('service_fee:save')
  const verbs = useVerbs({ compare, confirmFirst, confirm, invoice, settle, reopen, cancel })
  const send = async (file: File) => {
    const { read, wrong } = await uploadFile(
      serviceFees.readStatement,
      { batchId: batch.id, rowVersion: batch.rowVersion },
      file,
    )
    toast.success(t('serviceFees.readDone', { read, wrong }))
  }
  const facts = [
    { label: t('serviceFees.capitalName'), value: batch.capitalName },
    { label: t('serviceFees.period'), value: `${batch.periodFrom} – ${batch.periodTo}` },
    { label: t('serviceFees.ourAmount'), value: <MoneyText value={batch.ourAmount} /> },
    { label: t('serviceFees.theirAmount'), value: <MoneyText value={batch.theirAmount} /> },
    { label: t('serviceFees.diffAmount'), value: <MoneyText value={batch.diffAmount} /> },
    { label: t('serviceFees.toSettle'), value: <MoneyText value={batch.toSettle} /> },
    { label: t('serviceFees.statementName'), value: batch.statementName },
    { label: t('serviceFees.firstConfirmedByName'), value: batch.firstConfirmedByName },
    { label: t('serviceFees.confirmedByName'), value: batch.confirmedByName },
    { label: t('serviceFees.invoiceNo'), value: batch.invoiceNo },
    { label: t('serviceFees.settledOn'), value: batch.settledOn },
  ].filter(({ value }) => value !== null)
  return (
    <DetailPage
      name={t('routes.serviceFees')}
      number={batch.batchNo}
      tag={<BatchStateTag batch={batch} />}
      facts={facts}
      actions={
        <>
          {maySave && batchCan('read', batch).ok && (
            <UploadButton
              variant={isNewBatch(batch.status) ? 'primary' : 'secondary'}
              label={t('serviceFees.read')}
              accept=".xlsx,.csv,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
              send={send}
            />
          )}
          <VerbButtons verbs={verbs.of(batch)} />
        </>
      }
      notice={<Next batch={batch} />}
    >
      <WrongRows batch={batch} />
      <Lines batchId={batch.id} />
      {verbs.dialog}
    </DetailPage>
  )
}

/** The step that comes next, and by whom. */
function Next({ batch }: { batch: Batch }) {
  const t = useT()
  const next = nextStep(batch)
  if (next === null) return null
  if (next === 'cancelled')
    return (
      <Notice tone="returned">
        {t('serviceFees.cancelReason')}: {batch.cancelReason}
      </Notice>
    )
  if (next === 'unsettled') return <Notice tone="rejected">{t('serviceFees.unsettledTag')}</Notice>
  return (
    <Notice tone={next === 'resolve' ? 'returned' : 'waiting'}>
      {t(`serviceFees.next.${next}`, { count: batch.openCount })}
    </Notice>
  )
}

function WrongRows({ batch: { wrong } }: { batch: Batch }) {
  const t = useT()
  if (wrong.length === 0) return null
  return (
    <Section title={t('serviceFees.wrongRows')}>
      <table className={`${cards.table} ${cards.fitted}`} aria-label={t('serviceFees.wrongRows')}>
        <thead>
          <tr>
            <th scope="col">{t('serviceFees.row')}</th>
            <th scope="col">{t('serviceFees.fault')}</th>
            <th scope="col">{t('serviceFees.value')}</th>
          </tr>
        </thead>
        <tbody>
          {wrong.map(({ row, finding, value }) => (
            <tr key={row}>
              <td data-label={t('serviceFees.row')}>{row}</td>
              <td data-label={t('serviceFees.fault')}>{t(`serviceFees.findings.${finding}`)}</td>
              <td className={cards.long} data-label={t('serviceFees.value')}>
                {value}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

const resolve = verb(serviceFees.resolve, {
  label: 'serviceFees.resolve',
  of: isDifferent<Line>,
  name: ({ loanNo, periodNo }: Line) => `${loanNo}-${periodNo}`,
  ask: 'serviceFees.resolveTitle',
  note: 'serviceFees.resolveNote',
  fields: {
    resolve: {
      kind: 'select',
      label: 'serviceFees.resolve',
      required: true,
      options: () => codeOptions('serviceFees.resolutions', resolutions),
      value: ({ resolve: said }: Line) => said,
    },
    note: { kind: 'text', label: 'serviceFees.note', required: true, maxLength: feeLimits.note },
  },
  input: ({ id }, { resolve: said, note }) => ({ lineId: id, resolve: said as Resolution, note }),
  many: 'serviceFees.resolveMany',
  done: 'serviceFees.resolved',
})

function Lines({ batchId }: { batchId: number }) {
  const list = useMemo(
    () =>
      defineList({
        name: 'serviceFeeLines',
        endpoint: serviceFees.lines,
        words: 'serviceFees',
        title: 'serviceFees.lines',
        search: 'serviceFees.linesSearch',
        fixed: { batchId },
        filters: [
          {
            kind: 'select',
            name: 'matchStatus',
            options: codeOptions('serviceFees.compareStates', compareStates),
          },
          {
            kind: 'select',
            name: 'resolve',
            options: codeOptions('serviceFees.resolutions', resolutions),
          },
        ],
        columns: [
          {
            key: 'loanNo',
            width: 168,
            card: true,
            sort: true,
            cell: ({ loanNo, orderId }) =>
              orderId === null ? loanNo : <Link href={href('loanCase', { orderId })}>{loanNo}</Link>,
          },
          { key: 'customerName', width: 104, card: true },
          { key: 'periodNo', kind: 'number', width: 64 },
          { key: 'ourAmount', kind: 'money', width: 112, card: true },
          { key: 'theirAmount', kind: 'money', width: 112, card: true },
          { key: 'diff', kind: 'money', width: 104 },
          {
            key: 'matchStatus',
            width: 128,
            card: true,
            codes: 'serviceFees.compareStates',
            tones: {
              未比对: 'waiting',
              一致: 'passed',
              金额不符: 'returned',
              我方有资方无: 'returned',
              资方有我方无: 'returned',
            },
          },
          { key: 'resolve', width: 88, codes: 'serviceFees.resolutions' },
          { key: 'received', width: 88, cell: ({ received }) => <Received received={received} /> },
          { key: 'note', width: 200 },
        ],
        sort: 'loanNo:asc',
        empty: { title: 'serviceFees.linesEmpty' },
      }),
    [batchId],
  )
  return <ListScreen list={list} verbs={useVerbs({ resolve })} heading="h3" />
}

function Received({ received }: { received: boolean }) {
  const t = useT()
  return received ? t('serviceFees.yes') : t('serviceFees.no')
}
