import type { Contracts } from '../../contracts/index.ts'
import type { HandlersOf } from '../handler.ts'
import { once } from '../once.ts'
import { readCustomer } from './read-customer.ts'
import { updateCustomer } from './update-customer.ts'

export const customerHandlers: HandlersOf<Contracts['customers']> = {
  get: ({ customerId }, call) => readCustomer(customerId, call),
  update: (input, call) => once(input.eventId, 'customers.update', input, () => updateCustomer(input, call)),
}
