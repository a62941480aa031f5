'use client'
import { useEffect, useRef, useState } from 'react'
import { type ReadPdf, readPdf } from '@/components/pdf/open-pdf'
import { PdfPages } from '@/components/pdf/pdf-pages'
import { ActionButton } from '@/components/ui/action-button'
import controls from '@/components/ui/control.module.css'
import { Notice } from '@/components/ui/notice'
import { Section } from '@/components/ui/section'
import { SkeletonLines } from '@/components/ui/states'
import { ApiError, noAnswer } from '@/lib/client/api-error'
import { send } from '@/lib/client/call'
import { contractTemplates } from '@/lib/domains/contracts/contract/templates'
import type { ContractCode } from '@/lib/domains/contracts/rules/contract-kinds'
import { readContractText } from '@/lib/domains/contracts/rules/contract-text'
import { useT } from '@/lib/i18n/use-t'
import styles from './template.module.css'

/** A pause in typing after which the contract is drawn anew. */
const pauseMs = 800

/** The text on a real order, drawn as a contract is; only the last of several drawings shows. */
export function LivePreview({ code, name, body }: { code: ContractCode; name: string; body: string }) {
  const t = useT()
  const [orderNo, setOrderNo] = useState('')
  const { open, error, busy } = useDrawing({ code, name, body, orderNo: orderNo.trim() })
  const waits = readContractText(body).problems.length > 0
  return (
    <Section title={t('contractTemplates.preview')}>
      <div className={styles.previewTools}>
        <label>
          <span className={styles.caption}>{t('contractTemplates.previewOrder')}</span>
          <input
            className={controls.control}
            placeholder={t('contractTemplates.previewOrderHint')}
            maxLength={40}
            value={orderNo}
            onChange={(event) => setOrderNo(event.target.value)}
          />
        </label>
        {open && (
          <ActionButton size="small" onClick={() => openLarge(open.blob)}>
            {t('contractTemplates.previewOpen')}
          </ActionButton>
        )}
        <span className={styles.note} role="status">
          {waits
            ? t('contractTemplates.previewWaits')
            : t(busy ? 'contractTemplates.previewBusy' : 'contractTemplates.previewNote')}
        </span>
      </div>
      {error && <Notice tone="returned">{sentenceOf(error)}</Notice>}
      {open ? (
        <div className={styles.drawn} data-old={waits || error ? true : undefined}>
          <PdfPages document={open.document} />
        </div>
      ) : (
        !error && <SkeletonLines lines={12} />
      )}
    </Section>
  )
}

/** In a window of its own, which has read it long before it is let go. */
function openLarge(blob: Blob): void {
  const url = URL.createObjectURL(blob)
  window.open(url)
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

const sentenceOf = ({ fields, message }: ApiError) => Object.values(fields)[0] ?? message

type Asked = { code: ContractCode; name: string; body: string; orderNo: string }

/** Everything that was drawn last, until another one is whole. */
function useDrawing({ code, name, body, orderNo }: Asked) {
  const [drawn, setDrawn] = useState<{ open?: ReadPdf; error?: ApiError; busy: boolean }>({ busy: true })
  const first = useRef(true)
  useEffect(() => {
    if (readContractText(body).problems.length > 0) return
    const over = new AbortController()
    const draw = async () => {
      setDrawn(({ open }) => ({ ...(open && { open }), busy: true }))
      try {
        const { signal } = over
        const open = await readPdf(send(contractTemplates.preview, { code, name, body, orderNo }, { signal }))
        if (signal.aborted) return
        setDrawn((before) => {
          void before.open?.document.loadingTask.destroy()
          return { open, busy: false }
        })
      } catch (error) {
        if (over.signal.aborted) return
        const told = error instanceof ApiError ? error : new ApiError(noAnswer)
        setDrawn(({ open }) => ({ ...(open && { open }), error: told, busy: false }))
      }
    }
    const timer = setTimeout(draw, first.current ? 0 : pauseMs)
    first.current = false
    return () => {
      clearTimeout(timer)
      over.abort()
    }
  }, [code, name, body, orderNo])
  return drawn
}
