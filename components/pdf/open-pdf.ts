import type { PDFDocumentProxy } from 'pdfjs-dist'

/** A PDF to be drawn page by page in this page, so that nothing in it acts; the reader comes with the first one. */
export async function openPdf(bytes: ArrayBuffer): Promise<PDFDocumentProxy> {
  const { getDocument, GlobalWorkerOptions } = await import('pdfjs-dist')
  GlobalWorkerOptions.workerSrc = new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url).href
  return getDocument({ data: new Uint8Array(bytes), enableXfa: false }).promise
}
