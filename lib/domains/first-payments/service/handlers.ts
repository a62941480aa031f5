import type { HandlersOf } from '../../../platform/handler.ts'
import type { Contracts } from '../../endpoints.ts'
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
