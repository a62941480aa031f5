/** The words of the screens of the archive. */
export { default as archives } from '../../../domains/archives/words.ts'
