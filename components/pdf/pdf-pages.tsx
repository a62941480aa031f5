'use client'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useT } from '@/lib/i18n/use-t'
import { PdfPage } from './pdf-page'
import styles from './pdf-pages.module.css'

/** The pages of a PDF as its reader sees them. */
export function PdfPages({ document }: { document: PDFDocumentProxy }) {
  const t = useT()
  const total = document.numPages
  return (
    <div className={styles.pages}>
      {Array.from({ length: total }, (_, at) => at + 1).map((number) => (
        <PdfPage
          key={number}
          document={document}
          number={number}
          label={t('contracts.page', { number, total })}
        />
      ))}
    </div>
  )
}
