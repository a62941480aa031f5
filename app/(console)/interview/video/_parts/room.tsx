'use client'
import { Camera, DoorOpen, LogOut, Mic, MicOff } from 'lucide'
import { useCallback, useEffect, useRef, useState } from 'react'
import { LiveVideo } from '@/components/interview/live-video'
import { thumbUrl } from '@/components/materials/pictures'
import { ActionButton } from '@/components/ui/action-button'
import { Notice } from '@/components/ui/notice'
import { Section } from '@/components/ui/section'
import { toast } from '@/components/ui/toast'
import { useTellRefusal } from '@/components/verb/use-tell-refusal'
import { uploadFile } from '@/lib/client/upload'
import { type InterviewView, interviews } from '@/lib/domains/interviews/contract'
import { isUnderWay, leastSnapshots } from '@/lib/domains/interviews/rules/interview'
import { useT } from '@/lib/i18n/use-t'
import type { RoomData } from '../screen'
import { IdPhotos } from './id-photos'
import { RecordingLine } from './recording-line'
import styles from './room.module.css'
import type { Desk } from './use-desk'

/** The customer beside the identity card, and what the clerk does with the picture. */
export function Room({
  data,
  interview,
  desk,
}: {
  data: RoomData
  interview: InterviewView
  desk: Desk | undefined
}) {
  const t = useT()
  const page = useRef<HTMLDivElement>(null)
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const onVideo = useCallback((element: HTMLVideoElement | null) => setVideo(element), [])
  const session = desk?.session
  useEffect(() => session?.stand(page.current), [session])
  const { phase, link, remote, local, relayed } = desk?.state ?? {}
  const inside = phase === 'in'
  return (
    <div ref={page}>
      <Section
        title={`${t('interviews.customer')} ${interview.signer}`}
        actions={inside && <LinkState link={link ?? 'waiting'} />}
      >
        <Trouble desk={desk} />
        {inside && relayed === false && link !== 'connected' && (
          <Notice tone="waiting">{t('interviews.noRelay')}</Notice>
        )}
        <div className={styles.stage}>
          <div className={styles.customer} data-live={link === 'connected' || undefined}>
            <LiveVideo stream={remote} label={t('interviews.customer')} onVideo={onVideo} />
            {local && (
              <LiveVideo stream={local} own mirrored label={t('interviews.me')} className={styles.me} />
            )}
            {!inside && (
              <ActionButton
                variant="primary"
                icon={DoorOpen}
                busy={phase === 'opening'}
                onClick={() => void session?.enter()}
              >
                {t(
                  phase === 'opening'
                    ? 'interviews.entering'
                    : phase === 'taken'
                      ? 'interviews.takeBack'
                      : 'interviews.enter',
                )}
              </ActionButton>
            )}
          </div>
          <IdPhotos orderId={data.order.id} photos={data.idPhotos} />
        </div>
        {inside && desk && <Tools interview={interview} desk={desk} video={video} />}
        {desk && <RecordingLine interview={interview} desk={desk} />}
        {interview.snapshots.length > 0 && (
          <div className={styles.snapshots}>
            {interview.snapshots.map((file) => (
              <img key={file} src={thumbUrl(data.order.id, file)} alt={t('interviews.snapshot')} />
            ))}
          </div>
        )}
      </Section>
    </div>
  )
}

function LinkState({ link }: { link: Desk['state']['link'] }) {
  const t = useT()
  return (
    <span className={styles.linkState} role="status" data-link={link}>
      {t(`interviews.states.${link}`)}
    </span>
  )
}

const troubles = {
  refused: 'cameraRefused',
  missing: 'cameraMissing',
  busy: 'cameraBusy',
  insecure: 'cameraInsecure',
} as const

function Trouble({ desk }: { desk: Desk | undefined }) {
  const t = useT()
  if (desk?.state.phase === 'taken')
    return (
      <Notice tone="returned" role="alert">
        {t('interviews.takenAway')}
      </Notice>
    )
  const { trouble } = desk?.state ?? {}
  if (!trouble) return null
  return (
    <Notice tone="rejected" role="alert">
      {t(`interviews.${troubles[trouble]}`)}
    </Notice>
  )
}

function Tools({
  interview,
  desk: { session, state, leave },
  video,
}: {
  interview: InterviewView
  desk: Desk
  video: HTMLVideoElement | null
}) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const tell = useTellRefusal()
  const connected = state.link === 'connected'
  const permit = !connected
    ? ({ ok: false, reason: 'interviews.notConnected' } as const)
    : isUnderWay(interview.status)
      ? ({ ok: true } as const)
      : ({ ok: false, reason: 'interviews.refusals.record' } as const)
  const snap = async () => {
    if (!video) return
    setBusy(true)
    try {
      const file = new File([await pictureOf(video)], 'interview.jpg', { type: 'image/jpeg' })
      await uploadFile(interviews.addSnapshot, { id: interview.id }, file)
      toast.success(t('interviews.snapped'))
    } catch (error) {
      tell(error)
    } finally {
      setBusy(false)
    }
  }
  const count = interview.snapshots.length
  return (
    <div className={styles.tools}>
      <ActionButton icon={Camera} variant="primary" permit={permit} busy={busy} onClick={() => void snap()}>
        {t('interviews.snapshot')}
      </ActionButton>
      <span className={styles.quiet}>{t('interviews.snapshots', { count, least: leastSnapshots })}</span>
      <ActionButton
        icon={state.muted ? MicOff : Mic}
        aria-pressed={state.muted}
        onClick={() => session.mute(!state.muted)}
      >
        {t(state.muted ? 'interviews.muted' : 'interviews.microphone')}
      </ActionButton>
      <ActionButton icon={LogOut} onClick={leave}>
        {t('interviews.leave')}
      </ActionButton>
    </div>
  )
}

/** Everything that the video shows now, as large as it is sent. */
function pictureOf(video: HTMLVideoElement): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/jpeg', 0.92)
  })
}
