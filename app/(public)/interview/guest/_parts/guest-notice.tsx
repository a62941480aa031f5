'use client'
import { useEffect, useRef } from 'react'
import { Icon } from '@/components/ui/icon'
import { useT } from '@/lib/i18n/use-t'
import styles from '../guest.module.css'
import type { GuestPhase } from './guest-call'

type Said = Exclude<GuestPhase, 'consent' | 'opening' | 'in'>

/** In place of the room: it is over, or cannot be entered. The reader is taken to it. */
export function GuestNotice({ state, onAgain }: { state: Said; onAgain?: (() => void) | undefined }) {
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const good = state === 'ended' || state === 'hungUp'
  const again = { taken: 'takeBack', failed: 'retry' } as const
  return (
    <section className={styles.card} data-centred>
      <span className={styles.sign} data-good={good}>
        <Icon name={good ? 'tick' : 'warning'} size={28} />
      </span>
      <h1 ref={heading} tabIndex={-1}>
        {t(`interviewGuest.${state}`)}
      </h1>
      <p className={styles.hint}>{t(`interviewGuest.${state}Hint`)}</p>
      {onAgain && (
        <button type="button" className={styles.main} onClick={onAgain}>
          {t(`interviewGuest.${state === 'taken' || state === 'failed' ? again[state] : 'again'}`)}
        </button>
      )}
    </section>
  )
}
