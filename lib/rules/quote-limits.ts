import { compareMoney, r2, ratio, times } from './money.ts'

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
  | 'dti'

/** A limit not kept: the figure and the limit in the same unit (money, or a rate of 4 decimals or as set). */
export type Breach = { code: BreachCode; value: string; limit: string; blocking: boolean }

/** Highest deposit as a share of the amount financed, for every product. */
const DEPOSIT_RATIO_MAX = '0.30'
const DTI_LIMIT = '0.70'

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
  dti: string | null
}

/**
 * Which limits a quote does not keep (guards G5 and G8 of domain.md 2.1). Shares are compared as money,
 * limit × base by r2, so that a ratio typed at its very limit is never refused over half a cent.
 */
export function findBreaches(figures: QuoteFigures, limits: QuoteLimits): Breach[] {
  const breaches: Breach[] = []
  const breach = (code: BreachCode, value: string, limit: string, blocking = true) => {
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
  if (
    limits.aprCap !== undefined &&
    figures.aprSimple !== null &&
    compareMoney(figures.aprSimple, limits.aprCap) > 0
  )
    breach('apr_cap', figures.aprSimple, limits.aprCap)
  const dtiLimit = limits.dtiLimit ?? DTI_LIMIT
  if (figures.dti !== null && compareMoney(figures.dti, dtiLimit) > 0)
    breach('dti', figures.dti, dtiLimit, false)
  return breaches
}
