'use client'
import { Calendar as CalendarIcon } from 'lucide'
import { type KeyboardEvent, useRef } from 'react'
import { useT } from '@/lib/i18n/use-t'
import styles from './calendar.module.css'
import { Icon } from './icon'
import { lazyPart } from './lazy-part'

// Days, months and years are MUI X's, which come with the first press.
const CalendarPanel = lazyPart(() => import('./calendar-panel'))

const wholeDate = /^\d{4}-\d{2}-\d{2}$/

/** Alt+↓, by which every list and calendar of a desktop opens. */
export const isCalendarKey = ({ altKey, key }: KeyboardEvent): boolean => altKey && key === 'ArrowDown'

/**
 * Opens a calendar for the date that is typed beside it. Stands at the right end of an element with `position:
 * relative` and outside the order of Tab: whoever is at the keyboard types the date, or opens the calendar from there.
 */
export function CalendarButton({
  label,
  value,
  min,
  max,
  open,
  onOpen,
  onPick,
}: {
  label: string
  value: string
  min?: string
  max?: string
  open: boolean
  onOpen: (open: boolean) => void
  onPick: (date: string) => void
}) {
  const t = useT()
  const button = useRef<HTMLButtonElement>(null)
  const name = t('ui.calendar', { label })
  const close = () => {
    onOpen(false)
    button.current?.parentElement?.querySelector('input')?.focus()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        tabIndex={-1}
        className={styles.button}
        aria-label={name}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => onOpen(true)}
      >
        <Icon name={CalendarIcon} size={14} />
      </button>
      {open && (
        <CalendarPanel
          anchor={button.current}
          label={name}
          value={wholeDate.test(value) ? value : ''}
          min={min}
          max={max}
          onPick={(date) => {
            onPick(date)
            close()
          }}
          onClose={close}
        />
      )}
    </>
  )
}
