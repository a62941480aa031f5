'use client'
import { useQuery } from '@tanstack/react-query'
import { Pause, Play } from 'lucide'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { ReadFailure } from '@/components/detail/read-failure'
import { IconButton } from '@/components/ui/action-button'
import { Notice } from '@/components/ui/notice'
import { SkeletonLines } from '@/components/ui/states'
import { q } from '@/lib/client/query'
import { interviews } from '@/lib/domains/interviews/contract'
import { gapsOf, type PlayedPiece, playOrder } from '@/lib/domains/interviews/rules/interview'
import { useT } from '@/lib/i18n/use-t'
import { clockOf } from './clock'
import styles from './interview-result.module.css'
import { createPiecePlayer } from './piece-player'

/** The recording of an interview as one, whatever pieces it came in. */
export default function Playback({ interviewId }: { interviewId: number }) {
  const { data, error, refetch } = useQuery({
    ...q(interviews.recording, { id: interviewId }),
    // Each reading is noted as a play of its own.
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error && !data) return <ReadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={8} />
  return <Player interviewId={interviewId} pieces={playOrder(data.pieces)} />
}

function Player({ interviewId, pieces }: { interviewId: number; pieces: readonly PlayedPiece[] }) {
  const t = useT()
  const [player] = useState(() => createPiecePlayer(interviewId, pieces))
  // The same functions at every drawing: another one would take the element away and bring it back.
  const [refs] = useState(() =>
    ([0, 1] as const).map((slot) => (video: HTMLVideoElement | null) => player.show(slot, video)),
  )
  const { at, playing, front, failed } = useSyncExternalStore(player.subscribe, player.get, player.get)
  useEffect(() => player.begin(), [player])
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.scrollIntoView({ block: 'nearest' }), [])
  const from = pieces[0]?.startAt ?? 0
  const total = (pieces.at(-1)?.until ?? from) - from
  return (
    <div ref={place} className={styles.player}>
      <div className={styles.screens}>
        {([0, 1] as const).map((slot) => (
          // biome-ignore lint/a11y/useMediaCaption: what people say in an interview has no written text
          <video
            key={slot}
            ref={refs[slot]}
            aria-label={t('interviews.playback')}
            playsInline
            hidden={slot !== front}
          />
        ))}
      </div>
      {failed && (
        <Notice tone="rejected" role="alert">
          {t('interviews.playFails')}
        </Notice>
      )}
      <div className={styles.controls}>
        <IconButton
          icon={playing ? Pause : Play}
          label={t(playing ? 'interviews.pause' : 'interviews.play')}
          onClick={() => (playing ? player.pause() : player.play())}
        />
        <div className={styles.bar}>
          <input
            type="range"
            min={0}
            max={Math.max(1, total)}
            step={100}
            value={Math.min(total, at - from)}
            aria-label={t('interviews.seek')}
            aria-valuetext={clockOf(at - from)}
            onChange={({ target }) => void player.seek(from + Number(target.value))}
          />
          {gapsOf(pieces).map((gap) => (
            <span
              key={gap.from}
              className={styles.gap}
              title={t('interviews.gap')}
              style={{
                left: `${((gap.from - from) / total) * 100}%`,
                width: `${((gap.to - gap.from) / total) * 100}%`,
              }}
            />
          ))}
        </div>
        <span className={styles.time}>
          {t('interviews.time', { at: clockOf(at - from), total: clockOf(total) })}
        </span>
      </div>
    </div>
  )
}
