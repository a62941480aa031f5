/** What opens over the frame says, the login page and the pages of one's own matters: loaded with the first of them. */
export { default as account } from './account.ts'
export { default as bulk } from './bulk.ts'
export { default as keys } from './keys.ts'
export { default as login } from './login.ts'
export { default as messages } from './messages.ts'
export { default as phone } from './phone.ts'
export { default as sessions } from './sessions.ts'
export { default as settings } from './settings.ts'
