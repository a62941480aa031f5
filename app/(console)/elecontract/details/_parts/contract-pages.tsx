'use client'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useState } from 'react'
import { ReadFailure } from '@/components/detail/read-failure'
import { readPdf } from '@/components/pdf/open-pdf'
import { PdfPages } from '@/components/pdf/pdf-pages'
import { ActionButton } from '@/components/ui/action-button'
import { SkeletonLines } from '@/components/ui/states'
import { ApiError, noAnswer } from '@/lib/client/api-error'
import { send } from '@/lib/client/call'
import { download } from '@/lib/client/download'
import { type ContractView, orderContracts } from '@/lib/domains/contracts/contract/orders'
import { useT } from '@/lib/i18n/use-t'
import styles from './case.module.css'

/** A contract as its reader sees it, page by page; drawn here, so that nothing in it acts. */
export default function ContractPages({ contract }: { contract: ContractView }) {
  const t = useT()
  const [attempt, setAttempt] = useState(0)
  const [read, setRead] = useState<{ document: PDFDocumentProxy; url: string } | { error: ApiError }>()
  useEffect(() => {
    let left = false
    let url: string | undefined
    setRead(undefined)
    open(contract.id, attempt).then(
      (opened) => {
        url = opened.url
        if (left) URL.revokeObjectURL(url)
        else setRead(opened)
      },
      (error: unknown) => {
        // Everything that is no answer of the service is a reader that did not come: to be tried again as well.
        if (!left) setRead({ error: error instanceof ApiError ? error : new ApiError(noAnswer) })
      },
    )
    return () => {
      left = true
      if (url) URL.revokeObjectURL(url)
    }
  }, [contract.id, attempt])
  if (read && 'error' in read)
    return <ReadFailure error={read.error} onRetry={() => setAttempt((count) => count + 1)} />
  return (
    <section className={styles.reader} aria-label={contract.title}>
      <header className={styles.tools}>
        <strong>{contract.title}</strong>
        <span className={styles.hash} title={contract.fileHash}>
          {t('contracts.hash')} {contract.fileHash.slice(0, 12)}
        </span>
        {read && (
          <ActionButton size="small" onClick={() => window.open(read.url)}>
            {t('contracts.print')}
          </ActionButton>
        )}
        <ActionButton
          size="small"
          onClick={() => download(orderContracts.file, { id: contract.id }).catch(() => {})}
        >
          {t('contracts.download')}
        </ActionButton>
      </header>
      {read ? (
        <PdfPages document={read.document} />
      ) : (
        <div className={styles.coming}>
          <SkeletonLines lines={12} />
        </div>
      )}
    </section>
  )
}

/** @param _attempt another one asks again */
async function open(id: number, _attempt: number) {
  const { document, blob } = await readPdf(send(orderContracts.file, { id }))
  return { document, url: URL.createObjectURL(blob) }
}
