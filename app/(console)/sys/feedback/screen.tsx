'use client'
import { useState } from 'react'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import type { RowAction } from '@/components/list/row-actions'
import { lazyPart } from '@/components/ui/lazy-part'
import { StatusTag, type Tone } from '@/components/ui/status-tag'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { wordOptions } from '@/lib/client/options'
import { type FeedbackRow, oversight } from '@/lib/domains/oversight/contract'
import type { FeedbackStatus } from '@/lib/domains/system/rules/feedback'
import { useT } from '@/lib/i18n/use-t'

// Parts that open on a click are loaded with it.
const FeedbackDialog = lazyPart(() => import('./_parts/feedback-dialog'))

const feedback = defineList({
  name: 'feedback',
  endpoint: oversight.feedback,
  words: 'oversight',
  title: 'routes.feedbackList',
  search: 'oversight.searchFeedback',
  filters: [
    {
      kind: 'select',
      name: 'status',
      options: wordOptions([
        { value: '待处理', label: 'oversight.feedbackStatus.open' },
        { value: '已回复', label: 'oversight.feedbackStatus.answered' },
        { value: '已处理', label: 'oversight.feedbackStatus.handled' },
      ]),
    },
    {
      kind: 'select',
      name: 'plainType',
      label: 'oversight.feedbackType',
      options: wordOptions([
        { value: '01', label: 'account.type01' },
        { value: '03', label: 'account.type03' },
        { value: '04', label: 'account.type04' },
      ]),
    },
    { kind: 'dates', label: 'oversight.feedbackDays', from: 'from', to: 'to' },
  ],
  columns: [
    {
      key: 'createdAt',
      label: 'oversight.feedbackDays',
      kind: 'dateTime',
      width: 164,
      sort: true,
      card: true,
    },
    {
      key: 'plainType',
      label: 'oversight.feedbackType',
      width: 100,
      card: true,
      cell: (row) => <Type row={row} />,
    },
    { key: 'content', width: 360, card: true },
    { key: 'status', width: 100, card: true, cell: (row) => <Status row={row} /> },
    { key: 'name', label: 'oversight.writer', width: 100, card: true },
    { key: 'orgName', width: 140 },
    { key: 'page', width: 150 },
    { key: 'handledByName', label: 'oversight.handled', width: 100 },
    { key: 'handledAt', kind: 'dateTime', width: 164 },
    { key: 'note', label: 'oversight.handleNote', width: 240 },
  ],
  sort: 'createdAt:desc',
  empty: { title: 'oversight.feedbackEmpty' },
})

const handle = verb(oversight.handleFeedback, {
  label: 'oversight.handle',
  name: ({ content }: FeedbackRow) => content,
  ask: 'oversight.handleTitle',
  lead: ({ content }: FeedbackRow) => <p>{content}</p>,
  fields: {
    note: {
      kind: 'text',
      label: 'oversight.handleNote',
      required: 'oversight.noteRequired',
      maxLength: 500,
      value: ({ note }: FeedbackRow) => note,
    },
    answer: {
      kind: 'check',
      label: 'oversight.answer',
      text: 'oversight.handleAnswer',
      value: ({ status }: FeedbackRow) => status !== '已处理',
    },
  },
  input: ({ id }, values) => ({ id, ...values }),
  done: 'oversight.handledDone',
})

/** 问题反馈: what staff wrote; answered or handled with a note. */
export function FeedbackListScreen() {
  const t = useT()
  const verbs = useVerbs({ handle })
  const [read, setRead] = useState<FeedbackRow>()
  const close = () => setRead(undefined)

  const rowActions = (row: FeedbackRow): RowAction[] => [
    { key: 'read', label: t('oversight.details'), run: () => setRead(row) },
    ...verbs.of(row),
  ]
  return (
    <>
      <ListScreen list={feedback} verbs={verbs} rowActions={rowActions} />
      {read && <FeedbackDialog row={read} verbs={verbs.of(read)} onClose={close} />}
    </>
  )
}

type Cell = { row: FeedbackRow }
const tones: Record<FeedbackStatus, Tone> = { 待处理: 'waiting', 已回复: 'passed', 已处理: 'closed' }
const words = { 待处理: 'open', 已回复: 'answered', 已处理: 'handled' } as const

const Type = ({ row }: Cell) => useT()(`account.type${row.plainType}`)

function Status({ row: { status } }: Cell) {
  const t = useT()
  return <StatusTag tone={tones[status]}>{t(`oversight.feedbackStatus.${words[status]}`)}</StatusTag>
}
