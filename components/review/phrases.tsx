'use client'
import type { UseFormReturn } from 'react-hook-form'
import type { ReviewStage } from '@/lib/domains/orders/rules/order-states'
import type { ReviewResult } from '@/lib/domains/orders/rules/review-decisions'
import type { ReviewOpinion } from '@/lib/domains/reviews/rules/review-opinion'
import { useT } from '@/lib/i18n/use-t'
import styles from './review.module.css'

/**
 * The reason why something is returned or refused is the same whoever says it; what lets it pass is each stage's own.
 */
const passing = {
  pre: ['review.phrase.complete', 'review.phrase.clear', 'review.phrase.noRisk'],
  first: ['review.phrase.phoneOk', 'review.phrase.consistent', 'review.phrase.priceOk'],
  risk: ['review.phrase.within', 'review.phrase.steady'],
} as const
const other = {
  return: ['review.phrase.again', 'review.phrase.call'],
  reject: ['review.phrase.policy', 'review.phrase.untrue', 'review.phrase.wish'],
} as const

/** Sentences that reviewers write all day: a click puts one behind what is written. */
export function Phrases({
  stage,
  form,
  result,
}: {
  stage: ReviewStage
  form: UseFormReturn<ReviewOpinion>
  result: ReviewResult
}) {
  const t = useT()
  const add = (phrase: string) => {
    const written = form.getValues('opinion').trim()
    const text = written === '' ? phrase : `${written.replace(/[，。；,;.]$/, '')}；${phrase}`
    form.setValue('opinion', text, { shouldDirty: true, shouldTouch: true, shouldValidate: true })
    form.setFocus('opinion')
  }
  return (
    <ul className={styles.phrases} aria-label={t('review.phrases')}>
      {(result === 'pass' ? passing[stage] : other[result]).map((key) => (
        <li key={key}>
          <button type="button" onClick={() => add(t(key))}>
            {t(key)}
          </button>
        </li>
      ))}
    </ul>
  )
}
