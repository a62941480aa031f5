import type { Contracts } from '../../contracts/index.ts'
import type { HandlersOf } from '../handler.ts'
import { firstPaymentList } from './list-payments.ts'
import { proofOf, readPayments } from './read-payments.ts'
import { refundFailed, refundPaid, refundPayment } from './refund.ts'
import { addPayment } from './register.ts'

export const firstPaymentHandlers: HandlersOf<Contracts['firstPayments']> = {
  list: firstPaymentList.page,
  get: readPayments,
  add: addPayment,
  refund: refundPayment,
  refundPaid,
  refundFailed,
  proof: proofOf,
}
