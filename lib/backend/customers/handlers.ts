import type { Contracts } from '../../contracts/index.ts'
import type { HandlersOf } from '../handler.ts'
import { readCustomer } from './read-customer.ts'
import { updateCustomer } from './update-customer.ts'

export const customerHandlers: HandlersOf<Contracts['customers']> = {
  get: ({ customerId }, call) => readCustomer(customerId, call),
  update: updateCustomer,
}
