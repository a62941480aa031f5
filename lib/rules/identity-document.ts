import { plainText } from './fields.ts'
import { idCard, isResidenceCard } from './id-card.ts'
import type { Check } from './rule-message.ts'
import { uscc } from './uscc.ts'

/** Numbers of the papers by which customers are known, as `cleanIdNo` stores them, by the code of `id_type`. */

const matches =
  (pattern: RegExp): Check =>
  (value) =>
    pattern.test(value) ? null : 'rules.documentNumber'

/** Three letters of the country and twelve digits: a permanent residence card from before 2023. */
const formerResidenceCard = /^[A-Z]{3}\d{12}$/

const checks: Readonly<Record<string, Check>> = {
  '01': (value) => (isResidenceCard(value) ? 'rules.residenceCard' : idCard(value)),
  '02': matches(/^(?=.*\d)[A-Z\d]{5,12}$/),
  '03': matches(/^[HM][A-Z\d]\d{7}(?:\d\d)?$/),
  '04': matches(/^[A-Z]?\d{8,10}[A-Z]?$/),
  '05': matches(/^[\p{Script=Han}A-Z]*\d{5,10}\p{Script=Han}?$/u),
  '06': (value) =>
    isResidenceCard(value) || formerResidenceCard.test(value) ? null : 'rules.documentNumber',
  '90': uscc,
}

/** The check of the numbers of a kind of paper: of a kind that only a house's own dictionary has, by the length. */
export const documentCheck = (idType: string): Check =>
  Object.hasOwn(checks, idType) ? (checks[idType] as Check) : plainText(18)

/** A number of no citizen's card: a passport, whose digits alone are at most ten, or a permit with its letters. */
const foreign = /^(?:\d{8,10}|(?=.*\d)(?=.*[A-Z])[A-Z\d]{5,12}|\p{Script=Han}+\d{5,10}\p{Script=Han}?)$/u

/** The number of a person's paper where nobody asks of which kind it is: its form says so. */
export const personDocument: Check = (value) =>
  isResidenceCard(value) || formerResidenceCard.test(value) || foreign.test(value) ? null : idCard(value)
