import { addMonths, isIsoDate } from '../../../../rules/business-date.ts'
import { cleanIdNo, nameKey } from '../../../../rules/clean-value.ts'
import { amount, compareTyped, rate, tidy } from '../../../../rules/fields.ts'
import { r2, sum, times } from '../../../../rules/money.ts'
import { formatMoney, formatPercent } from '../../../../rules/money-text.ts'
import type { Quote } from '../quote.ts'
import { isEnterprise } from './customer-identity.ts'
import { type CheckInput, issueAt, missingRows } from './entry-checks.ts'
import type { EntryIssue } from './entry-issue.ts'
import type { EntryValues } from './entry-values.ts'
import { isFullySubsidised } from './subsidy-terms.ts'

/** Guards that a template names for itself, one function each; empty or malformed values are G4's business and pass. */

const isAmount = (value: string) => tidy(value) !== '' && amount(value) === null
const over = (a: string, b: string) => compareTyped(a, b) > 0

/** An enterprise where the template takes none. */
export function applicantKind({ values, guards }: CheckInput): EntryIssue[] {
  const refused = isEnterprise(values.customer) && !guards.enterprises
  return refused ? [issueAt('customer.idType', 'enterpriseNotTaken')] : []
}

/** G6: enough guarantors, the legal person among those of an enterprise, and each good for it. */
export function guarantorGuards(input: CheckInput, quote: Quote | null): EntryIssue[] {
  const { values, guards, shows } = input
  if (!shows('S6')) return []
  const issues = missingRows('guarantors', 'G6', input)
  const at = (index: number, field: string, name: Parameters<typeof issueAt>[1], params = {}) =>
    issues.push(issueAt(`guarantors.${index}.${field}`, name, { guard: 'G6', params }))
  const most = guards.guarantors?.most
  if (most !== undefined && values.guarantors.length > most)
    issues.push(issueAt('guarantors', 'guarantorsMost', { guard: 'G6', params: { max: String(most) } }))
  for (const [index, person] of values.guarantors.entries()) {
    const { guaranteeAmount, monthlyIncome, relation, idLongTerm, idValidTo } = person
    if (!idLongTerm && isIsoDate(idValidTo) && idValidTo <= input.today) at(index, 'idValidTo', 'idExpired')
    if (quote === null) continue
    if (isAmount(guaranteeAmount) && over(guaranteeAmount, quote.financeAmount))
      at(index, 'guaranteeAmount', 'guaranteeOver')
    const rules = guards.guarantorRules
    if (!rules) continue
    if (isAmount(monthlyIncome) && over(r2(times(quote.monthlyPayment, rules.incomeTimes)), monthlyIncome))
      at(index, 'monthlyIncome', 'guarantorIncome', { times: rules.incomeTimes })
    if (relation === spouse && over(quote.financeAmount, rules.spouseMost))
      at(index, 'relation', 'guarantorSpouse', { limit: formatMoney(rules.spouseMost) })
  }
  return issues
}

/** Code of the dictionary `relation` for 配偶. */
const spouse = '01'

/** The distance a used car may have run. */
export function mileageGuard({ values, guards, shows }: CheckInput): EntryIssue[] {
  const { maxMileage } = guards
  if (maxMileage === undefined || !shows('S9') || !(Number(values.appraisal.mileageKm) > maxMileage))
    return []
  return [issueAt('appraisal.mileageKm', 'mileageMost', { guard: 'G5', params: { max: String(maxMileage) } })]
}

/** Papers of a car that the customer owns. */
export function ownCarGuard({ values, guards, today }: CheckInput): EntryIssue[] {
  if (!guards.ownCar) return []
  const { ownerName, invoiceDate } = values.vehicle
  const issues: EntryIssue[] = []
  if (tidy(ownerName) !== '' && nameKey(ownerName) !== nameKey(values.customer.name))
    issues.push(issueAt('vehicle.ownerName', 'ownerIsCustomer'))
  const { invoiceMonths } = guards.ownCar
  if (isIsoDate(invoiceDate) && addMonths(invoiceDate, invoiceMonths) < today)
    issues.push(issueAt('vehicle.invoiceDate', 'invoiceOld', { params: { max: String(invoiceMonths) } }))
  return issues
}

/**
 * Everything that a template limits of the amount beside the product: a share of the appraisal, a share with the first
 * loan.
 */
export function amountGuards({ values, guards }: CheckInput, quote: Quote | null): EntryIssue[] {
  const { evalPrice } = values.appraisal
  if (quote === null || !isAmount(evalPrice)) return []
  const issues: EntryIssue[] = []
  const { amountOfEval, firstLoan } = guards
  if (amountOfEval && over(quote.financeAmount, r2(times(tidy(evalPrice), amountOfEval)))) {
    const params = { limit: formatPercent(amountOfEval) }
    issues.push(issueAt('financing.financeAmount', 'amountOfEval', { guard: 'G5', params }))
  }
  const { remainingPrincipal } = values.firstLoan
  if (firstLoan && isAmount(remainingPrincipal)) {
    const both = sum([tidy(remainingPrincipal), quote.financeAmount])
    if (over(both, r2(times(tidy(evalPrice), firstLoan.maxShare)))) {
      const params = { limit: formatPercent(firstLoan.maxShare) }
      issues.push(issueAt('financing.financeAmount', 'bothLoans', { guard: 'G5', params }))
    }
  }
  return issues
}

