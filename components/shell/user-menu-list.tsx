'use client'
import Divider from '@mui/material/Divider'
import MenuItem from '@mui/material/MenuItem'
import Menu from '@/components/ui/menu'
import { useT } from '@/lib/i18n/use-t'
import { routes } from '@/lib/routes'
import { useClearCache } from './use-clear-cache'
import { useWorkspace } from './workspace'

/** The entries of the user menu. */
export default function UserMenuList({
  anchor,
  onClose,
  onLogout,
}: {
  anchor: HTMLElement
  onClose: () => void
  onLogout: () => void
}) {
  const t = useT()
  const { open } = useWorkspace()
  const clearCache = useClearCache()
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
    >
      <MenuItem
        onClick={() => {
          onClose()
          open({ path: routes.home.path, query: '' })
        }}
      >
        {t('shell.home')}
      </MenuItem>
      <MenuItem
        onClick={() => {
          onClose()
          void clearCache()
        }}
      >
        {t('settings.clearCache')}
      </MenuItem>
      <Divider />
      <MenuItem
        onClick={() => {
          onClose()
          onLogout()
        }}
      >
        {t('shell.logout')}
      </MenuItem>
    </Menu>
  )
}
