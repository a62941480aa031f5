'use client'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef } from 'react'
import { useT } from '@/lib/i18n/use-t'
import styles from './pdf-pages.module.css'

export type OpenPdf = { document: PDFDocumentProxy; blob: Blob }

/** Reads an answer as a PDF. Its reader comes with the first one. */
export async function openPdf(response: Response | Promise<Response>): Promise<OpenPdf> {
  const [{ getDocument, GlobalWorkerOptions }, answer] = await Promise.all([import('pdfjs-dist'), response])
  GlobalWorkerOptions.workerSrc = new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url).href
  const blob = await answer.blob()
  const data = new Uint8Array(await blob.arrayBuffer())
  return { document: await getDocument({ data, enableXfa: false }).promise, blob }
}

/** The pages of a PDF as its reader sees them; drawn here, so that nothing in it acts. */
export function PdfPages({ document }: { document: PDFDocumentProxy }) {
  return (
    <div className={styles.pages}>
      {Array.from({ length: document.numPages }, (_, at) => at + 1).map((number) => (
        <Page key={number} document={document} number={number} />
      ))}
    </div>
  )
}

function Page({ document, number }: { document: PDFDocumentProxy; number: number }) {
  const t = useT()
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let task: { cancel(): void; promise: Promise<void> } | undefined
    let left = false
    const draw = async () => {
      const page = await document.getPage(number)
      if (left) return
      const viewport = page.getViewport({ scale: 2 })
      // Beside the page that is seen, which stays until the new one is whole.
      const drawn = globalThis.document.createElement('canvas')
      drawn.width = viewport.width
      drawn.height = viewport.height
      task = page.render({ canvas: drawn, viewport })
      await task.promise
      const surface = canvas.current
      if (left || !surface) return
      surface.width = drawn.width
      surface.height = drawn.height
      surface.getContext('2d')?.drawImage(drawn, 0, 0)
    }
    // One that was left is cancelled, which is no mistake.
    draw().catch(() => {})
    return () => {
      left = true
      task?.cancel()
    }
  }, [document, number])
  return (
    <canvas ref={canvas} role="img" aria-label={t('contracts.page', { number, total: document.numPages })} />
  )
}
