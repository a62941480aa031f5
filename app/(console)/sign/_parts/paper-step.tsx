'use client'
import { SingleUpload } from '@/components/materials/single-upload'
import { ActionButton } from '@/components/ui/action-button'
import { Section } from '@/components/ui/section'
import { download } from '@/lib/client/download'
import { useHasPermission } from '@/lib/client/permission'
import { bankCards } from '@/lib/domains/cards/contract'
import { useT } from '@/lib/i18n/use-t'
import styles from './card-case.module.css'

/** The paper that a new card waits for: printed, signed by the customer, and sent back. */
export function PaperStep({ orderId, rowVersion }: { orderId: number; rowVersion: number }) {
  const t = useT()
  const may = useHasPermission('card:bind')
  if (!may) return null
  return (
    <Section title={t('bankCards.paper')}>
      <div className={styles.paper}>
        <ActionButton onClick={() => download(bankCards.blankPaper, { orderId }).catch(() => {})}>
          {t('bankCards.printPaper')}
        </ActionButton>
        <SingleUpload
          place={{ orderId, kind: 'card', rowVersion }}
          variant="primary"
          label={t('bankCards.addPaper')}
          accept="image/png,image/jpeg,application/pdf"
        />
        <small>{t('bankCards.paperHint')}</small>
      </div>
    </Section>
  )
}
