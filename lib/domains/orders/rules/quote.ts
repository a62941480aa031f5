import { customerFlows, type DepositUse, spreadFee } from '../../../rules/cash-flows.ts'
import { firstPeriodMonths, PAYMENT_TIMINGS } from '../../../rules/due-dates.ts'
import { given, InputError, oneOf } from '../../../rules/input-error.ts'
import { aprCompound, aprSimple, monthlyIrr } from '../../../rules/irr.ts'
import {
  compareMoney,
  minus,
  r2,
  rateSum,
  ratio,
  requireRate,
  roundTo,
  sum,
  times,
  toFen,
  toMoney,
} from '../../../rules/money.ts'
import { buildSchedule, type Schedule, type ScheduleInput } from '../../../rules/schedule.ts'
import {
  assistedPlan,
  jointPlan,
  type LeaseYield,
  leaseYield,
  type SharedPlan,
  subsidyOf,
} from './funding.ts'
import { type Breach, findBreaches, type QuoteLimits } from './quote-limits.ts'

/** 一次性, 放款扣收, 分期, 融入: codes of the dictionary charge_mode. */
export const CHARGE_MODES = ['upfront', 'netted', 'instalment', 'financed'] as const
export type ChargeMode = (typeof CHARGE_MODES)[number]

/** 融资额, 车价: what a rate is of. */
export const FEE_BASES = ['finance_amount', 'car_price'] as const
export type FeeBasis = (typeof FEE_BASES)[number]

/** A fee the customer bears: a typed or fixed amount, or a rate of the amount financed or the car price. */
export type QuoteFee = {
  code: string
  chargeMode: ChargeMode
  /** 计入年化: part of the cost set. */
  inApr: boolean
  /** Money; wins over the rate. */
  amount?: string
  /** Fraction of the basis. */
  rate?: string
  /** Default finance_amount. A financed fee on it counts before the financed fees themselves. */
  basis?: FeeBasis
  /** Bounds of an amount by rate, money. */
  minAmount?: string
  maxAmount?: string
}

/** The parties beside customer and lender who pay or earn. Fractions and money; null where a product has none of it. */
export type Parties = {
  /** 联合贷: the funder's share of every instalment. */
  funderShare: string | null
  /** 助贷: the yearly rate of the funder's own plan. */
  funderRate: string | null
  /** 厂家贴息: points that the manufacturer bears, or the amount that it pays. */
  subsidyRate: string | null
  subsidyAmount: string | null
  /** Of a lease: initial direct costs as a share of the amount financed. */
  directCostRatio: string | null
}

export type QuoteAddon = {
  /** Money. */
  amount: string
  /** 融入: part of the amount financed. */
  financed: boolean
}

/** Everything that the product fixes for the chosen term, with its limits. */
export type QuoteTerms = Pick<
  ScheduleInput,
  | 'repayMethod'
  | 'paymentTiming'
  | 'dayCount'
  | 'instRounding'
  | 'annualRate'
  | 'flatRateMonth'
  | 'term'
  | 'principalGrace'
  | 'oddDayBasis'
  | 'dueDateRule'
  | 'signedInstalment'
> &
  QuoteLimits & {
    /** Deposit as a fraction of the amount financed; 0 if absent. */
    depositRatio?: string
    /** Default refund at the end. */
    depositUse?: DepositUse
    /** True where the deposit counts in the annualised rate (deposit_in_apr). Default true. */
    depositInApr?: boolean
    fees?: readonly QuoteFee[]
    parties?: Parties | null
  }

/** All amounts are money text, all rates fraction text. */
export type QuoteInput = {
  terms: QuoteTerms
  carPrice: string
  /** 首付金额; wins over the ratio. One of the two is needed and derives the other. */
  downPayment?: string
  /** 首付比例 */
  downRatio?: string
  addons?: readonly QuoteAddon[]
  /** 保证金 as typed; absent: by the product's ratio. */
  depositAmount?: string
  balloonAmount?: string
  /** 起息日, or the business date while it is not known. */
  valueDate: string
  /** Debts already paid each month. */
  monthlyDebt?: string
  /** Income of the customer, other income and the co-lessee's, together. */
  monthlyIncome?: string
}

/** The parts of a quote by who bears them. */
export type QuoteParties = {
  /** The funder's part and ours, of a joint loan; the funder's plan and the service fee, of an assisted one. */
  shared: (SharedPlan & { kind: 'joint' | 'assisted' }) | null
  /** Everything that the manufacturer pays on the value date. */
  subsidy: string | null
  /** The rate is a yearly one, 12 times the monthly; null where there is none. */
  lease: (LeaseYield & { rate: string | null }) | null
}

