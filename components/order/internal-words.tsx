'use client'
import type { ProgressStep } from '@/lib/domains/orders/contract'
import { useT } from '@/lib/i18n/use-t'
import styles from './order.module.css'

/** Everything that a review wrote for the house alone, each named as such; nothing for who does not get it. */
export function InternalWords({
  internalOpinion,
  internalNote,
}: Pick<ProgressStep, 'internalOpinion' | 'internalNote'>) {
  const t = useT()
  const words = [
    ['details.internalOpinion', internalOpinion],
    ['details.internalNote', internalNote],
  ] as const
  return words.map(
    ([label, text]) =>
      text && (
        <p key={label} className={styles.internal}>
          <span>{t(label)}</span>
          {text}
        </p>
      ),
  )
}
