import { amount } from '../../../../rules/fields.ts'
import { minus, sum } from '../../../../rules/money.ts'
import type { DictType } from '../../../configuration/rules/dictionaries.ts'
import type { OfferedTerms } from '../../../products/rules/product-offer.ts'
import type { Quote } from '../quote.ts'
import type { EntryValues } from './entry-values.ts'

/**
 * The parts that the figures of a quote are made of, taken from the quote itself: a figure and its lines cannot differ.
 */

export const quoteFigures = [
  'monthlyPayment',
  'financeAmount',
  'downPayment',
  'downRatio',
  'depositAmount',
  'firstDueAmount',
  'totalInterest',
  'feeTotal',
  'aprSimple',
  'aprCompound',
  'ltv',
  'dti',
  'funderAmount',
  'ownAmount',
  'serviceFee',
  'subsidy',
  'leaseRate',
] as const
export type QuoteFigure = (typeof quoteFigures)[number]

/** Of what a line tells; its name is in the catalogue under `record.lines.<name>`. */
export type LineName =
  | 'principal'
  | 'annualRate'
  | 'flatRate'
  | 'term'
  | 'method'
  | 'timing'
  | 'carPrice'
  | 'downPayment'
  | 'downRatio'
  | 'carLoan'
  | 'rents'
  | 'deposit'
  | 'firstRent'
  | 'firstRentFees'
  | 'financeAmount'
  | 'aprSimple'
  | 'monthlyPayment'
  | 'monthlyDebt'
  | 'monthlyIncome'
  | 'otherIncome'
  | 'funderShare'
  | 'funderRate'
  | 'funderPart'
  | 'funderInterest'
  | 'ownPart'
  | 'ownInterest'
  | 'funderRents'
  | 'presentValue'
  | 'subsidyRate'
  | 'leaseAmount'
  | 'directCosts'
  | 'netInvestment'
  | 'firstIncome'
  | 'least'
  | 'most'

type Value =
  | { kind: 'money'; value: string }
  | { kind: 'rate'; value: string }
  | { kind: 'count'; value: string }
  | { kind: 'dict'; value: string; dict: DictType }

/** The base that a fee is calculated from and when it is paid. */
export type FeeTerms = {
  /** Fraction of the base; null for a fixed or typed amount. */
  rate: string | null
  base: string
  /** Bounds of the amount; null where none bind. */
  least: string | null
  most: string | null
  chargeMode: string
  inApr: boolean
}

/**
 * A line under a figure. A `part` adds up to the figure (or is taken off it), a `basis` is what it is calculated from,
 * a `limit` is the product's.
 */
export type QuoteLine = Value & {
  role: 'part' | 'basis' | 'limit'
  minus?: true
  /** The name of it: a name of the catalogue, a fee of the product, an item of a dictionary. */
  of: { line: LineName } | { fee: string; terms: FeeTerms } | { dict: DictType; code: string }
}

const money = (role: QuoteLine['role'], line: LineName, value: string): QuoteLine => ({
  role,
  of: { line },
  kind: 'money',
  value,
})
const rate = (role: QuoteLine['role'], line: LineName, value: string): QuoteLine => ({
  role,
  of: { line },
  kind: 'rate',
  value,
})
const filledMoney = (role: QuoteLine['role'], line: LineName, value: string): QuoteLine[] =>
  value.trim() !== '' && amount(value) === null ? [money(role, line, value.trim())] : []

/** Everything that the lines ask of an entry, or of an example that stands for one. */
export type QuoteFacts = {
  financing: Pick<EntryValues['financing'], 'carPrice' | 'term'>
  employment: Pick<EntryValues['employment'], 'monthlyDebt' | 'monthlyIncome' | 'otherIncome'>
  fees: readonly Pick<EntryValues['fees'][number], 'feeCode' | 'amount'>[]
  addons: readonly Pick<EntryValues['addons'][number], 'addonType' | 'amount' | 'financed'>[]
}

