import {
  type AnnuityPlan,
  type Cut,
  flatParts,
  type InstRounding,
  type RowKind,
  roundInterest,
} from './amortise.ts'

/**
 * The ways of repaying of `amortise.ts` again, six and more times as fast: whole numbers in doubles instead of bigints.
 * They give the same fen or null, never other fen; after null the exact way decides, or says what it refuses.
 *
 * A double holds every whole number below 2^53 exactly, so balances, products and their halves rounded up are exact
 * while they stay below it, which is asked once for a plan. Only the level instalment is a true fraction: it is
 * reckoned with an error that has a bound, and taken where no rounding edge lies within that bound.
 *
 * Called by `buildSchedule` alone, with what it has checked.
 */

const EXACT_BELOW = 2 ** 53

/** Fen of which 360 instalments with their interest add up far below 2^53: ten thousand million yuan. */
const MOST_FEN = 2 ** 40

/** Interest factor of each period as `nums[k] / den`, whole numbers. */
export type QuickFactors = { nums: readonly number[]; den: number }

export type QuickPlan = Pick<AnnuityPlan, 'advance' | 'rounding'> & {
  principal: number
  balloon: number
  factors: QuickFactors
  agreed: number | undefined
}

type Cuts = Cut<number>[]

/**
 * `divHalfUp` of whole numbers, exact while `2 × num + den` is below 2^53: a quotient that is not whole lies at least
 * `1 / (2 × den)` below the next whole number, and the division errs by less, so it never reaches it.
 */
const halfUp = (num: number, den: number) => Math.floor((num * 2 + den) / (den * 2))

/** True where all interest of a plan is exact in doubles: no balance is above the principal. */
function isExact(principal: number, { nums, den }: QuickFactors): boolean {
  const most = nums.reduce((a, b) => Math.max(a, b), 0)
  return principal < MOST_FEN && principal * most * 2 + den * 100 < EXACT_BELOW
}

/** An instalment in fen, rounded as the product rounds it. */
function rounded(fen: number, rounding: InstRounding): number {
  if (rounding === 'cent') return Math.floor(fen + 0.5)
  return (rounding === 'yuan' ? Math.floor(fen / 100 + 0.5) : Math.ceil(fen / 100)) * 100
}

/**
 * The level instalment A = (P − B·V_n) / Σ V_k, or null where its error might change the rounding.
 *
 * The bound, with u = 2^−53, by which one operation errs at most, in relation to its result: V_k is k quotients and k
 * products, so it errs by 2k·u; Σ V_k adds n positive ones, 3n·u; the numerator errs by (2n + 2)·u·P at most, since
 * B·V_n is not above P; the division adds u. Together (5n + 3)·u·P / Σ V_k. Taken are 8(n + 1)·u = (n + 1)·2^−50,
 * which leaves room for the few operations of bound and rounding themselves.
 */
function levelInstalment(plan: QuickPlan, grace: number): number | null {
  const { nums, den } = plan.factors
  const n = nums.length
  let worth = 1
  let weights = plan.advance ? 1 : 0
  for (let k = grace; k < n; k += 1) {
    worth *= den / (den + (nums[k] ?? 0))
    if (!plan.advance || k < n - 1) weights += worth
  }
  const level = (plan.principal - plan.balloon * worth) / weights
  const error = (n + 1) * 2 ** -50 * (plan.principal / weights)
  const low = rounded(level - error, plan.rounding)
  return level > error && low === rounded(level + error, plan.rounding) ? low : null
}

/** Follows the balance down; a plan with a negative row is null, for the exact way to refuse. */
function ledger(principal: number) {
  const cuts: Cuts = []
  let balance = principal
  let isCovered = true
  return {
    balance: () => balance,
    add(kind: RowKind, part: number, interest: number) {
      balance -= part
      isCovered &&= part >= 0 && interest >= 0 && balance >= 0
      cuts.push({ kind, principal: part, interest, balance })
    },
    end: () => (isCovered ? cuts : null),
  }
}

export function quickAnnuity(plan: QuickPlan, grace: number): Cuts | null {
  const { principal, balloon, factors, advance, rounding } = plan
  const { nums, den } = factors
  if (!isExact(principal, factors)) return null
  const level = plan.agreed ?? levelInstalment(plan, grace)
  if (level === null || level > EXACT_BELOW) return null
  const n = nums.length
  const unit = rounding === 'yuan_whole' ? 100 : 1
  const lastGrowth = den + (nums[n - 1] ?? 0)
  const balloonPrincipal =
    advance && balloon > 0
      ? Number(roundInterest(BigInt(balloon) * BigInt(den), BigInt(lastGrowth), rounding))
      : balloon
  const { balance, add, end } = ledger(principal)
  for (let k = 0; k < n; k += 1) {
    const num = advance ? (nums[k - 1] ?? 0) : (nums[k] ?? 0)
    const interest = halfUp(balance() * num, den * unit) * unit
    if (k < grace) add('interest_only', 0, interest)
    else add('rent', k < n - 1 ? level - interest : balance() - balloonPrincipal, interest)
  }
  if (balloon > 0) add('balloon', balloonPrincipal, balloon - balloonPrincipal)
  return end()
}

export function quickEqualPrincipal(principal: number, factors: QuickFactors): Cuts | null {
  if (!isExact(principal, factors)) return null
  const n = factors.nums.length
  const part = halfUp(principal, n)
  const { balance, add, end } = ledger(principal)
  factors.nums.forEach((num, k) => {
    add('rent', k < n - 1 ? part : balance(), halfUp(balance() * num, factors.den))
  })
  return end()
}

export function quickInterestFirst(principal: number, factors: QuickFactors): Cuts | null {
  if (!isExact(principal, factors)) return null
  const last = factors.nums.length - 1
  const { add, end } = ledger(principal)
  factors.nums.forEach((num, k) => {
    add(k < last ? 'interest_only' : 'rent', k < last ? 0 : principal, halfUp(principal * num, factors.den))
  })
  return end()
}

export function quickFlat(
  principal: bigint,
  term: number,
  ...rate: [bigint, bigint, InstRounding]
): Cuts | null {
  if (principal >= MOST_FEN) return null
  const parts = flatParts(principal, term, ...rate)
  const [part, interest, total] = [parts.part, parts.interest, parts.totalInterest].map(Number) as [
    number,
    number,
    number,
  ]
  const { balance, add, end } = ledger(Number(principal))
  for (let k = 1; k < term; k += 1) add('rent', part, interest)
  add('rent', balance(), total - interest * (term - 1))
  return end()
}

const digits = (count: number, width: number) =>
  Array.from({ length: count }, (_, number) => String(number).padStart(width, '0'))
const SHORT = digits(10_000, 1)
const FOUR = digits(10_000, 4)
const CENTS = digits(100, 2).map((cents) => `.${cents}`)

/** Money text of whole fen from 0 up to 2^53, put together from written parts: amounts are most of what a plan costs. */
export function quickMoney(fen: number): string {
  const yuan = Math.floor(fen / 100)
  const cents = CENTS[fen - yuan * 100] ?? ''
  if (yuan < 10_000) return (SHORT[yuan] ?? '') + cents
  const high = Math.floor(yuan / 10_000)
  return (SHORT[high] ?? String(high)) + (FOUR[yuan - high * 10_000] ?? '') + cents
}
