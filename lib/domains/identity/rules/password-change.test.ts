import { emptyPasswordChange, passwordFindings, passwordSubmitFindings } from './password-change.ts'

const change = (values: Partial<ReturnType<typeof emptyPasswordChange>>) => ({
  ...emptyPasswordChange('chenjing01'),
  ...values,
})

describe('at the fields (specification point 5)', () => {
  test.each([
    ['nothing typed', {}, {}],
    ['the account is required', { account: '' }, { account: 'rules.usernameRequired' }],
    [
      'a new password without the original',
      { new_password: 'secret-1', confirm_password: 'secret-1' },
      { new_password: 'rules.originalPasswordFirst' },
    ],
    [
      'the original without a new password',
      { password: 'before-1' },
      { new_password: 'rules.passwordRequired', confirm_password: 'rules.passwordAgain' },
    ],
    [
      'new equal to original',
      { password: 'before-1', new_password: 'before-1', confirm_password: 'before-1' },
      { new_password: 'rules.passwordSame' },
    ],
    [
      'confirm is empty',
      { password: 'before-1', new_password: 'secret-1' },
      { confirm_password: 'rules.passwordAgain' },
    ],
    [
      'confirm differs',
      { password: 'before-1', new_password: 'secret-1', confirm_password: 'secret-2' },
      { confirm_password: 'rules.passwordMismatch' },
    ],
    ['confirm alone', { confirm_password: 'secret-1' }, { confirm_password: 'rules.passwordMismatch' }],
    [
      'shorter than the login takes',
      { password: 'before-1', new_password: '12345', confirm_password: '12345' },
      { new_password: 'rules.passwordLength' },
    ],
    ['all right', { password: 'before-1', new_password: 'secret-1', confirm_password: 'secret-1' }, {}],
    [
      'pay passwords differ',
      { new_paypassword: 'secret-1', confirm_paypassword: 'secret-2' },
      { confirm_paypassword: 'rules.payPasswordMismatch' },
    ],
    ['a short pay password', { new_paypassword: '12345' }, { new_paypassword: 'rules.passwordLength' }],
    ['a pay password not yet repeated', { new_paypassword: 'secret-1' }, {}],
  ])('%s', (_, values, findings) => {
    expect(passwordFindings(change(values))).toEqual(findings)
  })
})

describe('on submit (specification point 5)', () => {
  test.each([
    ['nothing', {}, { password: 'rules.onePassword' }],
    ['a login password', { password: 'before-1' }, {}],
    ['the original pay password alone', { paypassword: 'p' }, { new_paypassword: 'rules.bothPayPasswords' }],
    [
      'not repeated',
      { paypassword: 'p', new_paypassword: 'secret-1' },
      { confirm_paypassword: 'rules.bothPayPasswords' },
    ],
    ['repeated alone', { confirm_paypassword: 'secret-1' }, { new_paypassword: 'rules.bothPayPasswords' }],
    [
      'nothing that shows who asks',
      { new_paypassword: 'secret-1', confirm_paypassword: 'secret-1' },
      { paypassword: 'rules.originalPasswordFirst' },
    ],
    ['all of it', { paypassword: 'p', new_paypassword: 'secret-1', confirm_paypassword: 'secret-1' }, {}],
  ])('%s', (_, values, findings) => {
    expect(passwordSubmitFindings(change(values))).toEqual(findings)
  })
})
