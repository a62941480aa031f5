'use client'
import { useEffect } from 'react'
import type { Path } from 'react-hook-form'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { useSubmission } from '@/components/form/use-submission'
import { useConfirm } from '@/components/ui/confirm'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { hashPassword } from '@/lib/client/hash-password'
import { useSession } from '@/lib/client/session'
import { identity } from '@/lib/domains/identity/contract'
import {
  emptyPasswordChange,
  type PasswordChange,
  passwordFindings,
  passwordSubmitFindings,
} from '@/lib/domains/identity/rules/password-change'
import { useT } from '@/lib/i18n/use-t'
import { signOut } from './use-logout'

/** An empty field is no part of the change. */
const sent = (typed: string) => (typed === '' ? '' : hashPassword(typed))

/**
 * The form of 修改密码 (specification points 5 and 8), in the dialog and on the page.
 *
 * @param tenant whose login page comes after the logout
 * @param onDone changed, or not to be changed now
 */
export function usePasswordChange(tenant: string, onDone: () => void) {
  const t = useT()
  const confirm = useConfirm()
  const { user } = useSession()
  const form = useCheckedForm<PasswordChange>(emptyPasswordChange(user.account), passwordFindings)
  const submission = useSubmission(form)

  // A field is judged by what stands in others: one that was left already is judged again.
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ name, values }) => {
          const fields = Object.keys(values) as Path<PasswordChange>[]
          const judged = fields.filter((field) => {
            const { isTouched, invalid } = form.getFieldState(field)
            return field !== name && (isTouched || invalid)
          })
          if (name !== undefined && judged.length > 0) void form.trigger(judged)
        },
      }),
    [form],
  )

  async function submit(change: PasswordChange) {
    const [first] = Object.entries(passwordSubmitFindings(change)) as [Path<PasswordChange>, string][]
    if (first) {
      const [field, message] = first
      form.setError(field, { type: 'check', message })
      form.setFocus(field)
      return
    }
    const { code, msg } = await call(identity.updatePassword, {
      id: user.id,
      account: change.account,
      password: sent(change.password),
      new_password: sent(change.new_password),
      confirm_password: sent(change.confirm_password),
      paypassword: sent(change.paypassword),
      new_paypassword: sent(change.new_paypassword),
      confirm_paypassword: sent(change.confirm_paypassword),
    })
    if (code !== '1') {
      toast.error(msg)
      if (code === '2') onDone()
      return
    }
    onDone()
    if (await confirm({ message: t('account.passwordChanged') })) await signOut(tenant)
  }

  return { form, submission, submit }
}
