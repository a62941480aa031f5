'use client'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import { ReadFailure } from '@/components/detail/read-failure'
import { ActionButton } from '@/components/ui/action-button'
import { SkeletonLines } from '@/components/ui/states'
import { ApiError, noAnswer } from '@/lib/client/api-error'
import { send } from '@/lib/client/call'
import { download } from '@/lib/client/download'
import { type ContractView, orderContracts } from '@/lib/contracts/order-contracts'
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
        // What is no answer of the service is a reader that did not come: to be tried again as well.
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
      <div className={styles.pages}>
        {read ? (
          pagesOf(read.document).map((number) => (
            <Page key={number} document={read.document} number={number} />
          ))
        ) : (
          <SkeletonLines lines={12} />
        )}
      </div>
    </section>
  )
}

const pagesOf = ({ numPages }: PDFDocumentProxy) => Array.from({ length: numPages }, (_, at) => at + 1)

/** @param _attempt another one asks again */
async function open(id: number, _attempt: number) {
  const [{ getDocument, GlobalWorkerOptions }, response] = await Promise.all([
    import('pdfjs-dist'),
    send(orderContracts.file, { id }),
  ])
  GlobalWorkerOptions.workerSrc = new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url).href
  const blob = await response.blob()
  const data = new Uint8Array(await blob.arrayBuffer())
  const document = await getDocument({ data, enableXfa: false }).promise
  return { document, url: URL.createObjectURL(blob) }
}

function Page({ document, number }: { document: PDFDocumentProxy; number: number }) {
  const t = useT()
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let task: { cancel(): void; promise: Promise<void> } | undefined
    let left = false
    void document.getPage(number).then((page) => {
      const surface = canvas.current
      if (left || !surface) return
      const viewport = page.getViewport({ scale: 2 })
      surface.width = viewport.width
      surface.height = viewport.height
      task = page.render({ canvas: surface, viewport })
      // One that was left is cancelled, which is no mistake.
      task.promise.catch(() => {})
    })
    return () => {
      left = true
      task?.cancel()
    }
  }, [document, number])
  return (
    <canvas ref={canvas} role="img" aria-label={t('contracts.page', { number, total: document.numPages })} />
  )
}
