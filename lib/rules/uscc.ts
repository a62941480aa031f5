import type { RuleMessage } from './rule-message.ts'

/** Unified social credit codes, GB 32100, with the organisation code of GB 11714 inside (domain.md 4.14 V11). */

const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const weights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28]
const organisationWeights = [3, 7, 9, 10, 5, 8, 4, 2]
const format = /^[0-9A-HJ-NP-RTUWXY]{18}$/

/** The form that is stored: NFC, without surrounding space, upper case. */
export function normaliseUscc(value: string): string {
  return value.normalize('NFC').trim().toUpperCase()
}

/** Check character of the first 17 characters. */
export function usccCheckCharacter(code: string): string {
  const sum = weights.reduce(
    (total, weight, index) => total + weight * alphabet.indexOf(code.charAt(index)),
    0,
  )
  return alphabet.charAt((31 - (sum % 31)) % 31)
}

/** Check character of an eight-character organisation code; letters count from A = 10. */
export function organisationCheckCharacter(code: string): string {
  const sum = organisationWeights.reduce(
    (total, weight, index) => total + weight * Number.parseInt(code.charAt(index), 36),
    0,
  )
  const rest = (11 - (sum % 11)) % 11
  return rest === 10 ? 'X' : String(rest)
}

const organisationFits = (code: string) =>
  format.test(code) && code[16] === organisationCheckCharacter(code.slice(8, 16))

/** Codes with another last character than the standard's are in force: they are for a person to look at. */
export function uscc(value: string): RuleMessage | null {
  return organisationFits(normaliseUscc(value)) ? null : 'rules.uscc'
}

/** A warning for a code that is one but for its last character; null when there is nothing to say. */
export function usccWarning(value: string): RuleMessage | null {
  const code = normaliseUscc(value)
  return organisationFits(code) && code[17] !== usccCheckCharacter(code) ? 'rules.usccCheck' : null
}
