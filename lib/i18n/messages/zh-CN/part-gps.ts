/** The words that screens of GPS devices say. */
export { default as gps } from '../../../domains/gps/words.ts'
