/** What pages and forms of one record say, beside the lists. */
export { default as fields } from './fields.ts'
export { default as pictures } from './pictures.ts'
export { default as record } from './record.ts'
export { default as sections } from './sections.ts'
export { default as sessions } from './sessions.ts'
