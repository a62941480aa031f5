'use client'
import { Notice } from '@/components/ui/notice'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { VerbButtons } from '@/components/verb/verb-buttons'
import { bankCards } from '@/lib/domains/cards/contract'
import { useT } from '@/lib/i18n/use-t'
import styles from './card-case.module.css'

type Row = { orderId: number; rowVersion: number; cardId: number; holderName: string }

const cancelAgain = verb(bankCards.cancelAgain, {
  label: 'bankCards.cancelAgain',
  name: ({ holderName }: Row) => holderName,
  words: ({ holderName }: Row) => ({ name: holderName }),
  ask: 'bankCards.cancelAgainTitle',
  input: ({ orderId, cardId }) => ({ orderId, cardId }),
  done: 'bankCards.cancelAgainDone',
})
const verbsOfCard = { cancelAgain }

/** A card that is not used any more, from which its bank may still deduct. */
export function StillAgreed({ row, reason }: { row: Row; reason: string | null }) {
  const t = useT()
  const verbs = useVerbs(verbsOfCard)
  return (
    <div className={styles.fault}>
      <Notice tone="rejected">
        {t('bankCards.stillAgreed', { reason: reason ?? t('bankCards.outcomes.silent') })}{' '}
        {t('bankCards.stillAgreedHint')} <VerbButtons size="small" verbs={verbs.of(row)} />
      </Notice>
      {verbs.dialog}
    </div>
  )
}
