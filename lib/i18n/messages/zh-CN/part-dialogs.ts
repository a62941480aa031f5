/**
 * The words of what opens over the frame, of the login page and the pages of one's own matters: loaded with the first
 * of them.
 */
export { default as account } from '../../../domains/identity/words/account.ts'
export { default as login } from '../../../domains/identity/words/login.ts'
export { default as sessions } from '../../../domains/identity/words/sessions.ts'
export { default as settings } from '../../../domains/system/words.ts'
export { default as views } from '../../../domains/views/words.ts'
export { default as phone } from '../../../domains/voice/words/phone.ts'
export { default as bulk } from './bulk.ts'
export { default as externalFrame } from './external-frame.ts'
export { default as keys } from './keys.ts'
export { default as messages } from './messages.ts'
export { default as ownExports } from './own-exports.ts'
export { default as tabMenu } from './tab-menu.ts'
