import type { Shape } from '../../shape.ts'
import type zh from '../zh-CN/login.ts'

const login: Shape<typeof zh> = {
  account: 'User name',
  accountPlaceholder: 'please enter user name',
  passwordPlaceholder: 'please enter password',
  captcha: 'Verification code',
  captchaPlaceholder: 'please enter verification code',
  captchaRedraw: 'draw another',
  captchaLength: 'the verification code has 4 characters',
  passwordLength: 'the password has at least 6 characters',
  showPassword: 'show password',
  hidePassword: 'hide password',
  rememberAccount: 'Remember account',
  brandLine: 'Intake, review, signing and servicing in one place',
  demoAccounts: 'Demo accounts',
  demoPassword: 'All with the password {password}; a click fills the form',
  heading: 'Sign in to {title}',
  login: 'Sign in',
  busy: 'Signing in, please wait...',
}

export default login
