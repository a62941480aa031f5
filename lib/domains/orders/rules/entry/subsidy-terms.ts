import { amount as amountIssue, rate as rateIssue, tidy } from '../../../../rules/fields.ts'
import { compareMoney } from '../../../../rules/money.ts'
import type { OfferedTerms } from '../../../products/rules/product-offer.ts'
import type { EntryValues } from './entry-values.ts'

/**
 * Everything that the maker of the car bears of an order: as its product says, until the entry says it for this order.
 */

type Offer = Pick<OfferedTerms, 'parties' | 'rateTable'>
type Subsidy = EntryValues['subsidy']
type Parties = NonNullable<Offer['parties']>

const isZero = (rate: string) => compareMoney(rate, '0') === 0

/** True where the customer of the product pays no interest, because the maker bears all of it. */
export function isFullySubsidised({ parties, rateTable }: Offer): boolean {
  return typeof parties?.subsidyRate === 'string' && Object.values(rateTable).every(isZero)
}

/**
 * Everything that an order begins with: the product's own subsidy. What somebody typed already stays, and who may not
 * see the product's parties chooses.
 */
export function proposedSubsidy(subsidy: Subsidy, product: Offer): Subsidy {
  if (subsidy.mode !== '' || !product.parties) return subsidy
  const { subsidyRate, subsidyAmount } = product.parties
  if (isFullySubsidised(product)) return { ...subsidy, mode: 'full' }
  if (subsidyRate !== null) return { ...subsidy, mode: 'rate', subsidyRate }
  if (subsidyAmount !== null) return { ...subsidy, mode: 'fixed', subsidyAmount }
  return { ...subsidy, mode: 'none' }
}

/** The product's parties with the subsidy of the order; of a product without interest the subsidy is the product's. */
export function subsidisedParties(
  { mode, subsidyRate, subsidyAmount }: Subsidy,
  product: Offer & { parties: Parties },
): Parties {
  const { parties } = product
  if (mode === '' || isFullySubsidised(product)) return parties
  const isRate = mode === 'rate' && tidy(subsidyRate) !== '' && rateIssue(subsidyRate) === null
  const isAmount = mode === 'fixed' && tidy(subsidyAmount) !== '' && amountIssue(subsidyAmount) === null
  return {
    ...parties,
    subsidyRate: isRate ? tidy(subsidyRate) : null,
    subsidyAmount: isAmount ? tidy(subsidyAmount) : null,
  }
}
