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
  failed: 'Could not unlock, please try again later',
}

export default lock
