'use client'
import { useT } from '@/lib/i18n/use-t'
import styles from './standard-days.module.css'

/** Beside the title of a log: what it shows while nobody has chosen days. A narrow window has no room for it. */
export function StandardDays() {
  const t = useT()
  return <span className={styles.hint}>{t('oversight.standardDays')}</span>
}
