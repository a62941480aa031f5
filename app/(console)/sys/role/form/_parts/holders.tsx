'use client'
import { Section } from '@/components/ui/section'
import type { RoleDetail } from '@/lib/domains/staff/contract'
import { useT } from '@/lib/i18n/use-t'
import styles from './role.module.css'

/** The people who have the role. */
export function Holders({ role: { heldBy, holders } }: { role: RoleDetail }) {
  const t = useT()
  return (
    <Section title={t('staff.holdersTitle')}>
      {heldBy.length === 0 && t('staff.noHolders')}
      <ul className={styles.holders}>
        {heldBy.map(({ id, name, account, orgName }) => (
          <li key={id}>
            <span>{name}</span>
            <span className={styles.note}>
              {account} · {orgName}
            </span>
          </li>
        ))}
      </ul>
      {heldBy.length < holders && (
        <p className={styles.note}>{t('staff.moreHolders', { count: holders, shown: heldBy.length })}</p>
      )}
    </Section>
  )
}
