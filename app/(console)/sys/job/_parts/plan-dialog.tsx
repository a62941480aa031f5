'use client'
import { useQuery } from '@tanstack/react-query'
import { ReadFailure } from '@/components/detail/read-failure'
import { RecordDialog } from '@/components/oversight/record-dialog'
import { ActionButton } from '@/components/ui/action-button'
import cards from '@/components/ui/card-table.module.css'
import { SkeletonLines } from '@/components/ui/states'
import { DateTimeText } from '@/components/ui/texts'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { q } from '@/lib/client/query'
import { useT } from '@/lib/i18n/use-t'
import { jobs, type PlannedJob } from '@/lib/platform/jobs/contract'
import { JobStatus, jobTitle } from './job-words'

/** While one runs, its end shows without a reload. */
const underWayEveryMs = 3_000
const isUnderWay = ({ lastStatus }: PlannedJob) => lastStatus === 'queued' || lastStatus === 'running'

const run = verb(jobs.runNow, {
  label: 'jobs.run',
  permit: (row: PlannedJob) => (isUnderWay(row) ? { ok: false, reason: 'jobs.isUnderWay' } : { ok: true }),
  name: ({ name }: PlannedJob) => name,
  input: ({ name }) => ({ name }),
  done: 'jobs.started',
})

/** 定时任务: what runs by itself, when next, and how it went. */
export default function PlanDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const { data, error, refetch } = useQuery({
    ...q(jobs.plan, {}),
    refetchInterval: ({ state: { data } }) => (data?.data.some(isUnderWay) ? underWayEveryMs : false),
  })
  const verbs = useVerbs({ run })
  return (
    <RecordDialog title={t('jobs.plan')} onClose={onClose}>
      {error && !data ? (
        <ReadFailure error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <table className={cards.table} aria-label={t('jobs.plan')}>
          <thead>
            <tr>
              <th scope="col">{t('jobs.name')}</th>
              <th scope="col">{t('jobs.nextAt')}</th>
              <th scope="col">{t('jobs.last')}</th>
              <th scope="col">{t('list.actions')}</th>
            </tr>
          </thead>
          <tbody>
            {data.data.map((row) => (
              <tr key={row.name}>
                <td data-label={t('jobs.name')}>{jobTitle(t, row.name)}</td>
                <td data-label={t('jobs.nextAt')}>
                  <DateTimeText value={row.nextAt} />
                </td>
                <td data-label={t('jobs.last')}>
                  {row.lastStatus ? (
                    <span>
                      <DateTimeText value={row.lastAt} /> <JobStatus status={row.lastStatus} />
                    </span>
                  ) : (
                    t('jobs.never')
                  )}
                </td>
                <td data-label={t('list.actions')}>
                  {verbs.of(row).map(({ key, label, permit, busy, run: start }) => (
                    <ActionButton key={key} size="small" permit={permit} busy={busy} onClick={start}>
                      {label}
                    </ActionButton>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <SkeletonLines lines={4} height={32} />
      )}
      {verbs.dialog}
    </RecordDialog>
  )
}
