'use client'
import { useRef, useState } from 'react'
import { ActionButton } from '@/components/ui/action-button'
import { Section } from '@/components/ui/section'
import { toast } from '@/components/ui/toast'
import { ApiError } from '@/lib/client/api-error'
import { download } from '@/lib/client/download'
import { useHasPermission } from '@/lib/client/permission'
import { uploadFile } from '@/lib/client/upload'
import { bankCards } from '@/lib/contracts/bank-cards'
import { useT } from '@/lib/i18n/use-t'
import styles from './card-case.module.css'

/** The paper that a new card waits for: printed, signed by the customer, and sent back. */
export function PaperStep({ orderId, rowVersion }: { orderId: number; rowVersion: number }) {
  const t = useT()
  const may = useHasPermission('card:bind')
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  if (!may) return null
  const upload = async (file: File | undefined) => {
    if (!file) return
    setBusy(true)
    try {
      await uploadFile(bankCards.addPaper, { orderId, rowVersion }, file)
      toast.success(t('bankCards.paperAdded'))
    } catch (error) {
      // The funnel has said why.
      if (!(error instanceof ApiError)) throw error
    } finally {
      setBusy(false)
    }
  }
  return (
    <Section title={t('bankCards.paper')}>
      <div className={styles.paper}>
        <ActionButton onClick={() => download(bankCards.blankPaper, { orderId }).catch(() => {})}>
          {t('bankCards.printPaper')}
        </ActionButton>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t('bankCards.addPaper')}
          accept="image/png,image/jpeg,application/pdf"
          onChange={(event) => {
            void upload(event.target.files?.[0])
            // The same file again is a choice too.
            event.target.value = ''
          }}
        />
        <ActionButton variant="primary" busy={busy} onClick={() => input.current?.click()}>
          {t('bankCards.addPaper')}
        </ActionButton>
        <small>{t('bankCards.paperHint')}</small>
      </div>
    </Section>
  )
}
