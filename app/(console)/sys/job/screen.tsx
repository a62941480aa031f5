'use client'
import { useState } from 'react'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { ActionButton } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import { noValue } from '@/components/ui/texts'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { codeOptions } from '@/lib/client/options'
import { useT } from '@/lib/i18n/use-t'
import { type JobRow, jobs } from '@/lib/platform/jobs/contract'
import { jobStates } from '@/lib/platform/jobs/rules/jobs'
import { JobStatus, jobTitle } from './_parts/job-words'

// Parts that open on a click are loaded with it.
const PlanDialog = lazyPart(() => import('./_parts/plan-dialog'))

const runs = defineList({
  name: 'jobs',
  endpoint: jobs.runs,
  words: 'jobs',
  title: 'routes.jobs',
  search: 'jobs.search',
  filters: [{ kind: 'select', name: 'status', options: codeOptions('jobs.states', jobStates) }],
  columns: [
    { key: 'name', width: 220, card: true, cell: (row) => <Name row={row} /> },
    {
      key: 'status',
      width: 108,
      card: true,
      cell: (row) => <JobStatus status={row.status} stopping={row.stopAsked} />,
    },
    { key: 'done', label: 'jobs.progress', width: 104, card: true, cell: (row) => <Progress row={row} /> },
    { key: 'runAt', kind: 'dateTime', width: 140, sort: true, card: true },
    { key: 'startedAt', kind: 'dateTime', width: 140, sort: true },
    { key: 'ms', width: 104, cell: (row) => <Took row={row} /> },
    { key: 'endedAt', kind: 'dateTime', width: 140, hidden: true },
    { key: 'failures', kind: 'number', width: 88 },
    { key: 'error', width: 220 },
  ],
  sort: 'runAt:desc',
  watch: ({ status }) => status === 'queued' || status === 'running',
  empty: { title: 'jobs.empty', hint: 'jobs.emptyHint' },
})

const isOpen = ({ status }: JobRow) => status === 'queued' || status === 'running'

const retry = verb(jobs.retry, {
  label: 'jobs.retry',
  of: ({ status }: JobRow) => status === 'failed' || status === 'stopped',
  permit: ({ status }: JobRow) =>
    status === 'failed' || status === 'stopped' ? { ok: true } : { ok: false, reason: 'jobs.nothingToRetry' },
  name: ({ name }: JobRow) => name,
  input: ({ id }) => ({ id }),
  many: 'jobs.retryMany',
  done: 'jobs.retried',
})

const stop = verb(jobs.stop, {
  label: 'jobs.stop',
  tone: 'danger',
  of: isOpen,
  permit: (row: JobRow) => (isOpen(row) ? { ok: true } : { ok: false, reason: 'jobs.hasEnded' }),
  name: ({ name }: JobRow) => name,
  ask: 'jobs.stopTitle',
  input: ({ id }) => ({ id }),
  many: 'jobs.stopMany',
  done: 'jobs.stopped',
})

/** 任务中心: what the service does behind the calls. */
export function JobScreen() {
  const t = useT()
  const [planned, setPlanned] = useState(false)
  const verbs = useVerbs({ retry, stop })
  return (
    <>
      <ListScreen
        list={runs}
        verbs={verbs}
        actions={
          <ActionButton variant="primary" onClick={() => setPlanned(true)}>
            {t('jobs.plan')}
          </ActionButton>
        }
      />
      {planned && <PlanDialog onClose={() => setPlanned(false)} />}
    </>
  )
}

type Cell = { row: JobRow }

const Name = ({ row }: Cell) => jobTitle(useT(), row.name)

const Progress = ({ row: { done, total } }: Cell) => (total === null ? noValue : `${done} / ${total}`)

function Took({ row: { ms } }: Cell) {
  const t = useT()
  if (ms === null) return noValue
  if (ms < 60_000) return t('jobs.seconds', { seconds: (ms / 1000).toFixed(1) })
  const seconds = Math.round(ms / 1000)
  return t('jobs.minutes', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 })
}
