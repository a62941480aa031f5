/** The words that screens of loans and of the books say. */
export { default as books } from '../../../domains/books/words.ts'
export { default as deductions } from '../../../domains/deductions/words.ts'
export { default as fundFlows } from '../../../domains/fund-flows/words.ts'
export { default as loans } from '../../../domains/loans/words.ts'
export { default as repayments } from '../../../domains/repayments/words.ts'
export { default as serviceFees } from '../../../domains/service-fees/words.ts'
export { default as settlements } from '../../../domains/settlements/words.ts'
