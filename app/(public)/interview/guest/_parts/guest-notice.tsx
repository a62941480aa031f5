'use client'
import { CustomerNotice } from '@/components/customer-page/customer-notice'
import { useT } from '@/lib/i18n/use-t'
import styles from '../guest.module.css'
import type { GuestPhase } from './guest-call'

type Said = Exclude<GuestPhase, 'consent' | 'opening' | 'in'>

/** In place of the room: it is over, or cannot be entered. */
export function GuestNotice({ state, onAgain }: { state: Said; onAgain?: (() => void) | undefined }) {
  const t = useT()
  const again = { taken: 'takeBack', failed: 'retry' } as const
  return (
    <CustomerNotice
      good={state === 'ended' || state === 'hungUp'}
      title={t(`interviewGuest.${state}`)}
      hint={t(`interviewGuest.${state}Hint`)}
    >
      {onAgain && (
        <button type="button" className={styles.main} onClick={onAgain}>
          {t(`interviewGuest.${state === 'taken' || state === 'failed' ? again[state] : 'again'}`)}
        </button>
      )}
    </CustomerNotice>
  )
}
