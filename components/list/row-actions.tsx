'use client'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Link from 'next/link'
import { useState } from 'react'
import { ActionButton, type Permit } from '@/components/ui/action-button'
import { useTips } from '@/components/ui/tips'
import { useT } from '@/lib/i18n/use-t'
import styles from './list.module.css'

/** What can be done with a row: runs something, or leads to a page. */
export type RowAction = { key: string; label: string; permit?: Permit } & (
  | { run: () => void }
  | { href: string }
)

const visibleCount = 2

/** Two actions in sight, the rest under 更多. A refused one stays, with its reason. */
export function RowActions({ actions }: { actions: readonly RowAction[] }) {
  const t = useT()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const shown = actions.slice(0, visibleCount)
  const folded = actions.slice(visibleCount)
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
        <Menu anchorEl={anchor} open onClose={() => setAnchor(null)}>
          {folded.map((action) => (
            <FoldedAction key={action.key} action={action} onDone={() => setAnchor(null)} />
          ))}
        </Menu>
      )}
    </div>
  )
}

function OneAction({ action }: { action: RowAction }) {
  const { permit = { ok: true } } = action
  if ('href' in action && permit.ok) {
    return (
      <Link href={action.href} prefetch={false} className={styles.actionLink}>
        {action.label}
      </Link>
    )
  }
  return (
    <ActionButton
      variant="text"
      size="small"
      permit={permit}
      onClick={'run' in action ? action.run : undefined}
    >
      {action.label}
    </ActionButton>
  )
}

/** A menu entry; MUI's menu hands its focus to it, so it is one element. */
function FoldedAction({ action, onDone, ...focus }: { action: RowAction; onDone: () => void }) {
  const t = useT()
  useTips()
  const { permit = { ok: true } } = action
  if ('href' in action && permit.ok) {
    return (
      <MenuItem {...focus} component={Link} href={action.href} prefetch={false} onClick={onDone}>
        {action.label}
      </MenuItem>
    )
  }
  return (
    <MenuItem
      {...focus}
      aria-disabled={!permit.ok}
      data-tip={permit.ok ? undefined : t(permit.reason, permit.params)}
      sx={permit.ok ? undefined : { color: 'text.disabled' }}
      onClick={() => {
        if (!permit.ok || !('run' in action)) return
        onDone()
        action.run()
      }}
    >
      {action.label}
    </MenuItem>
  )
}
