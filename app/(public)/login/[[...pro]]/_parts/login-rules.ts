import type { MessageKey } from '@/lib/i18n/translator'

export type LoginValues = { account: string; password: string; code: string }
export type LoginErrors = Partial<Record<keyof LoginValues, MessageKey>>

/** What is wrong with the form before it is sent; wording.md, row Login. */
export function checkLogin({ account, password, code }: LoginValues, withCaptcha: boolean): LoginErrors {
  const errors: LoginErrors = {}
  if (account.trim() === '') errors.account = 'shell.accountPlaceholder'
  if (password === '') errors.password = 'shell.passwordPlaceholder'
  else if (password.length < 6) errors.password = 'shell.passwordLength'
  if (withCaptcha) {
    if (code.trim() === '') errors.code = 'shell.captchaPlaceholder'
    else if (code.trim().length !== 4) errors.code = 'shell.captchaLength'
  }
  return errors
}
