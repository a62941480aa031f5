import { amount, compareTyped, tidy } from '../../../../rules/fields.ts'
import { compareMoney, r2, times } from '../../../../rules/money.ts'
import { formatMoney, formatPercent } from '../../../../rules/money-text.ts'
import type { RuleMessageName } from '../../../../rules/rule-message.ts'
import type { Quote } from '../quote.ts'
import { breachMessages } from './breach-messages.ts'
import {
  type CheckInput,
  cardRules,
  customerRules,
  insuranceRules,
  issueAt,
  linkedPersons,
  pastDates,
  vehicleRules,
} from './entry-checks.ts'
import { type EntryIssue, type Verdict, verdict } from './entry-issue.ts'
import { type EntryProduct, type EntryQuote, quoteEntry } from './entry-quote.ts'
import { type EntryValues, rowsOf, sectionsByName } from './entry-values.ts'
import { type FileCounts, materialIssues } from './materials.ts'
import type { Template } from './template.ts'
import {
  amountGuards,
  applicantKind,
  customIssues,
  endGuards,
  feePayerGuard,
  firstLoanGuard,
  guarantorGuards,
  methodGuard,
  mileageGuard,
  ownCarGuard,
  shareGuard,
  subsidyGuard,
  wantedGuard,
} from './template-checks.ts'
import { overridesFor, sectionName, visibleMaterials, visibleSections } from './template-engine.ts'

/** G4: every visible field that is required is there, every visible value is valid. */
function fieldIssues(template: Template, values: EntryValues): EntryIssue[] {
  return visibleSections(template, values).flatMap((code) => {
    const name = sectionName(code)
    if (name === null) return []
    const section = sectionsByName[name]
    return rowsOf(values, name).flatMap(({ row, path }) =>
      section.check(row, overridesFor(template, name, values.customer)).map(
        ({ field, message, missing }): EntryIssue => ({
          path: `${path}.${field}`,
          sectionCode: code,
          guard: 'G4',
          key: message,
          params: {},
          level: 'error',
          missing,
        }),
      ),
    )
  })
}

function depositIssues(result: Quote, product: EntryProduct): EntryIssue[] {
  const bound = (share: string) => r2(times(result.financeAmount, share))
  const { depositRatioMin: min, depositRatioMax: max } = product
  const inside =
    compareMoney(result.depositAmount, bound(min)) >= 0 && compareMoney(result.depositAmount, bound(max)) <= 0
  const params = { min: formatPercent(min), max: formatPercent(max) }
  return inside ? [] : [issueAt('financing.depositAmount', 'depositRange', { guard: 'G5', params })]
}

/** Everything that somebody typed for a fee keeps the bounds that its rate keeps. */
function feeIssues({ fees }: EntryValues, product: EntryProduct): EntryIssue[] {
  return fees.flatMap((row, index) => {
    const item = product.feeItems.find(({ code }) => code === row.feeCode)
    const typed = tidy(row.amount)
    if (!item || row.payer !== 'customer' || typed === '' || amount(typed) !== null) return []
    const issue = (name: RuleMessageName, limit: string) => [
      issueAt(`fees.${index}.amount`, name, { guard: 'G5', params: { limit: formatMoney(limit) } }),
    ]
    if (item.minAmount !== null && compareTyped(typed, item.minAmount) < 0)
      return issue('feeMin', item.minAmount)
    if (item.maxAmount !== null && compareTyped(typed, item.maxAmount) > 0)
      return issue('feeMax', item.maxAmount)
    return []
  })
}

