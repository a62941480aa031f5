'use client'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import { useT } from '@/lib/i18n/use-t'
import { ActionButton } from './action-button'
import type { Asked } from './confirm'
import Dialog from './dialog'

/** The dialog of one question. */
export default function ConfirmDialog({ asked }: { asked: Asked }) {
  const t = useT()
  const id = useId()
  const { message, title, ok, cancel, tone, answer } = asked
  return (
    <Dialog
      open
      role="alertdialog"
      maxWidth="xs"
      fullWidth
      onClose={() => answer(false)}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-message`}
    >
      <DialogTitle id={`${id}-title`}>{title ?? t('shell.prompt')}</DialogTitle>
      <DialogContent id={`${id}-message`}>{message}</DialogContent>
      <DialogActions>
        <ActionButton onClick={() => answer(false)}>{cancel ?? t('shell.cancel')}</ActionButton>
        <ActionButton
          autoFocus
          variant={tone === 'danger' ? 'danger' : 'primary'}
          onClick={() => answer(true)}
        >
          {ok ?? t('shell.ok')}
        </ActionButton>
      </DialogActions>
    </Dialog>
  )
}
