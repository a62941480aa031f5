import { dateParts, daysBetween } from './business-date.ts'
import { given, InputError } from './input-error.ts'
import { toFen } from './money.ts'

/**
 * Annualised cost (年化利率, domain.md 4.4). The only iterative figure and the only one in floating point:
 * it is shown and compared with the cap at 0.01 %, and never enters a ledger. Flows are fen as integers, so
 * their plain sum is exact.
 */

const STEP = 0.001
const HIGHEST = 1
const LOWEST = -0.99
const PRECISE = 1e-12

/** A root of NPV by secants, Newton's way with the slope between the last two values; a guess until it is checked. */
function guess(npv: (rate: number) => number, from: number, to: number): number {
  let [a, b] = [from, to]
  let [atA, atB] = [npv(a), npv(b)]
  for (let step = 0; step < 8 && Math.abs(b - a) > PRECISE / 4; step += 1) {
    const next = b - (atB * (b - a)) / (atB - atA)
    if (!(next >= from && next <= to)) return Number.NaN
    a = b
    atA = atB
    b = next
    atB = npv(b)
  }
  return b
}

/**
 * Halves the bracket of one root. The signs on both sides of a guess say where the root is, so that middles outside of
 * them need no NPV; the halves are the same with and without a guess, and so is the rate to its last bit.
 */
function bisect(npv: (rate: number) => number, from: number, to: number, root: number): number {
  let [a, b] = [from, to]
  const sign = Math.sign(npv(a))
  const towards = Math.sign(to - from)
  const near = root - towards * PRECISE
  const far = root + towards * PRECISE
  const isKnown = Math.sign(npv(near)) === sign && Math.sign(npv(far)) === -sign
  const isBefore = (rate: number) => {
    if (isKnown && (rate - near) * towards <= 0) return true
    if (isKnown && (rate - far) * towards >= 0) return false
    return Math.sign(npv(rate)) === sign
  }
  while (Math.abs(b - a) > PRECISE) {
    const middle = (a + b) / 2
    if (isBefore(middle)) a = middle
    else b = middle
  }
  return (a + b) / 2
}

/** First root met walking from 0 to `end`, or null. */
function walk(npv: (rate: number) => number, end: number, isQuick: boolean): number | null {
  const steps = Math.round(Math.abs(end) / STEP)
  let from = 0
  let sign = Math.sign(npv(0))
  for (let k = 1; k <= steps; k += 1) {
    const to = (end * k) / steps
    const next = Math.sign(npv(to))
    if (Number.isNaN(next)) return null
    if (next !== sign) return bisect(npv, from, to, isQuick ? guess(npv, from, to) : Number.NaN)
    from = to
    sign = next
  }
  return null
}

/** The way in which a root is found in its bracket: with a guess wherever only one can be in it, or by halves alone. */
export type Search = 'quick' | 'halves'

/** Flows whose sign changes twice at most have two roots at most (Descartes), and a bracket of unequal signs one. */
function hasFewRoots(fen: readonly number[]): boolean {
  const signs = fen.filter((flow) => flow !== 0).map(Math.sign)
  return signs.filter((sign, k) => k > 0 && sign !== signs[k - 1]).length <= 2
}

/** The root nearest zero on [0, 1], searched upward (a deposit makes two); else on (−0.99, 0); else null. */
function solve(npv: (rate: number) => number, fen: readonly number[], search: Search): number | null {
  if (npv(0) === 0) return 0
  const isQuick = search === 'quick' && hasFewRoots(fen)
  return walk(npv, HIGHEST, isQuick) ?? walk(npv, LOWEST, isQuick)
}

function cashFlows(flows: readonly string[]): number[] | null {
  const fen = given('flows', flows).map((flow) => Number(toFen(flow, 'flows')))
  return fen.some((flow) => flow > 0) && fen.some((flow) => flow < 0) ? fen : null
}

/**
 * Rate of return per month of flows that are a month apart, but for the first period, which may be longer or shorter.
 * Panel, cap, contract, print and trial all have the annualised rate from here.
 * @param flows signed money; index 0 is on the value date, index k at the end of period k
 * @param firstPeriod its length in months, as `firstPeriodMonths` counts it
 * @param search both give the same bits; halves alone is what the quick way is held against
 * @returns a fraction per month to 1e-12, or null when there is none from −0.99 to 1 (shown as "—")
 */
export function monthlyIrr(
  flows: readonly string[],
  firstPeriod = 1,
  search: Search = 'quick',
): number | null {
  const fen = cashFlows(flows)
  if (!fen) return null
  const [start = 0, ...later] = fen
  return solve(
    (rate) =>
      start + later.reduceRight((value, flow) => value / (1 + rate) + flow, 0) / (1 + rate) ** firstPeriod,
    fen,
    search,
  )
}

/**
 * Yearly rate of return of dated flows, days / 365 from the first date (XIRR).
 * @param dates 'YYYY-MM-DD', as many as flows
 * @param flows signed money
 * @returns a fraction a year, or null when there is none
 * @throws InputError `dates` when the two differ in length
 */
export function xirr(dates: readonly string[], flows: readonly string[]): number | null {
  if (given('dates', dates).length !== given('flows', flows).length)
    throw new InputError('dates', 'range', 'one date for each flow')
  for (const date of dates) dateParts(date, 'dates')
  const fen = cashFlows(flows)
  if (!fen) return null
  // Solved in months, so that the search range is the one of monthlyIrr.
  const months = dates.map((date) => (daysBetween(dates[0] ?? date, date) / 365) * 12)
  const monthly = solve(
    (rate) => fen.reduce((value, flow, k) => value + flow * (1 + rate) ** -(months[k] ?? 0), 0),
    fen,
    'halves',
  )
  return monthly === null ? null : (1 + monthly) ** 12 - 1
}

/** A rate as text with 4 decimals (0.01 %). Rounds half up past the solver's noise; zero has no minus. */
function rateText(rate: number | null): string | null {
  if (rate === null || !Number.isFinite(rate)) return null
  const points = Math.round(rate * 10_000 + 1e-7)
  return (points === 0 ? 0 : points / 10_000).toFixed(4)
}

/** 年化利率(单利) = 12 m of a monthly rate, as a rate of 4 decimals. */
export function aprSimple(monthly: number | null): string | null {
  return rateText(monthly === null ? null : monthly * 12)
}

/** 年化利率(复利) = (1 + m)^12 − 1 of a monthly rate, as a rate of 4 decimals. */
export function aprCompound(monthly: number | null): string | null {
  return rateText(monthly === null ? null : (1 + monthly) ** 12 - 1)
}