/** G5 and G8: the product, its limits, and figures that say what their parts say. */
function financingIssues({ values, product }: CheckInput, result: EntryQuote | null): EntryIssue[] {
  const { financing } = values
  if (product === null || result === null) {
    return financing.productId === ''
      ? []
      : [issueAt('financing.productId', 'productUnknown', { guard: 'G5' })]
  }
  const offered = product.rateTable[financing.term.trim()]
  if (financing.term !== '' && (offered === undefined || !product.terms.includes(Number(financing.term)))) {
    return [issueAt('financing.term', 'termNotOffered', { guard: 'G5' })]
  }
  if (!result.ok) {
    // Its other fields are missing or malformed, which G4 has said already.
    return result.field === 'downPayment' && amount(financing.downPayment) === null
      ? [issueAt('financing.downPayment', 'downPaymentTooHigh', { guard: 'G5' })]
      : []
  }
  const issues = result.quote.breaches
    .filter(({ code }) => code !== 'deposit_ratio_max')
    .map(({ code, limit, blocking }): EntryIssue => {
      const [field, name, unit] = breachMessages[code]
      return issueAt(`financing.${field}`, name, {
        guard: code === 'apr_cap' || code === 'dti' ? 'G8' : 'G5',
        level: blocking ? 'error' : 'warning',
        params: { limit: unit === 'money' ? formatMoney(limit) : formatPercent(limit) },
      })
    })
  issues.push(...depositIssues(result.quote, product), ...feeIssues(values, product))
  const shown = tidy(financing.financeAmount)
  if (shown !== '' && (amount(shown) !== null || compareTyped(shown, result.quote.financeAmount) !== 0)) {
    issues.push(issueAt('financing.financeAmount', 'financeMismatch', { guard: 'G5' }))
  }
  const rate = tidy(financing.annualRate)
  if (product.repayMethod !== 'flat' && rate !== '' && offered !== undefined && rate !== offered) {
    issues.push(issueAt('financing.annualRate', 'rateNotOffered', { guard: 'G5' }))
  }
  return issues
}

export type EntryContext = {
  /** Business date, YYYY-MM-DD. */
  today: string
  files: FileCounts
  /** The scene's score is low. */
  lowScore?: boolean
}

/**
 * Judges an entry by its template: guards G4–G8 of domain.md 2.1. G2 and G3 need the database and are the backend's.
 * One issue a path and message; errors stop the submit, warnings do not. Give it `deriveEntry` values: what is
 * calculated is judged as it stands.
 *
 * @param product the chosen product, or null when there is none
 */
export function validateEntry(
  template: Template,
  values: EntryValues,
  product: EntryProduct | null,
  { today, files, lowScore = false }: EntryContext,
): Verdict {
  const visible = new Set(visibleSections(template, values))
  const input: CheckInput = {
    values,
    guards: template.guards,
    product,
    today,
    lowScore,
    shows: (code) => visible.has(code),
  }
  const chosen = product !== null && String(product.id) === values.financing.productId ? product : null
  const result = chosen && quoteEntry(values, chosen, today)
  const quoted = result?.ok ? result.quote : null
  const found = [
    ...fieldIssues(template, values),
    ...pastDates(input),
    ...customerRules(input),
    ...linkedPersons(input),
    ...vehicleRules(input),
    ...financingIssues(input, result),
    ...cardRules(input),
    ...insuranceRules(input),
    ...materialIssues(visibleMaterials(template, values), files),
    ...applicantKind(input),
    ...guarantorGuards(input, quoted),
    ...mileageGuard(input),
    ...ownCarGuard(input),
    ...amountGuards(input, quoted),
    ...firstLoanGuard(input),
    ...shareGuard(input),
    ...subsidyGuard(input),
    ...endGuards(input),
    ...feePayerGuard(input),
    ...methodGuard(input),
    ...wantedGuard({ ...input, shown: template.noFirstPayment === true }),
    ...customIssues(template.custom, values),
  ]
  // Whatever is said of an enterprise's identity is said in its own section.
  const own = visible.has('S1E') ? ('S1E' as const) : ('S1' as const)
  return verdict(found.map((issue) => (issue.sectionCode === 'S1' ? { ...issue, sectionCode: own } : issue)))
}
