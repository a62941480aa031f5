/** The words that screens of users, roles and seats say. */
export { default as staff } from '../../../domains/staff/words.ts'
export { default as seats } from '../../../domains/voice/words/seats.ts'
