/** The words that pages of one order say, beside lists and intake. */

export { default as evidence } from '../../../domains/evidence/words.ts'
export { default as credit } from '../../../domains/reviews/words/credit.ts'
export { default as riskApproval } from '../../../domains/risk/words/risk-approval.ts'
export { default as labels } from './labels.ts'
export { default as record } from './record.ts'
