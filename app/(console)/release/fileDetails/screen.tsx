'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ChangeBanner } from '@/components/changes/change-banner'
import { DetailPage } from '@/components/detail/detail-page'
import { ReadFailure } from '@/components/detail/read-failure'
import { ActionButton } from '@/components/ui/action-button'
import cards from '@/components/ui/card-table.module.css'
import Link from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { Section } from '@/components/ui/section'
import { PageSkeleton } from '@/components/ui/states'
import { StatusTag } from '@/components/ui/status-tag'
import { useTabLocation } from '@/components/ui/tab-port'
import { DateTimeText, MoneyText } from '@/components/ui/texts'
import { toast } from '@/components/ui/toast'
import { UploadButton } from '@/components/verb/upload-button'
import { useVerbs } from '@/components/verb/use-verbs'
import { VerbButtons } from '@/components/verb/verb-buttons'
import { download } from '@/lib/client/download'
import { useHasPermission } from '@/lib/client/permission'
import { outdate, q } from '@/lib/client/query'
import { uploadFile } from '@/lib/client/upload'
import { paymentFiles } from '@/lib/domains/payment-files/contract'
import {
  downloadPermit,
  isCancelledFile,
  isOpenFile,
  isPaidLine,
  unbookedLines,
} from '@/lib/domains/payment-files/rules/payment-file'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { href } from '@/lib/routes'
import { askCancel, cancelFile } from '../_parts/cancel-file'
import { FileStateTag } from '../_parts/file-state'
import { AnswerSection, isOpenAnswer } from './_parts/answer-section'

type Case = OutputOf<typeof paymentFiles.get>

/** While an answer is booked, what comes of it shows without a reload. */
const askedEveryMs = 3_000
const isBooking = ({ answers, lines }: Case) => {
  const waiting = lines.filter(({ hindered }) => hindered === null)
  return answers.some((answer) => answer.bookedAt !== null && unbookedLines(answer.lines, waiting).length > 0)
}

/** One 付款文件: its payments with what the bank said of each, and its answer before anything is booked. */
export function PaymentFileScreen() {
  const { query } = useTabLocation()
  const fileId = Number(new URLSearchParams(query).get('fileId'))
  const { data, error, refetch } = useQuery({
    ...q(paymentFiles.get, { fileId }),
    refetchInterval: ({ state }) => (state.data && isBooking(state.data) ? askedEveryMs : false),
  })
  if (error && !data) return <ReadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <PageSkeleton />
  return <CaseOf key={fileId} data={data} />
}

