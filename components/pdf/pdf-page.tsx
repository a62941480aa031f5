'use client'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef } from 'react'

/**
 * One page of a PDF as a picture.
 *
 * @param scale of the picture; what surrounds it says how wide it is shown
 * @param onDrawn hears the number of each page once it stands there
 */
export function PdfPage({
  document,
  number,
  label,
  scale = 2,
  onDrawn,
}: {
  document: PDFDocumentProxy
  number: number
  label: string
  scale?: number
  onDrawn?: (number: number) => void
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  // Another listener is no reason to draw again.
  const heard = useRef(onDrawn)
  heard.current = onDrawn
  useEffect(() => {
    let task: { cancel(): void; promise: Promise<void> } | undefined
    let left = false
    void document.getPage(number).then((page) => {
      const surface = canvas.current
      if (left || !surface) return
      const viewport = page.getViewport({ scale })
      surface.width = viewport.width
      surface.height = viewport.height
      task = page.render({ canvas: surface, viewport })
      task.promise.then(
        () => heard.current?.(number),
        // One that was left is cancelled, which is no mistake.
        () => {},
      )
    })
    return () => {
      left = true
      task?.cancel()
    }
  }, [document, number, scale])
  return <canvas ref={canvas} role="img" aria-label={label} />
}
