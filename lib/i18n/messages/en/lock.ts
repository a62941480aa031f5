import type { Shape } from '../../shape.ts'
import type zh from '../zh-CN/lock.ts'

const lock: Shape<typeof zh> = {
  lock: 'Lock screen',
  dialogTitle: 'Set lock password',
  password: 'Lock password',
  placeholder: 'Enter the lock password',
  loginPlaceholder: 'Enter your login password',
  unlock: 'Unlock',
  idle: 'Locked after a time without activity. Unlock with your login password',
  open: 'The screen is not locked',
  openHint: 'You can go on with your work',
  goOn: 'Back to work',
  nobody: 'You are not signed in',
  nobodyHint: 'Once signed in, lock the screen at the top right',
  goToLogin: 'Sign in',
  failed: 'Could not unlock, please try again later',
}

export default lock
