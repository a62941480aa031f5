/** The words that the screens of channels, branches and shops say. */
export { default as balances } from '../../../domains/balances/words.ts'
export { default as openings } from '../../../domains/openings/words.ts'
