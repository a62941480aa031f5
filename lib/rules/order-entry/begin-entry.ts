import { deriveEntry, type EntryProduct } from './entry-quote.ts'
import type { EntryValues } from './entry-values.ts'
import { productFees } from './fees.ts'

/**
 * The values that a form begins with: what was stored, everything calculated calculated anew, and the product's fees as
 * rows, so that what is charged is seen. They are the form's defaults: nobody has changed anything yet.
 */
export function beginEntry(values: EntryValues, product: EntryProduct | null, today: string): EntryValues {
  const fees = values.fees.length === 0 && product ? productFees(product) : values.fees
  return deriveEntry({ ...values, fees }, product, today)
}

type Insured = Pick<EntryValues['insurance'][number], 'insuredname' | 'identifynumber'>

/** The customer as the insured of a policy, which he nearly always is. */
export function insuredCustomer({ name, idNo }: { name: string; idNo: string }): Insured {
  return { insuredname: name, identifynumber: idNo }
}

/**
 * Who is insured after the customer's name or number changed: whoever was insured as the customer still is.
 *
 * @param former how the customer was insured before
 */
export function followInsured(policy: Insured, former: Insured, now: Insured): Insured {
  const isCustomer =
    policy.insuredname === former.insuredname && policy.identifynumber === former.identifynumber
  return isCustomer ? now : policy
}
