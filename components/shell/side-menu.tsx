'use client'
import { type CSSProperties, memo, useState } from 'react'
import { Icon } from '@/components/ui/icon'
import Link, { isPlain } from '@/components/ui/link'
import { useTips } from '@/components/ui/tips'
import { useT } from '@/lib/i18n/use-t'
import { useMenu } from './menu'
import { MenuIcon } from './menu-icon'
import { holdsPath, type MenuNode, topOf } from './menu-tree'
import styles from './side-menu.module.css'

type Shown = {
  /** The place of the active tab. */
  path: string
  /** Icons alone; a click on a group asks for the full width by `onExpand`. */
  narrow: boolean
  onOpen: (node: MenuNode) => void
  onExpand: () => void
}

/**
 * The side menu: groups of which one is open at a time, entries that show their tab.
 *
 * @param marks groups of entries that stand elsewhere in the menu too: 收藏, 最近使用
 */
export function SideMenu({
  nodes,
  marks,
  ...shown
}: Shown & { nodes: readonly MenuNode[]; marks: readonly MenuNode[] }) {
  const t = useT()
  useTips()
  if (nodes.length === 0) return <p className={styles.none}>{t('shell.noMenu')}</p>
  return (
    <nav aria-label={t('shell.sideMenu')} className={styles.menu} data-narrow={shown.narrow || undefined}>
      <Level nodes={nodes} marks={marks} depth={0} {...shown} />
    </nav>
  )
}

/** One level of the menu; of its groups one is open at a time. */
function Level({
  nodes,
  marks,
  depth,
  ...shown
}: Shown & { nodes: readonly MenuNode[]; marks: readonly MenuNode[]; depth: number }) {
  const { path, narrow, onExpand } = shown
  const place = topOf(nodes, path)
  const here = place && place.children.length > 0 ? place.id : undefined
  const [open, setOpen] = useState(here)
  // The group of the page that is shown opens with it, and when the page comes to stand in another group, unless an open
  // group of marks led there; what was opened by hand stays until then.
  const [seen, setSeen] = useState({ path, here })
  if (path !== seen.path || here !== seen.here) {
    setSeen({ path, here })
    const isMarked = marks.some((mark) => mark.id === open && holdsPath(mark, path))
    if (here !== undefined && !isMarked) setOpen(here)
  }
  // The page that is shown is marked once: in its own place, when that is in sight beside the marks.
  const isInSight = nodes.some((node) => node.children.length === 0 && node.path === path)
  return (
    <ul style={{ '--depth': depth } as CSSProperties}>
      {[...marks, ...nodes].map((node) => {
        if (node.children.length === 0)
          return (
            <Leaf
              key={node.id}
              node={node}
              depth={depth}
              isHere={node.path === path}
              narrow={narrow}
              onOpen={shown.onOpen}
            />
          )
        const isOpen = !narrow && open === node.id
        return (
          <li key={node.id}>
            <button
              type="button"
              className={styles.entry}
              aria-expanded={isOpen}
              aria-label={narrow ? node.label : undefined}
              data-tip={narrow ? node.label : undefined}
              data-here={here === node.id || undefined}
              onClick={() => {
                if (narrow) onExpand()
                setOpen(narrow || open !== node.id ? node.id : undefined)
              }}
            >
              {depth === 0 && <MenuIcon name={node.icon} />}
              {!narrow && <span className={styles.label}>{node.label}</span>}
              {!narrow && <Icon name={isOpen ? 'up' : 'down'} size={12} />}
            </button>
            {isOpen && (
              <Level
                {...shown}
                nodes={node.children}
                marks={[]}
                depth={depth + 1}
                path={isInSight && marks.includes(node) ? '' : path}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** An entry that leads to a page. Of all of them two change when another tab is shown. */
const Leaf = memo(function Leaf({
  node,
  depth,
  isHere,
  narrow,
  onOpen,
}: Pick<Shown, 'narrow' | 'onOpen'> & { node: MenuNode; depth: number; isHere: boolean }) {
  const t = useT()
  const { favourites, star } = useMenu()
  const isStarred = favourites.includes(node.id)
  return (
    <li className={styles.leaf}>
      <Link
        href={node.path}
        className={styles.entry}
        aria-current={isHere ? 'page' : undefined}
        aria-label={narrow ? node.label : undefined}
        data-tip={narrow ? node.label : undefined}
        onClick={(event) => {
          if (!isPlain(event)) return
          event.preventDefault()
          onOpen(node)
        }}
      >
        {depth === 0 && <MenuIcon name={node.icon} />}
        {!narrow && <span className={styles.label}>{node.label}</span>}
      </Link>
      {!narrow && (
        <button
          type="button"
          className={styles.star}
          aria-pressed={isStarred}
          aria-label={t(isStarred ? 'shell.unstar' : 'shell.star', { label: node.label })}
          onClick={() => star(node.id, !isStarred)}
        >
          <Icon name="star" size={14} />
        </button>
      )}
    </li>
  )
})
