/** What pages of one order and its entry form say, beside lists and intake. */
export { default as contracts } from './contracts.ts'
export { default as credit } from './credit.ts'
export { default as dueDiligence } from './due-diligence.ts'
export { default as entryFields } from './entry-fields.ts'
export { default as evidence } from './evidence.ts'
export { default as labels } from './labels.ts'
export { default as record } from './record.ts'
export { default as riskApproval } from './risk-approval.ts'
