'use client'
import { useState } from 'react'
import { signMail, voidMail } from '@/app/(console)/archives-mail/_parts/mail-verbs'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { ActionButton } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import { useVerbs } from '@/components/verb/use-verbs'
import { callOptions, codeOptions } from '@/lib/client/options'
import { useHasPermission } from '@/lib/client/permission'
import { archives, type MailRow } from '@/lib/domains/archives/contract'
import { mailDirections, mailFits, mailStates } from '@/lib/domains/archives/rules/mail'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import { mailTones } from '../_parts/tones'

const MailDialog = lazyPart(() => import('@/app/(console)/archives-mail/_parts/mail-dialog'), ['forms'])

const courierOptions = callOptions(archives.couriers, {}, (rows) =>
  rows.map(({ code, name }) => ({ value: code, label: name })),
)

const list = defineList({
  name: 'archiveMails',
  endpoint: archives.mails,
  words: 'archives',
  title: 'routes.archiveMails',
  search: 'archives.mailSearch',
  filters: [
    { kind: 'select', name: 'direction', options: codeOptions('archives.directions', mailDirections) },
    { kind: 'multi', name: 'status', options: codeOptions('archives.mailStates', mailStates) },
    { kind: 'select', name: 'expressCompany', options: courierOptions },
    { kind: 'dates', label: 'archives.sentDays', from: 'sentFrom', to: 'sentTo' },
  ],
  columns: [
    { key: 'mailNo', kind: 'code', width: 136, card: true },
    { key: 'direction', width: 104, codes: 'archives.directions' },
    { key: 'orderCount', kind: 'number', width: 72 },
    { key: 'fromName', width: 88, card: true },
    { key: 'toName', width: 88 },
    { key: 'expressCompany', width: 88 },
    { key: 'expressNo', kind: 'code', width: 168 },
    { key: 'sentAt', kind: 'dateTime', width: 140, sort: true },
    { key: 'receivedAt', label: 'archives.mailReceivedAt', kind: 'dateTime', width: 140 },
    { key: 'status', width: 104, card: true, codes: 'archives.mailStates', tones: mailTones },
    { key: 'createdAt', kind: 'dateTime', width: 140, sort: true, hidden: true },
  ],
  sort: 'createdAt:desc',
  open: ({ id }) => href('archiveMailDetails', { mailId: id }),
  empty: { title: 'archives.mailsEmpty', hint: 'archives.mailsEmptyHint' },
})

/** 档案邮寄: parcels with papers. */
export function MailsScreen() {
  const t = useT()
  const maySend = useHasPermission('archive:mail')
  const mayKeep = useHasPermission('archive:keep')
  const verbs = useVerbs({ signMail, voidMail })
  const [adding, setAdding] = useState(false)
  const next = (row: MailRow) =>
    maySend && mailFits('send', row)
      ? 'archives.send'
      : mayKeep && mailFits('tick', row)
        ? 'archives.checkParcel'
        : null
  const rowActions = (row: MailRow) => {
    const label = next(row)
    return [
      ...(label
        ? [{ key: 'next', label: t(label), href: href('archiveMailDetails', { mailId: row.id }) }]
        : []),
      ...verbs.of(row),
    ]
  }
  const add = maySend && (
    <ActionButton variant="primary" icon="plus" onClick={() => setAdding(true)}>
      {t('archives.addMail')}
    </ActionButton>
  )
  return (
    <>
      <ListScreen list={list} verbs={verbs} rowActions={rowActions} actions={add} emptyAction={add} />
      {adding && <MailDialog onClose={() => setAdding(false)} />}
    </>
  )
}
