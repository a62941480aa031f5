/** The words that screens of contracts and text messages say. */
export { default as contractBatch } from '../../../domains/contracts/words/contract-batch.ts'
export { default as contracts } from '../../../domains/contracts/words/contracts.ts'
export { default as sms } from '../../../domains/sms/words.ts'
