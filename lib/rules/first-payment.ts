import { compareMoney, minus } from './money.ts'
import type { OrderStatus } from './order-states.ts'
import type { Permission } from './roles.ts'

/** 首付款登记: what the customer pays before the release, against the sum due of the approved quote (domain.md 2.1). */

export const payMethods = ['transfer', 'scan', 'pos', 'shop'] as const
export type PayMethod = (typeof payMethods)[number]

export const firstPaymentLimits = { payer: 60, reference: 40, reason: 120 } as const

/** Orders that may be paid for: approved, and their money has not gone out. */
export const payableStatuses = [
  'wait_sign',
  'preparing',
  'wait_funder',
  'funder_rejected',
  'wait_release',
] as const satisfies readonly OrderStatus[]

export const firstPaymentStates = ['none', 'part', 'paid'] as const
export type FirstPaymentState = (typeof firstPaymentStates)[number]

export type FirstPaymentFacts = {
  orderStatus: string
  due: string
  /** What was registered and not taken back. */
  paid: string
}

export function firstPaymentState({ due, paid }: Pick<FirstPaymentFacts, 'due' | 'paid'>): FirstPaymentState {
  if (compareMoney(paid, due) >= 0) return 'paid'
  return compareMoney(paid, '0.00') > 0 ? 'part' : 'none'
}

/** What is still to be paid; nothing where more came than was due. */
export const remainingOf = ({ due, paid }: Pick<FirstPaymentFacts, 'due' | 'paid'>): string =>
  compareMoney(paid, due) >= 0 ? '0.00' : minus(due, paid)

export type FirstPaymentStep = 'add' | 'cancel'
export type FirstPaymentRefusal =
  | 'firstPayments.refusals.permission'
  | 'firstPayments.refusals.orderStatus'
  | 'firstPayments.refusals.isPaid'
type Answer = { ok: true } | { ok: false; reason: FirstPaymentRefusal }

/** Whether somebody may do a step now: one answer for the buttons and for the service. */
export function firstPaymentCan(
  step: FirstPaymentStep,
  facts: FirstPaymentFacts,
  permissions: readonly Permission[],
): Answer {
  if (!permissions.includes('payment:register'))
    return { ok: false, reason: 'firstPayments.refusals.permission' }
  if (!(payableStatuses as readonly string[]).includes(facts.orderStatus))
    return { ok: false, reason: 'firstPayments.refusals.orderStatus' }
  if (step === 'add' && firstPaymentState(facts) === 'paid')
    return { ok: false, reason: 'firstPayments.refusals.isPaid' }
  return { ok: true }
}

export type FirstPaymentValues = { amount: string; paidOn: string; payer: string; reference: string }
type Finding = 'rules.required' | 'rules.positive' | 'firstPayments.refusals.paidLater'

export function firstPaymentFindings(
  values: FirstPaymentValues,
  today: string,
): Partial<Record<keyof FirstPaymentValues, Finding>> {
  const found: Partial<Record<keyof FirstPaymentValues, Finding>> = {}
  for (const field of ['amount', 'paidOn', 'payer', 'reference'] as const)
    if (values[field].trim() === '') found[field] = 'rules.required'
  if (!found.amount && compareMoney(values.amount, '0.00') <= 0) found.amount = 'rules.positive'
  if (!found.paidOn && values.paidOn > today) found.paidOn = 'firstPayments.refusals.paidLater'
  return found
}
