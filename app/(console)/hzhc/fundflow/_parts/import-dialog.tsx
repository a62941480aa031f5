'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ReadFailure } from '@/components/detail/read-failure'
import cards from '@/components/ui/card-table.module.css'
import { ChoiceBox } from '@/components/ui/choice-box'
import { EmptyState, SkeletonLines } from '@/components/ui/states'
import { StatusTag } from '@/components/ui/status-tag'
import { DateTimeText } from '@/components/ui/texts'
import { UploadButton } from '@/components/verb/upload-button'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { VerbButtons } from '@/components/verb/verb-buttons'
import { q } from '@/lib/client/query'
import { uploadFile } from '@/lib/client/upload'
import { type FlowImportRow, fundFlows } from '@/lib/domains/fund-flows/contract'
import { isBookedImport, isReadImport } from '@/lib/domains/fund-flows/rules/fund-flow'
import { useT } from '@/lib/i18n/use-t'
import { FlowDialog } from './flow-dialog'
import styles from './flows.module.css'
import { StatementPart } from './statement-part'

/** 导入对账单: an account and its file; then what of it is new, known and wrong. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const { data: accounts, error, refetch } = useQuery(q(fundFlows.accounts, {}))
  const [chosen, setChosen] = useState('')
  const [importId, setImportId] = useState<number>()
  const accountNo = chosen || accounts?.[0]?.accountNo || ''
  const account = accounts?.find((one) => one.accountNo === accountNo)
  const send = async (file: File) => {
    const { id } = await uploadFile(fundFlows.readStatement, { accountNo }, file)
    setImportId(id)
  }
  if (error && !accounts)
    return (
      <FlowDialog title={t('fundFlows.import')} onClose={onClose}>
        <ReadFailure error={error} onRetry={() => void refetch()} />
      </FlowDialog>
    )
  return (
    <FlowDialog title={t('fundFlows.import')} onClose={onClose}>
      {!accounts ? (
        <SkeletonLines lines={4} />
      ) : accounts.length === 0 ? (
        <EmptyState title={t('fundFlows.noAccounts')} hint={t('fundFlows.refusals.noAccount')} />
      ) : (
        <>
          <div className={styles.line}>
            <ChoiceBox
              aria-label={t('fundFlows.accountNo')}
              none={t('fundFlows.accountNo')}
              value={accountNo}
              options={accounts.map((one) => ({
                value: one.accountNo,
                label: `${one.label} ${one.accountNo}`,
              }))}
              stray=""
              onStray={() => {}}
              onChoose={(value) => {
                setChosen(value)
                setImportId(undefined)
              }}
            />
            <UploadButton
              variant={importId ? 'secondary' : 'primary'}
              label={t('fundFlows.chooseFile')}
              accept=".xlsx,.csv,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
              send={send}
            />
          </div>
          <p className={styles.note}>
            {account?.lastDay
              ? t('fundFlows.reaches', { day: account.lastDay })
              : t('fundFlows.reachesNothing')}
          </p>
          {importId ? (
            <StatementPart key={importId} importId={importId} />
          ) : (
            <Recent key={accountNo} accountNo={accountNo} onOpen={setImportId} />
          )}
        </>
      )}
    </FlowDialog>
  )
}

const undo = verb(fundFlows.undoStatement, {
  label: 'fundFlows.undo',
  tone: 'danger',
  of: ({ state }: FlowImportRow) => isBookedImport(state),
  name: ({ name }: FlowImportRow) => name,
  ask: 'fundFlows.undoTitle',
  note: 'fundFlows.undoNote',
  input: ({ id }) => ({ importId: id }),
  done: 'fundFlows.undone',
})
const tones = { 已读取: 'waiting', 已导入: 'passed', 已撤销: 'closed' } as const

/** The last imports of an account: one that was read can still be imported, one that was imported be taken back. */
function Recent({ accountNo, onOpen }: { accountNo: string; onOpen: (importId: number) => void }) {
  const t = useT()
  const { data } = useQuery(q(fundFlows.imports, { accountNo, length: 10 }))
  const verbs = useVerbs({ undo })
  if (!data || data.data.length === 0) return null
  return (
    <>
      <table className={`${cards.table} ${cards.fitted}`} aria-label={t('fundFlows.recent')}>
        <thead>
          <tr>
            <th scope="col">{t('fundFlows.file')}</th>
            <th scope="col">{t('fundFlows.state')}</th>
            <th scope="col">{t('fundFlows.counts')}</th>
            <th scope="col">{t('fundFlows.importedAt')}</th>
            <th scope="col">{t('fundFlows.todo')}</th>
          </tr>
        </thead>
        <tbody>
          {data.data.map((row) => (
            <tr key={row.id}>
              <td className={cards.long} data-label={t('fundFlows.file')}>
                {row.name}
              </td>
              <td data-label={t('fundFlows.state')}>
                <StatusTag tone={tones[row.state]}>{t(`fundFlows.importStates.${row.state}`)}</StatusTag>
              </td>
              <td data-label={t('fundFlows.counts')}>
                {isReadImport(row.state)
                  ? t('fundFlows.readCounts', {
                      fresh: row.freshCount,
                      same: row.sameCount,
                      wrong: row.wrongCount,
                    })
                  : t('fundFlows.addedCounts', { added: row.addedCount, wrong: row.wrongCount })}
              </td>
              <td data-label={t('fundFlows.importedAt')}>
                <span>
                  <DateTimeText value={row.createdAt} /> {row.createdByName}
                </span>
              </td>
              <td data-label={t('fundFlows.todo')}>
                <div className={styles.verbs}>
                  <VerbButtons
                    size="small"
                    verbs={[
                      {
                        key: 'open',
                        label: t('fundFlows.open'),
                        permit: { ok: true },
                        busy: false,
                        run: () => onOpen(row.id),
                      },
                      ...verbs.of(row),
                    ]}
                  />
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {verbs.dialog}
    </>
  )
}
