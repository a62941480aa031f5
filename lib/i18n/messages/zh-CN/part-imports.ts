/** The words that files of rows are brought in with, beside lists. */
export { default as imports } from '../../../domains/imports/words.ts'
