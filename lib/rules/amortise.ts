import { given, InputError, oneOf, wholeBig, wholeNumber } from './input-error.ts'
import { divHalfUp, divUp } from './money.ts'

/**
 * The four ways of repaying, in integer fen and exact fractions (domain.md 4.3). Knows periods, not dates.
 * Balances are multiplied by the numerator before they are divided, so nothing is rounded but what 4.3
 * rounds, and an exact half cent stays one (a rounded r/12 would lose it).
 */

/** Interest factor of each period as `nums[k] / den`. */
export type Factors = { nums: readonly bigint[]; den: bigint }

/** 到分, 到元, 进位到元, 进位到元且利息到元: codes of the dictionary inst_rounding. */
export const INST_ROUNDINGS = ['cent', 'yuan', 'yuan_up', 'yuan_whole'] as const
export type InstRounding = (typeof INST_ROUNDINGS)[number]

export type RowKind = 'rent' | 'balloon' | 'interest_only'

/** One instalment, amounts in fen. */
export type Cut<Fen = bigint> = { kind: RowKind; principal: Fen; interest: Fen; balance: Fen }

const FEN_PER_YUAN = 100n

/** A quotient in fen, rounded as the product rounds its instalments. */
function roundInstalment(num: bigint, den: bigint, rounding: InstRounding): bigint {
  if (rounding === 'cent') return divHalfUp(num, den)
  const yuan = rounding === 'yuan' ? divHalfUp(num, den * FEN_PER_YUAN) : divUp(num, den * FEN_PER_YUAN)
  return yuan * FEN_PER_YUAN
}

/** Interest is of cents, but of whole yuan where a plan counts in them (V7 of domain.md 4.14). */
export function roundInterest(num: bigint, den: bigint, rounding: InstRounding): bigint {
  return rounding === 'yuan_whole' ? roundInstalment(num, den, 'yuan') : divHalfUp(num, den)
}

/** @throws InputError unless every factor is a fraction from 0 up, and there is one at least */
function checkFactors(factors: Factors): Factors {
  const { nums, den } = given('factors', factors)
  wholeBig('factors.den', den, 1n)
  wholeNumber('factors.nums', given('factors.nums', nums).length, 1, 1200)
  for (const num of nums) wholeBig('factors.nums', num, 0n)
  return factors
}

export type AnnuityPlan = {
  /** Fen. */
  principal: bigint
  /** Fen due at the end beside the last rent (arrears) or one period after it (advance); 0 for none. */
  balloon: bigint
  factors: Factors
  advance: boolean
  rounding: InstRounding
  /** Fen of the level instalment where it was agreed before the days were known; the last rent takes what they change. */
  agreed?: bigint | undefined
}

/**
 * The level instalment A = q((P − B·V_n) / Σ V_k) in fen, from exact fractions: with V_k = D^k / Π(D + n_j)
 * both sides are multiplied by the whole product, which leaves integers. Σ runs over 1…n in arrears and
 * 0…n−1 in advance.
 */
export function levelInstalment(plan: AnnuityPlan): bigint {
  const { nums, den } = checkFactors(given('plan', plan).factors)
  wholeBig('principal', plan.principal, 1n)
  wholeBig('balloon', plan.balloon, 0n)
  oneOf('rounding', plan.rounding, INST_ROUNDINGS)
  let growth = 1n
  let power = 1n
  let weights = plan.advance ? 1n : 0n
  nums.forEach((num, k) => {
    growth *= den + num
    power *= den
    weights *= den + num
    if (!plan.advance || k < nums.length - 1) weights += power
  })
  const value = plan.principal * growth - plan.balloon * power
  if (value < 0n)
    throw new InputError('balloonAmount', 'range', 'the balloon is worth more than the principal')
  return roundInstalment(value, weights, plan.rounding)
}

/**
 * Follows the balance down and refuses a plan with a negative row: rounding too coarse for the amount, or a
 * long first period whose interest is more than the level instalment.
 */
