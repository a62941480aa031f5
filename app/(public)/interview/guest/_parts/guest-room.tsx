'use client'
import { PhoneOff, SwitchCamera } from 'lucide'
import { LiveVideo } from '@/components/interview/live-video'
import { Icon } from '@/components/ui/icon'
import { useT } from '@/lib/i18n/use-t'
import styles from '../guest.module.css'
import type { GuestCall, GuestView } from './guest-call'

/** The clerk as large as the phone, the customer's own picture in a corner, and a way out. */
export function GuestRoom({ call, view }: { call: GuestCall; view: GuestView }) {
  const t = useT()
  const { link, local, remote, relayed, facing, trouble } = view
  return (
    <main className={styles.room}>
      <h1 className={styles.unseen}>{t('interviewGuest.heading')}</h1>
      <LiveVideo stream={remote} label={t('interviewGuest.clerk')} className={styles.clerk} />
      <LiveVideo
        stream={local}
        own
        mirrored={facing === 'user'}
        label={t('interviewGuest.self')}
        className={styles.self}
      />
      <p className={styles.state} role="status" data-link={link}>
        {t(`interviewGuest.states.${link}`)}
        {!relayed && link !== 'connected' && <span>{t('interviewGuest.noRelay')}</span>}
        {trouble && <span>{t('interviewGuest.turnFailed', { why: t(`interviewGuest.${trouble}`) })}</span>}
      </p>
      <div className={styles.tools}>
        <button type="button" onClick={() => void call.turn()}>
          <Icon name={SwitchCamera} size={22} />
          {t('interviewGuest.turnCamera')}
        </button>
        <button type="button" data-end onClick={() => call.hangUp()}>
          <Icon name={PhoneOff} size={22} />
          {t('interviewGuest.hangUp')}
        </button>
      </div>
    </main>
  )
}
