'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import type { RowAction } from '@/components/list/row-actions'
import { ActionButton, type Permit } from '@/components/ui/action-button'
import { useConfirm } from '@/components/ui/confirm'
import { lazyPart } from '@/components/ui/lazy-part'
import { StatusTag } from '@/components/ui/status-tag'
import { toast } from '@/components/ui/toast'
import { ApiError } from '@/lib/client/api-error'
import { call } from '@/lib/client/call'
import { download } from '@/lib/client/download'
import { wordOptions } from '@/lib/client/options'
import { useHasPermission } from '@/lib/client/permission'
import { keyOf } from '@/lib/client/query'
import { messages, type Notice } from '@/lib/contracts/messages'
import { useT } from '@/lib/i18n/use-t'
import { noticeStatuses } from '@/lib/rules/messages'

// What opens on a click comes with the click.
const NoticeDialog = lazyPart(() => import('./_parts/notice-dialog'))

const tones = { scheduled: 'waiting', sent: 'passed', withdrawn: 'closed' } as const

const notices = defineList({
  name: 'notices',
  endpoint: messages.noticeList,
  title: 'routes.adminNotices',
  search: 'notices.search',
  filters: [
    {
      kind: 'select',
      name: 'status',
      label: 'notices.status',
      options: wordOptions(noticeStatuses.map((value) => ({ value, label: `notices.${value}` as const }))),
    },
  ],
  columns: [
    { key: 'title', label: 'notices.title', width: 240, sort: true, card: true },
    { key: 'status', label: 'notices.status', width: 96, card: true, cell: (row) => <State row={row} /> },
    {
      key: 'audience',
      label: 'notices.audience',
      width: 200,
      card: true,
      cell: (row) => <Audience row={row} />,
    },
    { key: 'sendAt', label: 'notices.when', kind: 'dateTime', width: 164, sort: true, card: true },
    { key: 'recipients', label: 'notices.recipients', kind: 'number', width: 96 },
    { key: 'readers', label: 'notices.readers', kind: 'number', width: 96 },
    { key: 'senderName', label: 'notices.sender', width: 120 },
  ],
  sort: 'sendAt:desc',
  actionsWidth: 132,
  exportFile: (filter, columns) => download(messages.exportNotices, { ...filter, columns }),
  empty: { title: 'notices.empty', hint: 'notices.emptyHint' },
})

/** 通知公告: written for a group, sent now or later, withdrawn, and how many have read it. */
export function NoticesScreen() {
  const t = useT()
  const confirm = useConfirm()
  const client = useQueryClient()
  const maySave = useHasPermission('sys:notice:save')
  const [editing, setEditing] = useState<Notice | 'new'>()

  const readAgain = () => void client.invalidateQueries({ queryKey: keyOf(messages.noticeList) })
  const withdraw = async ({ id, rowVersion, title }: Notice) => {
    const message = t('notices.withdrawQuestion', { title })
    if (!(await confirm({ message, ok: t('notices.withdraw'), tone: 'danger' }))) return
    try {
      await call(messages.withdrawNotice, { id, rowVersion })
      toast.success(t('notices.withdrawDone'))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
    readAgain()
  }
  const rowActions = (row: Notice): RowAction[] => [
    {
      key: 'edit',
      label: t('verbs.edit'),
      permit: permitWhen(row.status === 'scheduled', 'notices.sentAlready'),
      run: () => setEditing(row),
    },
    {
      key: 'withdraw',
      label: t('notices.withdraw'),
      permit: permitWhen(row.status !== 'withdrawn', 'notices.withdrawnAlready'),
      run: () => void withdraw(row),
    },
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
        rowActions={maySave ? rowActions : undefined}
        actions={write}
        emptyAction={write}
      />
      {editing && (
        <NoticeDialog
          notice={editing === 'new' ? undefined : editing}
          onSaved={readAgain}
          onClose={() => setEditing(undefined)}
        />
      )}
    </>
  )
}

const permitWhen = (ok: boolean, reason: 'notices.sentAlready' | 'notices.withdrawnAlready'): Permit =>
  ok ? { ok } : { ok, reason }

function State({ row }: { row: Notice }) {
  const t = useT()
  return <StatusTag tone={tones[row.status]}>{t(`notices.${row.status}`)}</StatusTag>
}

function Audience({ row }: { row: Notice }) {
  const t = useT()
  return row.audience === 'all' ? t('notices.audienceAll') : row.targetNames.join(t('ui.separator'))
}
