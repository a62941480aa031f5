import type { FactKind } from './facts.ts'
import type { LoanStatus } from './loan-states.ts'

/** Everything that may be booked on a loan in a state: asked by the service, and by the buttons before it. */

/** The most periods that one extension adds. */
export const mostExtension = 36

const overStates: ReadonlySet<LoanStatus> = new Set(['正常结清', '提前结清', '处置结清'])
/**
 * Money that comes in late is money all the same: it waits in 预收款, from where it is paid back. What a funder owes of
 * the loan's fees it owes when the customer is through as well.
 */
const afterEnd: ReadonlySet<FactKind> = new Set([
  'reversal',
  'overpayment',
  'deposit',
  'receipt',
  'service_fee',
])
const afterWriteOff: ReadonlySet<FactKind> = new Set([...afterEnd, 'recovery'])

/** @returns why not, as a key of the loans' refusals */
export function stateRefusal(kind: FactKind, status: LoanStatus) {
  if (status === '已撤销') return 'undone'
  if (overStates.has(status) && !afterEnd.has(kind)) return 'over'
  if (status === '核销' && !afterWriteOff.has(kind)) return 'writtenOff'
  return kind === 'recovery' && status !== '核销' ? 'notWrittenOff' : undefined
}
