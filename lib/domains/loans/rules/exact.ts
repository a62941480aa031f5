import { InputError } from '../../../rules/input-error.ts'
import { divHalfUp, toFen, toMoney, toScaled } from '../../../rules/money.ts'

/**
 * Fen in doubles. Whole numbers below 2^53 are exact in them, which is ninety billion yuan; what a product needs beyond
 * is counted in bigint, so every result is the exact one of lib/rules/money, only sooner.
 */
export type Fen = number
/** Parts of a million: rates of at most six decimals, as the columns keep them. */
export type Ppm = number

export const MILLION = 1_000_000

/** @throws InputError where money is no money, or more than a double holds exactly */
export function fenOf(money: string): Fen {
  const fen = Number(toFen(money))
  if (!Number.isSafeInteger(fen)) throw new InputError('amount', 'range', 'more than a loan can be')
  return fen
}

export function moneyOf(fen: Fen): string {
  if (!Number.isSafeInteger(fen)) return toMoney(BigInt(fen))
  const digits = String(Math.abs(fen)).padStart(3, '0')
  return `${fen < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** @throws InputError for more than six decimals */
export function ppmOf(rate: string): Ppm {
  const { units, scale } = toScaled(rate, 'rate')
  if (scale > 6) throw new InputError('rate', 'format', 'more than six decimals')
  return Number(units) * 10 ** (6 - scale)
}

/** A third of what a double holds exactly: twice a product and its divisor still fit. */
const ROOM = Number.MAX_SAFE_INTEGER / 3

/** r2 of domain.md 4.1: a × b / den of whole numbers not below zero, half up. */
export function share(a: number, b: number, den: number): Fen {
  const product = a * b
  if (product > ROOM || den > ROOM) return Number(divHalfUp(BigInt(a) * BigInt(b), BigInt(den)))
  let whole = Math.floor(product / den)
  let rest = product - whole * den
  // The quotient of two doubles may round up to the next whole number.
  if (rest < 0) {
    whole -= 1
    rest += den
  }
  return rest * 2 >= den ? whole + 1 : whole
}

/** r2 of a × b × c / den. */
export const share3 = (a: number, b: number, c: number, den: number): Fen =>
  a * b * c > ROOM ? Number(divHalfUp(BigInt(a) * BigInt(b) * BigInt(c), BigInt(den))) : share(a * b, c, den)
