'use client'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { VerbButtons } from '@/components/verb/verb-buttons'
import { archives } from '@/lib/domains/archives/contract'
import { archiveLimits } from '@/lib/domains/archives/rules/archive'
import { href } from '@/lib/routes'

const list = defineList({
  name: 'archiveTakes',
  endpoint: archives.takes,
  words: 'archives',
  title: 'routes.archiveTakes',
  search: 'archives.takeSearch',
  filters: [],
  columns: [
    { key: 'takeNo', kind: 'code', width: 136, card: true },
    { key: 'scope', width: 136 },
    {
      key: 'status',
      width: 96,
      card: true,
      codes: 'archives.takeStates',
      tones: { 盘点中: 'working', 待处理: 'returned', 已完成: 'passed' },
    },
    { key: 'boxes', kind: 'number', width: 88 },
    { key: 'files', kind: 'number', width: 88, card: true },
    { key: 'expected', kind: 'number', width: 88 },
    { key: 'open', kind: 'number', width: 104 },
    { key: 'createdByName', width: 88 },
    { key: 'createdAt', label: 'archives.takeCreatedAt', kind: 'dateTime', width: 140, sort: true },
    { key: 'finishedAt', kind: 'dateTime', width: 140 },
  ],
  sort: 'createdAt:desc',
  open: ({ id }) => href('archiveTakeDetails', { takeId: id }),
  empty: { title: 'archives.takesEmpty', hint: 'archives.takesEmptyHint' },
})

const start = verb(archives.startTake, {
  label: 'archives.startTake',
  main: true,
  name: () => '',
  ask: 'archives.startTake',
  fields: {
    scope: { kind: 'line', label: 'archives.scopeLabel', maxLength: archiveLimits.location },
  },
  input: (_: object, { scope }) => ({ scope }),
  done: 'archives.takeStarted',
})

/** 档案盘点: stock-takings, and what of each is not resolved yet. */
export function TakesScreen() {
  const heads = useVerbs({ start })
  const actions = (
    <>
      <VerbButtons verbs={heads.of({})} />
      {heads.dialog}
    </>
  )
  return <ListScreen list={list} actions={actions} />
}
