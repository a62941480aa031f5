'use client'
import Divider from '@mui/material/Divider'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { lazyPart } from '@/components/ui/lazy-part'
import Menu from '@/components/ui/menu'
import { useT } from '@/lib/i18n/use-t'
import { routes } from '@/lib/routes'
import { useClearCache } from './use-clear-cache'
import { useWorkspace } from './workspace'

const PasswordDialog = lazyPart(() => import('./password-dialog'))
const FeedbackDialog = lazyPart(() => import('./feedback-dialog'))

/** The entries of the user menu (wording.md, row User menu), or the dialog that one of them opened. */
export default function UserMenuList({
  anchor,
  tenant,
  onClose,
  onLogout,
}: {
  anchor: HTMLElement
  tenant: string
  onClose: () => void
  onLogout: () => void
}) {
  const t = useT()
  const { open } = useWorkspace()
  const clearCache = useClearCache()
  const [dialog, setDialog] = useState<'password' | 'feedback'>()

  if (dialog === 'password') return <PasswordDialog tenant={tenant} onClose={onClose} />
  if (dialog === 'feedback') return <FeedbackDialog onClose={onClose} />

  const entry = (label: string, run: () => unknown) => (
    <MenuItem
      key={label}
      onClick={() => {
        onClose()
        run()
      }}
    >
      {label}
    </MenuItem>
  )
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
    >
      {entry(t('shell.home'), () => open({ path: routes.home.path, query: '' }))}
      {entry(t('account.personalInfo'), () => open({ path: routes.personalInfo.path, query: '' }))}
      {entry(t('routes.bulkRuns'), () => open({ path: routes.bulkRuns.path, query: '' }))}
      {entry(t('routes.ownExports'), () => open({ path: routes.ownExports.path, query: '' }))}
      <MenuItem onClick={() => setDialog('password')}>{t('account.changePassword')}</MenuItem>
      <MenuItem onClick={() => setDialog('feedback')}>{t('account.feedback')}</MenuItem>
      {entry(t('settings.clearCache'), clearCache)}
      <Divider />
      {entry(t('shell.logout'), onLogout)}
    </Menu>
  )
}
