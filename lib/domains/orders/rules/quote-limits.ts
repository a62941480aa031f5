import { given, InputError } from '../../../rules/input-error.ts'
import { compareMoney, r2, ratio, requireRate, times, toFen } from '../../../rules/money.ts'

/** Limits of a product (domain.md 3.2 `product`); an absent one does not bind. Money and rate text. */
export type QuoteLimits = {
  minAmount?: string
  maxAmount?: string
  /** Highest share of the car price financed without addons. */
  ltvCap?: string
  /** Highest share of the car price financed with addons. */
  totalCap?: string
  downRatioMin?: string
  /** Highest balloon as a share of the car price. */
  balloonRatioMax?: string
  aprCap?: string
  /** DTI above it is flagged, not blocked (G8). Default 0.70. */
  dtiLimit?: string
}

export type BreachCode =
  | 'min_amount'
  | 'max_amount'
  | 'ltv_cap'
  | 'total_cap'
  | 'down_ratio_min'
  | 'balloon_ratio_max'
  | 'deposit_ratio_max'
  | 'apr_cap'
  | 'service_fee'
  | 'dti'

/**
 * A limit not kept: the figure and the limit in the same unit (money, or a rate of 4 decimals or as set). The figure is
 * null where there is none: no annualised rate.
 */
export type Breach = { code: BreachCode; value: string | null; limit: string; blocking: boolean }

/** Highest deposit as a share of the amount financed, for every product. */
const DEPOSIT_RATIO_MAX = '0.30'
const DTI_LIMIT = '0.70'

/** Of a product that sets no cap: what costs no rate at all is over it all the same. */
const HIGHEST_RATE = '1'

export type QuoteFigures = {
  carPrice: string
  /** Car price less down payment. */
  carLoan: string
  downPayment: string
  downRatio: string
  financeAmount: string
  ltv: string
  depositAmount: string
  balloonAmount: string
  aprSimple: string | null
  /**
   * Everything that the customer has in hand on the value date: the amount financed less what is kept of it at once.
   */
  netReceived: string
  dti: string | null
  /** The least service fee of an instalment, of an assisted loan. */
  leastServiceFee?: string | null
}

/**
 * The limits that a quote does not keep (guards G5 and G8 of domain.md 2.1). Shares are compared as money,
 * limit × base by r2, so that a ratio typed at its very limit is never refused over half a cent.
 */
export function findBreaches(figures: QuoteFigures, limits: QuoteLimits): Breach[] {
  checkLimits(given('limits', limits))
  given('figures', figures)
  const breaches: Breach[] = []
  const breach = (code: BreachCode, value: string | null, limit: string, blocking = true) => {
    breaches.push({ code, value, limit, blocking })
  }
  const { carPrice, financeAmount } = figures
  const overShare = (part: string, base: string, share: string) =>
    compareMoney(part, r2(times(base, share))) > 0

  if (limits.minAmount !== undefined && compareMoney(financeAmount, limits.minAmount) < 0)
    breach('min_amount', financeAmount, limits.minAmount)
  if (limits.maxAmount !== undefined && compareMoney(financeAmount, limits.maxAmount) > 0)
    breach('max_amount', financeAmount, limits.maxAmount)
  if (limits.ltvCap !== undefined && overShare(figures.carLoan, carPrice, limits.ltvCap))
    breach('ltv_cap', figures.ltv, limits.ltvCap)
  if (limits.totalCap !== undefined && overShare(financeAmount, carPrice, limits.totalCap))
    breach('total_cap', ratio(financeAmount, carPrice), limits.totalCap)
  if (
    limits.downRatioMin !== undefined &&
    compareMoney(figures.downPayment, r2(times(carPrice, limits.downRatioMin))) < 0
  )
    breach('down_ratio_min', figures.downRatio, limits.downRatioMin)
  if (
    limits.balloonRatioMax !== undefined &&
    overShare(figures.balloonAmount, carPrice, limits.balloonRatioMax)
  )
    breach('balloon_ratio_max', ratio(figures.balloonAmount, carPrice), limits.balloonRatioMax)
  if (overShare(figures.depositAmount, financeAmount, DEPOSIT_RATIO_MAX))
    breach('deposit_ratio_max', ratio(figures.depositAmount, financeAmount), DEPOSIT_RATIO_MAX)
  const aprCap = limits.aprCap ?? HIGHEST_RATE
  if (aprIsOver(figures, aprCap)) breach('apr_cap', figures.aprSimple, aprCap)
  const { leastServiceFee } = figures
  if (leastServiceFee && compareMoney(leastServiceFee, '0') < 0)
    breach('service_fee', leastServiceFee, '0.00')
  const dtiLimit = limits.dtiLimit ?? DTI_LIMIT
  if (figures.dti !== null && compareMoney(figures.dti, dtiLimit) > 0)
    breach('dti', figures.dti, dtiLimit, false)
  return breaches
}

/** G8: over the cap, or a loan that its fees eat: no rate, a negative one, or nothing left in the customer's hand. */
function aprIsOver({ aprSimple, netReceived }: QuoteFigures, cap: string): boolean {
  if (aprSimple === null || compareMoney(netReceived, '0') <= 0) return true
  return compareMoney(aprSimple, '0') < 0 || compareMoney(aprSimple, cap) > 0
}

/** @throws InputError naming the limit that is no money or no rate */
function checkLimits(limits: QuoteLimits): void {
  const { minAmount, maxAmount, ...rates } = limits
  for (const [field, money] of Object.entries({ minAmount, maxAmount })) {
    if (money !== undefined && toFen(money, field) < 0n)
      throw new InputError(field, 'range', 'not below zero')
  }
  for (const field of RATE_LIMITS) if (rates[field] !== undefined) requireRate(field, rates[field])
}

const RATE_LIMITS = ['ltvCap', 'totalCap', 'downRatioMin', 'balloonRatioMax', 'aprCap', 'dtiLimit'] as const
