'use client'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import { fieldsFor } from '@/components/form/fields-for'
import { Form } from '@/components/form/form'
import { type Findings, useCheckedForm } from '@/components/form/use-checked-form'
import { useSubmission } from '@/components/form/use-submission'
import { ActionButton } from '@/components/ui/action-button'
import Dialog from '@/components/ui/dialog'
import { ApiError } from '@/lib/client/api-error'
import { report } from '@/lib/client/funnel'
import { hashPassword } from '@/lib/client/hash-password'
import { lockScreen } from '@/lib/client/screen-lock'
import { useT } from '@/lib/i18n/use-t'

type Values = { password: string }
const F = fieldsFor<Values>()

/** The one field is where the hands go. */
const focusField = (content: HTMLElement | null) => content?.querySelector('input')?.focus()

const lockWith = (password: string) => lockScreen(hashPassword(password))

/** 设置锁屏密码 (specification points 4 and 5): setting it locks at once. */
export default function LockDialog({
  onClose,
  lock = lockWith,
}: {
  onClose: () => void
  /** Locks and leaves for the lock page. */
  lock?: (password: string) => Promise<void>
}) {
  const t = useT()
  const id = useId()
  const form = useCheckedForm<Values>(
    { password: '' },
    ({ password }): Findings => (password === '' ? { password: t('errors.lockPasswordEmpty') } : {}),
  )
  const submission = useSubmission(form)
  const submit = ({ password }: Values) =>
    lock(password).catch((error: unknown) => {
      if (error instanceof ApiError) report(error)
      throw error
    })
  return (
    <Dialog open maxWidth="xs" fullWidth onClose={onClose} aria-labelledby={`${id}-title`}>
      <DialogTitle id={`${id}-title`}>{t('lock.dialogTitle')}</DialogTitle>
      <DialogContent ref={focusField}>
        <Form id={id} form={form} submission={submission} onSubmit={submit}>
          <F.Text
            name="password"
            type="password"
            // Not the password of this site: no password manager fills it in or keeps it.
            autoComplete="new-password"
            label={t('lock.password')}
            placeholder={t('lock.placeholder')}
            maxLength={64}
            required
          />
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
