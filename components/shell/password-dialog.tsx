'use client'
import { FormDialog } from '@/components/form/form-dialog'
import { useT } from '@/lib/i18n/use-t'
import { PasswordFields } from './password-fields'
import { usePasswordChange } from './use-password-change'

/** 修改密码 of the user menu. */
export default function PasswordDialog({ tenant, onClose }: { tenant: string; onClose: () => void }) {
  const t = useT()
  const { form, submit } = usePasswordChange(tenant, onClose)
  return (
    <FormDialog
      title={t('account.changePassword')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      width={560}
    >
      <PasswordFields />
    </FormDialog>
  )
}
