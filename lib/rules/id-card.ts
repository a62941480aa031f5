import { age, isIsoDate } from './business-date.ts'
import type { RuleMessage } from './rule-message.ts'

/** Citizen ID numbers, GB 11643 (domain.md 4.14 V11), and those of foreign permanent residents since 2023. */

/** Provinces, and 81–83 for residence permits of Hong Kong, Macao and Taiwan residents. */
const prefixes = new Set(
  '11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81 82 83'.split(
    ' ',
  ),
)
const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const format = /^\d{17}[\dX]$/

/** The form that is stored: NFC, without surrounding space, X in upper case. Full-width digits stay, and are refused. */
export function normaliseIdCard(value: string): string {
  return value.normalize('NFC').trim().toUpperCase()
}

/** Check character (ISO 7064 MOD 11-2) of the first 17 digits. */
export function idCheckCharacter(digits: string): string {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0)
  return '10X98765432'.charAt(sum % 11)
}

function birthOf(id: string): string {
  return `${id.slice(6, 10)}-${id.slice(10, 12)}-${id.slice(12, 14)}`
}

const isBorn = (id: string) => isIsoDate(birthOf(id)) && Number(id.slice(6, 10)) >= 1900

/**
 * Judges an ID number in the order of the specification: empty, format and province prefix, date, checksum.
 * 15-digit numbers of the first generation are refused.
 */
export function idCard(value: string): RuleMessage | null {
  const id = normaliseIdCard(value)
  if (id === '') return 'rules.idRequired'
  if (!format.test(id) || !prefixes.has(id.slice(0, 2))) return 'rules.idAddress'
  return isBorn(id) && idCheckCharacter(id) === id[17] ? null : 'rules.idCard'
}

/** A permanent residence card of 2023: a 9, where it was issued, the country, then as on a citizen's card. */
export function isResidenceCard(value: string): boolean {
  const id = normaliseIdCard(value)
  return /^9\d{16}[\dX]$/.test(id) && isBorn(id) && idCheckCharacter(id) === id[17]
}

export type IdFacts = {
  /** YYYY-MM-DD */
  birthDate: string
  /** Code of the dictionary `gender`: '1' male (digit 17 odd), '2' female. */
  gender: '1' | '2'
}

/** The facts that a valid number of either card says about its holder; null for any other text. */
export function idFacts(value: string): IdFacts | null {
  if (idCard(value) !== null && !isResidenceCard(value)) return null
  const id = normaliseIdCard(value)
  return { birthDate: birthOf(id), gender: Number(id[16]) % 2 === 1 ? '1' : '2' }
}

/** Years from which a person may apply, sign or stand surety. */
export const majority = 18

/** True where a card says that its holder is under age, or not born yet. Of other papers nobody can say. */
export function isMinor(idNo: string, today: string): boolean {
  const birthDate = idFacts(idNo)?.birthDate
  return birthDate !== undefined && (birthDate > today || age(birthDate, today) < majority)
}
