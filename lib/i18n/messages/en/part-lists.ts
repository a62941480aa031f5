/** What lists of orders and the dialogs of their rows say: loaded with the first page behind home. */
export { default as collect } from './collect.ts'
export { default as columns } from './columns.ts'
export { default as details } from './details.ts'
export { default as intake } from './intake.ts'
export { default as list } from './list.ts'
export { default as query } from './query.ts'
export { default as review } from './review.ts'
export { default as verbs } from './verbs.ts'
