/** What the bank card of an order is said with. */
export { default as bankCards } from '../../../domains/cards/words.ts'
