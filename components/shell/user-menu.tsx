'use client'
import { memo, useState } from 'react'
import { Icon } from '@/components/ui/icon'
import { lazyPart } from '@/components/ui/lazy-part'
import { useSession } from '@/lib/client/session'
import { useT } from '@/lib/i18n/use-t'
import styles from './top-bar.module.css'

const UserMenuList = lazyPart(() => import('./user-menu-list'), ['forms', 'dialogs'])

/** The user's name at the right of the top bar, with what is the user's own behind it. */
export const UserMenu = memo(function UserMenu({
  tenant,
  onLogout,
}: {
  tenant: string
  onLogout: () => void
}) {
  const t = useT()
  const { user } = useSession()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <button
        type="button"
        className={styles.user}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={`${t('shell.userMenu')} ${user.name}`}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {/* Drawn, not written: the button's text is its name, and that has the letter already. */}
        <span className={styles.avatar} data-letter={[...user.name][0]} aria-hidden="true" />
        <span className={styles.userName}>{user.name}</span>
        <Icon name="down" size={12} />
      </button>
      {anchor && (
        <UserMenuList anchor={anchor} tenant={tenant} onClose={() => setAnchor(null)} onLogout={onLogout} />
      )}
    </>
  )
})
