import { INST_ROUNDINGS } from '../../../rules/amortise.ts'
import { DEPOSIT_USES } from '../../../rules/cash-flows.ts'
import { PAYMENT_TIMINGS } from '../../../rules/due-dates.ts'
import { amount, compareTyped, integer, plainText, rate, tidy } from '../../../rules/fields.ts'
import { complement, ratio } from '../../../rules/money.ts'
import { DAY_COUNTS, hasLevelInstalment, REPAY_METHODS, type RepayMethod } from '../../../rules/schedule.ts'
import { FLOWS } from '../../orders/rules/order-machine.ts'
import { CHARGE_MODES } from '../../orders/rules/quote.ts'
import { EARLY_INTERESTS, PREPAY_WAYS, type ProductEndings } from './product-endings.ts'
import { offerQuote } from './product-offer.ts'

/** 产品: the terms of one version as they are edited, and what cannot be. Money, rates and counts are text as typed. */

/** 费用, 罚息, 利息, 本金: what a payment settles first (冲账顺序). */
export const ALLOCATIONS = ['fee', 'penalty', 'interest', 'principal'] as const
/** 无, 全额, 部分, 固定金额. */
export const SUBSIDY_MODES = ['none', 'full', 'rate', 'fixed'] as const

export type ProductFee = {
  code: string
  /** Empty: as the fee table says. */
  rate: string
  amount: string
  chargeMode: string
}

export type ProductValues = ProductEndings & {
  code: string
  name: string
  bizMode: string
  templateCode: string
  /** Empty: the template's own. */
  flow: string
  vehicleKinds: readonly string[]
  repayMethod: string
  paymentTiming: string
  dayCount: string
  instRounding: string
  /** Instalments of interest alone at the beginning. */
  principalGrace: string
  /** Empty: the day of the release. */
  repayDay: string
  /** Months and the yearly rate of that term; of 等本等息 the monthly one. */
  rates: readonly { term: string; rate: string }[]
  minAmount: string
  maxAmount: string
  ltvCap: string
  totalCap: string
  downRatioMin: string
  depositRatioMin: string
  depositRatio: string
  depositUse: string
  depositInApr: boolean
  balloonRatioMax: string
  aprCap: string
  fees: readonly ProductFee[]
  /** All four, what comes first in front. */
  allocOrder: readonly string[]
  penaltyDaily: string
  graceDays: string
  /** Ids in the order in which orders are offered to them. */
  capitalIds: readonly string[]
  funderShare: string
  funderRate: string
  subsidyMode: string
  subsidyRate: string
  subsidyAmount: string
  directCostRatio: string
}

/** A fee of the fee table on the day that is asked about. */
export type FeeConstant = {
  code: string
  name: string
  basis: string
  rate: string | null
  amount: string | null
  minAmount: string | null
  maxAmount: string | null
  chargeMode: string
  inApr: boolean
}

/** The parts that of the tenant a product is made of. */
export type ProductFacts = {
  bizModes: readonly string[]
  templates: readonly { code: string }[]
  capitals: readonly { id: number }[]
  fees: readonly FeeConstant[]
  /** Business date. */
  today: string
}

/** A finding: a key of the catalogue, with what stands in it. */
export type ProductFinding = { key: `product.rule.${ProductRule}`; params?: Readonly<Record<string, string>> }

export type ProductRule =
  | 'required'
  | 'code'
  | 'tooLong'
  | 'unknown'
  | 'amount'
  | 'rate'
  | 'integer'
  | 'range'
  | 'share'
  | 'flowJoint'
  | 'advanceMethod'
  | 'flatDayCount'
  | 'roundingMethod'
  | 'graceMethod'
  | 'graceTerm'
  | 'termTwice'
  | 'tierTwice'
  | 'termUsed'
  | 'rateOverCap'
  | 'aprOverCap'
  | 'notCovered'
  | 'aboveMost'
  | 'aboveTotal'
  | 'balloonMethod'
  | 'balloonMissing'
  | 'feeTwice'
  | 'feeBoth'
  | 'allocOrder'
  | 'funderRequired'
  | 'funderRate'
  | 'subsidyFlat'
  | 'subsidyFull'
  | 'serviceFee'

