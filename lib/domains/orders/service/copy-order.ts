import type { Call } from '../../../platform/context.ts'
import { intakeOf } from './form-values.ts'
import type { Order } from './move-order.ts'
import { createOrder } from './save-intake.ts'

/** 复制: a new draft with the same customer and intent. The authorisation to ask for credit data is given anew. */
export async function copyOrder(_input: object, call: Call, order: Order) {
  const intake = intakeOf(order)
  return createOrder({ ...intake, customer: { ...intake.customer, creditAuth: false } }, call)
}
