'use client'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReactNode, useId } from 'react'
import { useT } from '@/lib/i18n/use-t'
import { ActionButton } from './action-button'
import Dialog from './dialog'

/** A dialog to read in, as wide as a table, with what can be done beside 关闭. */
export function WideDialog({
  title,
  onClose,
  actions,
  children,
}: {
  title: string
  onClose: () => void
  actions?: ReactNode
  children: ReactNode
}) {
  const t = useT()
  const id = useId()
  return (
    <Dialog
      open
      fullWidth
      maxWidth={false}
      slotProps={{ paper: { style: { maxWidth: 880 } } }}
      onClose={onClose}
      aria-labelledby={id}
    >
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent>{children}</DialogContent>
      <DialogActions>
        <ActionButton onClick={onClose}>{t('ui.close')}</ActionButton>
        {actions}
      </DialogActions>
    </Dialog>
  )
}
