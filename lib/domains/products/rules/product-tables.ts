import { amount, compareTyped, optional, plainText, rate, tidy } from '../../../rules/fields.ts'
import { contradicting, type Residual } from './residual.ts'

/** 费用常量 and 残值表 as they are edited. */

/** The base of a fee: 融资额, 车价, 剩余本金, a fixed amount, days. */
export const feeBases = ['融资额', '车价', '剩余本金', '固定', '天'] as const
/** Its amount is the same whatever it is of. */
export const fixedBasis = '固定'
export const refunds = ['不退', '按期退', '全退'] as const
/** 生效中, 待生效, 已被新行取代, 已停用. */
export const feeStates = ['offered', 'coming', 'superseded', 'stopped'] as const
export type FeeState = (typeof feeStates)[number]

/** Months that a car of the residual table may have at most. */
export const ageMost = 240

export type FeeValues = {
  code: string
  name: string
  basis: string
  rate: string
  amount: string
  minAmount: string
  maxAmount: string
  taxRate: string
  effectiveFrom: string
}

type TableMessage =
  | 'rules.required'
  | 'rules.amount'
  | 'rules.rate'
  | 'rules.tooLong'
  | 'rules.plainText'
  | `product.rule.${'code' | 'share' | 'aboveTotal' | 'dayOver' | 'residualAge' | 'residualTwice' | 'residualGain' | 'seriesOfBrand'}`
type Findings = Record<string, TableMessage>

const isShare = (text: string) => rate(text) === null && compareTyped(text, '1') <= 0

/** The faults of a row of the fee table, by field. */
export function feeFindings(values: FeeValues, today: string): Findings {
  const found: Findings = {}
  if (!/^[A-Z][A-Z0-9_]{1,19}$/.test(tidy(values.code))) found.code = 'product.rule.code'
  if (tidy(values.name) === '') found.name = 'rules.required'
  else if (plainText(40)(values.name) !== null) found.name = 'rules.tooLong'
  const isFixed = values.basis === fixedBasis
  if (isFixed) {
    if (tidy(values.amount) === '') found.amount = 'rules.required'
    else if (amount(values.amount) !== null) found.amount = 'rules.amount'
  } else if (tidy(values.rate) === '') found.rate = 'rules.required'
  else if (!isShare(values.rate)) found.rate = 'product.rule.share'
  for (const field of ['minAmount', 'maxAmount'] as const) {
    if (!isFixed && optional(amount)(values[field]) !== null) found[field] = 'rules.amount'
  }
  const { minAmount, maxAmount } = values
  if (
    !isFixed &&
    [minAmount, maxAmount].every((text) => amount(text) === null) &&
    compareTyped(minAmount, maxAmount) > 0
  )
    found.minAmount = 'product.rule.aboveTotal'
  if (tidy(values.taxRate) !== '' && !isShare(values.taxRate)) found.taxRate = 'product.rule.share'
  if (values.effectiveFrom === '') found.effectiveFrom = 'rules.required'
  else if (values.effectiveFrom < today) found.effectiveFrom = 'product.rule.dayOver'
  return found
}

/**
 * The faults of a row of the residual table, by field.
 * @param others the rows of the tenant without the one that is changed
 */
export function residualFindings(
  row: Omit<Residual, 'ageMonths'> & { ageMonths: string },
  others: readonly Residual[],
): Findings {
  const found: Findings = {}
  const ageMonths = Number(row.ageMonths)
  if (!/^\d{1,3}$/.test(tidy(row.ageMonths)) || ageMonths < 1 || ageMonths > ageMost)
    found.ageMonths = 'product.rule.residualAge'
  if (tidy(row.ratio) === '') found.ratio = 'rules.required'
  else if (!isShare(row.ratio)) found.ratio = 'product.rule.share'
  if (tidy(row.brand) === '' && tidy(row.series) !== '') found.brand = 'product.rule.seriesOfBrand'
  if (plainText(40)(row.brand) !== null) found.brand = 'rules.tooLong'
  if (plainText(60)(row.series) !== null) found.series = 'rules.tooLong'
  if (Object.keys(found).length > 0) return found
  const typed = { ...row, ratio: tidy(row.ratio), ageMonths }
  const isSame = (one: Residual) =>
    one.ageMonths === ageMonths &&
    tidy(one.brand).toLowerCase() === tidy(row.brand).toLowerCase() &&
    tidy(one.series).toLowerCase() === tidy(row.series).toLowerCase()
  if (others.some(isSame)) found.ageMonths = 'product.rule.residualTwice'
  else if (contradicting(others, typed)) found.ratio = 'product.rule.residualGain'
  return found
}
