import { addDays, addMonths, age, daysBetween, isIsoDate } from '../../../../rules/business-date.ts'
import { cleanIdNo, cleanMobile, nameKey } from '../../../../rules/clean-value.ts'
import { amount, bankCardWarning, compareTyped, tidy } from '../../../../rules/fields.ts'
import { isMinor, majority } from '../../../../rules/id-card.ts'
import { times } from '../../../../rules/money.ts'
import { plateColour } from '../../../../rules/plate.ts'
import type { RuleMessageName } from '../../../../rules/rule-message.ts'
import { usccWarning } from '../../../../rules/uscc.ts'
import { vinWarning } from '../../../../rules/vin.ts'
import { isEnterprise } from './customer-identity.ts'
import type { EntryIssue } from './entry-issue.ts'
import type { EntryProduct } from './entry-quote.ts'
import { type EntryValues, type RepeatedSection, type SectionName, sectionsByName } from './entry-values.ts'
import { linkedPersonIssues } from './linked-persons.ts'
import type { SectionCode } from './section.ts'
import type { TemplateGuards } from './template.ts'
import { wantedRows } from './wanted-rows.ts'

/** Rules over several fields, one function a subject. Empty or malformed values are G4's business and pass here. */

export type CheckInput = {
  values: EntryValues
  guards: TemplateGuards
  product: EntryProduct | null
  /** Business date, YYYY-MM-DD. */
  today: string
  /** The scene's score is low: a template may ask for a guarantor then. */
  lowScore: boolean
  shows: (code: SectionCode) => boolean
}

type Extra = { level?: EntryIssue['level']; params?: EntryIssue['params']; guard?: EntryIssue['guard'] }

/** An issue at a path of the form values. */
export function issueAt(path: string, name: RuleMessageName, extra: Extra = {}): EntryIssue {
  const section = sectionsByName[path.split('.')[0] as SectionName]
  return {
    path,
    sectionCode: section.code,
    guard: extra.guard ?? 'G4',
    key: `rules.${name}`,
    params: extra.params ?? {},
    level: extra.level ?? 'error',
    missing: false,
  }
}

const isAmount = (value: string) => amount(value) === null

/** Dates of things that have happened. */
export function pastDates({ values, today }: CheckInput): EntryIssue[] {
  const dates: [path: string, date: string][] = [
    ['customer.idValidFrom', values.customer.idValidFrom],
    ['customer.birthDate', values.customer.birthDate],
    ['residence.liveSince', values.residence.liveSince],
    ['employment.employSince', values.employment.employSince],
    ['vehicle.invoiceDate', values.vehicle.kind === 'used' ? '' : values.vehicle.invoiceDate],
    ['appraisal.evalAt', values.vehicle.kind === 'used' ? values.appraisal.evalAt : ''],
    ['appraisal.firstRegDate', values.vehicle.kind === 'used' ? values.appraisal.firstRegDate : ''],
  ]
  return dates.flatMap(([path, date]) =>
    isIsoDate(date) && date > today ? [issueAt(path, 'futureDate')] : [],
  )
}

/** Age, validity of the document, second mobile. */
export function customerRules({ values, guards, today }: CheckInput): EntryIssue[] {
  const { idValidTo, idLongTerm, birthDate, mobile, mobile2 } = values.customer
  const issues: EntryIssue[] = []
  const term = /^\d{1,2}$/.test(values.financing.term) ? Number(values.financing.term) : 0
  const maturity = addMonths(today, term)
  if (!idLongTerm && isIsoDate(idValidTo)) {
    if (idValidTo <= today) issues.push(issueAt('customer.idValidTo', 'idExpired'))
    else if (idValidTo < maturity) {
      issues.push(issueAt('customer.idValidTo', 'idExpiresBeforeMaturity', { level: 'warning' }))
    }
  }
  if (isIsoDate(birthDate) && birthDate <= today) {
    const { minAge, maxAgeAtMaturity } = guards
    if (age(birthDate, today) < minAge) {
      issues.push(issueAt('customer.birthDate', 'tooYoung', { guard: 'G5', params: { min: String(minAge) } }))
    } else if (age(birthDate, maturity) > maxAgeAtMaturity) {
      const params = { max: String(maxAgeAtMaturity) }
      issues.push(issueAt('customer.birthDate', 'ageAtMaturity', { guard: 'G5', params }))
    }
  }
  if (tidy(mobile2) !== '' && tidy(mobile2) === tidy(mobile)) {
    issues.push(issueAt('customer.mobile2', 'mobile2Same'))
  }
  if (isEnterprise(values.customer) && usccWarning(values.customer.idNo) !== null)
    issues.push(issueAt('customer.idNo', 'usccCheck', { level: 'warning' }))
  return issues
}

/** The spouse may stand as guarantor; that is one person, not two with one number. */
const isSpouse = ({ idNo = '' }: LinkedRow, { spouse }: EntryValues) =>
  idNo !== '' && cleanIdNo(idNo) === cleanIdNo(spouse.idNo)

/** A section that has too few of the rows that it must have; the issue stands at the section. */
export function missingRows(
  name: RepeatedSection,
  guard: EntryIssue['guard'],
  { values, guards, lowScore }: Pick<CheckInput, 'values' | 'guards' | 'lowScore'>,
): EntryIssue[] {
  const wanted = wantedRows(name, values, guards, lowScore)
  if (wanted === null || wanted.have >= wanted.least) return []
  return [issueAt(name, wanted.message, { guard, params: wanted.params })]
}

type LinkedRow = { name: string; idNo?: string; mobile: string }

