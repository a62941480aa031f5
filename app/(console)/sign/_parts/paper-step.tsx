'use client'
import { ActionButton } from '@/components/ui/action-button'
import { Section } from '@/components/ui/section'
import { toast } from '@/components/ui/toast'
import { UploadButton } from '@/components/verb/upload-button'
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
  if (!may) return null
  const upload = async (file: File) => {
    await uploadFile(bankCards.addPaper, { orderId, rowVersion }, file)
    toast.success(t('bankCards.paperAdded'))
  }
  return (
    <Section title={t('bankCards.paper')}>
      <div className={styles.paper}>
        <ActionButton onClick={() => download(bankCards.blankPaper, { orderId }).catch(() => {})}>
          {t('bankCards.printPaper')}
        </ActionButton>
        <UploadButton
          variant="primary"
          label={t('bankCards.addPaper')}
          accept="image/png,image/jpeg,application/pdf"
          send={upload}
        />
        <small>{t('bankCards.paperHint')}</small>
      </div>
    </Section>
  )
}