/** Highest values that any product may have (domain.md 3.2). */
export const productMost = {
  terms: [12, 60],
  usedTerm: 36,
  depositRatio: '0.30',
  balloonRatio: '0.50',
  aprCap: '0.24',
  penaltyDaily: '0.001',
  graceDays: 10,
} as const

const isLease = (bizMode: string) => bizMode === 'direct_lease' || bizMode === 'sale_leaseback'
const hasFunder = (bizMode: string) => bizMode === 'joint_loan' || bizMode === 'assist_loan'

/** Fields that a product of this kind does not have: they neither show nor count. */
export function absentFields(values: ProductValues): ReadonlySet<keyof ProductValues> {
  const { bizMode, repayMethod, subsidyMode } = values
  const isLevel = hasLevelInstalment(repayMethod as RepayMethod)
  return new Set<keyof ProductValues>([
    ...(bizMode === 'joint_loan' ? [] : (['funderShare'] as const)),
    ...(bizMode === 'assist_loan' ? [] : (['funderRate'] as const)),
    ...(isLease(bizMode) ? [] : (['directCostRatio'] as const)),
    ...(repayMethod === 'balloon' ? [] : (['balloonRatioMax'] as const)),
    ...(isLevel && values.paymentTiming !== 'advance' ? [] : (['principalGrace'] as const)),
    ...(subsidyMode === 'full' || subsidyMode === 'rate' ? [] : (['subsidyRate'] as const)),
    ...(subsidyMode === 'fixed' ? [] : (['subsidyAmount'] as const)),
  ])
}

/** The values as they are kept: without spaces, and without what a product of this kind does not have. */
export function tidyProduct(values: ProductValues): ProductValues {
  const absent = absentFields(values)
  const kept = (name: keyof ProductValues, value: unknown): unknown => {
    if (absent.has(name)) return ''
    return typeof value === 'string' ? tidy(value) : value
  }
  const plain = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, kept(name as keyof ProductValues, value)]),
  ) as ProductValues
  return {
    ...plain,
    rates: values.rates
      .map((row) => ({ term: tidy(row.term), rate: tidy(row.rate) }))
      .sort((a, b) => Number(a.term) - Number(b.term)),
    earlyTiers: values.earlyTiers
      .map((row) => ({ through: tidy(row.through), rate: tidy(row.rate) }))
      .sort((a, b) => Number(a.through) - Number(b.through)),
    fees: values.fees.map((fee) => ({
      ...fee,
      rate: tidy(fee.rate),
      amount: tidy(fee.amount),
    })),
  }
}

type Findings = Record<string, ProductFinding>

/** The faults of a product by path of the field; empty when it can be sold. */
export function productFindings(values: ProductValues, facts: ProductFacts): Findings {
  const found: Findings = {}
  const say = (path: string, rule: ProductRule, params?: Record<string, string>) => {
    found[path] ??= { key: `product.rule.${rule}`, ...(params && { params }) }
  }
  checkFields(values, facts, say)
  checkScheme(values, say)
  checkRates(values, say)
  checkFees(values, facts, say)
  checkParties(values, say)
  checkEndings(values, say)
  // Everything that is calculated with the terms comes last: they have to be right first.
  if (Object.keys(found).length === 0) checkOffers(values, facts, say)
  return found
}

type Say = (path: string, rule: ProductRule, params?: Record<string, string>) => void

const isRate = (text: string) => rate(text) === null
const isShare = (text: string) => isRate(text) && compareTyped(text, '1') <= 0
const above = (a: string, b: string) => compareTyped(a, b) > 0

