/** The words for the bank card of an order. */
export { default as bankCards } from '../../../domains/cards/words.ts'
