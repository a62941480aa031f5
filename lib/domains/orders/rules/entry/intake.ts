import { addMonths, age, isIsoDate } from '../../../../rules/business-date.ts'
import type { RuleMessageName } from '../../../../rules/rule-message.ts'
import { usccWarning } from '../../../../rules/uscc.ts'
import {
  applicantFacts,
  citizenId,
  identityConditions,
  identityFields,
  isEnterprise,
} from './customer-identity.ts'
import { groupsDraft } from './draft.ts'
import { type EntryIssue, type Verdict, verdict } from './entry-issue.ts'
import { carName, choice, dict, flag, integer, positiveMoney } from './field-spec.ts'
import { type FileCounts, materialIssues } from './materials.ts'
import { defineSection, type Section, shownPaths } from './section.ts'
import { intakeMaterials, type Template } from './template.ts'
import { standardTemplate } from './templates.ts'

/** The intake form of /create/shenfen: who, where from, what for; and guard G1. */

const customer = defineSection({
  code: 'S1',
  name: 'customer',
  fields: [...identityFields, flag('creditAuth', { required: true, emptyMessage: 'rules.creditAuth' })],
  when: identityConditions,
})

const shop = defineSection({
  code: 'shop',
  name: 'shop',
  fields: [
    choice('shopId', { required: true }),
    choice('salesmanId', { required: true }),
    choice('applyCity'),
  ],
})

const intent = defineSection({
  code: 'intent',
  name: 'intent',
  fields: [
    choice('productId', { required: true }),
    dict('vehicleKind', 'vehicle_kind', { required: true }),
    carName('brand', 40),
    carName('series', 60),
    carName('model', 100),
    positiveMoney('amount', { required: true }),
    integer('term', 1, 60, { inSight: true, message: 'rules.termNotOffered' }),
  ],
})

/** Sections of the intake form, in order. */
export const intakeSections = { customer, shop, intent } as const

export type IntakeSectionName = keyof typeof intakeSections

export type IntakeValues = { [K in IntakeSectionName]: (typeof intakeSections)[K]['defaults'] }

/**
 * The shape of a draft: unfinished values are welcome, absent ones get their default, unknown ones are dropped.
 *
 * @throws InputError `format` for what is no text or switch where one belongs
 */
export const intakeDraft = groupsDraft<IntakeValues>({
  customer: customer.draft,
  shop: shop.draft,
  intent: intent.draft,
})

/** An empty form; the citizen ID is what nearly everybody shows. */
export function emptyIntake(): IntakeValues {
  const values = intakeDraft({})
  return { ...values, customer: { ...values.customer, idType: citizenId } }
}

/** Fields judged as they are typed: required ones, formats. Path is `section.field`. */
function fieldIssues(values: IntakeValues): EntryIssue[] {
  const names = Object.keys(intakeSections) as IntakeSectionName[]
  return names.flatMap((name) =>
    intakeSections[name].check(values[name]).map(
      ({ field, message, missing }): EntryIssue => ({
        path: `${name}.${field}`,
        sectionCode: intakeSections[name].code,
        guard: 'G1',
        key: message,
        params: {},
        level: 'error',
        missing,
      }),
    ),
  )
}

export type IntakeContext = {
  /** Business date, YYYY-MM-DD. */
  today: string
  files: FileCounts
  template?: Template
}

/**
 * Judges an intake by guard G1: identity rules, age, credit authorisation, a document that has not expired, the
 * materials that the template wants from the intake on. G2 and G3 are the backend's.
 */
export function validateIntake(
  values: IntakeValues,
  { today, files, template = standardTemplate }: IntakeContext,
): Verdict {
  const sectionCode = isEnterprise(values.customer) ? ('S1E' as const) : ('S1' as const)
  const issues = fieldIssues(values).map(
    (issue): EntryIssue => (issue.sectionCode === 'S1' ? { ...issue, sectionCode } : issue),
  )
  const at = (
    field: string,
    name: RuleMessageName,
    params: Record<string, string> = {},
    level: EntryIssue['level'] = 'error',
  ) =>
    issues.push({
      path: `customer.${field}`,
      sectionCode,
      guard: 'G1',
      key: `rules.${name}`,
      params,
      level,
      missing: false,
    })
  const { idValidFrom, idValidTo, idLongTerm, idNo } = values.customer
  if (isIsoDate(idValidFrom) && idValidFrom > today) at('idValidFrom', 'futureDate')
  if (!idLongTerm && isIsoDate(idValidTo) && idValidTo <= today) at('idValidTo', 'idExpired')
  if (isEnterprise(values.customer) && usccWarning(idNo) !== null) at('idNo', 'usccCheck', {}, 'warning')
  if (isEnterprise(values.customer) && !template.guards.enterprises) at('idType', 'enterpriseNotTaken')
  const birthDate = applicantFacts(values.customer)?.birthDate
  if (birthDate !== undefined) {
    const { minAge, maxAgeAtMaturity } = template.guards
    const maturity = addMonths(today, Number(values.intent.term) || 0)
    if (birthDate > today || age(birthDate, today) < minAge) at('idNo', 'tooYoung', { min: String(minAge) })
    else if (age(birthDate, maturity) > maxAgeAtMaturity)
      at('idNo', 'ageAtMaturity', { max: String(maxAgeAtMaturity) })
  }
  return verdict([...issues, ...materialIssues(intakeMaterials(template, values.customer), files)])
}

/** Everything that an order cannot be without; the rest may follow until it is submitted. */
const needed: ReadonlySet<string> = new Set([
  'customer.name',
  'customer.idType',
  'customer.idNo',
  'customer.mobile',
  'shop.shopId',
  'shop.salesmanId',
])

/** Everything that the submit asks and a draft may leave open. */
const later: ReadonlySet<string> = new Set([
  'rules.creditAuth',
  'rules.idExpired',
  'rules.tooYoung',
  'rules.ageAtMaturity',
  'rules.uploadMaterial',
  'rules.enterpriseNotTaken',
])

/** Of an intake's issues those that keep it from being saved at all: what is said has to be right. */
export function saveIssues(issues: readonly EntryIssue[]): EntryIssue[] {
  return issues.filter(
    ({ path, key, missing, level }) => level === 'error' && !later.has(key) && (!missing || needed.has(path)),
  )
}

/** The intake as it is stored: stored forms of texts, hidden fields at their defaults. */
export function submittedIntake(values: IntakeValues): IntakeValues {
  return {
    customer: customer.submitted(values.customer),
    shop: shop.submitted(values.shop),
    intent: intent.submitted(values.intent),
  }
}

/** Everything that a return to the intake may name: the fields that these values show. */
export const intakePaths = (values: IntakeValues): string[] =>
  Object.values<Section>(intakeSections).flatMap((section) =>
    shownPaths(section, values[section.name as IntakeSectionName]),
  )
