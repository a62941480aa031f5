import type { Shape } from '../../shape.ts'
import type zh from '../zh-CN/errors.ts'

const errors: Shape<typeof zh> = {
  server: 'server error',
  unavailable: 'the server is busy, please try again later',
  timeout: 'request timeout',
  unknown: 'unknown error',
  unsure: 'It may have been done all the same. Submit it again: the same action is done once',
  sessionEnded: 'your session has ended, please sign in again',
  forbidden: 'you may not do this',
  lockPasswordEmpty: 'Lock password cannot be empty',
  wrongUnlockPassword: 'Wrong password, please try again',
  wrongCaptcha: 'enter the correct captcha',
  oneTimeAgain: 'Not the one-time password again',
}

export default errors
