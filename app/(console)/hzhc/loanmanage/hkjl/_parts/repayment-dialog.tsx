'use client'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { ReadFailure } from '@/components/detail/read-failure'
import { ActionButton } from '@/components/ui/action-button'
import cards from '@/components/ui/card-table.module.css'
import Dialog from '@/components/ui/dialog'
import { KeyValue, KeyValues } from '@/components/ui/section'
import { SkeletonLines } from '@/components/ui/states'
import { DateTimeText, MoneyText, noValue } from '@/components/ui/texts'
import { UploadButton } from '@/components/verb/upload-button'
import { download } from '@/lib/client/download'
import { useHasPermission } from '@/lib/client/permission'
import { q } from '@/lib/client/query'
import { uploadFile } from '@/lib/client/upload'
import { repayments } from '@/lib/domains/repayments/contract'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'

type Case = OutputOf<typeof repayments.get>

/** 还款明细: who paid, what it paid of which instalment, its 回单, and who took it back. */
export default function RepaymentDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useT()
  const titleId = useId()
  const { data, error, refetch } = useQuery(q(repayments.get, { id }))
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{data?.row.repayNo ?? t('repayments.detail')}</DialogTitle>
      <DialogContent>
        {data ? (
          <Details data={data} />
        ) : error ? (
          <ReadFailure error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonLines lines={6} />
        )}
      </DialogContent>
      <DialogActions>
        {data && <Proof row={data.row} />}
        <ActionButton variant="primary" onClick={onClose}>
          {t('shell.close')}
        </ActionButton>
      </DialogActions>
    </Dialog>
  )
}

function Details({ data: { row, allocations, reversal } }: { data: Case }) {
  const t = useT()
  return (
    <>
      <KeyValues>
        <KeyValue label={t('repayments.loanNo')}>
          {row.loanNo} {row.customerName}
        </KeyValue>
        <KeyValue label={t('repayments.amount')}>
          <MoneyText value={row.amount} />
        </KeyValue>
        <KeyValue label={t('repayments.valueDate')}>{row.valueDate}</KeyValue>
        <KeyValue label={t('repayments.kind')}>{t(`repayments.kinds.${row.kind}`)}</KeyValue>
        <KeyValue label={t('repayments.channel')}>{t(`repayments.channels.${row.channel}`)}</KeyValue>
        <KeyValue label={t('repayments.thirdNo')}>{row.thirdNo}</KeyValue>
        <KeyValue label={t('repayments.payerName')}>
          {row.payerName} {row.payerCard}
        </KeyValue>
        <KeyValue label={t('repayments.operatorName')}>
          {row.operatorName} <DateTimeText value={row.createdAt} />
        </KeyValue>
        {reversal && (
          <KeyValue label={t('repayments.reversal')} wide>
            {t('repayments.reversedBy', {
              maker: reversal.makerName ?? noValue,
              checker: reversal.checkerName ?? noValue,
              day: reversal.valueDate,
            })}
          </KeyValue>
        )}
      </KeyValues>
      {allocations.length > 0 && (
        <table className={`${cards.table} ${cards.fitted}`} aria-label={t('repayments.allocations')}>
          <thead>
            <tr>
              <th scope="col">{t('repayments.periodNo')}</th>
              <th scope="col">{t('repayments.dueDate')}</th>
              <th scope="col">{t('repayments.component')}</th>
              <th scope="col" className={cards.number}>
                {t('repayments.allocated')}
              </th>
            </tr>
          </thead>
          <tbody>
            {allocations.map(({ periodNo, dueDate, component, amount }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: allocations of one receipt never move
              <tr key={at}>
                <td data-label={t('repayments.periodNo')}>{periodNo ?? noValue}</td>
                <td data-label={t('repayments.dueDate')}>{dueDate ?? noValue}</td>
                <td data-label={t('repayments.component')}>{t(`repayments.components.${component}`)}</td>
                <td className={cards.number} data-label={t('repayments.allocated')}>
                  <MoneyText value={amount} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {row.unapplied !== '0.00' && (
        <p>
          {t('repayments.waits')} <MoneyText value={row.unapplied} />
        </p>
      )}
    </>
  )
}

/** 回单: opened where there is one, else handed in. */
function Proof({ row: { id, loanId, proofName } }: { row: Case['row'] }) {
  const t = useT()
  const mayRegister = useHasPermission('loan:register')
  if (proofName !== null)
    return (
      <ActionButton onClick={() => download(repayments.proof, { id }).catch(() => {})}>
        {t('repayments.openProof')}
      </ActionButton>
    )
  if (!mayRegister) return null
  return (
    <UploadButton
      label={t('repayments.addProof')}
      accept="image/png,image/jpeg,application/pdf"
      send={async (file) => {
        await uploadFile(repayments.addProof, { loanId, repaymentId: id }, file)
      }}
    />
  )
}
