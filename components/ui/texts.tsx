'use client'
import { Eye } from 'lucide'
import { type ReactNode, useState } from 'react'
import { useT } from '@/lib/i18n/use-t'
import { IconButton } from './action-button'
import { showMoney } from './number-text'
import styles from './texts.module.css'
import { showDateTime, showRelative } from './time-text'
import { useTips } from './tips'

/** The sign that stands where there is no value. */
export const noValue = '–'

/** An amount in CNY, decimal text: thousands separators, sign and cents always shown, negative in the error tone. */
export function MoneyText({ value }: { value: string | null | undefined }) {
  if (value === null || value === undefined || value === '') return noValue
  return (
    <span className={styles.number} data-negative={value.startsWith('-') || undefined}>
      {showMoney(value)}
    </span>
  )
}

/** An instant, absolute in Asia/Shanghai; the relative time is in the tooltip. */
export function DateTimeText({ value }: { value: string | null | undefined }) {
  const t = useT()
  useTips()
  // The tooltip is worked out when it is needed: on the server and in the browser it would not be the same text.
  const [tip, setTip] = useState<string>()
  if (!value) return noValue
  return (
    <time
      className={styles.number}
      dateTime={value}
      data-tip={tip}
      onPointerEnter={() => setTip(showRelative(value, Date.now(), t))}
    >
      {showDateTime(value)}
    </time>
  )
}

/**
 * Personal data that the server masked. The eye asks for it in clear, when the user may; that is a call of its own
 * and leaves a trace.
 */
export function MaskedText({
  masked,
  clear,
  label,
  onReveal,
  children,
}: {
  masked: string
  /** The whole of it, once it was asked for. */
  clear: string | undefined
  /** The name of the value, for the button's name: 证件号. */
  label: string
  /** Absent for who may not. */
  onReveal: (() => Promise<void>) | undefined
  /** Other things that can be done with it: small buttons. */
  children?: ReactNode
}) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const reveal = async () => {
    setBusy(true)
    try {
      await onReveal?.()
    } catch {
      // The error funnel has shown it; the value stays masked.
    } finally {
      setBusy(false)
    }
  }
  return (
    <span className={styles.masked}>
      <span className={styles.number} data-clear={clear !== undefined || undefined}>
        {clear ?? masked}
      </span>
      {clear === undefined && onReveal && (
        <IconButton icon={Eye} size="small" busy={busy} label={t('ui.reveal', { label })} onClick={reveal} />
      )}
      {children}
    </span>
  )
}
