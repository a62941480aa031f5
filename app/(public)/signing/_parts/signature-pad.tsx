'use client'
import { type PointerEvent, useEffect, useRef } from 'react'
import type { HandSignature } from '@/lib/domains/contracts/rules/signing'
import { useT } from '@/lib/i18n/use-t'
import styles from '../signing.module.css'

/** The paper's own measure: strokes stay where they are when the phone is turned. */
export const padSize = { width: 1_000, height: 500 } as const
type Stroke = HandSignature['strokes'][number]

/** The area where somebody signs by hand: lines of whole numbers, drawn as they come. */
export function SignaturePad({
  strokes,
  onChange,
}: {
  strokes: readonly Stroke[]
  onChange: (strokes: Stroke[]) => void
}) {
  const t = useT()
  const canvas = useRef<HTMLCanvasElement>(null)
  const current = useRef<Stroke>(undefined)

  useEffect(() => {
    const pen = penOf(canvas.current)
    pen?.clearRect(0, 0, padSize.width, padSize.height)
    if (pen) for (const stroke of strokes) draw(pen, stroke)
  }, [strokes])

  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    // A second finger belongs to no signature.
    if (!event.isPrimary) return
    event.currentTarget.setPointerCapture(event.pointerId)
    current.current = pointAt(event)
  }
  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    const stroke = current.current
    if (!stroke || !event.isPrimary) return
    const [x, y] = pointAt(event)
    const [lastX = 0, lastY = 0] = stroke.slice(-2)
    // Everything that the eye does not see is not sent.
    if (x === undefined || y === undefined || Math.hypot(x - lastX, y - lastY) < 3) return
    stroke.push(x, y)
    const pen = penOf(canvas.current)
    if (pen) draw(pen, stroke.slice(-4))
  }
  const end = () => {
    const stroke = current.current
    current.current = undefined
    if (stroke && stroke.length > 2) onChange([...strokes, stroke])
  }
  return (
    <canvas
      ref={canvas}
      {...padSize}
      className={styles.pad}
      role="img"
      aria-label={t('signPage.pad')}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
    />
  )
}

function pointAt({ nativeEvent, currentTarget }: PointerEvent<HTMLCanvasElement>): Stroke {
  const within = (at: number, shown: number, size: number) =>
    Math.max(0, Math.min(size, Math.round((at * size) / (shown || 1))))
  return [
    within(nativeEvent.offsetX, currentTarget.clientWidth, padSize.width),
    within(nativeEvent.offsetY, currentTarget.clientHeight, padSize.height),
  ]
}

function penOf(canvas: HTMLCanvasElement | null) {
  const context = canvas?.getContext('2d')
  if (context)
    Object.assign(context, { lineWidth: 8, lineCap: 'round', lineJoin: 'round', strokeStyle: '#111' })
  return context
}

function draw(pen: CanvasRenderingContext2D, stroke: Stroke): void {
  pen.beginPath()
  for (let at = 0; at + 1 < stroke.length; at += 2) pen.lineTo(stroke[at] ?? 0, stroke[at + 1] ?? 0)
  pen.stroke()
}
