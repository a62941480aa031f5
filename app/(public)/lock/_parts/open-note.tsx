import { Icon } from '@/components/ui/icon'
import { getT } from '@/lib/i18n/get-t'
import styles from '../lock.module.css'

/** What the lock page says to who has nothing to unlock. A full load leads on: whatever was in memory is not theirs. */
export async function OpenNote({ signedIn, to }: { signedIn: boolean; to: string }) {
  const t = await getT()
  return (
    <section className={styles.card} aria-label={t('lock.lock')}>
      <Icon name="lock" size={32} />
      <h1 className={styles.name}>{t(signedIn ? 'lock.open' : 'lock.nobody')}</h1>
      <p className={styles.note}>{t(signedIn ? 'lock.openHint' : 'lock.nobodyHint')}</p>
      <a className={styles.onward} href={to}>
        {t(signedIn ? 'lock.goOn' : 'lock.goToLogin')}
      </a>
    </section>
  )
}
