import { given, InputError, wholeBig, wholeNumber } from './input-error.ts'

/**
 * Exact money arithmetic (domain.md 4.1). Money and rates are decimal text outside and integers inside
 * (money in fen), so nothing is ever a binary float and a half cent is always seen as exactly half.
 *
 * - money: text in yuan with two decimals, `'86000.00'`
 * - rate: text fraction, `'0.0720'` = 7.20 %
 */

/** Decimal text the rules calculate with: ASCII digits, no exponent, no `-0`, no separators. */
const DECIMAL = /^(-?)(\d{1,40})(?:\.(\d{1,40}))?$/

type Scaled = { units: bigint; scale: number }

/**
 * Reads decimal text exactly: value = units / 10^scale.
 * @throws InputError (`format`) for anything but plain decimal digits, `-0` included.
 */
export function toScaled(text: string, field = 'amount'): Scaled {
  const match = typeof text === 'string' ? DECIMAL.exec(text) : null
  if (!match) throw new InputError(field, 'format', `not a decimal number: ${String(text)}`)
  const [, sign = '', whole = '', decimals = ''] = match
  const units = BigInt(whole + decimals)
  if (sign && units === 0n) throw new InputError(field, 'format', 'minus zero')
  return { units: sign ? -units : units, scale: decimals.length }
}

/**
 * A rate fraction from 0 to 1, as it is.
 * @throws InputError naming `field`
 */
export function requireRate(field: string, text: string | undefined): string {
  scaledRate(field, text)
  return text ?? ''
}

/** The same as units / 10^scale. */
export function scaledRate(field: string, text: string | undefined): Scaled {
  const rate = toScaled(text ?? '', field)
  if (rate.units < 0n || rate.units > pow10(rate.scale))
    throw new InputError(field, 'range', 'a fraction from 0 to 1')
  return rate
}

/** Quotient rounded half up, away from zero (四舍五入). `den` must be positive. */
export function divHalfUp(num: bigint, den: bigint): bigint {
  wholeBig('den', den, 1n)
  return num < 0n ? -((-num * 2n + den) / (den * 2n)) : (num * 2n + den) / (den * 2n)
}

/** Quotient rounded up to the next whole. `num` must not be negative, `den` must be positive. */
export function divUp(num: bigint, den: bigint): bigint {
  wholeBig('num', num, 0n)
  wholeBig('den', den, 1n)
  return (num + den - 1n) / den
}

const powers = Array.from({ length: 41 }, (_, n) => 10n ** BigInt(n))

/** 10^n, for n from 0 up. */
export function pow10(n: number): bigint {
  wholeNumber('n', n, 0, 1000)
  return powers[n] ?? 10n ** BigInt(n)
}

function plain(units: bigint, scale: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  const cut = digits.length - scale
  return (units < 0n ? '-' : '') + digits.slice(0, cut) + (scale > 0 ? `.${digits.slice(cut)}` : '')
}

/**
 * Decimal text rounded half up to `places` decimals, always written with all of them.
 * @throws InputError (`format`)
 */
export function roundTo(text: string, places: number): string {
  const { units, scale } = toScaled(text)
  wholeNumber('places', places, 0, 40)
  if (scale <= places) return plain(units * pow10(places - scale), places)
  return plain(divHalfUp(units, pow10(scale - places)), places)
}

/** Rounds half up to 0.01: the r2 of domain.md 4.1. Takes exact decimal text, gives money. */
export function r2(text: string): string {
  return roundTo(text, 2)
}

/** Money text, always with two decimals: of fen when given a bigint, of decimal text by `r2` otherwise. */
export function toMoney(value: bigint | string): string {
  return typeof value === 'bigint' ? plain(value, 2) : r2(value)
}

/** More fen than NUMERIC(18,2) holds. */
const TOO_MANY_FEN = pow10(18)

/**
 * Fen of money text.
 * @throws InputError `format` if it is not decimal text of at most two decimals, `range` beyond NUMERIC(18,2).
 */
export function toFen(money: string, field = 'amount'): bigint {
  const { units, scale } = toScaled(money, field)
  if (scale > 2) throw new InputError(field, 'format', 'more than two decimals')
  const fen = units * pow10(2 - scale)
  if (fen >= TOO_MANY_FEN || fen <= -TOO_MANY_FEN)
    throw new InputError(field, 'range', 'more than sixteen digits before the point')
  return fen
}

/** Exact product as decimal text, not rounded: `r2(times('96000.00', '0.2000'))`. */
export function times(...factors: string[]): string {
  let product = 1n
  let places = 0
  for (const factor of factors) {
    const { units, scale } = toScaled(factor)
    product *= units
    places += scale
  }
  return plain(product, places)
}

/** Sum of money texts as money; `'0.00'` of none. */
export function sum(amounts: Iterable<string>): string {
  let total = 0n
  for (const amount of given('amounts', amounts)) total += toFen(amount, 'amounts')
  return plain(total, 2)
}

/** `a − b` as money. */
export function minus(a: string, b: string): string {
  return plain(toFen(a, 'a') - toFen(b, 'b'), 2)
}

/** The sum of two rates, with all their decimals. */
export function rateSum(a: string, b: string): string {
  const left = toScaled(requireRate('rate', a))
  const right = toScaled(requireRate('rate', b))
  const scale = Math.max(left.scale, right.scale)
  return plain(left.units * pow10(scale - left.scale) + right.units * pow10(scale - right.scale), scale)
}

/** The part that a rate leaves of the whole: 1 − rate, with its decimals. */
export function complement(rate: string): string {
  const { units, scale } = toScaled(requireRate('rate', rate))
  return plain(pow10(scale) - units, scale)
}

/** Compares two decimal texts by value, whatever their decimals: −1, 0 or 1. Serves money and rates. */
export function compareMoney(a: string, b: string): -1 | 0 | 1 {
  const left = toScaled(a, 'a')
  const right = toScaled(b, 'b')
  const x = left.units * pow10(right.scale)
  const y = right.units * pow10(left.scale)
  return x < y ? -1 : x > y ? 1 : 0
}

/**
 * `part / whole` as a rate, rounded half up to `places` decimals.
 * @throws InputError (`range`) when `whole` is not positive.
 */
export function ratio(part: string, whole: string, places = 4): string {
  const a = toScaled(part, 'part')
  const b = toScaled(whole, 'whole')
  wholeNumber('places', places, 0, 40)
  if (b.units <= 0n) throw new InputError('whole', 'range', 'a ratio needs a positive whole')
  return plain(divHalfUp(a.units * pow10(b.scale + places), b.units * pow10(a.scale)), places)
}
