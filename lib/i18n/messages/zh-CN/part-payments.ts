/** The words for the payment and release of an order's money. */
export { default as firstPayments } from '../../../domains/first-payments/words.ts'
export { default as paymentFiles } from '../../../domains/payment-files/words.ts'
export { default as releases } from '../../../domains/releases/words.ts'
export { default as accounts } from '../../../domains/settle-accounts/words.ts'
export { default as changes } from './changes.ts'
