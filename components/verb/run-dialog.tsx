'use client'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId } from 'react'
import { ReadFailure } from '@/components/detail/read-failure'
import { ActionButton } from '@/components/ui/action-button'
import cards from '@/components/ui/card-table.module.css'
import Dialog from '@/components/ui/dialog'
import { SkeletonLines } from '@/components/ui/states'
import { StatusTag } from '@/components/ui/status-tag'
import { q, useApiMutation } from '@/lib/client/query'
import { useT } from '@/lib/i18n/use-t'
import { type BulkResult, bulk } from '@/lib/platform/bulk/contract'
import styles from './verb.module.css'

/** Ms between two looks at what is under way. */
const oftenMs = 700
const tones = { waiting: 'waiting', done: 'passed', refused: 'returned' } as const

/**
 * The run of a verb on many rows: how far it is, and what came of each. It goes on when nobody looks.
 *
 * @param onEnd hears how it ended, while the dialog is open; without it the results stay
 */
export default function RunDialog({
  id,
  onEnd,
  onClose,
}: {
  id: number
  onEnd?: (run: BulkResult) => void
  onClose: () => void
}) {
  const t = useT()
  const titleId = useId()
  const { data, error, refetch } = useQuery({
    ...q(bulk.get, { id }),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? oftenMs : false),
  })
  const stop = useApiMutation(bulk.stop)
  const tellEnd = useEffectEvent((run: BulkResult) => onEnd?.(run))
  const isRunning = data?.state === 'running'
  useEffect(() => {
    if (data && !isRunning) tellEnd(data)
  }, [data, isRunning])
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>
        {data ? t('bulk.results', { title: data.title, count: data.total }) : t('routes.bulkRuns')}
      </DialogTitle>
      <DialogContent>
        {data ? (
          <>
            <progress
              className={styles.progress}
              aria-label={t('bulk.progress')}
              value={data.done + data.refused}
              max={data.total}
            />
            <Rows rows={data.rows} over={!isRunning} />
          </>
        ) : error ? (
          <ReadFailure error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonLines lines={4} />
        )}
      </DialogContent>
      <DialogActions>
        {isRunning && (
          <ActionButton busy={stop.isPending} onClick={() => stop.mutate({ id })}>
            {t('verbs.stop')}
          </ActionButton>
        )}
        <ActionButton variant="primary" onClick={onClose}>
          {isRunning ? t('bulk.behind') : t('shell.close')}
        </ActionButton>
      </DialogActions>
    </Dialog>
  )
}

function Rows({ rows, over }: { rows: BulkResult['rows']; over: boolean }) {
  const t = useT()
  return (
    <table className={cards.table}>
      <thead>
        <tr>
          <th scope="col">{t('bulk.row')}</th>
          <th scope="col">{t('bulk.result')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, state, reason, hint }, at) => (
          // Two rows may be called the same; they never change their places.
          // biome-ignore lint/suspicious/noArrayIndexKey: as said
          <tr key={at}>
            <td data-label={t('bulk.row')}>{name}</td>
            <td data-label={t('bulk.result')}>
              <div>
                <StatusTag tone={tones[state]}>
                  {state === 'waiting' && over ? t('bulk.notBegun') : t(`bulk.rowStates.${state}`)}
                </StatusTag>
                {reason && <div>{reason}</div>}
                {hint && <div className={styles.who}>{hint}</div>}
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
