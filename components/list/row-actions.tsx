'use client'
import { type ReactNode, useState } from 'react'
import { ActionButton, type Permit, type Refused } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import Link from '@/components/ui/link'
import { useT } from '@/lib/i18n/use-t'
import styles from './list.module.css'

// What opens on a click comes with the click.
const RowMenu = lazyPart(() => import('./row-menu'))
const RefusalPopover = lazyPart(() => import('@/components/ui/refusal-popover'))

/** What can be done with a row: runs something, or leads to a page. */
export type RowAction = { key: string; label: string; permit?: Permit; busy?: boolean } & (
  | { run: () => void }
  | { href: string }
)

const visibleCount = 2

/**
 * Two actions in sight that can be done now; under 更多 the rest, those that are refused with their reason.
 *
 * @param children what stands before them: the row's box
 */
export function RowActions({ actions, children }: { actions: readonly RowAction[]; children?: ReactNode }) {
  const t = useT()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [refused, setRefused] = useState<{ of: Refused; at: HTMLElement }>()
  const shown = actions.filter(({ permit }) => permit?.ok !== false).slice(0, visibleCount)
  const folded = actions.filter((action) => !shown.includes(action))
  return (
    <div className={styles.actions}>
      {children}
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
