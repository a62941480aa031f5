/** The words that every form says, and the rules that judge them. */
export { default as form } from './form.ts'
export { default as rules } from './rules.ts'
