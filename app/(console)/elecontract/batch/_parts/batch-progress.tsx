'use client'
import { StatusTag } from '@/components/ui/status-tag'
import type { BatchRow } from '@/lib/domains/contracts/contract/batches'
import type { BatchRowState, BatchState } from '@/lib/domains/contracts/rules/contract-batch'
import { useT } from '@/lib/i18n/use-t'
import styles from './batch.module.css'

const tones = { running: 'working', stopped: 'returned', done: 'passed' } as const
const resultTones = { waiting: 'waiting', made: 'passed', hindered: 'returned', failed: 'rejected' } as const

/** The state of a batch. */
export function BatchStateTag({ state }: { state: BatchState }) {
  const t = useT()
  return <StatusTag tone={tones[state]}>{t(`contractBatch.states.${state}`)}</StatusTag>
}

/** The outcome of an order. */
export function ResultTag({ state }: { state: BatchRowState }) {
  const t = useT()
  return <StatusTag tone={resultTones[state]}>{t(`contractBatch.results.${state}`)}</StatusTag>
}

/** The number of its orders that are done, as a bar and in numbers. */
export function BatchProgress({ batch: { total, waiting } }: { batch: BatchRow }) {
  const t = useT()
  const done = total - waiting
  return (
    <span className={styles.progress}>
      <progress value={done} max={total} aria-label={t('contractBatch.progress')} />
      <span>
        {done}/{total}
      </span>
    </span>
  )
}