function CaseOf({ data }: { data: Case }) {
  const t = useT()
  const { file, lines, answers } = data
  const client = useQueryClient()
  const mayMake = useHasPermission('release:make')
  const mayBook = useHasPermission('release:check')
  const verbs = useVerbs({ cancelFile, askCancel })
  const [downloading, setDownloading] = useState(false)
  const isCancelled = isCancelledFile(file.status)
  const hasWord = file.answered > 0 || answers.some(({ refusedAt }) => refusedAt === null)
  const toBook = (answer: Case['answers'][number]) => unbookedLines(answer.lines, lines).length
  const toDecide = answers.find((answer) => isOpenAnswer(answer) && toBook(answer) > 0)
  const readAnswer = async (chosen: File) => {
    const { toBook, left } = await uploadFile(
      paymentFiles.readAnswer,
      { fileId: file.id, rowVersion: file.rowVersion },
      chosen,
    )
    toast.success(t('paymentFiles.answerRead', { toBook, left }))
  }
  const facts = [
    { label: t('paymentFiles.payerAccount'), value: file.payerAccount },
    { label: t('paymentFiles.count'), value: file.count },
    { label: t('paymentFiles.amount'), value: <MoneyText value={file.amount} /> },
    { label: t('paymentFiles.answered'), value: `${file.answered}/${file.count}` },
    { label: t('paymentFiles.createdByName'), value: file.createdByName },
    { label: t('paymentFiles.createdAt'), value: <DateTimeText value={file.createdAt} /> },
  ]
  return (
    <DetailPage
      name={t('routes.paymentFiles')}
      number={file.fileNo}
      tag={<FileStateTag state={file.status} />}
      facts={facts}
      actions={
        <>
          {mayMake && (
            <>
              <ActionButton
                permit={downloadPermit({ status: file.status, hasWord })}
                // A second click would be a second file, which somebody gives to the bank as well.
                busy={downloading}
                onClick={() => {
                  setDownloading(true)
                  download(paymentFiles.download, { fileId: file.id })
                    // Whoever may cancel it alone is another one now.
                    .then(() => outdate(client, 'paymentFile'))
                    .catch(() => {})
                    .finally(() => setDownloading(false))
                }}
              >
                {t('paymentFiles.download')}
              </ActionButton>
              <UploadButton
                variant="primary"
                label={t('paymentFiles.readAnswer')}
                accept=".csv,text/csv"
                send={readAnswer}
              />
            </>
          )}
          <VerbButtons verbs={verbs.of(file)} />
        </>
      }
      notice={
        isCancelled ? (
          <Notice tone="returned">
            {t('paymentFiles.cancelReason')}: {file.cancelReason} {file.cancelledByName}{' '}
            <DateTimeText value={file.cancelledAt} />
          </Notice>
        ) : (
          <>
            {isOpenFile(file.status) && <ChangeBanner kind="fileCancel" aboutId={file.id} />}
            {mayMake && isOpenFile(file.status) && (
              <Notice tone="waiting">
                {toDecide && !mayBook
                  ? t('paymentFiles.toBeBooked', { name: toDecide.name, count: toBook(toDecide) })
                  : t('paymentFiles.answerHint')}
              </Notice>
            )}
          </>
        )
      }
    >
      {answers.map((answer, at) => (
        <AnswerSection key={answer.id} of={data} answer={answer} unfolded={at === 0} />
      ))}
      <Section title={t('paymentFiles.lines')}>
        <table className={`${cards.table} ${cards.fitted}`} aria-label={t('paymentFiles.lines')}>
          <thead>
            <tr>
              <th scope="col">{t('releases.payNo')}</th>
              <th scope="col">{t('columns.orderNo')}</th>
              <th scope="col">{t('releases.payeeName')}</th>
              <th scope="col">{t('releases.payeeAccount')}</th>
              <th scope="col" className={cards.number}>
                {t('paymentFiles.amount')}
              </th>
              <th scope="col">{t('paymentFiles.bankSays')}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.id}>
                <td data-label={t('releases.payNo')}>{line.payNo}</td>
                <td data-label={t('columns.orderNo')}>
                  <Link href={href('releaseCase', { orderId: line.orderId })}>{line.orderNo}</Link>
                </td>
                <td data-label={t('releases.payeeName')}>{line.payeeName}</td>
                <td data-label={t('releases.payeeAccount')}>{line.payeeAccount}</td>
                <td className={cards.number} data-label={t('paymentFiles.amount')}>
                  <MoneyText value={line.amount} />
                </td>
                <td data-label={t('paymentFiles.bankSays')}>
                  <Said line={line} isCancelled={isCancelled} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
      {verbs.dialog}
    </DetailPage>
  )
}

function Said({ line, isCancelled }: { line: Case['lines'][number]; isCancelled: boolean }) {
  const t = useT()
  const { result, bankReference, reason, hindered } = line
  if (isCancelled && result === null)
    return <StatusTag tone="closed">{t('paymentFiles.isCancelled')}</StatusTag>
  return (
    <>
      <StatusTag tone={result === null ? 'working' : isPaidLine(result) ? 'passed' : 'rejected'}>
        {result === null ? t('paymentFiles.unanswered') : t(`paymentFiles.results.${result}`)}
      </StatusTag>{' '}
      <span>{bankReference ?? reason ?? hindered}</span>
    </>
  )
}
