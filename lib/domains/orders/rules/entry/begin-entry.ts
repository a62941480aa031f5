import { deriveEntry, type EntryProduct } from './entry-quote.ts'
import type { EntryValues } from './entry-values.ts'
import { productFees } from './fees.ts'
import { proposedSubsidy } from './subsidy-terms.ts'
import { visibleSections } from './template-engine.ts'
import { templateOf } from './templates.ts'

/** The funder's share of a joint loan whose product does not say. */
const usualShare = '0.7000'

/** Of a joint loan whose parties have no shares yet, those of its product. */
function sharedFunding({ funding }: EntryValues, product: EntryProduct): EntryValues['funding'] {
  const isOpen = funding.ownShare === '' && funding.funderShare === ''
  if (!templateOf(product).guards.shares || !isOpen) return funding
  const funderShare = product.parties?.funderShare ?? usualShare
  return { ...funding, funderShare, ownShare: (1 - Number(funderShare)).toFixed(4) }
}

/** The words of the product where the template asks who bears the interest of it. */
export function offeredSubsidy(values: EntryValues, product: EntryProduct): EntryValues['subsidy'] {
  const isAsked = visibleSections(templateOf(product), values).includes('S17')
  return isAsked ? proposedSubsidy(values.subsidy, product) : values.subsidy
}

/**
 * The values that a form begins with: what was stored, everything calculated calculated anew, and the product's fees as
 * rows, so that what is charged is seen, its shares and its subsidy. They are the form's defaults: nobody has changed
 * anything yet.
 */
export function beginEntry(values: EntryValues, product: EntryProduct | null, today: string): EntryValues {
  const fees = values.fees.length === 0 && product ? productFees(product) : values.fees
  const funding = product ? sharedFunding(values, product) : values.funding
  const subsidy = product ? offeredSubsidy(values, product) : values.subsidy
  return deriveEntry({ ...values, fees, funding, subsidy }, product, today)
}

type Insured = Pick<EntryValues['insurance'][number], 'insuredname' | 'identifynumber'>

/** The customer as the insured of a policy, which he nearly always is. */
export function insuredCustomer({ name, idNo }: { name: string; idNo: string }): Insured {
  return { insuredname: name, identifynumber: idNo }
}

/**
 * The person who is insured after the customer's name or number changed: whoever was insured as the customer still is.
 *
 * @param former how the customer was insured before
 */
export function followInsured(policy: Insured, former: Insured, now: Insured): Insured {
  const isCustomer =
    policy.insuredname === former.insuredname && policy.identifynumber === former.identifynumber
  return isCustomer ? now : policy
}
