'use client'
import { useId } from 'react'
import type { Question } from '@/lib/domains/due-diligence/rules/diligence-form'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import styles from './visit.module.css'

/** One question: its answers as buttons for a thumb, or a text. */
export function QuestionField({
  question,
  answer,
  missing,
  onAnswer,
}: {
  question: Question
  answer: string
  /** It was looked for and is not answered. */
  missing: boolean
  onAnswer: (text: string) => void
}) {
  const t = useT()
  const id = useId()
  const { code, options, required, maxLength } = question
  const label = t(`dueDiligence.questions.${code}` as MessageKey)
  const name = (
    <>
      {label}
      {required && <i aria-hidden> *</i>}
    </>
  )
  const length = Array.from(answer).length
  const isTooLong = !options && length > maxLength
  const wrong = missing || isTooLong
  const error = wrong && (
    <p className={styles.missing} id={`${id}-missing`} role={isTooLong ? 'alert' : undefined}>
      {isTooLong
        ? t('dueDiligence.answerTooLong', { count: length, most: maxLength })
        : t('dueDiligence.issues.answer')}
    </p>
  )
  if (!options)
    return (
      <div className={styles.question} data-code={code}>
        <label htmlFor={id}>{name}</label>
        <textarea
          id={id}
          rows={maxLength > 200 ? 4 : 1}
          value={answer}
          aria-invalid={wrong || undefined}
          aria-describedby={wrong ? `${id}-missing` : undefined}
          onChange={({ target }) => onAnswer(target.value)}
        />
        {error}
      </div>
    )
  return (
    <fieldset
      className={styles.question}
      data-code={code}
      aria-invalid={wrong || undefined}
      aria-describedby={wrong ? `${id}-missing` : undefined}
    >
      <legend>{name}</legend>
      <div className={styles.options}>
        {options.map((option) => (
          <label key={option} data-chosen={option === answer || undefined}>
            <input type="radio" name={id} checked={option === answer} onChange={() => onAnswer(option)} />
            {t(`dueDiligence.options.${option}` as MessageKey)}
          </label>
        ))}
      </div>
      {error}
    </fieldset>
  )
}
