import type { HandlersOf } from '../../../platform/handler.ts'
import type { Contracts } from '../../endpoints.ts'
import { readCustomer } from './read-customer.ts'
import { updateCustomer } from './update-customer.ts'

export const customerHandlers: HandlersOf<Contracts['customers']> = {
  get: ({ customerId }, call) => readCustomer(customerId, call),
  update: updateCustomer,
}
