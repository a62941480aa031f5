'use client'
import MenuItem from '@mui/material/MenuItem'
import Menu from '@/components/ui/menu'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import type { Played } from './call-control'

const entries: readonly [Played, MessageKey][] = [
  ['incoming', 'phone.playIncoming'],
  ['waiting', 'phone.playWaiting'],
  ['hangUp', 'phone.playHangUp'],
  ['garbage', 'phone.playGarbage'],
]

/** Everything that the built-in call-centre lets the other side do. */
export default function PlayMenu({
  anchor,
  onPlay,
  onClose,
}: {
  anchor: HTMLElement
  onPlay: (what: Played) => void
  onClose: () => void
}) {
  const t = useT()
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
      transformOrigin={{ vertical: 'bottom', horizontal: 'right' }}
    >
      {entries.map(([what, label]) => (
        <MenuItem
          key={what}
          onClick={() => {
            onClose()
            onPlay(what)
          }}
        >
          {t(label)}
        </MenuItem>
      ))}
    </Menu>
  )
}
