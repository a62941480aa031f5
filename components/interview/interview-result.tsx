'use client'
import { useState } from 'react'
import { pictureUrl, thumbUrl } from '@/components/materials/pictures'
import { ActionButton } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import { KeyValue, KeyValues } from '@/components/ui/section'
import { DateTimeText } from '@/components/ui/texts'
import type { InterviewView } from '@/lib/domains/interviews/contract'
import { useT } from '@/lib/i18n/use-t'
import { clockOf } from './clock'
import styles from './interview-result.module.css'

// Whoever plays a recording is noted, so it comes when it is asked for.
const Playback = lazyPart(() => import('./playback'))

/** The end of an interview, with its pictures, what was asked, and its recording. */
export function InterviewResult({ orderId, interview }: { orderId: number; interview: InterviewView }) {
  const t = useT()
  const [playing, setPlaying] = useState(false)
  const { script, snapshots, pieces, recordedMs } = interview
  return (
    <div className={styles.result}>
      <KeyValues>
        <KeyValue label={t('interviews.roomNo')}>{interview.roomNo}</KeyValue>
        <KeyValue label={t('interviews.decidedBy')}>{interview.decidedByName}</KeyValue>
        <KeyValue label={t('interviews.startedAt')}>
          <DateTimeText value={interview.startedAt} />
        </KeyValue>
        <KeyValue label={t('interviews.endedAt')}>
          <DateTimeText value={interview.endedAt} />
        </KeyValue>
        <KeyValue label={t('interviews.identityCheck')}>
          {interview.identityCheck && t(`interviews.identityChecks.${interview.identityCheck}`)}
        </KeyValue>
        <KeyValue label={t('interviews.opinion')}>{interview.reason}</KeyValue>
        {interview.redoReason && <KeyValue label={t('interviews.redo')}>{interview.redoReason}</KeyValue>}
      </KeyValues>
      <div className={styles.seen}>
        <div className={styles.watched}>
          {snapshots.length > 0 && (
            <div className={styles.snapshots}>
              {snapshots.map((file) => (
                <a key={file} href={pictureUrl(orderId, file)} target="_blank" rel="noreferrer">
                  <img src={thumbUrl(orderId, file)} alt={t('interviews.snapshot')} />
                </a>
              ))}
            </div>
          )}
          {pieces === 0 ? (
            <p className={styles.quiet}>{t('interviews.noRecording')}</p>
          ) : playing ? (
            <Playback interviewId={interview.id} />
          ) : (
            <ActionButton onClick={() => setPlaying(true)}>
              {t('interviews.play')} {clockOf(recordedMs)}
            </ActionButton>
          )}
        </div>
        {script.length > 0 && (
          <ol className={styles.asked}>
            {script.map((line) => (
              <li key={line.code} data-ok={line.ok || undefined}>
                <span>{line.text}</span>
                {line.answer && <span className={styles.quiet}>{line.answer}</span>}
              </li>
            ))}
          </ol>
        )}
      </div>
    </div>
  )
}
