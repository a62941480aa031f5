'use client'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useState } from 'react'
import { ScrollArea } from '@/components/ui/scroll-area'
import { ErrorState } from '@/components/ui/states'
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
        <PageOrFailure
          key={number}
          document={document}
          number={number}
          label={t('contracts.page', { number, total })}
        />
      ))}
    </ScrollArea>
  )
}

/** A page that cannot be drawn says so, and is tried again when asked. */
function PageOrFailure(page: { document: PDFDocumentProxy; number: number; label: string }) {
  const t = useT()
  const [failed, setFailed] = useState(false)
  if (failed)
    return (
      <ErrorState
        message={t('contracts.pageFailed', { page: page.label })}
        onRetry={() => setFailed(false)}
      />
    )
  return <PdfPage {...page} onFailed={() => setFailed(true)} />
}
