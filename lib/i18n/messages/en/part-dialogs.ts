/** What the dialogs of the frame say and the pages of one's own matters: loaded with the first of them. */
export { default as account } from './account.ts'
export { default as phone } from './phone.ts'
export { default as sessions } from './sessions.ts'
