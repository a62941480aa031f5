'use client'
import Link from 'next/link'
import { type MouseEvent, useState } from 'react'
import { Icon } from '@/components/ui/icon'
import { useTips } from '@/components/ui/tips'
import { useT } from '@/lib/i18n/use-t'
import { MenuIcon } from './menu-icon'
import { holdsPath, type MenuNode } from './menu-tree'
import styles from './side-menu.module.css'

/** Whether a click wants this page here: no new window, no download. */
const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/**
 * The side menu: groups of which one is open at a time, entries that show their tab.
 *
 * @param path where the active tab is
 * @param narrow icons alone; a click on a group asks for the full width by `onExpand`
 */
export function SideMenu({
  nodes,
  path,
  narrow,
  onOpen,
  onExpand,
}: {
  nodes: readonly MenuNode[]
  path: string
  narrow: boolean
  onOpen: (node: MenuNode) => void
  onExpand: () => void
}) {
  const t = useT()
  useTips()
  const here = nodes.find((node) => node.children.length > 0 && holdsPath(node, path))?.id
  const [open, setOpen] = useState(here)
  // The group of the page that is shown opens with it; what was opened by hand stays until then.
  const [seen, setSeen] = useState(here)
  if (here !== seen) {
    setSeen(here)
    if (here !== undefined) setOpen(here)
  }

  const leaf = (node: MenuNode, withIcon: boolean) => (
    <Link
      href={node.path}
      prefetch={false}
      className={styles.entry}
      aria-current={node.path === path ? 'page' : undefined}
      aria-label={narrow ? node.label : undefined}
      data-tip={narrow ? node.label : undefined}
      onClick={(event) => {
        if (!isPlain(event)) return
        event.preventDefault()
        onOpen(node)
      }}
    >
      {withIcon && <MenuIcon name={node.icon} />}
      {!narrow && <span className={styles.label}>{node.label}</span>}
    </Link>
  )

  if (nodes.length === 0) return <p className={styles.none}>{t('shell.noMenu')}</p>
  return (
    <nav aria-label={t('shell.sideMenu')} className={styles.menu} data-narrow={narrow || undefined}>
      <ul>
        {nodes.map((node) =>
          node.children.length === 0 ? (
            <li key={node.id}>{leaf(node, true)}</li>
          ) : (
            <li key={node.id}>
              <button
                type="button"
                className={styles.entry}
                aria-expanded={!narrow && open === node.id}
                aria-label={narrow ? node.label : undefined}
                data-tip={narrow ? node.label : undefined}
                data-here={here === node.id || undefined}
                onClick={() => {
                  if (narrow) onExpand()
                  setOpen(narrow || open !== node.id ? node.id : undefined)
                }}
              >
                <MenuIcon name={node.icon} />
                {!narrow && <span className={styles.label}>{node.label}</span>}
                {!narrow && <Icon name={open === node.id ? 'up' : 'down'} size={12} />}
              </button>
              {!narrow && open === node.id && (
                <ul className={styles.children}>
                  {node.children.map((child) => (
                    <li key={child.id}>{leaf(child, false)}</li>
                  ))}
                </ul>
              )}
            </li>
          ),
        )}
      </ul>
    </nav>
  )
}
