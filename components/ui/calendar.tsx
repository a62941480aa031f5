'use client'
import { useRef } from 'react'
import { useT } from '@/lib/i18n/use-t'
import styles from './calendar.module.css'
import { Icon } from './icon'

const wholeDate = /^\d{4}-\d{2}-\d{2}$/

/** Whether a text is a whole date, `YYYY-MM-DD`; whether there is such a day is for the rules to say. */
export function isWholeDate(text: string): boolean {
  return wholeDate.test(text)
}

/** Digits as they are typed, with the dashes of `YYYY-MM-DD` put in. */
export function dashDate(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, 8)
  return [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)].filter(Boolean).join('-')
}

/**
 * Opens the browser's own calendar beside a date that is typed: no bytes, and every assistive technology knows it.
 * Stands at the right end of an element with `position: relative`.
 */
export function CalendarButton({
  label,
  value,
  min,
  max = '9999-12-31',
  onPick,
}: {
  label: string
  value: string
  min?: string
  max?: string
  onPick: (date: string) => void
}) {
  const t = useT()
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        type="button"
        className={styles.button}
        // The date is typed: no Tab stop of its own.
        tabIndex={-1}
        aria-label={t('ui.calendar', { label })}
        onClick={() => picker.current?.showPicker()}
      >
        <Icon name="calendar" size={14} />
      </button>
      <input
        ref={picker}
        className={styles.picker}
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        min={min}
        max={max}
        value={isWholeDate(value) ? value : ''}
        onChange={(event) => onPick(event.target.value)}
      />
    </>
  )
}
