'use client'
import { useId, useRef, useState } from 'react'
import { ActionButton } from '@/components/ui/action-button'
import controls from '@/components/ui/control.module.css'
import { showDateTime } from '@/components/ui/time-text'
import { useCopy } from '@/components/ui/use-copy'
import { useT } from '@/lib/i18n/use-t'
import styles from './link-dialog.module.css'

/** A link as it is shown this once. */
export function MadeLink({ made }: { made: { path: string; expiresAt: string } }) {
  const t = useT()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState(false)
  const copy = useCopy()
  const address = new URL(made.path, window.location.origin).href
  return (
    <section className={styles.made}>
      <label htmlFor={id}>{t('collect.made')}</label>
      <div>
        <input
          ref={field}
          id={id}
          className={controls.control}
          readOnly
          value={address}
          onFocus={(event) => event.currentTarget.select()}
        />
        <ActionButton variant="primary" onClick={async () => setCopied(await copy(address, field.current))}>
          {t(copied ? 'collect.copied' : 'collect.copy')}
        </ActionButton>
      </div>
      <p className={styles.note} role="status">
        {t('collect.validTo', { time: showDateTime(made.expiresAt) })}
      </p>
    </section>
  )
}
