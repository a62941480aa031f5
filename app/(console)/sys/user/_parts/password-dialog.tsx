'use client'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import { ActionButton } from '@/components/ui/action-button'
import { CopyButton } from '@/components/ui/copy-button'
import Dialog from '@/components/ui/dialog'
import { showDateTime } from '@/components/ui/time-text'
import { useT } from '@/lib/i18n/use-t'
import styles from './user.module.css'

/** `done` is what else came of the verb, for a toast behind this dialog would be gone before it is read. */
export type HandedOut = { name: string; account: string; password: string; until: string; done?: string }

/** 一次性密码, shown this once: it closes by its button alone, not by a click beside it. */
export default function PasswordDialog({
  of: { name, account, password, until, done },
  onClose,
}: {
  of: HandedOut
  onClose: () => void
}) {
  const t = useT()
  const id = useId()
  return (
    <Dialog open aria-labelledby={id} slotProps={{ paper: { style: { maxWidth: 444 } } }}>
      <DialogTitle id={id}>{t('staff.passwordTitle')}</DialogTitle>
      <DialogContent>
        {done && <p>{done}</p>}
        <p>{t('staff.passwordLead', { name, account, until: showDateTime(until) })}</p>
        <p className={styles.password}>
          <output aria-label={t('staff.passwordLabel')}>{password}</output>
          <CopyButton text={password} />
        </p>
      </DialogContent>
      <DialogActions>
        <ActionButton variant="primary" onClick={onClose}>
          {t('staff.passwordTaken')}
        </ActionButton>
      </DialogActions>
    </Dialog>
  )
}
