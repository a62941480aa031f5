import type { Call } from '../context.ts'
import { intakeOf } from './form-values.ts'
import { findOrder } from './read-order.ts'
import { createOrder } from './save-intake.ts'

/** 复制: a new draft with the same customer and intent. The authorisation to ask for credit data is given anew. */
export async function copyOrder(orderId: number, call: Call) {
  const intake = intakeOf(await findOrder(orderId, call))
  return createOrder({ ...intake, customer: { ...intake.customer, creditAuth: false } }, call)
}