function ledger(principal: bigint) {
  const cuts: Cut[] = []
  let balance = principal
  return {
    cuts,
    balance: () => balance,
    add(kind: RowKind, part: bigint, interest: bigint) {
      balance -= part
      if (part < 0n || interest < 0n || balance < 0n)
        throw new InputError(
          'principal',
          'uncovered',
          'an instalment does not cover its interest or is negative',
        )
      cuts.push({ kind, principal: part, interest, balance })
    },
  }
}

/**
 * 等额本息, 期末 or 期初, with balloon and principal grace. The last rent takes what rounding leaves.
 * @param grace periods 1…grace pay interest only; arrears only.
 */
export function annuity(plan: AnnuityPlan, grace = 0): Cut[] {
  const { principal, balloon, factors, advance, rounding } = given('plan', plan)
  const { nums, den } = checkFactors(factors)
  const n = nums.length
  wholeNumber('grace', grace, 0, n - 1)
  const shift = advance ? 1 : 0
  const level = plan.agreed ?? levelInstalment({ ...plan, factors: { nums: nums.slice(grace), den } })
  const lastGrowth = den + (nums[n - 1] ?? 0n)
  const balloonPrincipal = advance ? roundInterest(balloon * den, lastGrowth, rounding) : balloon
  const { cuts, balance, add } = ledger(principal)
  for (let k = 0; k < n; k += 1) {
    const interest = roundInterest(balance() * (nums[k - shift] ?? 0n), den, rounding)
    if (k < grace) add('interest_only', 0n, interest)
    else add('rent', k < n - 1 ? level - interest : balance() - balloonPrincipal, interest)
  }
  if (balloon > 0n) add('balloon', balloonPrincipal, balloon - balloonPrincipal)
  return cuts
}

/** 等额本金: P/n to the cent each period, the remainder in the last. */
export function equalPrincipal(principal: bigint, factors: Factors): Cut[] {
  const n = checkFactors(factors).nums.length
  const part = divHalfUp(wholeBig('principal', principal, 1n), BigInt(n))
  const { cuts, balance, add } = ledger(principal)
  factors.nums.forEach((num, k) => {
    add('rent', k < n - 1 ? part : balance(), divHalfUp(balance() * num, factors.den))
  })
  return cuts
}

/** 先息后本: interest each period, all principal in the last. */
export function interestFirst(principal: bigint, factors: Factors): Cut[] {
  const last = checkFactors(factors).nums.length - 1
  const { cuts, add } = ledger(wholeBig('principal', principal, 1n))
  factors.nums.forEach((num, k) => {
    const interest = divHalfUp(principal * num, factors.den)
    if (k < last) add('interest_only', 0n, interest)
    else add('rent', principal, interest)
  })
  return cuts
}

/** Of 等本等息: principal and interest of every instalment but the last, and all interest, in fen. */
export function flatParts(
  principal: bigint,
  term: number,
  rateNum: bigint,
  rateDen: bigint,
  rounding: InstRounding,
) {
  const n = BigInt(wholeNumber('term', term, 1, 1200))
  oneOf('rounding', rounding, INST_ROUNDINGS)
  const monthly = wholeBig('principal', principal, 1n) * wholeBig('rateNum', rateNum, 0n)
  const totalInterest = divHalfUp(monthly * n, wholeBig('rateDen', rateDen, 1n))
  const interest = divHalfUp(totalInterest, n)
  const part =
    rounding === 'cent'
      ? divHalfUp(principal, n)
      : roundInstalment(principal + totalInterest, n, rounding) - interest
  return { part, interest, totalInterest }
}

/**
 * 等本等息: a flat `rateNum / rateDen` a month on the original principal. Under yuan rounding the whole
 * instalment is rounded and the principal is what interest leaves.
 */
export function flat(
  principal: bigint,
  term: number,
  rateNum: bigint,
  rateDen: bigint,
  rounding: InstRounding,
): Cut[] {
  const { part, interest, totalInterest } = flatParts(principal, term, rateNum, rateDen, rounding)
  const { cuts, balance, add } = ledger(principal)
  for (let k = 1; k < term; k += 1) add('rent', part, interest)
  add('rent', balance(), totalInterest - interest * BigInt(term - 1))
  return cuts
}