/** Whoever signs or answers for an order is of age, as far as a number says when somebody was born. */
function ofAge(path: string, idNo: string, { today }: Pick<CheckInput, 'today'>): EntryIssue[] {
  return isMinor(idNo, today) ? [issueAt(path, 'personTooYoung', { params: { min: String(majority) } })] : []
}

/** G6: whoever stands beside the customer differs from the customer and from each other; enough contacts. */
export function linkedPersons(input: CheckInput): EntryIssue[] {
  const { values, shows } = input
  const issues: EntryIssue[] = []
  const rows = (code: SectionCode, name: RepeatedSection, persons: readonly LinkedRow[]) =>
    shows(code) ? persons.map((person, index) => ({ path: `${name}.${index}`, person })) : []
  const signers = [
    ...(shows('S4') ? [{ path: 'spouse', person: values.spouse as LinkedRow }] : []),
    ...rows('S5', 'coLessees', values.coLessees),
  ]
  const guarantors = rows('S6', 'guarantors', values.guarantors)
  const persons = [
    ...signers,
    ...guarantors.filter(({ person }) => !isSpouse(person, values)),
    ...rows('S7', 'contacts', values.contacts),
  ]
  const found = linkedPersonIssues(
    values.customer,
    persons.map(({ person }) => person),
  )
  for (const { path, person } of [...signers, ...guarantors])
    issues.push(...ofAge(`${path}.idNo`, person.idNo ?? '', input))
  if (isEnterprise(values.customer))
    issues.push(...ofAge('customer.legalIdNo', values.customer.legalIdNo, input))
  for (const { index, field, message } of found) {
    const at = persons[index]
    if (at) issues.push({ ...issueAt(`${at.path}.${field}`, 'sameName', { guard: 'G6' }), key: message })
  }
  // He signs on his own phone: another number under the spouse's name would be somebody else's.
  for (const { path, person } of guarantors)
    if (isSpouse(person, values) && cleanMobile(person.mobile) !== cleanMobile(values.spouse.mobile))
      issues.push(issueAt(`${path}.mobile`, 'spouseMobile', { guard: 'G6' }))
  if (shows('S7')) issues.push(...missingRows('contacts', 'G6', input))
  return issues
}

/** Vehicle and appraisal. */
export function vehicleRules({ values, guards, product, today, shows }: CheckInput): EntryIssue[] {
  const { vehicle, appraisal } = values
  const issues: EntryIssue[] = []
  const warn = (path: string, name: RuleMessageName) => issues.push(issueAt(path, name, { level: 'warning' }))
  if (product && vehicle.kind !== '' && !product.vehicleKinds.includes(vehicle.kind)) {
    issues.push(issueAt('vehicle.kind', 'vehicleKind', { guard: 'G5' }))
  }
  if (Number(vehicle.modelYear) > Number(today.slice(0, 4)) + 1)
    issues.push(issueAt('vehicle.modelYear', 'modelYear'))
  if (vehicle.kind === 'used' && plateColour(vehicle.plateNo, vehicle.plateColor) !== null) {
    issues.push(issueAt('vehicle.plateColor', 'plateColour'))
  }
  if (vinWarning(vehicle.vin) !== null) warn('vehicle.vin', 'vinCheckDigit')
  if (vehicle.kind === 'new' && isAmount(vehicle.invoicePrice) && isAmount(vehicle.guidePrice)) {
    const most = times(tidy(vehicle.guidePrice), '1.05')
    if (compareTyped(vehicle.invoicePrice, most) > 0) warn('vehicle.invoicePrice', 'invoiceOverGuide')
  }
  if (!shows('S9')) return issues
  if (isIsoDate(appraisal.evalAt) && daysBetween(appraisal.evalAt, today) > guards.maxAppraisalDays) {
    issues.push(issueAt('appraisal.evalAt', 'evalOld'))
  }
  if (appraisal.evalGrade === 'D') issues.push(issueAt('appraisal.evalGrade', 'evalGrade'))
  if (Number(appraisal.transferCount) > 3) warn('appraisal.transferCount', 'manyTransfers')
  return issues
}

/**
 * The repayment card is the customer's or the spouse's, and the customer's alone where the money goes onto it. A wrong
 * Luhn digit is worth a look.
 */
export function cardRules({ values, guards, shows }: CheckInput): EntryIssue[] {
  if (!shows('S13')) return []
  const holder = nameKey(values.bankCard.holderName)
  const own = guards.ownCar !== undefined
  const spouses = shows('S4') && !own ? [values.spouse.name] : []
  const allowed = [values.customer.name, ...spouses].map(nameKey)
  return [
    ...(holder !== '' && !allowed.includes(holder)
      ? [issueAt('bankCard.holderName', own ? 'ownCard' : 'cardHolder')]
      : []),
    ...(bankCardWarning(values.bankCard.cardNo) === null
      ? []
      : [issueAt('bankCard.cardNo', 'bankCardLuhn', { level: 'warning' })]),
  ]
}

/** A commercial policy where the template wants one; a policy runs a year at least. */
export function insuranceRules(input: CheckInput): EntryIssue[] {
  const { values, shows } = input
  if (!shows('S14')) return []
  const issues = missingRows('insurance', 'G4', input)
  for (const [index, { startDate, endDate }] of values.insurance.entries()) {
    if (!isIsoDate(startDate) || !isIsoDate(endDate)) continue
    if (endDate < addDays(addMonths(startDate, 12), -1))
      issues.push(issueAt(`insurance.${index}.endDate`, 'policyTerm'))
  }
  return issues
}
