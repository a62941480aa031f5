/** The words that screens of due diligence and interviews say. */
export { default as dueDiligence } from '../../../domains/due-diligence/words.ts'
export { default as interviews } from '../../../domains/interviews/words/interviews.ts'
