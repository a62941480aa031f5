'use client'
import { useId, useRef, useState } from 'react'
import { ActionButton } from '@/components/ui/action-button'
import controls from '@/components/ui/control.module.css'
import { showDateTime } from '@/components/ui/time-text'
import { useT } from '@/lib/i18n/use-t'
import styles from './link-dialog.module.css'

/** A link as it is shown this once. Where the browser has no clipboard (plain http), it is selected to be copied. */
export function MadeLink({ made }: { made: { path: string; expiresAt: string } }) {
  const t = useT()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    field.current?.select()
    try {
      await navigator.clipboard.writeText(field.current?.value ?? '')
      setCopied(true)
    } catch {
      field.current?.focus()
    }
  }
  return (
    <section className={styles.made}>
      <label htmlFor={id}>{t('collect.made')}</label>
      <div>
        <input
          ref={field}
          id={id}
          className={controls.control}
          readOnly
          value={new URL(made.path, window.location.origin).href}
          onFocus={(event) => event.currentTarget.select()}
        />
        <ActionButton variant="primary" onClick={() => void copy()}>
          {t(copied ? 'collect.copied' : 'collect.copy')}
        </ActionButton>
      </div>
      <p className={styles.note} role="status">
        {t('collect.validTo', { time: showDateTime(made.expiresAt) })}
      </p>
    </section>
  )
}
