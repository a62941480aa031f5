'use client'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import styles from '@/app/(console)/archives/_parts/archives.module.css'
import { Scanner } from '@/app/(console)/archives/_parts/scanner'
import { itemTones, mailTones } from '@/app/(console)/archives/_parts/tones'
import { DetailPage } from '@/components/detail/detail-page'
import { ReadFailure } from '@/components/detail/read-failure'
import { ActionButton } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import { KeyValue, KeyValues, Section } from '@/components/ui/section'
import { PageSkeleton } from '@/components/ui/states'
import { StatusTag } from '@/components/ui/status-tag'
import { useTab, useTabLocation } from '@/components/ui/tab-port'
import { DateTimeText } from '@/components/ui/texts'
import { useVerbs } from '@/components/verb/use-verbs'
import { VerbButtons } from '@/components/verb/verb-buttons'
import { call } from '@/lib/client/call'
import { download } from '@/lib/client/download'
import { useHasPermission } from '@/lib/client/permission'
import { q } from '@/lib/client/query'
import { archives, type MailView } from '@/lib/domains/archives/contract'
import { itemTakes } from '@/lib/domains/archives/rules/archive'
import { comesIn, mailFits } from '@/lib/domains/archives/rules/mail'
import { useT } from '@/lib/i18n/use-t'
import { bounceMail, signMail, voidMail } from '../_parts/mail-verbs'

// Parts that open on a click come with it.
const MailDialog = lazyPart(() => import('../_parts/mail-dialog'), ['forms'])
const SendDialog = lazyPart(() => import('../_parts/send-dialog'), ['forms'])
const CheckDialog = lazyPart(() => import('../_parts/check-dialog'), ['forms'])

/** 邮寄详情: what a parcel holds, where it is, and the ticks of its check. */
export function MailScreen() {
  const { query } = useTabLocation()
  const id = Number(new URLSearchParams(query).get('mailId'))
  const { data, error, refetch } = useQuery(q(archives.mail, { id }))
  if (data) return <Parcel mail={data} />
  return error ? <ReadFailure error={error} onRetry={() => void refetch()} /> : <PageSkeleton />
}

