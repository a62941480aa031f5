'use client'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReactNode, useId } from 'react'
import { ActionButton } from '@/components/ui/action-button'
import Dialog from '@/components/ui/dialog'
import { useT } from '@/lib/i18n/use-t'
import styles from './record-dialog.module.css'

/** One record of a log, to read. Whoever shows it loads it when it opens. */
export function RecordDialog({
  title,
  actions,
  onClose,
  children,
}: {
  title: string
  /** What can be done with the record, before 关闭. */
  actions?: ReactNode
  onClose: () => void
  children: ReactNode
}) {
  const t = useT()
  const id = useId()
  return (
    <Dialog
      open
      fullWidth
      maxWidth={false}
      slotProps={{ paper: { style: { maxWidth: 860 } } }}
      onClose={onClose}
      aria-labelledby={id}
    >
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent>
        <div className={styles.content}>{children}</div>
      </DialogContent>
      <DialogActions>
        {actions}
        <ActionButton onClick={onClose}>{t('oversight.close')}</ActionButton>
      </DialogActions>
    </Dialog>
  )
}
