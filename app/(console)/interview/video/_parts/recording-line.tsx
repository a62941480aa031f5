'use client'
import { clockOf } from '@/components/interview/clock'
import { canRecord } from '@/components/interview/piece-recorder'
import { Notice } from '@/components/ui/notice'
import type { InterviewView } from '@/lib/domains/interviews/contract'
import { useT } from '@/lib/i18n/use-t'
import styles from './room.module.css'
import type { Desk } from './use-desk'

/** The state of the recording: what the service has, what waits in this browser, and what is the matter with it. */
export function RecordingLine({
  interview,
  desk: { state, pieces },
}: {
  interview: InterviewView
  desk: Desk
}) {
  const t = useT()
  const { waiting, failing, refused, kept } = pieces
  return (
    <>
      {state.phase === 'in' && !canRecord() && (
        <Notice tone="rejected" role="alert">
          {t('interviews.noRecorder')}
        </Notice>
      )}
      {failing !== undefined && (
        <Notice tone="returned">{t('interviews.uploadFails', { count: waiting, why: failing })}</Notice>
      )}
      {refused !== undefined && (
        <Notice tone="rejected">{t('interviews.pieceRefused', { why: refused })}</Notice>
      )}
      {!kept && waiting > 0 && (
        <Notice tone="rejected" role="alert">
          {t('interviews.notKept')}
        </Notice>
      )}
      {state.recording && !state.sound && <Notice tone="returned">{t('interviews.soundPaused')}</Notice>}
      {(state.recording || interview.pieces > 0 || waiting > 0) && (
        <p className={styles.recording} role="status">
          <span className={styles.dot} data-on={state.recording || undefined} />
          <span>{t(state.recording ? 'interviews.recording' : 'interviews.notRecording')}</span>
          <span className={styles.quiet}>
            {t('interviews.recordedFor', { time: clockOf(interview.recordedMs) })} ·{' '}
            {waiting > 0 ? t('interviews.piecesWaiting', { count: waiting }) : t('interviews.piecesStored')}
          </span>
        </p>
      )}
    </>
  )
}
