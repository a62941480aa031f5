'use client'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import { openPdf } from '@/components/pdf/open-pdf'
import { PdfPage } from '@/components/pdf/pdf-page'
import { SkeletonLines } from '@/components/ui/states'
import { ApiError, noAnswer } from '@/lib/client/api-error'
import { request, send } from '@/lib/client/call'
import { signing as calls } from '@/lib/domains/contracts/contract/signing'
import { useT } from '@/lib/i18n/use-t'
import styles from '../signing.module.css'
import { StepFrame } from './step-frame'
import type { SigningOnPhone } from './use-signing'

/** One paper, page by page: a page is read once it stood on the screen and the service heard of it. */
export function ReadStep({ signing, id }: { signing: SigningOnPhone; id: number }) {
  const t = useT()
  const { token, session, link, setRead, go } = signing
  const paper = link.papers.find((one) => one.id === id)
  const [number, setNumber] = useState(() => firstUnread(paper?.pages ?? 1, paper?.read ?? []))
  const [attempt, setAttempt] = useState(0)
  const [document, setDocument] = useState<PDFDocumentProxy>()
  const [failure, setFailure] = useState<string>()
  const [large, setLarge] = useState(false)
  const [stands, setStands] = useState<number>()
  const [busy, setBusy] = useState(false)
  // Shown and not told yet: a phone loses its network between two pages.
  const untold = useRef(new Set<number>())
  const failureOf = useRef(signing.failureOf)
  failureOf.current = signing.failureOf

  useEffect(() => {
    let left = false
    fetchPaper({ token, session, id }, attempt).then(
      (opened) => {
        if (!left) setDocument(opened)
      },
      // Everything that is no answer of the service is a reader that did not come: to be tried again as well.
      async (error: unknown) => {
        const said = await failureOf.current(error instanceof ApiError ? error : new ApiError(noAnswer))
        if (!left) setFailure(said)
      },
    )
    return () => {
      left = true
    }
  }, [token, session, id, attempt])

  if (!paper) return null
  const total = document?.numPages ?? paper.pages
  const tell = async () => {
    const pages = [...untold.current]
    if (pages.length === 0) return
    const { read } = await request(calls.shown, { token, session, id, pages })
    for (const page of pages) untold.current.delete(page)
    setRead(id, read)
  }
  const drawn = (page: number) => {
    setStands(page)
    if (paper.read.includes(page)) return
    untold.current.add(page)
    // Told again with the next page, and at the end for certain.
    tell().catch(() => undefined)
  }
  // Another try asks for the paper as a whole: what cannot be drawn may have come broken.
  const failed = () => {
    setDocument(undefined)
    setFailure(t('signPage.pageFailed'))
  }
  const turn = (to: number) => {
    setNumber(to)
    scrollTo({ top: 0 })
  }
  const finish = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      await tell()
      go({ name: 'papers' })
    } catch (error) {
      setFailure(await signing.failureOf(error))
    } finally {
      setBusy(false)
    }
  }
  const retry = () => {
    setFailure(undefined)
    setAttempt((count) => count + 1)
  }
  const last = number >= total
  return (
    <StepFrame
      title={paper.title}
      lead={t('signPage.pageOf', { number, total })}
      next={
        !document && failure
          ? t('signPage.retry')
          : t(last ? 'signPage.readDone' : 'signPage.nextPage', { number: number + 1, total })
      }
      // Nobody leafs past a page that does not stand there yet.
      busy={busy || (document ? stands !== number : !failure)}
      failure={failure}
      onNext={() => (document ? (last ? void finish() : turn(number + 1)) : retry())}
      below={
        <div className={styles.ways}>
          <button
            type="button"
            className={styles.second}
            onClick={() => (number > 1 ? turn(number - 1) : go({ name: 'papers' }))}
          >
            {t(number > 1 ? 'signPage.pageBefore' : 'signPage.toPapers')}
          </button>
          <button
            type="button"
            className={styles.second}
            aria-pressed={large}
            onClick={() => setLarge(!large)}
          >
            {t(large ? 'signPage.fit' : 'signPage.enlarge')}
          </button>
        </div>
      }
    >
      <progress
        className={styles.bar}
        value={number}
        max={total}
        aria-label={t('signPage.pageOf', { number, total })}
      />
      <div className={styles.sheet} data-large={large}>
        {document ? (
          <PdfPage
            key={number}
            document={document}
            number={number}
            label={t('signPage.pageOf', { number, total })}
            scale={2.5}
            onDrawn={drawn}
            onFailed={failed}
          />
        ) : (
          <div className={styles.coming}>
            <SkeletonLines lines={12} />
          </div>
        )}
      </div>
    </StepFrame>
  )
}

const firstUnread = (pages: number, read: readonly number[]): number =>
  Array.from({ length: pages }, (_, at) => at + 1).find((page) => !read.includes(page)) ?? 1

/** @param _attempt another one asks again */
async function fetchPaper(
  paper: { token: string; session: string; id: number },
  _attempt: number,
): Promise<PDFDocumentProxy> {
  const response = await send(calls.paper, paper)
  return openPdf(await response.arrayBuffer())
}
