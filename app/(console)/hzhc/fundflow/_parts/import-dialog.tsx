'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ReadFailure } from '@/components/detail/read-failure'
import { RecentImports } from '@/components/imports/recent-imports'
import { tableFiles } from '@/components/imports/table-files'
import { ChoiceBox } from '@/components/ui/choice-box'
import { EmptyState, SkeletonLines } from '@/components/ui/states'
import { WideDialog } from '@/components/ui/wide-dialog'
import { UploadButton } from '@/components/verb/upload-button'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { q } from '@/lib/client/query'
import { uploadFile } from '@/lib/client/upload'
import { type FlowImportRow, fundFlows } from '@/lib/domains/fund-flows/contract'
import { isBookedImport } from '@/lib/domains/imports/rules/import-kinds'
import { useT } from '@/lib/i18n/use-t'
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
      <WideDialog title={t('fundFlows.import')} onClose={onClose}>
        <ReadFailure error={error} onRetry={() => void refetch()} />
      </WideDialog>
    )
  return (
    <WideDialog title={t('fundFlows.import')} onClose={onClose}>
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
              accept={tableFiles}
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
    </WideDialog>
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
/** The last imports of an account: one that was read can still be imported, one that was imported be taken back. */
function Recent({ accountNo, onOpen }: { accountNo: string; onOpen: (importId: number) => void }) {
  const { data } = useQuery(q(fundFlows.imports, { accountNo, length: 10 }))
  const verbs = useVerbs({ undo })
  if (!data) return null
  return (
    <>
      <RecentImports rows={data.data} onOpen={onOpen} verbsOf={(row) => verbs.of(row)} />
      {verbs.dialog}
    </>
  )
}
