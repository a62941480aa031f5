'use client'
import { useState } from 'react'
import { ActionButton, type Permit, type Refused } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import Link from '@/components/ui/link'
import { useT } from '@/lib/i18n/use-t'
import styles from './list.module.css'

// The menu opens on a click, and comes with it.
const RowMenu = lazyPart(() => import('./row-menu'))
const RefusalPopover = lazyPart(() => import('@/components/ui/refusal-popover'))

/** An action that can be done with a row: runs something, or leads to a page. */
export type RowAction = { key: string; label: string; permit?: Permit; busy?: boolean } & (
  | { run: () => void }
  | { href: string }
)

/** In pixels: what surrounds a word, and the cell; what two words and 更多 may take together. */
const aroundWord = 18
const aroundCell = 14
const twoWords = 200
const standardWidth = 160

/** The greatest width of a sign in the 13 px of a list, by the widest of the fonts (Noto Sans CJK). */
function signWidth(sign: string): number {
  if (sign > '\u00ff') return 13
  if (/[mwMW%]/.test(sign)) return 12
  if (/[ijlrtf .,:()|/-]/.test(sign)) return 5.2
  return /[A-Z]/.test(sign) ? 9.6 : 8.1
}

/** Reckoned: nobody may see a word cut, and nothing waits for a measure. */
const wordWidth = (word: string) => [...word].reduce((sum, sign) => sum + signWidth(sign), aroundWord)

/** Those in sight: two that can be done now, or one where two are too long; the rest is folded. */
function unfolded(actions: readonly RowAction[], more: string) {
  const [first, second] = actions.filter(({ permit }) => permit?.ok !== false)
  const widthOf = (shown: readonly RowAction[]) =>
    [...shown.map(({ label }) => label), ...(shown.length < actions.length ? [more] : [])].reduce(
      (sum, word) => sum + wordWidth(word),
      0,
    )
  const two = [first, second].filter((action) => action !== undefined)
  const shown = widthOf(two) <= twoWords ? two : two.slice(0, 1)
  return { shown, width: widthOf(shown) }
}

/** Pixels of the operation column: as the widest row needs it; it does not get narrower from page to page. */
export function useActionsWidth(rows: readonly (readonly RowAction[])[]): number {
  const t = useT()
  const [widest, setWidest] = useState(0)
  const head = wordWidth(t('list.actions'))
  const needed = Math.ceil(Math.max(head, ...rows.map((actions) => unfolded(actions, t('list.more')).width)))
  if (rows.length > 0 && needed > widest) setWidest(needed)
  return rows.length === 0 && widest === 0 ? standardWidth : Math.max(widest, needed) + aroundCell
}

/** Actions in sight that can be done now; under 更多 the rest, those that are refused with their reason. */
export function RowActions({ actions }: { actions: readonly RowAction[] }) {
  const t = useT()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [refused, setRefused] = useState<{ of: Refused; at: HTMLElement }>()
  const { shown } = unfolded(actions, t('list.more'))
  const folded = actions.filter((action) => !shown.includes(action))
  return (
    <div className={styles.actions}>
      {shown.map((action) => (
        <OneAction key={action.key} action={action} />
      ))}
      {folded.length > 0 && (
        <ActionButton
          variant="text"
          size="small"
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          {t('list.more')}
        </ActionButton>
      )}
      {anchor && (
        <RowMenu
          anchor={anchor}
          actions={folded}
          onClose={() => setAnchor(null)}
          onRefused={(of) => setRefused({ of, at: anchor })}
        />
      )}
      {refused && (
        <RefusalPopover refused={refused.of} anchor={refused.at} onClose={() => setRefused(undefined)} />
      )}
    </div>
  )
}

function OneAction({ action }: { action: RowAction }) {
  if ('href' in action) {
    return (
      <Link href={action.href} className={styles.actionLink}>
        {action.label}
      </Link>
    )
  }
  return (
    <ActionButton variant="text" size="small" busy={action.busy} onClick={action.run}>
      {action.label}
    </ActionButton>
  )
}