/** The first loan is of the same customer and car, well paid, and outlives the second. */
export function firstLoanGuard({ values, guards }: CheckInput): EntryIssue[] {
  if (!guards.firstLoan) return []
  const { customer, vehicle, financing, firstLoan } = values
  const issues: EntryIssue[] = []
  if (firstLoan.idNo !== '' && cleanIdNo(firstLoan.idNo) !== cleanIdNo(customer.idNo))
    issues.push(issueAt('firstLoan.idNo', 'firstLoanCustomer'))
  if (tidy(firstLoan.vin) !== '' && tidy(firstLoan.vin) !== tidy(vehicle.vin))
    issues.push(issueAt('firstLoan.vin', 'firstLoanCar'))
  const { maxOverdue } = guards.firstLoan
  if (Number(firstLoan.overdueCount) > maxOverdue)
    issues.push(
      issueAt('firstLoan.overdueCount', 'firstLoanOverdue', { params: { max: String(maxOverdue) } }),
    )
  const left = Number(firstLoan.remainingTerm)
  if (left > 0 && Number(financing.term) > left)
    issues.push(issueAt('financing.term', 'termOverFirst', { guard: 'G5', params: { max: String(left) } }))
  return issues
}

/** Shares of a joint loan. */
export function shareGuard({ values, guards }: CheckInput): EntryIssue[] {
  if (!guards.shares) return []
  const { ownShare, funderShare } = values.funding
  if ([ownShare, funderShare].some((share) => tidy(share) === '' || rate(share) !== null)) return []
  if (hundredths(ownShare) + hundredths(funderShare) !== whole)
    return [issueAt('funding.funderShare', 'sharesOne', { guard: 'G5' })]
  const isAlone = [ownShare, funderShare].some((share) => hundredths(share) === 0)
  return isAlone ? [issueAt('funding.funderShare', 'sharesBoth', { guard: 'G5' })] : []
}

const whole = 10_000
const hundredths = (share: string) => Math.round(Number(share) * whole)

/** Balloon and end of a lease. */
export function endGuards({ values, guards }: CheckInput): EntryIssue[] {
  const { balloonAmount, carPrice, purchasePrice } = values.financing
  const issues: EntryIssue[] = []
  const { balloonMin, purchasePriceMin } = guards
  if (balloonMin && isAmount(balloonAmount) && isAmount(carPrice)) {
    if (over(r2(times(tidy(carPrice), balloonMin)), balloonAmount)) {
      const params = { limit: formatPercent(balloonMin) }
      issues.push(issueAt('financing.balloonAmount', 'balloonMin', { guard: 'G5', params }))
    }
  }
  if (purchasePriceMin && isAmount(purchasePrice) && over(purchasePriceMin, purchasePrice)) {
    const params = { limit: formatMoney(purchasePriceMin) }
    issues.push(issueAt('financing.purchasePrice', 'purchasePriceMin', { guard: 'G5', params }))
  }
  return issues
}

/** Fees that somebody else than the customer has to bear are there, and borne by him. */
export function feePayerGuard({ values, guards, product }: CheckInput): EntryIssue[] {
  const { feePayers } = guards
  if (!feePayers || !product) return []
  return Object.entries(feePayers).flatMap(([code, payer]) => {
    if (!product.feeItems.some((item) => item.code === code)) return []
    const index = values.fees.findIndex(({ feeCode }) => feeCode === code)
    const path = index < 0 ? 'fees' : `fees.${index}.payer`
    return index >= 0 && values.fees[index]?.payer === payer
      ? []
      : [issueAt(path, index < 0 ? 'feesOfLessor' : 'lessorPays', { guard: 'G5' })]
  })
}

/** Whoever pays no interest has a maker who bears all of it, and nobody else has one. */
export function subsidyGuard({ values, product, shows }: CheckInput): EntryIssue[] {
  const { mode } = values.subsidy
  if (!product?.parties || !shows('S17')) return []
  const isFull = isFullySubsidised(product)
  if (mode === 'full' && !isFull) return [issueAt('subsidy.mode', 'subsidyNotFull', { guard: 'G5' })]
  return isFull && mode === 'none' ? [issueAt('subsidy.mode', 'subsidyOfProduct', { guard: 'G5' })] : []
}

/** Everything that is wanted of a car that is there is no more than its price. */
export function wantedGuard({ values, shown }: CheckInput & { shown: boolean }): EntryIssue[] {
  const { wantedAmount, carPrice } = values.financing
  if (!shown || !isAmount(wantedAmount) || !isAmount(carPrice) || !over(wantedAmount, carPrice)) return []
  return [issueAt('financing.wantedAmount', 'wantedOverPrice', { guard: 'G5' })]
}

/** A product whose method the template does not know. */
export function methodGuard({ guards, product }: CheckInput): EntryIssue[] {
  const known = guards.repayMethods?.includes(product?.repayMethod ?? '') ?? true
  return product && !known ? [issueAt('financing.productId', 'methodNotTaken', { guard: 'G5' })] : []
}

/** S20: what the template asks on its own. */
export function customIssues(
  custom: readonly { name: string; label: string; required: boolean; maxLength: number }[],
  values: EntryValues,
): EntryIssue[] {
  return custom.flatMap(({ name, label, required, maxLength }): EntryIssue[] => {
    const text = tidy(values.custom[name] ?? '')
    const base = {
      path: `custom.${name}`,
      sectionCode: 'S20',
      guard: 'G4',
      level: 'error',
      params: { field: label },
    } as const
    if (text === '') return required ? [{ ...base, key: 'rules.required', missing: true }] : []
    return text.length > maxLength ? [{ ...base, key: 'rules.tooLong', missing: false }] : []
  })
}