function Parcel({ mail }: { mail: MailView }) {
  const t = useT()
  const { setLabel } = useTab()
  const maySend = useHasPermission('archive:mail')
  const mayKeep = useHasPermission('archive:keep')
  const verbs = useVerbs({ bounceMail, signMail, voidMail })
  const [open, setOpen] = useState<'edit' | 'send' | 'check'>()
  const [leftOut, setLeftOut] = useState<readonly string[]>([])
  const { mailNo, status, direction } = mail
  useEffect(() => setLabel(mailNo), [mailNo, setLabel])
  const papers = mail.archives.flatMap(({ items }) => items)
  const enclosed = papers.filter(({ code }) => !leftOut.includes(code)).map(({ code }) => code)
  const isDraft = mailFits('send', mail)
  const isChecked = comesIn(direction) && mailFits('tick', mail) && mayKeep
  const close = () => setOpen(undefined)
  const tick = async (code: string, here = true) => {
    const { docType, customerName } = await call(archives.tick, { id: mail.id, code, here })
    return t(here ? 'archives.scanned' : 'archives.unticked', {
      docType: t(`archives.docTypes.${docType}`),
      customerName,
    })
  }
  const leave = (code: string, here: boolean) =>
    setLeftOut(here ? leftOut.filter((one) => one !== code) : [...leftOut, code])
  const done = papers.filter(({ itemStatus }) => itemTakes('unticked', itemStatus)).length
  return (
    <DetailPage
      name={t(`archives.directions.${direction}`)}
      number={mailNo}
      tag={<StatusTag tone={mailTones[status]}>{t(`archives.mailStates.${status}`)}</StatusTag>}
      actions={
        <>
          {mail.archives.length > 0 && (
            <ActionButton
              onClick={() =>
                void download(archives.labels, { ids: mail.archives.map((archive) => archive.id) })
              }
            >
              {t('archives.labels')}
            </ActionButton>
          )}
          {isDraft && maySend && (
            <>
              <ActionButton onClick={() => setOpen('edit')}>{t('archives.editMail')}</ActionButton>
              <ActionButton
                variant="primary"
                permit={
                  enclosed.length > 0 ? { ok: true } : { ok: false, reason: 'archives.refusals.noItem' }
                }
                onClick={() => setOpen('send')}
              >
                {t('archives.send')}
              </ActionButton>
            </>
          )}
          <VerbButtons verbs={verbs.of(mail)} />
          {isChecked && (
            <ActionButton variant="primary" onClick={() => setOpen('check')}>
              {t('archives.check')}
            </ActionButton>
          )}
        </>
      }
    >
      <Section title={t('archives.parcel')}>
        <KeyValues>
          <KeyValue label={t('archives.fromName')}>
            {mail.fromName} {mail.fromMobile}
          </KeyValue>
          <KeyValue label={t('archives.toName')}>
            {mail.toName} {mail.toAddress}
          </KeyValue>
          <KeyValue label={t('archives.expressCompany')}>{mail.courierName}</KeyValue>
          <KeyValue label={t('archives.expressNo')}>{mail.expressNo}</KeyValue>
          <KeyValue label={t('archives.sentAt')}>
            {mail.sentAt && (
              <>
                <DateTimeText value={mail.sentAt} /> {mail.sentByName}
              </>
            )}
          </KeyValue>
          <KeyValue label={t('archives.mailReceivedAt')}>
            {mail.receivedAt && (
              <>
                <DateTimeText value={mail.receivedAt} /> {mail.receivedByName}
              </>
            )}
          </KeyValue>
          {mail.bouncedAt && (
            <KeyValue label={t('archives.bouncedAt')}>
              <DateTimeText value={mail.bouncedAt} />
            </KeyValue>
          )}
          {mail.checkResult && (
            <KeyValue label={t('archives.checkResult')}>
              {t(`archives.checkResults.${mail.checkResult}`)} {mail.checkedByName}{' '}
              <DateTimeText value={mail.checkedAt} />
            </KeyValue>
          )}
          {mail.checkNote && (
            <KeyValue label={t('archives.checkNote')} wide>
              {mail.checkNote}
            </KeyValue>
          )}
        </KeyValues>
      </Section>
      {comesIn(direction) && (
        <Section
          title={isChecked ? t('archives.listProgress', { done, count: papers.length }) : t('archives.list')}
        >
          {isChecked && <Scanner label={t('archives.scan')} take={(code) => tick(code)} />}
          <div className={styles.scroll}>
            <table className={styles.rows}>
              <thead>
                <tr>
                  {isDraft && <th>{t('archives.enclosed')}</th>}
                  {isChecked && <th>{t('archives.here')}</th>}
                  <th>{t('archives.archiveNo')}</th>
                  <th>{t('archives.customerName')}</th>
                  <th>{t('archives.docType')}</th>
                  <th>{t('archives.copies')}</th>
                  <th>{t('archives.isOriginal')}</th>
                  <th>{t('archives.itemStatus')}</th>
                </tr>
              </thead>
              <tbody>
                {mail.archives.flatMap(({ archiveNo, customerName, items }) =>
                  items.map((paper) => (
                    <tr key={paper.code}>
                      {isDraft && (
                        <td>
                          <input
                            type="checkbox"
                            aria-label={`${t('archives.enclosed')} ${paper.code}`}
                            disabled={!maySend}
                            checked={!leftOut.includes(paper.code)}
                            onChange={({ target }) => leave(paper.code, target.checked)}
                          />
                        </td>
                      )}
                      {isChecked && (
                        <td>
                          <input
                            type="checkbox"
                            aria-label={`${t('archives.here')} ${paper.code}`}
                            checked={itemTakes('unticked', paper.itemStatus)}
                            onChange={({ target }) =>
                              void tick(paper.code, target.checked).catch(() => undefined)
                            }
                          />
                        </td>
                      )}
                      <td>{archiveNo}</td>
                      <td>{customerName}</td>
                      <td>{t(`archives.docTypes.${paper.docType}`)}</td>
                      <td>{paper.copies}</td>
                      <td>{t(paper.isOriginal ? 'archives.original' : 'archives.copy')}</td>
                      <td>
                        <StatusTag tone={itemTones[paper.itemStatus]}>
                          {t(`archives.itemStates.${paper.itemStatus}`)}
                        </StatusTag>
                      </td>
                    </tr>
                  )),
                )}
              </tbody>
            </table>
          </div>
        </Section>
      )}
      {mail.sentAt && (
        <Section title={t('archives.track')}>
          {mail.track.length === 0
            ? t('archives.noTrack')
            : mail.track.map(({ at, text }) => (
                <div key={at + text}>
                  <DateTimeText value={at} /> {text}
                </div>
              ))}
        </Section>
      )}
      {open === 'edit' && <MailDialog mail={mail} onClose={close} />}
      {open === 'send' && <SendDialog mail={mail} codes={enclosed} onClose={close} />}
      {open === 'check' && <CheckDialog mail={mail} onClose={close} />}
      {verbs.dialog}
    </DetailPage>
  )
}
