import type { FieldMessage } from '../../../platform/errors.ts'
import { isPaidLine } from '../../payment-files/rules/payment-file.ts'
import { type BankResult, bankResultFindings } from '../rules/disbursement.ts'
import type { Payment } from './release-record.ts'
import { isReferenceTaken, wasAsked } from './unanswered.ts'

/**
 * The reason why an outcome of a payment is not taken, by field: one rule for all who bring one, the bank by its
 * interface or a file, and people with its paper. A loan is made of it, and a wrong day or a number of another payment
 * is none of this one.
 */
export async function outcomeRefusals(
  payment: Payment,
  said: BankResult,
  now: Date,
): Promise<Partial<Record<keyof BankResult, FieldMessage>>> {
  const found = bankResultFindings(said, payment.checkedAt, now.getTime())
  if (Object.keys(found).length > 0 || !isPaidLine(said.result)) return found
  if (!(await wasAsked(payment))) return { result: 'releases.refusals.notSent' }
  return (await isReferenceTaken(payment, said.bankReference))
    ? { bankReference: 'releases.refusals.referenceTaken' }
    : {}
}

/** The first of them, where there are no fields to stand beside. */
export async function outcomeRefusal(
  payment: Payment,
  said: BankResult,
  now: Date,
): Promise<FieldMessage | undefined> {
  return Object.values(await outcomeRefusals(payment, said, now))[0]
}
