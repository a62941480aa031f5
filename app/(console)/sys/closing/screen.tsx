'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { ActionButton } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { VerbButtons } from '@/components/verb/verb-buttons'
import { codeOptions } from '@/lib/client/options'
import { q } from '@/lib/client/query'
import { type ClosingPreview, closings } from '@/lib/domains/closings/contract'
import { closingSteps } from '@/lib/domains/closings/rules/closing'
import { useT } from '@/lib/i18n/use-t'

// Parts that open on a click are loaded with it.
const PreviewDialog = lazyPart(() => import('./_parts/preview-dialog'))

const list = defineList({
  name: 'closings',
  endpoint: closings.list,
  words: 'closings',
  title: 'routes.closings',
  filters: [{ kind: 'select', name: 'step', options: codeOptions('closings.steps', closingSteps) }],
  columns: [
    { key: 'day', kind: 'date', width: 112, sort: true, card: true },
    { key: 'opens', kind: 'date', width: 112, card: true },
    {
      key: 'step',
      width: 104,
      card: true,
      codes: 'closings.steps',
      tones: { lapse: 'working', loans: 'working', done: 'passed' },
    },
    { key: 'total', kind: 'number', width: 104 },
    { key: 'folded', kind: 'number', width: 104, card: true },
    { key: 'overdue', kind: 'number', width: 96, card: true },
    { key: 'snapshots', kind: 'number', width: 96 },
    { key: 'lapsed', kind: 'number', width: 96 },
    { key: 'tasks', kind: 'number', width: 96 },
    { key: 'failed', kind: 'number', width: 96 },
    { key: 'startedAt', kind: 'dateTime', width: 164 },
    { key: 'endedAt', kind: 'dateTime', width: 164 },
  ],
  sort: 'day:desc',
  watch: ({ step }) => step !== 'done',
  empty: { title: 'closings.empty', hint: 'closings.emptyHint' },
})

const run = verb(closings.run, {
  label: 'closings.run',
  main: true,
  permit: ({ refusal, day }: ClosingPreview) =>
    refusal === null ? { ok: true } : { ok: false, reason: `closings.refusals.${refusal}`, params: { day } },
  name: ({ day }: ClosingPreview) => day,
  words: ({ day, opens, loans }: ClosingPreview) => ({ day, opens, loans }),
  ask: 'closings.runTitle',
  note: 'closings.runNote',
  input: ({ day }) => ({ day }),
  done: 'closings.started',
})

/** While a day is closed, its end shows without a reload. */
const underWayEveryMs = 3_000

/** 日终: each day that was closed, and the close of the one that is open. */
export function ClosingsScreen() {
  const t = useT()
  const [previews, setPreviews] = useState(false)
  const { data } = useQuery({
    ...q(closings.preview, {}),
    refetchInterval: ({ state: { data } }) => (data?.refusal === 'underWay' ? underWayEveryMs : false),
  })
  const heads = useVerbs({ run })
  const actions = (
    <>
      <ActionButton onClick={() => setPreviews(true)}>{t('closings.preview')}</ActionButton>
      {data && <VerbButtons verbs={heads.of(data)} />}
      {heads.dialog}
    </>
  )
  return (
    <>
      <ListScreen list={list} actions={actions} />
      {previews && data && <PreviewDialog preview={data} onClose={() => setPreviews(false)} />}
    </>
  )
}
