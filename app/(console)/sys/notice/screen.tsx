'use client'
import { useState } from 'react'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import type { RowAction } from '@/components/list/row-actions'
import { ActionButton, type Permit } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import { StatusTag } from '@/components/ui/status-tag'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { fileCall } from '@/lib/client/download'
import { codeOptions } from '@/lib/client/options'
import { useHasPermission } from '@/lib/client/permission'
import { useT } from '@/lib/i18n/use-t'
import { messages, type Notice } from '@/lib/platform/messages/contract'
import { noticeStatuses } from '@/lib/platform/messages/rules/messages'

// Parts that open on a click are loaded with it.
const NoticeDialog = lazyPart(() => import('./_parts/notice-dialog'))

const tones = { scheduled: 'waiting', sent: 'passed', withdrawn: 'closed' } as const

const notices = defineList({
  name: 'notices',
  endpoint: messages.noticeList,
  words: 'notices',
  title: 'routes.adminNotices',
  search: 'notices.search',
  filters: [
    {
      kind: 'select',
      name: 'status',
      options: codeOptions('notices', noticeStatuses),
    },
  ],
  columns: [
    { key: 'title', width: 240, sort: true, card: true },
    { key: 'status', width: 96, card: true, cell: (row) => <State row={row} /> },
    {
      key: 'audience',
      width: 200,
      card: true,
      cell: (row) => <Audience row={row} />,
    },
    { key: 'sendAt', label: 'notices.when', kind: 'dateTime', width: 164, sort: true, card: true },
    { key: 'recipients', kind: 'number', width: 96 },
    { key: 'readers', kind: 'number', width: 96 },
    { key: 'senderName', label: 'notices.sender', width: 120 },
  ],
  sort: 'sendAt:desc',
  exportFile: (filter, columns) => fileCall(messages.exportNotices, { ...filter, columns }),
  empty: { title: 'notices.empty', hint: 'notices.emptyHint' },
})

const permitWhen = (ok: boolean, reason: 'notices.sentAlready' | 'notices.withdrawnAlready'): Permit =>
  ok ? { ok } : { ok, reason }

const withdraw = verb(messages.withdrawNotice, {
  label: 'notices.withdraw',
  tone: 'danger',
  permit: ({ status }: Notice) => permitWhen(status !== 'withdrawn', 'notices.withdrawnAlready'),
  name: ({ title }: Notice) => title,
  words: ({ title }: Notice) => ({ title }),
  ask: 'notices.withdrawQuestion',
  input: ({ id }) => ({ id }),
  done: 'notices.withdrawDone',
})

/** 通知公告: written for a group, sent now or later, withdrawn, and how many have read it. */
export function NoticesScreen() {
  const t = useT()
  const maySave = useHasPermission('sys:notice:save')
  const [editing, setEditing] = useState<Notice | 'new'>()

  const verbs = useVerbs({ withdraw })
  const rowActions = (row: Notice): RowAction[] => [
    {
      key: 'edit',
      label: t('verbs.edit'),
      permit: permitWhen(row.status === 'scheduled', 'notices.sentAlready'),
      run: () => setEditing(row),
    },
    ...verbs.of(row),
  ]
  const write = maySave && (
    <ActionButton variant="primary" onClick={() => setEditing('new')}>
      {t('notices.write')}
    </ActionButton>
  )
  return (
    <>
      <ListScreen
        list={notices}
        verbs={verbs}
        rowActions={maySave ? rowActions : undefined}
        actions={write}
        emptyAction={write}
      />
      {editing && (
        <NoticeDialog
          notice={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(undefined)}
        />
      )}
    </>
  )
}

function State({ row }: { row: Notice }) {
  const t = useT()
  return <StatusTag tone={tones[row.status]}>{t(`notices.${row.status}`)}</StatusTag>
}

function Audience({ row }: { row: Notice }) {
  const t = useT()
  return row.audience === 'all' ? t('notices.audienceAll') : row.targetNames.join(t('ui.separator'))
}
