import type { Shape } from '../../shape.ts'
import type zh from '../zh-CN/errors.ts'

const errors: Shape<typeof zh> = {
  server: 'server error',
  timeout: 'request timeout',
  unknown: 'unknown error',
  badInput: 'some values are wrong, please check the marked ones',
  sessionEnded: 'your session has ended, please sign in again',
  sessionEndedBy: 'An administrator ended your session: {reason}',
  forbidden: 'you may not do this',
  notFound: 'the record does not exist or has been deleted',
  stale: 'somebody else has changed the record, please refresh',
  tooLarge: 'too large',
  locked: 'the screen is locked, please unlock it first',
  lockPasswordEmpty: 'Lock password cannot be empty',
  wrongUnlockPassword: 'Wrong password, please try again',
  unlockTries: '{count} wrong passwords in a row, please sign in again',
  tooMany: 'too many tries, please try again later',
  withId: '{message} (number {id})',
  badField: 'please enter a correct value',
  eventReused: 'this action number was used before, please refresh and try again',
  wrongPassword: 'wrong user name or password',
  wrongCaptcha: 'enter the correct captcha',
  accountStopped: 'this account is disabled, please contact an administrator',
  accountLocked: 'this account is locked, please contact an administrator',
  oneTimeExpired: 'The one-time password has expired; ask an administrator for a new one',
  newPasswordNeeded: 'First sign-in: choose a password of your own',
  oneTimeAgain: 'Not the one-time password again',
  tooManyLogins: 'too many failed tries, please try again in {minutes} minutes',
}

export default errors
