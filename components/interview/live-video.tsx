'use client'
import { useEffect, useRef } from 'react'

/** A stream as it comes. One's own is silent, and shown as in a mirror. */
export function LiveVideo({
  stream,
  label,
  own = false,
  mirrored = false,
  className,
  onVideo,
}: {
  stream: MediaStream | undefined
  label: string
  own?: boolean
  mirrored?: boolean
  className?: string | undefined
  /** The element, for who takes pictures of it. */
  onVideo?: (video: HTMLVideoElement | null) => void
}) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const element = video.current
    if (!element) return
    element.srcObject = stream ?? null
    // Sound that the browser holds back comes with the next touch of the page.
    const play = () => void element.play().catch(() => undefined)
    if (stream) play()
    onVideo?.(element)
    window.addEventListener('pointerdown', play)
    return () => {
      window.removeEventListener('pointerdown', play)
      element.srcObject = null
      onVideo?.(null)
    }
  }, [stream, onVideo])
  return (
    <video
      ref={video}
      className={className}
      aria-label={label}
      autoPlay
      playsInline
      muted={own}
      data-mirrored={mirrored || undefined}
    />
  )
}
