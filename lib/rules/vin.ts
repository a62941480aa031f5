import type { RuleMessage } from './rule-message.ts'

/** Vehicle identification numbers, ISO 3779 (domain.md 4.14 V11). */

const format = /^[A-HJ-NPR-Z0-9]{17}$/
const values: Readonly<Record<string, number>> = Object.fromEntries([
  ...[...'0123456789'].map((digit, value) => [digit, value]),
  ...[...'ABCDEFGH'].map((letter, index) => [letter, index + 1]),
  ...[...'JKLMN'].map((letter, index) => [letter, index + 1]),
  ['P', 7],
  ['R', 9],
  ...[...'STUVWXYZ'].map((letter, index) => [letter, index + 2]),
])
const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]

/** The form that is stored: NFC, without surrounding space, upper case. */
export function normaliseVin(value: string): string {
  return value.normalize('NFC').trim().toUpperCase()
}

/** Check character that belongs at position 9; the character standing there does not count. */
export function vinCheckCharacter(vin: string): string {
  const sum = weights.reduce((total, weight, index) => total + weight * (values[vin.charAt(index)] ?? 0), 0)
  return '0123456789X'.charAt(sum % 11)
}

const checkFits = (vin: string) => vin[8] === vinCheckCharacter(vin)

/** 17 characters without I, O, Q; the check digit binds where it is prescribed, which is L, China (GB 16735). */
export function vin(value: string): RuleMessage | null {
  const text = normaliseVin(value)
  if (!format.test(text)) return 'rules.vin'
  return text.startsWith('L') && !checkFits(text) ? 'rules.vin' : null
}

/** A warning for a foreign VIN whose check digit does not fit; null when there is nothing to say. */
export function vinWarning(value: string): RuleMessage | null {
  const text = normaliseVin(value)
  return format.test(text) && !text.startsWith('L') && !checkFits(text) ? 'rules.vinCheckDigit' : null
}
