'use client'
import { Icon, type IconName } from '@/components/ui/icon'
import Link from '@/components/ui/link'
import { useCan } from '@/lib/client/permission'
import type { Permission } from '@/lib/domains/identity/rules/roles'
import { useT } from '@/lib/i18n/use-t'
import { href, type RouteKey, routes } from '@/lib/routes'
import styles from '../home.module.css'

const entries: readonly { to: RouteKey; for: Permission; icon: IconName }[] = [
  { to: 'intakeForm', for: 'order:create', icon: 'pencil' },
  { to: 'intakeList', for: 'order:create', icon: 'rows' },
  { to: 'preReviewPool', for: 'order:claim_pre', icon: 'tick' },
  { to: 'firstReview', for: 'order:claim_first', icon: 'tick' },
  { to: 'orderQuery', for: 'order:view', icon: 'search' },
  { to: 'intakeHistory', for: 'order:view', icon: 'history' },
]

/** The screens that the user works in most. */
export function QuickEntries() {
  const t = useT()
  const can = useCan()
  const shown = entries.filter((entry) => can(entry.for))
  if (shown.length === 0) return null
  return (
    <nav className={styles.card} aria-label={t('home.quick')}>
      <header className={styles.head}>
        <h2>{t('home.quick')}</h2>
      </header>
      <ul className={styles.entries}>
        {shown.map(({ to, icon }) => (
          <li key={to}>
            <Link className={styles.entry} href={href(to)}>
              <Icon name={icon} />
              {t(routes[to].titleKey)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
