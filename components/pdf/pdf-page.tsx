'use client'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef } from 'react'

/**
 * One page of a PDF as a picture.
 *
 * @param scale of the picture; what surrounds it says how wide it is shown
 * @param onDrawn hears the number of each page once it stands there
 * @param onFailed hears the number of one that cannot be drawn
 */
export function PdfPage({
  document,
  number,
  label,
  scale = 2,
  onDrawn,
  onFailed,
}: {
  document: PDFDocumentProxy
  number: number
  label: string
  scale?: number
  onDrawn?: (number: number) => void
  onFailed?: (number: number) => void
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  // Another listener is no reason to draw again.
  const heard = useRef({ onDrawn, onFailed })
  heard.current = { onDrawn, onFailed }
  useEffect(() => {
    let task: { cancel(): void; promise: Promise<void> } | undefined
    let left = false
    const draw = async () => {
      const page = await document.getPage(number)
      const surface = canvas.current
      if (left || !surface) return
      const viewport = page.getViewport({ scale })
      surface.width = viewport.width
      surface.height = viewport.height
      task = page.render({ canvas: surface, viewport })
      await task.promise
      heard.current.onDrawn?.(number)
    }
    draw().catch((error: unknown) => {
      // One that was left is cancelled, which is no mistake.
      if (left) return
      // The log hears of it when nobody waits for the page.
      if (!heard.current.onFailed) throw error
      heard.current.onFailed(number)
    })
    return () => {
      left = true
      task?.cancel()
    }
  }, [document, number, scale])
  return <canvas ref={canvas} role="img" aria-label={label} />
}
