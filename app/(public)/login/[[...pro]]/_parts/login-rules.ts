import type { MessageKey } from '@/lib/i18n/translator'
import { loginPassword } from '@/lib/rules/fields'

export type LoginValues = {
  account: string
  password: string
  /** In place of a password that an administrator handed out, and again. */
  newPassword: string
  confirmPassword: string
  code: string
}
export type LoginErrors = Partial<Record<keyof LoginValues, MessageKey>>

/** The faults of the form before it is sent; wording.md, row Login. */
export function checkLogin(
  { account, password, newPassword, confirmPassword, code }: LoginValues,
  shown: { captcha: boolean; newPassword: boolean },
): LoginErrors {
  const errors: LoginErrors = {}
  if (account.trim() === '') errors.account = 'login.accountPlaceholder'
  if (password === '') errors.password = 'login.passwordPlaceholder'
  else if (password.length < 6) errors.password = 'login.passwordLength'
  if (shown.newPassword) {
    const wrong = newPassword === password ? 'errors.oneTimeAgain' : loginPassword(newPassword)
    if (wrong) errors.newPassword = wrong
    if (confirmPassword === '') errors.confirmPassword = 'rules.passwordAgain'
    else if (confirmPassword !== newPassword) errors.confirmPassword = 'rules.passwordMismatch'
  }
  if (shown.captcha) {
    if (code.trim() === '') errors.code = 'login.captchaPlaceholder'
    else if (code.trim().length !== 4) errors.code = 'login.captchaLength'
  }
  return errors
}
