import type { PDFDocumentProxy } from 'pdfjs-dist'

/** A PDF to be drawn page by page in this page, so that nothing in it acts; the reader comes with the first one. */
export async function openPdf(bytes: ArrayBuffer): Promise<PDFDocumentProxy> {
  const { getDocument, GlobalWorkerOptions } = await import('pdfjs-dist')
  GlobalWorkerOptions.workerSrc = new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url).href
  return getDocument({ data: new Uint8Array(bytes), enableXfa: false }).promise
}

export type ReadPdf = { document: PDFDocumentProxy; blob: Blob }

/** An answer as a PDF, and as what it can be saved or printed from. */
export async function readPdf(response: Response | Promise<Response>): Promise<ReadPdf> {
  const blob = await (await response).blob()
  return { document: await openPdf(await blob.arrayBuffer()), blob }
}
