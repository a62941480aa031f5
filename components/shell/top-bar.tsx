'use client'
import type { ReactNode } from 'react'
import { Icon } from '@/components/ui/icon'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import { MenuIcon } from './menu-icon'
import type { MenuNode } from './menu-tree'
import styles from './top-bar.module.css'

/** `watermark` is a line of the tenant's own in it. */
export type ShellBrand = { code: string; title: string; logo: string; watermark?: string | undefined }

/** The top entries of the menu; choosing one brings its children into the side menu. */
export function TopMenu({
  tops,
  current,
  onChoose,
}: {
  tops: readonly MenuNode[]
  current: MenuNode | undefined
  onChoose: (node: MenuNode) => void
}) {
  const t = useT()
  return (
    <nav aria-label={t('shell.topMenu')} className={styles.tops}>
      {tops.map((node) => (
        <button
          key={node.id}
          type="button"
          aria-current={node === current ? 'true' : undefined}
          onClick={() => onChoose(node)}
        >
          <MenuIcon name={node.icon} />
          {node.label}
        </button>
      ))}
    </nav>
  )
}

/**
 * The top bar: the brand of the host, the top menu, the user at the right.
 *
 * @param menuOpen whether the drawer of a narrow window is open
 */
export function TopBar({
  brand,
  menuOpen,
  onMenu,
  children,
  end,
}: {
  brand: ShellBrand
  menuOpen: boolean
  onMenu: () => void
  children: ReactNode
  end: ReactNode
}) {
  const t = useT()
  return (
    <header className={styles.bar}>
      <button
        type="button"
        className={styles.burger}
        aria-expanded={menuOpen}
        aria-label={t(menuOpen ? 'shell.closeMenu' : 'shell.openMenu')}
        onClick={onMenu}
      >
        <Icon name="rows" size={18} />
      </button>
      <a className={styles.brand} href={href('home')}>
        <span className={styles.logo} style={{ backgroundImage: `url("${brand.logo}")` }} />
        <span className={styles.title}>{brand.title}</span>
      </a>
      <div className={styles.middle}>{children}</div>
      <div className={styles.end}>{end}</div>
    </header>
  )
}
