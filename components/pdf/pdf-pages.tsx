'use client'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { ScrollArea } from '@/components/ui/scroll-area'
import { useT } from '@/lib/i18n/use-t'
import { PdfPage } from './pdf-page'
import styles from './pdf-pages.module.css'

/** The pages of a PDF as its reader sees them. */
export function PdfPages({ document }: { document: PDFDocumentProxy }) {
  const t = useT()
  const total = document.numPages
  return (
    <ScrollArea className={styles.pages} label={t('contracts.pages')}>
      {Array.from({ length: total }, (_, at) => at + 1).map((number) => (
        <PdfPage
          key={number}
          document={document}
          number={number}
          label={t('contracts.page', { number, total })}
        />
      ))}
    </ScrollArea>
  )
}
