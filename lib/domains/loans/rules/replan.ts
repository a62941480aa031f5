import { levelInstalment } from '../../../rules/amortise.ts'
import type { Day } from './day.ts'
import { type Fen, MILLION, type Ppm, share } from './exact.ts'
import type { PlanRow, PrepayWay } from './facts.ts'
import type { LoanTerms } from './terms.ts'

/**
 * The plan behind a partial prepayment (domain.md 4.10): the same due days, a smaller balance. 减额 keeps the end and
 * lowers the instalment, 缩期 keeps the instalment and ends sooner. Whatever the balance, the rows repay it exactly.
 */

/** Interest factors over one denominator, as lib/rules/amortise.ts has them. */
type Factors = { nums: readonly number[]; den: number }
type Cut = { principal: Fen; interest: Fen }

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b))

/** Of each period: a month of the year, or its days over the basis; the running one has what is left of its days. */
function factorsOf(rows: readonly PlanRow[], rate: Ppm, from: Day, terms: LoanTerms): Factors {
  const { monthly, basis, oddFirstPeriod } = terms
  const parts = rows.map(({ periodNo, start, due }) => {
    const whole = monthly && from <= start && !(periodNo === 1 && oddFirstPeriod)
    return whole ? basis : (due - Math.max(from, start)) * (monthly ? 12 : 1)
  })
  const nums = parts.map((part) => part * rate)
  const den = basis * MILLION * (monthly ? 12 : 1)
  const common = nums.reduce(gcd, den)
  return { nums: nums.map((num) => num / common), den: den / common }
}

/** Everything that is left of a number of fen, taken in parts that never take more. */
function taker(whole: Fen) {
  let left = whole
  return {
    left: () => left,
    take(part: Fen): Fen {
      const taken = Math.min(Math.max(part, 0), left)
      left -= taken
      return taken
    },
  }
}

/** A level instalment down to the balloon; what rounding leaves is in the last. */
function level(
  rows: readonly PlanRow[],
  balance: Fen,
  balloon: Fen,
  { nums, den }: Factors,
  way: PrepayWay,
  { rounding }: LoanTerms,
): Cut[] {
  // Nothing but a balloon is left, of rents in advance; or the funder has nothing left.
  if (rows.length === 0 || balance === 0) return []
  const grace = rows.findIndex(({ kind }) => kind === 'rent')
  const first = rows[grace]
  const instalment =
    way === 'shorten' && first
      ? first.principal + first.interest
      : Number(
          levelInstalment({
            principal: BigInt(balance),
            balloon: BigInt(balloon),
            factors: { nums: nums.slice(Math.max(grace, 0)).map(BigInt), den: BigInt(den) },
            advance: false,
            rounding,
          }),
        )
  const { left, take } = taker(balance - balloon)
  const cuts: Cut[] = []
  for (const [k, num = 0] of nums.entries()) {
    // Nothing is left but a balloon, which bears interest until it is due.
    if (left() === 0 && balloon === 0) break
    const owed = left() + balloon
    const interest = rounding === 'yuan_whole' ? share(owed, num, den * 100) * 100 : share(owed, num, den)
    const isLast = k === nums.length - 1
    cuts.push({ interest, principal: k < grace ? 0 : take(isLast ? left() : instalment - interest) })
  }
  return cuts
}

function cutsOf(
  rows: readonly PlanRow[],
  balance: Fen,
  balloon: Fen,
  factors: Factors,
  way: PrepayWay,
  terms: LoanTerms,
): Cut[] {
  const { nums, den } = factors
  if (terms.method === 'annuity' || terms.method === 'balloon')
    return level(rows, balance, balloon, factors, way, terms)
  const { left, take } = taker(balance)
  const last = rows.length - 1
  const before = rows.reduce((sum, { principal }) => sum + principal, 0)
  const cuts: Cut[] = []
  for (const [k, row] of rows.entries()) {
    if (left() === 0) break
    const owed = left()
    switch (terms.method) {
      case 'equal_principal': {
        const part = way === 'shorten' ? (rows[0]?.principal ?? 0) : share(balance, 1, rows.length)
        cuts.push({ interest: share(owed, nums[k] ?? 0, den), principal: take(k === last ? owed : part) })
        break
      }
      case 'interest_first':
        cuts.push({ interest: share(owed, nums[k] ?? 0, den), principal: take(k === last ? owed : 0) })
        break
      default: {
        // 等本等息 bears interest on the first principal: with less of it in proportion, or for fewer periods.
        const part = way === 'shorten' ? row.principal : share(row.principal, balance, before)
        const interest = way === 'shorten' ? row.interest : share(row.interest, balance, before)
        cuts.push({ interest, principal: take(k === last ? owed : part) })
      }
    }
  }
  return cuts
}

