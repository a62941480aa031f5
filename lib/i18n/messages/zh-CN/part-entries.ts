/** The words that the entry form of an order and the templates of products say, beside intake. */
export { default as entryFields } from '../../../domains/orders/words/entry-fields.ts'
