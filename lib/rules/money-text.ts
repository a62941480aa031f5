import { roundTo, times } from './money.ts'

/** Whole digits of NUMERIC(18,2). */
const WHOLE_DIGITS = 16

/** Digits with or without well-placed thousands separators, and at most so many decimals. */
const TYPED = /^(-?)(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d+))?$/

function parseTyped(text: string, places: number, negative: boolean): string | null {
  const match = typeof text === 'string' ? TYPED.exec(text.trim()) : null
  if (!match) return null
  const [, sign = '', grouped = '', decimals = ''] = match
  const whole = grouped.replaceAll(',', '').replace(/^0+(?=\d)/, '')
  if (whole.length > WHOLE_DIGITS || decimals.length > places) return null
  const value = `${whole}.${decimals.padEnd(places, '0')}`
  if (!sign) return value
  return negative && /[1-9]/.test(value) ? `-${value}` : null
}

/**
 * Reads an amount as a person types or pastes it (`1234.5`, `1,234.50`) into money text (`1234.50`).
 * Null for anything else: more than two decimals, more than 16 whole digits, an exponent, full-width
 * digits, `NaN`, minus zero, and a minus unless `negative` is set.
 */
export function parseMoney(text: string, options: { negative?: boolean } = {}): string | null {
  return parseTyped(text, 2, options.negative ?? false)
}

/** True where the text is money as stored and sent: two decimals, no separators, not negative. */
export function isMoney(text: string): boolean {
  return /^(0|[1-9]\d{0,15})\.\d{2}$/.test(text)
}

/** True where the text is a rate fraction of at most `places` decimals (最多四位小数), 0 to 1. */
export function isRate(text: string, places = 4): boolean {
  const match = /^(?:0(?:\.(\d+))?|1(?:\.(0+))?)$/.exec(text)
  return match !== null && (match[1] ?? match[2] ?? '').length <= places
}

/**
 * Reads a percentage as typed (`7.2`, `7.2%`) into a rate fraction of `places` decimals (`0.0720`).
 * Null if it is not a number from 0 to 100 or needs more decimals than the rate has.
 */
export function parsePercent(text: string, places = 4): string | null {
  const typed = typeof text === 'string' ? parseTyped(text.trim().replace(/%$/, ''), places - 2, false) : null
  if (typed === null) return null
  const rate = roundTo(times(typed, '0.01'), places)
  return isRate(rate, places) ? rate : null
}

/** Money for the eye: two decimals and thousands separators, `'1234.5'` → `'1,234.50'`. */
export function formatMoney(money: string): string {
  return roundTo(money, 2).replace(/\B(?=(\d{3})+\.)/g, ',')
}

/** A rate fraction for the eye, rounded half up: `'0.0720'` → `'7.20%'`. */
export function formatPercent(rate: string, places = 2): string {
  return `${roundTo(times(rate, '100'), places)}%`
}
