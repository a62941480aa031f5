import { isIsoDate } from './business-date.ts'
import { isPersonName } from './clean-value.ts'
import { compareMoney } from './money.ts'
import type { Check, RuleMessage } from './rule-message.ts'
import { tidy } from './tidy.ts'

/**
 * Field rules of the specification, point 5, one function each: the key of the message, or null. Every pattern is
 * linear. An empty text gets the message the specification has for it; `optional` lets it pass.
 */

export { tidy }

const matches =
  (pattern: RegExp, message: RuleMessage): Check =>
  (value) =>
    pattern.test(tidy(value)) ? null : message

/** A check that lets the empty text pass. */
export function optional(check: Check): Check {
  return (value) => (tidy(value) === '' ? null : check(value))
}

/** A check that answers "cannot be empty" first. */
export function required(check: Check = () => null): Check {
  return (value) => (tidy(value) === '' ? 'rules.required' : check(value))
}

/** Begins and ends with a letter, letters and spaces only, under 100 characters. */
export const englishName = matches(/^[A-Za-z](?:[A-Za-z ]{0,97}[A-Za-z])?$/, 'rules.englishName')

const mobilePattern = /^1\d{10}$/

/** 11 digits starting with 1. */
export function mobile(value: string): RuleMessage | null {
  const text = tidy(value)
  if (text === '') return 'rules.mobileRequired'
  return mobilePattern.test(text) ? null : 'rules.mobile'
}

/** At most 19 digits. */
export const bankCard = required(matches(/^\d{1,19}$/, 'rules.bankCard'))

/** A warning, never an error, when the last digit is not the Luhn digit of the others. */
export function bankCardWarning(value: string): RuleMessage | null {
  const text = tidy(value)
  if (text === '' || bankCard(text) !== null) return null
  const sum = [...text].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0 ? null : 'rules.bankCardLuhn'
}

/** Whole months of use, required, at most 96: one message for whatever is wrong. */
export const monthsOfUse: Check = (value) =>
  /^\d{1,2}$/.test(tidy(value)) && Number(tidy(value)) <= 96 ? null : 'rules.useMonths'

const emailPattern = /^[A-Za-z0-9._%+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}$/

export function email(value: string): RuleMessage | null {
  const text = tidy(value)
  if (text === '') return 'rules.emailRequired'
  return emailPattern.test(text) && text.length <= 80 ? null : 'rules.email'
}

/** A positive number or zero with at most two decimals; 16 digits before the point are what NUMERIC(18,2) holds. */
export const amount = matches(/^(?:0|[1-9]\d{0,15})(?:\.\d{1,2})?$/, 'rules.amount')

/** Says what is wrong with an amount that has to be given and above zero, as it was typed. */
export const positiveAmountFinding = (
  text: string,
): 'rules.required' | 'rules.amount' | 'rules.positive' | undefined => {
  if (text.trim() === '') return 'rules.required'
  if (amount(text) !== null) return 'rules.amount'
  return /[1-9]/.test(text) ? undefined : 'rules.positive'
}

/** A fraction or number with at most four decimals: NUMERIC(9,4). */
export const rate = matches(/^(?:0|[1-9]\d{0,4})(?:\.\d{1,4})?$/, 'rules.rate')

/** Amounts or rates as they were typed, which their rule has taken: the blanks around them are no part of them. */
export const compareTyped = (a: string, b: string): -1 | 0 | 1 => compareMoney(tidy(a), tidy(b))

/**
 * A number with its area code, or one of the whole country: ten digits of 400 or 800, five to eight of 95. An extension
 * stands behind a dash.
 */
export const landline = matches(
  /^(?:0\d{2,3}-?\d{7,8}|[48]00\d{7}|95\d{3,6})(?:-\d{1,6})?$/,
  'rules.landline',
)

/** A landline or a mobile. */
export const phone: Check = (value) =>
  landline(value) === null || mobile(value) === null ? null : 'rules.phone'

/** Starts with http:// or https://. */
export const url = matches(/^https?:\/\//, 'rules.url')

/** 2–30 Chinese characters, middle dots or letters; a name in Latin letters as in a passport, of at most 50. */
export const personName: Check = (value) => (isPersonName(tidy(value)) ? null : 'rules.personName')

/** A whole number from 0 up, of at most nine digits. */
export const integer = matches(/^\d{1,9}$/, 'rules.integer')

/** A date that exists, YYYY-MM-DD. */
export const date: Check = (value) => (isIsoDate(tidy(value)) ? null : 'rules.date')

/** A code of a dictionary; whether the dictionary has it is asked where the dictionary is. */
export const code = matches(/^[\w/+-]{1,40}$/, 'rules.code')

/** Zero-width, bidirectional and control characters; tab and line breaks are text. */
const invisible = /\p{Cf}|(?![\t\n\r])\p{Cc}/u

/** Free text of at most `max` characters (code points) without invisible ones. */
export function plainText(max: number): Check {
  return (value) => {
    const text = tidy(value)
    if (text.length > 2 * max || Array.from(text).length > max) return 'rules.tooLong'
    return invisible.test(text) ? 'rules.plainText' : null
  }
}

export const loginUsername: Check = (value) => (tidy(value) === '' ? 'rules.usernameRequired' : null)

/** Passwords are taken as typed: no trimming, no normalising. */
export function loginPassword(value: string): RuleMessage | null {
  if (value === '') return 'rules.passwordRequired'
  return Array.from(value).length < 6 ? 'rules.passwordLength' : null
}

export function loginCaptcha(value: string): RuleMessage | null {
  const text = tidy(value)
  if (text === '') return 'rules.captchaRequired'
  return Array.from(text).length === 4 ? null : 'rules.captchaLength'
}