/** Of a part of the principal the funder's: its share, as far as it has so much and the rest can hold what it keeps. */
export const funderOf = (principal: Fen, ppm: Ppm, owed: Fen, rest: Fen): Fen =>
  Math.min(Math.max(share(principal, ppm, MILLION), owed - rest), owed, principal)

/** The funder's rows of a joint loan: its share of each, and in the last what it still has. */
export function jointParts(rows: readonly PlanRow[], funderOwed: Fen, ppm: Ppm): Cut[] {
  let left = funderOwed
  let rest = rows.reduce((sum, { principal }) => sum + principal, 0)
  return rows.map((row) => {
    rest -= row.principal
    const principal = funderOf(row.principal, ppm, left, rest)
    left -= principal
    return { principal, interest: share(row.interest, ppm, MILLION) }
  })
}

/** The funder's own plan at its own rate, on the same days; under 等本等息 it is an annuity (domain.md 4.6). */
function assistedCuts(rows: readonly PlanRow[], owed: Fen, from: Day, terms: LoanTerms): Cut[] {
  const rents = rows.filter(({ kind }) => kind !== 'balloon')
  const balloon = Math.min(rows.find(({ kind }) => kind === 'balloon')?.principal ?? 0, owed)
  const method = terms.method === 'flat' ? 'annuity' : terms.method
  const factors = factorsOf(rents, terms.annualRate, from, terms)
  const cuts = cutsOf(rents, owed, balloon, factors, 'reduce', { ...terms, method })
  return rows.map(({ kind }, k) =>
    kind === 'balloon' ? { principal: balloon, interest: 0 } : (cuts[k] ?? { principal: 0, interest: 0 }),
  )
}

/**
 * @param rows not yet due, in order, the running one first
 * @param balance behind the prepayment, above zero
 * @param from the day of it
 * @param funderOwed what of the balance is the funder's
 */
export function replan(
  terms: LoanTerms,
  rows: readonly PlanRow[],
  balance: Fen,
  from: Day,
  way: PrepayWay,
  funderOwed: Fen,
): PlanRow[] {
  const rents = rows.filter(({ kind }) => kind !== 'balloon')
  const tail = rows.find(({ kind }) => kind === 'balloon')
  const balloon = Math.min(tail?.principal ?? 0, balance)
  const factors = factorsOf(rents, terms.annualRate, from, terms)
  const cuts = cutsOf(rents, balance, balloon, factors, way, terms)
  let left = balance
  const kept = rents.slice(0, cuts.length).map((row, k): PlanRow => {
    const { principal = 0, interest = 0 } = cuts[k] ?? {}
    left -= principal
    const kind = principal === 0 && k < cuts.length - 1 ? 'interest_only' : row.kind
    return { ...row, kind, start: Math.max(row.start, from), principal, interest, balanceAfter: left }
  })
  if (tail && balloon > 0)
    kept.push({
      ...tail,
      principal: balloon,
      interest: share(tail.interest, balloon, tail.principal),
      balanceAfter: 0,
    })
  return sharedRows(terms, kept, from, funderOwed)
}

/** The same rows with what of them is the funder's. */
export function sharedRows(
  terms: LoanTerms,
  rows: readonly PlanRow[],
  from: Day,
  funderOwed: number,
): PlanRow[] {
  const { funder } = terms
  if (funder === null) return [...rows]
  const parts =
    funder.kind === 'joint'
      ? jointParts(rows, funderOwed, funder.share)
      : assistedCuts(rows, funderOwed, from, { ...terms, annualRate: funder.annualRate })
  return rows.map((row, k) => ({
    ...row,
    funderPrincipal: parts[k]?.principal ?? 0,
    funderInterest: parts[k]?.interest ?? 0,
  }))
}
