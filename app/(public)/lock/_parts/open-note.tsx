import { Icon } from '@/components/ui/icon'
import { say } from '@/lib/i18n/say'
import styles from '../lock.module.css'

/**
 * The words of the lock page to whoever has nothing to unlock. A full load leads on: whatever was in memory is not
 * theirs.
 */
export async function OpenNote({ signedIn, to }: { signedIn: boolean; to: string }) {
  return (
    <section className={styles.card} aria-label={say('lock.lock')}>
      <Icon name="lock" size={32} />
      <h1 className={styles.name}>{say(signedIn ? 'lock.open' : 'lock.nobody')}</h1>
      <p className={styles.note}>{say(signedIn ? 'lock.openHint' : 'lock.nobodyHint')}</p>
      <a className={styles.onward} href={to}>
        {say(signedIn ? 'lock.goOn' : 'lock.goToLogin')}
      </a>
    </section>
  )
}