/** Names and formulas as in the `application` entity of domain.md 3.2. */
export type Quote = {
  downPayment: string
  /** 4 decimals, as are all rates here. */
  downRatio: string
  /** Financed addons and financed fees. */
  addonAmount: string
  financeAmount: string
  /** 起息日 for which all of it holds. */
  valueDate: string
  /** Share of the car price financed, without addons. */
  ltv: string
  depositAmount: string
  monthlyPayment: string
  totalInterest: string
  fees: { code: string; amount: string; chargeMode: ChargeMode; inApr: boolean }[]
  feeTotal: string
  /** Fees paid with rent 1…n, beside the rents of the schedule. */
  instalmentFees: string[]
  /** Null when the cash flow has no rate of return (shown as "—"). */
  aprSimple: string | null
  aprCompound: string | null
  /** Null without income. */
  dti: string | null
  /** 首期应付: down payment, deposit, upfront fees, and rent 1 with its fees in advance. */
  firstDueAmount: string
  schedule: Schedule
  /** Null where the product has no other party, or whoever asks may not see it. */
  parties: QuoteParties | null
  /** Limits of the product the quote does not keep; empty when it may be submitted. */
  breaches: Breach[]
}

/** Money not below zero, normalised to two decimals. */
function amount(field: string, text = '0.00'): string {
  const fen = toFen(text, field)
  if (fen < 0n) throw new InputError(field, 'range', 'not below zero')
  return toMoney(fen)
}

function downOf(input: QuoteInput, carPrice: string): { downPayment: string; downRatio: string } {
  const typedRatio = input.downPayment === undefined ? input.downRatio : undefined
  if (typedRatio === undefined) {
    if (input.downPayment === undefined)
      throw new InputError('downPayment', 'format', 'an amount or a ratio is needed')
    const downPayment = amount('downPayment', input.downPayment)
    return { downPayment, downRatio: ratio(downPayment, carPrice) }
  }
  const typed = requireRate('downRatio', typedRatio)
  return { downPayment: r2(times(carPrice, typed)), downRatio: roundTo(typed, 4) }
}

function feeAmount(fee: QuoteFee, financeBasis: string, carPrice: string): string {
  const field = `fees.${fee.code}`
  oneOf(field, fee.chargeMode, CHARGE_MODES)
  const { rate = '0', basis: named = 'finance_amount' } = fee
  const basis = oneOf(field, named, FEE_BASES)
  if (fee.amount !== undefined) return amount(field, fee.amount)
  const byRate = r2(times(basis === 'car_price' ? carPrice : financeBasis, requireRate(field, rate)))
  const min = fee.minAmount === undefined ? byRate : amount(field, fee.minAmount)
  const max = fee.maxAmount === undefined ? byRate : amount(field, fee.maxAmount)
  if (compareMoney(byRate, min) < 0) return min
  return compareMoney(byRate, max) > 0 ? max : byRate
}

function leastServiceFee(shared: QuoteParties['shared']): string | null {
  if (shared?.kind !== 'assisted') return null
  return shared.rows
    .map(({ own }) => own.amount)
    .reduce((least, fee) => (compareMoney(fee, least) < 0 ? fee : least))
}

function partiesOf(
  parties: Parties,
  schedule: Schedule,
  input: ScheduleInput,
  firstPeriod: number,
): QuoteParties {
  const { funderShare, funderRate, subsidyRate, subsidyAmount, directCostRatio } = parties
  const shared =
    funderShare !== null
      ? { kind: 'joint' as const, ...jointPlan(schedule, funderShare) }
      : funderRate !== null
        ? { kind: 'assisted' as const, ...assistedPlan(schedule, input, funderRate) }
        : null
  const wanted = subsidyRate === null ? null : rateSum(input.annualRate ?? '0', subsidyRate)
  const lease =
    directCostRatio === null
      ? null
      : leaseYield(
          schedule,
          input,
          r2(times(input.principal, requireRate('directCostRatio', directCostRatio))),
          firstPeriod,
        )
  return {
    shared,
    subsidy:
      wanted !== null
        ? subsidyOf(schedule, input, wanted)
        : subsidyAmount === null
          ? null
          : amount('subsidyAmount', subsidyAmount),
    lease: lease && { ...lease, rate: aprSimple(lease.monthly) },
  }
}

/**
 * The repayment quote of an order (domain.md 3.2 `application`, 4.3, 4.4). Pure: the quote panel shows it,
 * the backend recomputes it and never believes the browser.
 * @throws InputError naming the field that is missing, malformed or out of range. A limit of the product
 *   that is not kept throws nothing; it is in `breaches`.
 */
