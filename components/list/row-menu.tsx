'use client'
import MenuItem from '@mui/material/MenuItem'
import { type Refused, refusalText } from '@/components/ui/action-button'
import Link from '@/components/ui/link'
import Menu from '@/components/ui/menu'
import { useT } from '@/lib/i18n/use-t'
import styles from './list.module.css'
import type { RowAction } from './row-actions'

/** The folded actions of a row, the reason in sight below one that is refused. */
export default function RowMenu({
  anchor,
  actions,
  onClose,
  onRefused,
}: {
  anchor: HTMLElement
  actions: readonly RowAction[]
  onClose: () => void
  /** One that is refused was chosen: what can be done about it is shown in its place. */
  onRefused: (refused: Refused) => void
}) {
  return (
    <Menu anchorEl={anchor} open onClose={onClose}>
      {actions.map((action) => (
        <FoldedAction key={action.key} action={action} onDone={onClose} onRefused={onRefused} />
      ))}
    </Menu>
  )
}

/** A menu entry; MUI's menu hands its focus to it, so it is one element. */
function FoldedAction({
  action,
  onDone,
  onRefused,
  ...focus
}: {
  action: RowAction
  onDone: () => void
  onRefused: (refused: Refused) => void
}) {
  const t = useT()
  const { permit = { ok: true } } = action
  if ('href' in action && permit.ok) {
    return (
      <MenuItem {...focus} component={Link} href={action.href} onClick={onDone}>
        {action.label}
      </MenuItem>
    )
  }
  return (
    <MenuItem
      {...focus}
      aria-disabled={!permit.ok}
      sx={permit.ok ? undefined : { display: 'block', color: 'text.disabled', cursor: 'default' }}
      onClick={() => {
        if (!permit.ok && !permit.way) return
        onDone()
        if (!permit.ok) onRefused(permit)
        else if ('run' in action) action.run()
      }}
    >
      {action.label}
      {!permit.ok && <span className={styles.reason}>{refusalText(permit, t)}</span>}
    </MenuItem>
  )
}