function checkFields(values: ProductValues, facts: ProductFacts, say: Say): void {
  if (!/^[A-Z0-9][A-Z0-9_-]{1,19}$/.test(tidy(values.code))) say('code', 'code')
  if (tidy(values.name) === '') say('name', 'required')
  if (plainText(40)(values.name) !== null) say('name', 'tooLong')
  const known: [keyof ProductValues, readonly string[]][] = [
    ['bizMode', facts.bizModes],
    ['templateCode', facts.templates.map(({ code }) => code)],
    ['flow', ['', ...FLOWS]],
    ['repayMethod', REPAY_METHODS],
    ['paymentTiming', PAYMENT_TIMINGS],
    ['dayCount', DAY_COUNTS],
    ['instRounding', INST_ROUNDINGS],
    ['depositUse', DEPOSIT_USES],
    ['subsidyMode', SUBSIDY_MODES],
    ['earlyInterest', EARLY_INTERESTS],
  ]
  for (const [field, codes] of known) {
    const value = String(values[field])
    if (!codes.includes(value)) say(field, value === '' ? 'required' : 'unknown')
  }
  if (values.vehicleKinds.length === 0) say('vehicleKinds', 'required')
  if (values.vehicleKinds.some((kind) => kind !== 'new' && kind !== 'used')) say('vehicleKinds', 'unknown')
  const sorted = [...values.allocOrder].sort().join()
  if (sorted !== [...ALLOCATIONS].sort().join()) say('allocOrder', 'allocOrder')
  checkLimits(values, say)
}

function checkLimits(values: ProductValues, say: Say): void {
  for (const field of ['minAmount', 'maxAmount'] as const) {
    if (tidy(values[field]) === '') say(field, 'required')
    else if (amount(values[field]) !== null || !above(values[field], '0')) say(field, 'amount')
  }
  const shares = ['ltvCap', 'totalCap', 'downRatioMin', 'depositRatioMin', 'depositRatio', 'aprCap'] as const
  for (const field of shares) {
    if (tidy(values[field]) === '') say(field, 'required')
    else if (!isRate(values[field])) say(field, 'rate')
    else if (!isShare(values[field])) say(field, 'share')
  }
  const days = [
    ['graceDays', 0, productMost.graceDays],
    ['repayDay', 1, 28],
    ['principalGrace', 0, 60],
  ] as const
  const absent = absentFields(values)
  for (const [field, least, most] of days) {
    const text = tidy(values[field])
    if (absent.has(field) || (text === '' && field !== 'graceDays')) continue
    if (integer(text) !== null) say(field, 'integer')
    else if (Number(text) < least || Number(text) > most)
      say(field, 'range', { least: String(least), most: String(most) })
  }
  const penalty = tidy(values.penaltyDaily)
  if (!/^0(\.\d{1,6})?$/.test(penalty)) say('penaltyDaily', penalty === '' ? 'required' : 'rate')
  else if (above(penalty, productMost.penaltyDaily)) say('penaltyDaily', 'aboveMost', { most: '0.1%' })
  const { minAmount, maxAmount, ltvCap, totalCap, depositRatio, depositRatioMin, aprCap } = values
  if ([minAmount, maxAmount].every((text) => amount(text) === null) && above(minAmount, maxAmount))
    say('minAmount', 'aboveTotal')
  if ([ltvCap, totalCap].every(isRate) && above(ltvCap, totalCap)) say('ltvCap', 'aboveTotal')
  if (isRate(ltvCap) && !above(ltvCap, '0')) say('ltvCap', 'share')
  if (isRate(depositRatio) && above(depositRatio, productMost.depositRatio))
    say('depositRatio', 'aboveMost', { most: '30%' })
  if ([depositRatio, depositRatioMin].every(isRate) && above(depositRatioMin, depositRatio))
    say('depositRatioMin', 'aboveTotal')
  if (isRate(aprCap) && (above(aprCap, productMost.aprCap) || !above(aprCap, '0')))
    say('aprCap', 'aboveMost', { most: '24%' })
}