export function quote(input: QuoteInput): Quote {
  const terms = given('terms', given('input', input).terms)
  const carPrice = amount('carPrice', input.carPrice)
  if (compareMoney(carPrice, '0') === 0) throw new InputError('carPrice', 'range', 'above zero')
  const { downPayment, downRatio } = downOf(input, carPrice)
  const carLoan = minus(carPrice, downPayment)
  if (compareMoney(carLoan, '0') < 0) throw new InputError('downPayment', 'range', 'not above the car price')

  const financedAddons = (input.addons ?? []).flatMap((addon) => {
    const value = amount('addons', addon.amount)
    return addon.financed ? [value] : []
  })
  const beforeFees = sum([carLoan, ...financedAddons])
  const feesOf = (basis: string, fees: readonly QuoteFee[]) =>
    fees.map((fee) => ({ ...fee, amount: feeAmount(fee, basis, carPrice) }))
  const all = terms.fees ?? []
  const financedFees = feesOf(
    beforeFees,
    all.filter((fee) => fee.chargeMode === 'financed'),
  )
  const addonAmount = sum([...financedAddons, ...financedFees.map((fee) => fee.amount)])
  const financeAmount = sum([carLoan, addonAmount])
  if (compareMoney(financeAmount, '0') === 0) throw new InputError('financeAmount', 'range', 'above zero')
  const otherFees = feesOf(
    financeAmount,
    all.filter((fee) => fee.chargeMode !== 'financed'),
  )
  const fees = [...otherFees, ...financedFees].map(({ code, amount, chargeMode, inApr }) => ({
    code,
    amount,
    chargeMode,
    inApr,
  }))
  const feeSum = (keep: (fee: (typeof fees)[number]) => boolean) =>
    sum(fees.filter(keep).map((fee) => fee.amount))

  const depositAmount =
    input.depositAmount === undefined
      ? r2(times(financeAmount, requireRate('depositRatio', terms.depositRatio ?? '0')))
      : amount('depositAmount', input.depositAmount)
  const balloonAmount = amount('balloonAmount', input.balloonAmount)
  const paymentTiming = oneOf('paymentTiming', terms.paymentTiming ?? 'arrears', PAYMENT_TIMINGS)
  const loan: ScheduleInput = {
    ...terms,
    paymentTiming,
    principal: financeAmount,
    balloonAmount,
    valueDate: input.valueDate,
  }
  const schedule = buildSchedule(loan)
  const firstPeriod = firstPeriodMonths(input.valueDate, terms.dueDateRule)
  const parties = terms.parties ? partiesOf(terms.parties, schedule, loan, firstPeriod) : null

  const spread = (keep: (fee: (typeof fees)[number]) => boolean) =>
    spreadFee(
      feeSum((fee) => fee.chargeMode === 'instalment' && keep(fee)),
      terms.term,
    )
  const instalmentFees = spread(() => true)
  const feesAtStart = feeSum((fee) => fee.inApr && fee.chargeMode !== 'instalment')
  const deposit = terms.depositInApr === false ? '0.00' : depositAmount
  const monthly = monthlyIrr(
    customerFlows(schedule, {
      paymentTiming,
      feesAtStart,
      instalmentFees: spread((fee) => fee.inApr),
      deposit,
      depositUse: terms.depositUse,
    }),
    firstPeriod,
  )
  const keptAtOnce = feeSum((fee) => fee.chargeMode !== 'instalment')
  const netReceived = minus(financeAmount, sum([keptAtOnce, depositAmount]))

  const income = amount('monthlyIncome', input.monthlyIncome)
  const monthlyDebt = amount('monthlyDebt', input.monthlyDebt)
  const monthlyPayment = schedule.instalment
  const advanceDue = paymentTiming === 'advance' ? [schedule.rows[0]?.amount, instalmentFees[0]] : []
  const figures = {
    downPayment,
    downRatio,
    addonAmount,
    financeAmount,
    valueDate: input.valueDate,
    ltv: ratio(carLoan, carPrice),
    depositAmount,
    monthlyPayment,
    totalInterest: schedule.totals.interest,
    feeTotal: feeSum(() => true),
    aprSimple: aprSimple(monthly),
    aprCompound: aprCompound(monthly),
    dti: compareMoney(income, '0') > 0 ? ratio(sum([monthlyDebt, monthlyPayment]), income) : null,
    firstDueAmount: sum([
      downPayment,
      depositAmount,
      feeSum((fee) => fee.chargeMode === 'upfront'),
      ...advanceDue.map((due) => due ?? '0.00'),
    ]),
  }
  return {
    ...figures,
    fees,
    instalmentFees,
    schedule,
    parties,
    breaches: findBreaches(
      {
        ...figures,
        carPrice,
        balloonAmount,
        carLoan,
        netReceived,
        leastServiceFee: leastServiceFee(parties?.shared ?? null),
      },
      terms,
    ),
  }
}
