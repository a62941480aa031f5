'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ReadFailure } from '@/components/detail/read-failure'
import { ActionButton } from '@/components/ui/action-button'
import cards from '@/components/ui/card-table.module.css'
import { ChoiceBox } from '@/components/ui/choice-box'
import { Notice } from '@/components/ui/notice'
import { SkeletonLines } from '@/components/ui/states'
import { toast } from '@/components/ui/toast'
import { useTellRefusal } from '@/components/verb/use-tell-refusal'
import { call } from '@/lib/client/call'
import { download } from '@/lib/client/download'
import { q } from '@/lib/client/query'
import { fundFlows } from '@/lib/domains/fund-flows/contract'
import { isReadImport } from '@/lib/domains/fund-flows/rules/fund-flow'
import {
  lacksOf,
  type StatementColumns,
  type StatementField,
  statementFields,
} from '@/lib/domains/fund-flows/rules/statement'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import styles from './flows.module.css'

type Statement = OutputOf<typeof fundFlows.statement>

/** One file as it was read: its columns, what is wrong with it, and 导入. */
export function StatementPart({ importId }: { importId: number }) {
  const { data, error, refetch } = useQuery(q(fundFlows.statement, { importId }))
  if (error && !data) return <ReadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={6} />
  return <Read key={data.rowVersion} of={data} />
}

function Read({ of }: { of: Statement }) {
  const t = useT()
  const tell = useTellRefusal()
  const [columns, setColumns] = useState<StatementColumns>(of.columns)
  const [busy, setBusy] = useState(false)
  const isOpen = isReadImport(of.state)
  const changed = statementFields.some((field) => columns[field] !== of.columns[field])
  const on = { importId: of.id, rowVersion: of.rowVersion }
  const run = (work: () => Promise<void>) => {
    setBusy(true)
    void work()
      .catch(tell)
      .finally(() => setBusy(false))
  }
  const map = () =>
    run(async () => {
      await call(fundFlows.mapColumns, { ...on, columns })
      toast.success(t('fundFlows.mapped'))
    })
  const book = () =>
    run(async () => {
      const { added } = await call(fundFlows.bookStatement, on)
      toast.success(t('fundFlows.booked', { added }))
    })
  const permit =
    of.freshCount > 0
      ? ({ ok: true } as const)
      : ({ ok: false, reason: 'fundFlows.refusals.nothingNew', params: { count: of.sameCount } } as const)
  return (
    <>
      <Notice tone={of.lacks.length > 0 ? 'rejected' : of.wrongCount > 0 ? 'returned' : 'waiting'}>
        {of.lacks.length > 0
          ? t('fundFlows.lacking', {
              fields: of.lacks.map((field) => t(`fundFlows.fields.${field}`)).join(t('ui.separator')),
            })
          : isOpen
            ? t('fundFlows.readCounts', {
                fresh: of.freshCount,
                same: of.sameCount,
                wrong: of.wrongCount,
              })
            : t('fundFlows.addedCounts', { added: of.addedCount, wrong: of.wrongCount })}
      </Notice>
      {isOpen && (
        <details open={of.lacks.length > 0}>
          <summary>{t('fundFlows.columns')}</summary>
          <div className={styles.columns}>
            {statementFields.map((field) => (
              <div key={field}>
                <span>{t(`fundFlows.fields.${field}`)}</span>
                <Column field={field} heads={of.heads} columns={columns} onChange={setColumns} />
              </div>
            ))}
          </div>
          <ActionButton
            busy={busy}
            permit={
              lacksOf(columns).length > 0
                ? { ok: false, reason: 'fundFlows.refusals.lacksColumns' }
                : { ok: true }
            }
            onClick={map}
          >
            {t('fundFlows.map')}
          </ActionButton>
        </details>
      )}
      {of.wrong.length > 0 && (
        <>
          <table className={`${cards.table} ${cards.fitted}`} aria-label={t('fundFlows.wrongRows')}>
            <thead>
              <tr>
                <th scope="col">{t('fundFlows.row')}</th>
                <th scope="col">{t('fundFlows.fault')}</th>
                <th scope="col">{t('fundFlows.value')}</th>
              </tr>
            </thead>
            <tbody>
              {of.wrong.map(({ row, finding, value }) => (
                <tr key={`${row} ${finding}`}>
                  <td data-label={t('fundFlows.row')}>{row}</td>
                  <td data-label={t('fundFlows.fault')}>{t(`fundFlows.findings.${finding}`)}</td>
                  <td className={cards.long} data-label={t('fundFlows.value')}>
                    {value}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {of.wrongCount > of.wrong.length && (
            <p className={styles.note}>{t('fundFlows.moreWrong', { count: of.wrongCount })}</p>
          )}
        </>
      )}
      <div className={styles.line}>
        {isOpen && (
          <ActionButton
            variant="primary"
            busy={busy}
            permit={changed ? { ok: false, reason: 'fundFlows.refusals.unmapped' } : permit}
            onClick={book}
          >
            {t('fundFlows.book', { count: of.freshCount })}
          </ActionButton>
        )}
        {of.wrongCount > 0 && (
          <ActionButton
            onClick={() => void download(fundFlows.wrongRows, { importId: of.id }).catch(() => {})}
          >
            {t('fundFlows.downloadWrong')}
          </ActionButton>
        )}
      </div>
    </>
  )
}

function Column({
  field,
  heads,
  columns,
  onChange,
}: {
  field: StatementField
  heads: readonly string[]
  columns: StatementColumns
  onChange: (columns: StatementColumns) => void
}) {
  const t = useT()
  return (
    <ChoiceBox
      small
      aria-label={t(`fundFlows.fields.${field}`)}
      none={t('fundFlows.noColumn')}
      value={columns[field] ?? ''}
      options={[...new Set(heads)].map((head) => ({ value: head, label: head }))}
      stray=""
      onStray={() => {}}
      onChoose={(head) => {
        const { [field]: _, ...others } = columns
        onChange(head === '' ? others : { ...others, [field]: head })
      }}
    />
  )
}