/** Combinations that domain.md has no formula for: refused at the field that would have to change. */
function checkScheme(values: ProductValues, say: Say): void {
  const { repayMethod, paymentTiming, dayCount, instRounding, balloonRatioMax } = values
  const isLevel = hasLevelInstalment(repayMethod as RepayMethod)
  if (values.flow === 'joint' && values.bizMode !== 'joint_loan') say('flow', 'flowJoint')
  if (paymentTiming === 'advance' && !isLevel) say('paymentTiming', 'advanceMethod')
  if (repayMethod === 'flat' && dayCount !== '30/360') say('dayCount', 'flatDayCount')
  const rounds = isLevel || repayMethod === 'flat'
  if ((instRounding !== 'cent' && !rounds) || (instRounding === 'yuan_whole' && !isLevel))
    say('instRounding', 'roundingMethod')
  if (Number(values.principalGrace) > 0 && (!isLevel || paymentTiming === 'advance'))
    say('principalGrace', 'graceMethod')
  const shortest = Math.min(...values.rates.map(({ term }) => Number(term) || Number.POSITIVE_INFINITY))
  if (Number(values.principalGrace) >= shortest) say('principalGrace', 'graceTerm')
  const balloon = tidy(balloonRatioMax)
  if (repayMethod !== 'balloon') {
    if (isRate(balloon) && above(balloon, '0')) say('balloonRatioMax', 'balloonMethod')
  } else if (!isRate(balloon) || !above(balloon, '0')) say('balloonRatioMax', 'balloonMissing')
  else if (above(balloon, productMost.balloonRatio)) say('balloonRatioMax', 'aboveMost', { most: '50%' })
}

function checkRates(values: ProductValues, say: Say): void {
  const [least, longest] = productMost.terms
  const onlyUsed = values.vehicleKinds.every((kind) => kind === 'used')
  if (values.rates.length === 0) say('rates', 'required')
  for (const [k, row] of values.rates.entries()) {
    const at = `rates.${k}`
    const term = Number(row.term)
    if (tidy(row.term) === '') say(`${at}.term`, 'required')
    else if (integer(row.term) !== null || term < least || term > longest)
      say(`${at}.term`, 'range', { least: String(least), most: String(longest) })
    else if (onlyUsed && hasFunder(values.bizMode) && term > productMost.usedTerm)
      say(`${at}.term`, 'termUsed', { most: String(productMost.usedTerm) })
    if (values.rates.some((other, at) => at < k && Number(other.term) === term))
      say(`${at}.term`, 'termTwice')
    if (tidy(row.rate) === '') say(`${at}.rate`, 'required')
    else if (!isShare(row.rate)) say(`${at}.rate`, 'rate')
    else if (isRate(values.aprCap) && above(row.rate, values.aprCap)) say(`${at}.rate`, 'rateOverCap')
  }
}

function checkFees(values: ProductValues, { fees }: ProductFacts, say: Say): void {
  for (const [k, fee] of values.fees.entries()) {
    const at = `fees.${k}`
    const constant = fees.find(({ code }) => code === fee.code)
    if (!constant) say(`${at}.code`, fee.code === '' ? 'required' : 'unknown')
    if (values.fees.some((other, at) => at < k && other.code === fee.code)) say(`${at}.code`, 'feeTwice')
    if (tidy(fee.rate) !== '' && !isShare(fee.rate)) say(`${at}.rate`, 'rate')
    if (tidy(fee.amount) !== '' && amount(fee.amount) !== null) say(`${at}.amount`, 'amount')
    if (tidy(fee.rate) !== '' && tidy(fee.amount) !== '') say(`${at}.amount`, 'feeBoth')
    if (fee.chargeMode !== '' && !(CHARGE_MODES as readonly string[]).includes(fee.chargeMode))
      say(`${at}.chargeMode`, 'unknown')
  }
}

