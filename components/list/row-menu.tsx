'use client'
import MenuItem from '@mui/material/MenuItem'
import Link from '@/components/ui/link'
import Menu from '@/components/ui/menu'
import { useTips } from '@/components/ui/tips'
import { useT } from '@/lib/i18n/use-t'
import type { RowAction } from './row-actions'

/** The folded actions of a row. */
export default function RowMenu({
  anchor,
  actions,
  onClose,
}: {
  anchor: HTMLElement
  actions: readonly RowAction[]
  onClose: () => void
}) {
  return (
    <Menu anchorEl={anchor} open onClose={onClose}>
      {actions.map((action) => (
        <FoldedAction key={action.key} action={action} onDone={onClose} />
      ))}
    </Menu>
  )
}

/** A menu entry; MUI's menu hands its focus to it, so it is one element. */
function FoldedAction({ action, onDone, ...focus }: { action: RowAction; onDone: () => void }) {
  const t = useT()
  useTips()
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
