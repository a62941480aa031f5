import { loginPassword } from '../../../rules/fields.ts'
import type { RuleMessage } from '../../../rules/rule-message.ts'

/**
 * Everything that the change of passwords sends (specification point 3), as typed in the browser and hashed on the
 * wire.
 */
export type PasswordChange = {
  account: string
  /** The original login password. */
  password: string
  new_password: string
  confirm_password: string
  /** The original pay password; of somebody who has none yet, the login password. */
  paypassword: string
  new_paypassword: string
  confirm_paypassword: string
}

export type PasswordFindings = Partial<Record<keyof PasswordChange, RuleMessage>>

export const emptyPasswordChange = (account: string): PasswordChange => ({
  account,
  password: '',
  new_password: '',
  confirm_password: '',
  paypassword: '',
  new_paypassword: '',
  confirm_paypassword: '',
})

/** Without the fields that nothing is wrong with. */
function found(findings: { [K in keyof PasswordChange]?: RuleMessage | null }): PasswordFindings {
  return Object.fromEntries(Object.entries(findings).filter(([, message]) => message)) as PasswordFindings
}

/**
 * The rules of the specification, point 5, that show at their field while it is filled in. Hashes are judged like what
 * they are of: both sides of the wire use this. A new password has the six characters that the login asks for.
 */
export function passwordFindings(change: PasswordChange): PasswordFindings {
  return found({
    account: change.account === '' ? 'rules.usernameRequired' : null,
    new_password: newPassword(change),
    confirm_password: confirmPassword(change),
    new_paypassword: change.new_paypassword === '' ? null : loginPassword(change.new_paypassword),
    confirm_paypassword:
      change.confirm_paypassword !== '' && change.confirm_paypassword !== change.new_paypassword
        ? 'rules.payPasswordMismatch'
        : null,
  })
}

function newPassword({ password, new_password }: PasswordChange): RuleMessage | null {
  if (new_password === '') return password === '' ? null : 'rules.passwordRequired'
  if (password === '') return 'rules.originalPasswordFirst'
  return new_password === password ? 'rules.passwordSame' : loginPassword(new_password)
}

function confirmPassword({ password, new_password, confirm_password }: PasswordChange): RuleMessage | null {
  if (confirm_password !== '') return confirm_password === new_password ? null : 'rules.passwordMismatch'
  return password === '' && new_password === '' ? null : 'rules.passwordAgain'
}

/**
 * Everything that the specification asks of the whole form "on submit", once {@link passwordFindings} finds nothing.
 */
export function passwordSubmitFindings(change: PasswordChange): PasswordFindings {
  const { paypassword, new_paypassword, confirm_paypassword } = change
  const pays = paypassword !== '' || new_paypassword !== '' || confirm_paypassword !== ''
  if (change.password === '' && !pays) return { password: 'rules.onePassword' }
  if (!pays) return {}
  if (new_paypassword === '') return { new_paypassword: 'rules.bothPayPasswords' }
  if (confirm_paypassword === '') return { confirm_paypassword: 'rules.bothPayPasswords' }
  return paypassword === '' ? { paypassword: 'rules.originalPasswordFirst' } : {}
}