/** Funders, shares and subsidy. */
function checkParties(values: ProductValues, say: Say): void {
  const { bizMode, funderShare, funderRate, subsidyMode, rates } = values
  if (hasFunder(bizMode) && values.capitalIds.length === 0) say('capitalIds', 'funderRequired')
  if (bizMode === 'joint_loan') {
    const inside = isRate(funderShare) && above(funderShare, '0') && above('1', funderShare)
    if (!inside) say('funderShare', tidy(funderShare) === '' ? 'required' : 'share')
  }
  if (bizMode === 'assist_loan') {
    if (!isShare(funderRate)) say('funderRate', tidy(funderRate) === '' ? 'required' : 'rate')
    else if (
      values.repayMethod !== 'flat' &&
      rates.some((row) => isRate(row.rate) && above(funderRate, row.rate))
    )
      say('funderRate', 'funderRate')
  }
  if (
    bizMode !== 'assist_loan' &&
    isLease(bizMode) &&
    tidy(values.directCostRatio) !== '' &&
    !isShare(values.directCostRatio)
  )
    say('directCostRatio', 'rate')
  if (subsidyMode === 'full' || subsidyMode === 'rate') {
    if (!isShare(values.subsidyRate) || !above(values.subsidyRate, '0'))
      say('subsidyRate', tidy(values.subsidyRate) === '' ? 'required' : 'rate')
    if (values.repayMethod === 'flat') say('subsidyMode', 'subsidyFlat')
    if (subsidyMode === 'full' && rates.some((row) => isRate(row.rate) && above(row.rate, '0')))
      say('subsidyMode', 'subsidyFull')
  }
  if (subsidyMode === 'fixed' && (amount(values.subsidyAmount) !== null || !above(values.subsidyAmount, '0')))
    say('subsidyAmount', tidy(values.subsidyAmount) === '' ? 'required' : 'amount')
}

/** 提前结清 and 部分提前还款. */
function checkEndings(values: ProductValues, say: Say): void {
  const count = (field: string, text: string, least: number, most: number) => {
    if (integer(text) !== null) say(field, 'integer')
    else if (Number(text) < least || Number(text) > most)
      say(field, 'range', { least: String(least), most: String(most) })
  }
  const [, longest] = productMost.terms
  if (tidy(values.earlyMinPeriods) === '') say('earlyMinPeriods', 'required')
  else count('earlyMinPeriods', tidy(values.earlyMinPeriods), 0, longest)
  for (const [k, row] of values.earlyTiers.entries()) {
    const at = `earlyTiers.${k}`
    if (tidy(row.through) === '') say(`${at}.through`, 'required')
    else count(`${at}.through`, tidy(row.through), 1, longest)
    if (
      values.earlyTiers.some((other, before) => before < k && Number(other.through) === Number(row.through))
    )
      say(`${at}.through`, 'tierTwice')
    if (tidy(row.rate) === '') say(`${at}.rate`, 'required')
    else if (!isShare(row.rate)) say(`${at}.rate`, 'rate')
  }
  if (tidy(values.prepayMin) === '') say('prepayMin', 'required')
  else if (amount(values.prepayMin) !== null) say('prepayMin', 'amount')
  if (tidy(values.prepayTimes) !== '') count('prepayTimes', tidy(values.prepayTimes), 1, 12)
  if (values.prepayWays.length === 0) say('prepayWays', 'required')
  if (values.prepayWays.some((way) => !(PREPAY_WAYS as readonly string[]).includes(way)))
    say('prepayWays', 'unknown')
}

/** Each term at the highest amount, where fees weigh least: what is over the cap there is over it everywhere. */
function checkOffers(values: ProductValues, facts: ProductFacts, say: Say): void {
  for (const [k, { term }] of values.rates.entries()) {
    const carLoan = complement(values.downRatioMin)
    const share = above(carLoan, values.ltvCap) ? values.ltvCap : carLoan
    if (!above(share, '0')) {
      say('downRatioMin', 'share')
      return
    }
    const result = offerQuote(values, facts.fees, {
      carPrice: ratio(values.maxAmount, share, 2),
      downRatio: complement(share),
      term,
      valueDate: facts.today,
    })
    if (!result.ok) {
      say(`rates.${k}.term`, 'notCovered')
      continue
    }
    const { breaches, aprSimple } = result.quote
    if (breaches.some(({ code }) => code === 'apr_cap'))
      say(`rates.${k}.rate`, 'aprOverCap', { apr: aprSimple ?? '' })
    if (breaches.some(({ code }) => code === 'service_fee')) say('funderRate', 'serviceFee', { term })
  }
}
