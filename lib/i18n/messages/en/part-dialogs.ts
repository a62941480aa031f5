/** What forms and the dialogs of the frame say: loaded with the first of them. */
export { default as account } from './account.ts'
export { default as form } from './form.ts'
export { default as phone } from './phone.ts'
export { default as rules } from './rules.ts'
