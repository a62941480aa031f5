'use client'
import { useEffect, useRef } from 'react'
import { Icon } from '@/components/ui/icon'
import { useT } from '@/lib/i18n/use-t'
import styles from '../collect.module.css'

type Said = 'used' | 'expired' | 'unknown' | 'closed' | 'failed' | 'done'

/** In place of the form: it was handed in, or cannot be. After a submit the reader is taken to it. */
export function FormNotice({ state }: { state: Said }) {
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  const done = state === 'done' || state === 'used'
  useEffect(() => {
    if (state === 'done') heading.current?.focus()
  }, [state])
  return (
    <section className={styles.notice} data-good={done}>
      <span className={styles.sign}>
        <Icon name={done ? 'tick' : 'warning'} size={28} />
      </span>
      <h1 ref={heading} tabIndex={-1}>
        {t(`collect.${state}`)}
      </h1>
      <p className={styles.hint}>{t(`collect.${state}Hint`)}</p>
    </section>
  )
}