/** The figures that a quote has: what other parties pay or earn is there where there are any. */
export function figuresOf({ parties }: Quote): QuoteFigure[] {
  const { shared = null, subsidy = null, lease = null } = parties ?? {}
  return quoteFigures.filter((figure) => {
    if (figure === 'funderAmount') return shared !== null
    if (figure === 'ownAmount') return shared?.kind === 'joint'
    if (figure === 'serviceFee') return shared?.kind === 'assisted'
    if (figure === 'subsidy') return subsidy !== null
    return figure !== 'leaseRate' || lease !== null
  })
}

/** A figure as text; null where there is none. */
export function figureOf(quote: Quote, figure: QuoteFigure): string | null {
  const { shared = null, subsidy = null, lease = null } = quote.parties ?? {}
  switch (figure) {
    case 'funderAmount':
      return shared?.funder.amount ?? null
    case 'ownAmount':
    case 'serviceFee':
      return shared?.own.amount ?? null
    case 'subsidy':
      return subsidy
    case 'leaseRate':
      return lease?.rate ?? null
    default:
      return quote[figure]
  }
}

/** Everything that another party pays or earns, in lines. */
function partyLines({ parties, schedule }: Quote, product: OfferedTerms) {
  const { shared = null, subsidy = null, lease = null } = parties ?? {}
  const terms = product.parties
  const { principal, amount } = schedule.totals
  const isJoint = shared?.kind === 'joint'
  const orNone = (line: LineName, value: string | null | undefined, kind = money) =>
    value === null || value === undefined ? [] : [kind('basis', line, value)]
  const funder = shared
    ? [
        money('part', 'funderPart', shared.funder.principal),
        money('part', 'funderInterest', shared.funder.interest),
        ...(isJoint
          ? orNone('funderShare', terms?.funderShare, rate)
          : orNone('funderRate', terms?.funderRate, rate)),
      ]
    : []
  return {
    funderAmount: funder,
    ownAmount: shared
      ? [money('part', 'ownPart', shared.own.principal), money('part', 'ownInterest', shared.own.interest)]
      : [],
    serviceFee: shared
      ? [
          money('part', 'rents', amount),
          { ...money('part', 'funderRents', shared.funder.amount), minus: true as const },
          ...orNone('funderRate', terms?.funderRate, rate),
        ]
      : [],
    subsidy:
      subsidy !== null && terms?.subsidyRate
        ? [
            money('part', 'principal', principal),
            { ...money('part', 'presentValue', minus(principal, subsidy)), minus: true as const },
            rate('basis', 'subsidyRate', terms.subsidyRate),
          ]
        : [],
    leaseRate: lease
      ? [
          money('basis', 'leaseAmount', principal),
          money('basis', 'directCosts', lease.directCosts),
          money('basis', 'rents', amount),
          money('basis', 'netInvestment', lease.netInvestment),
          ...orNone('firstIncome', lease.firstIncome),
        ]
      : [],
  }
}

