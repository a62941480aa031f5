'use client'
import { type PointerEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { LocalVisit, VisitOutbox } from '@/components/due-diligence/visit-outbox'
import { ActionButton } from '@/components/ui/action-button'
import { fileUrl } from '@/lib/client/download'
import { dueDiligence } from '@/lib/domains/due-diligence/contract'
import { useT } from '@/lib/i18n/use-t'
import styles from './visit.module.css'

/** Pixels of what is kept. */
const size = { width: 800, height: 320 }

/** The signature of the customer or whoever was there, drawn on the screen. */
export function SignatureField({ visit, outbox }: { visit: LocalVisit; outbox: VisitOutbox }) {
  const t = useT()
  const [drawing, setDrawing] = useState(false)
  const waiting = visit.waitingPhotos.find(({ taken }) => taken.subject === 'signature')
  const sent = visit.photos.find(({ subject }) => subject === 'signature')
  const file = waiting?.file
  const url = useMemo(() => (file ? URL.createObjectURL(file) : undefined), [file])
  useEffect(() => () => (url ? URL.revokeObjectURL(url) : undefined), [url])
  const shown = url ?? (sent && fileUrl(dueDiligence.photo, { id: visit.id, photoId: sent.id }))
  const sign = async (picture: Blob) => {
    const takenAt = new Date().toISOString()
    await outbox.addPhoto(visit.id, picture, { subject: 'signature', takenAt, noPlace: '' })
    setDrawing(false)
  }
  if (!shown || drawing) return <Pad onSign={sign} onCancel={shown ? () => setDrawing(false) : undefined} />
  return (
    <div className={styles.signature}>
      <img src={shown} alt={t('dueDiligence.subjects.signature')} />
      <div>
        <em data-sent={!waiting || undefined}>{t(waiting ? 'dueDiligence.waits' : 'dueDiligence.sent')}</em>
        <ActionButton onClick={() => setDrawing(true)}>{t('dueDiligence.signAgain')}</ActionButton>
      </div>
    </div>
  )
}

function Pad({
  onSign,
  onCancel,
}: {
  onSign: (picture: Blob) => Promise<void>
  onCancel: (() => void) | undefined
}) {
  const t = useT()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [signed, setSigned] = useState(false)
  const pen = () => {
    const context = canvas.current?.getContext('2d')
    if (context)
      Object.assign(context, { lineWidth: 4, lineCap: 'round', lineJoin: 'round', strokeStyle: '#111' })
    return context
  }
  const clear = () => {
    const context = pen()
    if (context) {
      context.fillStyle = '#fff'
      context.fillRect(0, 0, size.width, size.height)
    }
    setSigned(false)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the paper is laid once
  useEffect(clear, [])
  const pointAt = ({ nativeEvent, currentTarget }: PointerEvent<HTMLCanvasElement>) => ({
    x: (nativeEvent.offsetX * size.width) / currentTarget.clientWidth,
    y: (nativeEvent.offsetY * size.height) / currentTarget.clientHeight,
  })
  return (
    <div className={styles.signature}>
      <canvas
        ref={canvas}
        {...size}
        aria-label={t('dueDiligence.signHere')}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          const { x, y } = pointAt(event)
          const context = pen()
          context?.beginPath()
          context?.moveTo(x, y)
        }}
        onPointerMove={(event) => {
          if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
          const { x, y } = pointAt(event)
          const context = pen()
          context?.lineTo(x, y)
          context?.stroke()
          setSigned(true)
        }}
      />
      <div>
        {onCancel && <ActionButton onClick={onCancel}>{t('shell.cancel')}</ActionButton>}
        <ActionButton onClick={clear}>{t('dueDiligence.clear')}</ActionButton>
        <ActionButton
          variant="primary"
          permit={signed ? { ok: true } : { ok: false, reason: 'dueDiligence.signFirst' }}
          onClick={() => canvas.current?.toBlob((picture) => picture && void onSign(picture), 'image/png')}
        >
          {t('dueDiligence.confirmSignature')}
        </ActionButton>
      </div>
    </div>
  )
}
