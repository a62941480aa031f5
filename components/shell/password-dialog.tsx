'use client'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import { Form } from '@/components/form/form'
import { ActionButton } from '@/components/ui/action-button'
import Dialog from '@/components/ui/dialog'
import { useT } from '@/lib/i18n/use-t'
import styles from './own-matters.module.css'
import { PasswordFields } from './password-fields'
import { usePasswordChange } from './use-password-change'

/** 修改密码 of the user menu. */
export default function PasswordDialog({ tenant, onClose }: { tenant: string; onClose: () => void }) {
  const t = useT()
  const id = useId()
  const { form, submission, submit } = usePasswordChange(tenant, onClose)
  return (
    <Dialog
      open
      maxWidth="sm"
      fullWidth
      slotProps={{ paper: { className: styles.dialog } }}
      onClose={onClose}
      aria-labelledby={`${id}-title`}
    >
      <DialogTitle id={`${id}-title`}>{t('account.changePassword')}</DialogTitle>
      <DialogContent>
        <Form id={id} form={form} submission={submission} onSubmit={submit}>
          <PasswordFields />
        </Form>
      </DialogContent>
      <DialogActions>
        <ActionButton onClick={onClose}>{t('shell.cancel')}</ActionButton>
        <ActionButton type="submit" form={id} variant="primary" busy={submission.busy}>
          {t('shell.ok')}
        </ActionButton>
      </DialogActions>
    </Dialog>
  )
}