/** The lines of each figure. `values` are those of `deriveEntry`. */
export function quoteLines(
  quote: Quote,
  values: QuoteFacts,
  product: OfferedTerms,
): Record<QuoteFigure, QuoteLine[]> {
  const { financing, employment } = values
  const { carPrice } = financing
  const carLoan = minus(carPrice, quote.downPayment)
  const feeLines = quote.fees.map((fee): QuoteLine => {
    const row = values.fees.find(({ feeCode }) => feeCode === fee.code)
    const item = product.feeItems.find(({ code }) => code === fee.code)
    const isByRate = (row?.amount ?? '').trim() === '' && (item?.amount ?? null) === null
    const addons = sum(
      quote.fees.filter(({ chargeMode }) => chargeMode === 'financed').map((one) => one.amount),
    )
    const financed = fee.chargeMode === 'financed' ? minus(quote.financeAmount, addons) : quote.financeAmount
    const base = item?.basis === 'car_price' ? carPrice : financed
    const terms = {
      rate: isByRate ? (item?.rate ?? '0') : null,
      base,
      least: item?.minAmount ?? null,
      most: item?.maxAmount ?? null,
      chargeMode: fee.chargeMode,
      inApr: fee.inApr,
    }
    return { role: 'part', of: { fee: fee.code, terms }, kind: 'money', value: fee.amount }
  })
  const feesOf = (keep: (fee: Quote['fees'][number]) => boolean) =>
    feeLines.filter((_, at) => quote.fees[at] !== undefined && keep(quote.fees[at]))
  const inApr = feesOf((fee) => fee.inApr)
  const financedAddons = values.addons
    .filter((row) => row.financed && amount(row.amount) === null)
    .map(
      (row): QuoteLine => ({
        role: 'part',
        of: { dict: 'addon_type', code: row.addonType },
        kind: 'money',
        value: row.amount.trim(),
      }),
    )
  const tableRate = product.rateTable[financing.term.trim()] ?? '0'
  const isFlat = product.repayMethod === 'flat'
  const isAdvance = product.paymentTiming === 'advance'
  const loan: QuoteLine[] = [
    money('basis', 'principal', quote.financeAmount),
    rate('basis', isFlat ? 'flatRate' : 'annualRate', tableRate),
    { role: 'basis', of: { line: 'term' }, kind: 'count', value: financing.term.trim() },
    { role: 'basis', of: { line: 'method' }, kind: 'dict', dict: 'repay_method', value: product.repayMethod },
    {
      role: 'basis',
      of: { line: 'timing' },
      kind: 'dict',
      dict: 'payment_timing',
      value: product.paymentTiming,
    },
  ]
  const cost = [...loan.slice(0, 1), ...inApr.map((line): QuoteLine => ({ ...line, role: 'basis' }))]
  return {
    ...partyLines(quote, product),
    monthlyPayment: loan,
    financeAmount: [
      money('part', 'carPrice', carPrice),
      { ...money('part', 'downPayment', quote.downPayment), minus: true },
      ...financedAddons,
      ...feesOf(({ chargeMode }) => chargeMode === 'financed'),
      money('limit', 'least', product.minAmount),
      money('limit', 'most', product.maxAmount),
    ],
    downPayment: [money('basis', 'carPrice', carPrice), rate('basis', 'downRatio', quote.downRatio)],
    downRatio: [
      money('basis', 'downPayment', quote.downPayment),
      money('basis', 'carPrice', carPrice),
      rate('limit', 'least', product.downRatioMin),
    ],
    depositAmount: [
      money('basis', 'financeAmount', quote.financeAmount),
      rate('limit', 'least', product.depositRatioMin),
      rate('limit', 'most', product.depositRatioMax),
    ],
    firstDueAmount: [
      money('part', 'downPayment', quote.downPayment),
      money('part', 'deposit', quote.depositAmount),
      ...feesOf(({ chargeMode }) => chargeMode === 'upfront'),
      ...(isAdvance
        ? [
            money('part', 'firstRent', quote.schedule.rows[0]?.amount ?? '0.00'),
            money('part', 'firstRentFees', quote.instalmentFees[0] ?? '0.00'),
          ]
        : []),
    ],
    totalInterest: [
      money('part', 'rents', quote.schedule.totals.amount),
      { ...money('part', 'principal', quote.schedule.totals.principal), minus: true },
    ],
    feeTotal: feeLines,
    aprSimple: [...cost, rate('limit', 'most', product.aprCap)],
    aprCompound: quote.aprSimple === null ? cost : [rate('basis', 'aprSimple', quote.aprSimple), ...cost],
    ltv: [
      money('basis', 'carLoan', carLoan),
      money('basis', 'carPrice', carPrice),
      rate('limit', 'most', product.ltvCap),
    ],
    dti: [
      money('basis', 'monthlyPayment', quote.monthlyPayment),
      ...filledMoney('basis', 'monthlyDebt', employment.monthlyDebt),
      ...filledMoney('basis', 'monthlyIncome', employment.monthlyIncome),
      ...filledMoney('basis', 'otherIncome', employment.otherIncome),
    ],
  }
}
