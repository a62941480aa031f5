'use client'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { type Findings, useCheckedForm } from '@/components/form/use-checked-form'
import { ApiError } from '@/lib/client/api-error'
import { report } from '@/lib/client/funnel'
import { hashPassword } from '@/lib/client/hash-password'
import { lockScreen } from '@/lib/client/screen-lock'
import { useT } from '@/lib/i18n/use-t'

type Values = { password: string }
const F = fieldsFor<Values>()

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
  const form = useCheckedForm<Values>(
    { password: '' },
    ({ password }): Findings => (password === '' ? { password: t('errors.lockPasswordEmpty') } : {}),
  )
  const submit = ({ password }: Values) =>
    lock(password).catch((error: unknown) => {
      if (error instanceof ApiError) report(error)
      throw error
    })
  return (
    <FormDialog title={t('lock.dialogTitle')} form={form} onSubmit={submit} onClose={onClose}>
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
    </FormDialog>
  )
}
