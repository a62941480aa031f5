import { complaintDeadline } from '../domains/complaints/rules/complaint.ts'
import * as capitalAmount from '../domains/orders/rules/capital-amount.ts'
import * as funding from '../domains/orders/rules/funding.ts'
import * as quote from '../domains/orders/rules/quote.ts'
import * as quoteLimits from '../domains/orders/rules/quote-limits.ts'
import * as residual from '../domains/products/rules/residual.ts'
import * as amortise from './amortise.ts'
import * as businessDate from './business-date.ts'
import * as businessDays from './business-days.ts'
import * as cashFlows from './cash-flows.ts'
import * as dueDates from './due-dates.ts'
import { InputError } from './input-error.ts'
import * as irr from './irr.ts'
import * as money from './money.ts'
import * as schedule from './schedule.ts'
import * as workingHours from './working-hours.ts'

/**
 * Every function that calculates refuses what it cannot calculate with, by field and reason: a wrong figure is worse
 * than none. The table names one good call of each, and for each of its inputs what kind of value it is; a function
 * that is exported and not in the table fails too.
 */

/** No input of a kind may be one of these. An optional one may be left out, so undefined is in no list. */
const bad = {
  money: [null, '', 'x', '1e5', '-0', '1.005', '１00.00', 100, Number.NaN, '10000000000000000.00'],
  decimal: [null, '', 'x', '1e5', '-0', '１00', 100, Number.NaN],
  unsigned: [null, '', '-0.01', '1.005', 5, '10000000000000000.00'],
  rate: [null, '', '-0.0001', '1.0001', 'x', 0.07, Number.NaN],
  whole: [null, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '3', -1_000_000_000],
  positive: [null, 1.5, Number.NaN, '3', 0, -1],
  date: [null, '', '2025-02-30', '20250101', '2025-1-1', 20250101],
  instant: [null, '', 'x', Number.NaN],
  moment: [null, '', '0', Number.NaN, Number.POSITIVE_INFINITY],
  mode: [null, '', 'nonsense', 7],
  fen: [null, 0n, -1n, 1.5, '1'],
  fenOrNone: [null, -1n, 1.5],
  object: [null],
} as const
type Kind = keyof typeof bad

type Calculation = (...args: never[]) => unknown
/** Arguments of a good call, and the kinds of its inputs by their path in the arguments. */
type Row = [args: readonly unknown[], kinds: Readonly<Record<string, Kind>>]

const holidays = new Set(['2025-01-01'])
const factors = { nums: [6n, 6n], den: 1000n }
const plan = { principal: 100_000n, balloon: 0n, factors, advance: false, rounding: 'cent' }
const loan = {
  principal: '86000.00',
  repayMethod: 'annuity',
  term: 36,
  annualRate: '0.0720',
  valueDate: '2025-03-15',
  paymentTiming: 'arrears',
  dayCount: '30/360',
  instRounding: 'cent',
  balloonAmount: '0.00',
  principalGrace: 0,
  dueDateRule: { fixedDay: 20, dayCap: 28, firstPeriodMin: 15 },
} as const
const fee = {
  code: 'SVC',
  chargeMode: 'upfront',
  inApr: true,
  rate: '0.0300',
  minAmount: '0.00',
  maxAmount: '9.00',
}
const terms = {
  repayMethod: 'annuity',
  annualRate: '0.0720',
  term: 36,
  depositRatio: '0.1000',
  fees: [fee],
  minAmount: '1.00',
  maxAmount: '500000.00',
  ltvCap: '0.8',
  totalCap: '0.95',
  downRatioMin: '0.2',
  balloonRatioMax: '0',
  aprCap: '0.24',
  dtiLimit: '0.7',
  paymentTiming: 'arrears',
  depositUse: 'refund',
}
const offer = {
  terms,
  carPrice: '96000.00',
  downPayment: '19200.00',
  addons: [{ amount: '4200.00', financed: true }],
  depositAmount: '8600.00',
  balloonAmount: '0.00',
  valueDate: '2025-03-15',
  monthlyDebt: '3000.00',
  monthlyIncome: '13160.00',
}
const figures = {
  carPrice: '96000.00',
  carLoan: '76800.00',
  downPayment: '19200.00',
  downRatio: '0.2000',
  ltv: '0.8000',
  financeAmount: '86000.00',
  depositAmount: '8600.00',
  balloonAmount: '0.00',
  netReceived: '77400.00',
  aprSimple: '0.1000',
  dti: '0.4000',
}
const limits = { ltvCap: '0.8', aprCap: '0.24', minAmount: '1.00' }
const worth = { brand: '示例', series: '', ageMonths: 24, ratio: '0.5000' }
const built = schedule.buildSchedule(loan)
const table: Record<string, Row> = {
  toScaled: [['1.5'], { '0': 'decimal' }],
  requireRate: [['rate', '0.07'], { '1': 'rate' }],
  scaledRate: [['rate', '0.07'], { '1': 'rate' }],
  divHalfUp: [[5n, 2n], { '1': 'fen' }],
  divUp: [[5n, 2n], { '0': 'fenOrNone', '1': 'fen' }],
  pow10: [[2], { '0': 'whole' }],
  roundInterest: [[5n, 2n, 'cent'], { '1': 'fen' }],
  roundTo: [['1.5', 1], { '0': 'decimal', '1': 'whole' }],
  r2: [['1.5'], { '0': 'decimal' }],
  toMoney: [['1.5'], { '0': 'decimal' }],
  toFen: [['1.50'], { '0': 'money' }],
  times: [['1.5', '2'], { '0': 'decimal', '1': 'decimal' }],
  sum: [[['1.00', '2.00']], { '0': 'object', '0.1': 'money' }],
  minus: [['2.00', '1.00'], { '0': 'money', '1': 'money' }],
  complement: [['0.2'], { '0': 'rate' }],
  rateSum: [['0.2', '0.1'], { '0': 'rate', '1': 'rate' }],
  interestFactors: [[loan], { '0.annualRate': 'rate', '0.valueDate': 'date' }],
  jointPlan: [[built, '0.7'], { '0': 'object', '1': 'rate' }],
  assistedPlan: [[built, loan, '0.05'], { '0': 'object', '2': 'rate' }],
  subsidyOf: [[built, loan, '0.09'], { '0': 'object', '2': 'rate' }],
  leaseYield: [[built, loan, '10.00'], { '0': 'object', '2': 'unsigned' }],
  compareMoney: [['2.00', '1.00'], { '0': 'decimal', '1': 'decimal' }],
  ratio: [['1.00', '2.00', 4], { '0': 'decimal', '1': 'decimal', '2': 'whole' }],
  levelInstalment: [
    [plan],
    {
      '0': 'object',
      '0.principal': 'fen',
      '0.balloon': 'fenOrNone',
      '0.rounding': 'mode',
      '0.factors': 'object',
    },
  ],
  annuity: [[plan, 0], { '0': 'object', '0.principal': 'fen', '0.factors.den': 'fen', '1': 'whole' }],
  equalPrincipal: [
    [100_000n, factors],
    { '0': 'fen', '1': 'object', '1.nums.0': 'fenOrNone', '1.den': 'fen' },
  ],
  interestFirst: [
    [100_000n, factors],
    { '0': 'fen', '1': 'object', '1.nums.0': 'fenOrNone', '1.den': 'fen' },
  ],
  flat: [
    [100_000n, 12, 6n, 1000n, 'cent'],
    { '0': 'fen', '1': 'positive', '2': 'fenOrNone', '3': 'fen', '4': 'mode' },
  ],
  flatParts: [
    [100_000n, 12, 6n, 1000n, 'cent'],
    { '0': 'fen', '1': 'positive', '2': 'fenOrNone', '3': 'fen', '4': 'mode' },
  ],
  periodFactors: [
    [['2025-01-01', '2025-02-01'], '0.07', '30/360', false, 360],
    { '0': 'object', '0.0': 'date', '1': 'rate', '2': 'mode', '4': 'mode' },
  ],
  buildExactSchedule: [
    [loan],
    {
      '0': 'object',
      '0.principal': 'money',
      '0.repayMethod': 'mode',
      '0.term': 'positive',
      '0.annualRate': 'rate',
      '0.valueDate': 'date',
      '0.paymentTiming': 'mode',
      '0.dayCount': 'mode',
      '0.instRounding': 'mode',
      '0.balloonAmount': 'unsigned',
      '0.principalGrace': 'whole',
      '0.dueDateRule.fixedDay': 'positive',
      '0.dueDateRule.firstPeriodMin': 'positive',
    },
  ],
  buildSchedule: [
    [loan],
    {
      '0': 'object',
      '0.principal': 'money',
      '0.repayMethod': 'mode',
      '0.term': 'positive',
      '0.annualRate': 'rate',
      '0.valueDate': 'date',
      '0.paymentTiming': 'mode',
      '0.dayCount': 'mode',
      '0.instRounding': 'mode',
      '0.balloonAmount': 'unsigned',
      '0.principalGrace': 'whole',
      '0.dueDateRule.fixedDay': 'positive',
      '0.dueDateRule.firstPeriodMin': 'positive',
    },
  ],
  repayDay: [['2025-03-15', { fixedDay: 20 }], { '0': 'date', '1.fixedDay': 'positive' }],
  firstPeriodMonths: [['2025-03-15', { fixedDay: 20 }], { '0': 'date', '1.fixedDay': 'positive' }],
  periodEnds: [
    ['2025-03-15', 3, { fixedDay: 20 }],
    { '0': 'date', '1': 'positive', '2.fixedDay': 'positive' },
  ],
  dueDates: [['2025-03-15', 3, 'arrears', {}], { '0': 'date', '1': 'positive', '2': 'mode' }],
  customerFlows: [
    [
      built,
      {
        paymentTiming: 'arrears',
        feesAtStart: '1.00',
        instalmentFees: ['1.00'],
        deposit: '1.00',
        depositUse: 'refund',
      },
    ],
    {
      '0': 'object',
      '1': 'object',
      '1.paymentTiming': 'mode',
      '1.feesAtStart': 'unsigned',
      '1.instalmentFees.0': 'unsigned',
      '1.deposit': 'unsigned',
    },
  ],
  spreadFee: [['10.00', 3], { '0': 'unsigned', '1': 'positive' }],
  monthlyIrr: [[['-10.00', '11.00']], { '0': 'object', '0.0': 'money' }],
  xirr: [
    [
      ['2025-01-01', '2026-01-01'],
      ['-10.00', '11.00'],
    ],
    { '0': 'object', '1': 'object', '0.1': 'date', '1.0': 'money' },
  ],
  quote: [
    [offer],
    {
      '0': 'object',
      '0.terms': 'object',
      '0.carPrice': 'unsigned',
      '0.downPayment': 'unsigned',
      '0.addons.0.amount': 'unsigned',
      '0.depositAmount': 'unsigned',
      '0.balloonAmount': 'unsigned',
      '0.valueDate': 'date',
      '0.monthlyDebt': 'unsigned',
      '0.monthlyIncome': 'unsigned',
      '0.terms.annualRate': 'rate',
      '0.terms.term': 'positive',
      '0.terms.repayMethod': 'mode',
      '0.terms.fees.0.rate': 'rate',
      '0.terms.fees.0.minAmount': 'unsigned',
      '0.terms.fees.0.chargeMode': 'mode',
      '0.terms.minAmount': 'unsigned',
      '0.terms.ltvCap': 'rate',
      '0.terms.aprCap': 'rate',
      '0.terms.depositUse': 'mode',
    },
  ],
  findBreaches: [
    [figures, limits],
    {
      '0': 'object',
      '1': 'object',
      '0.carPrice': 'decimal',
      '0.netReceived': 'decimal',
      '1.ltvCap': 'rate',
      '1.minAmount': 'unsigned',
    },
  ],
  businessDate: [['2025-01-01T00:00:00Z'], { '0': 'instant' }],
  dateParts: [['2025-01-01'], { '0': 'date' }],
  addMonths: [['2025-01-01', 1, 5], { '0': 'date', '1': 'whole', '2': 'positive' }],
  addDays: [['2025-01-01', 1], { '0': 'date', '1': 'whole' }],
  dayNumber: [['2025-01-31'], { '0': 'date' }],
  daysBetween: [['2025-01-01', '2025-01-02'], { '0': 'date', '1': 'date' }],
  monthsBetween: [['2025-01-01', '2025-02-02'], { '0': 'date', '1': 'date' }],
  age: [['2000-01-01', '2025-02-02'], { '0': 'date', '1': 'date' }],
  capitalAmount: [['100.50'], { '0': 'money' }],
  residualRatio: [
    [[worth], { brand: '示例', series: '', ageMonths: 12 }],
    { '0': 'object', '0.0.ratio': 'rate', '1': 'object', '1.ageMonths': 'whole' },
  ],
  contradicting: [
    [[worth], { ...worth, ageMonths: 12 }],
    { '0': 'object', '0.0.ratio': 'rate', '1': 'object', '1.ratio': 'rate' },
  ],
  weekday: [['2025-01-01'], { '0': 'date' }],
  isWeekend: [['2025-01-01'], { '0': 'date' }],
  isWorkingDay: [['2025-01-01', holidays], { '0': 'date' }],
  workingDaysBetween: [['2025-01-01', '2025-01-02', holidays], { '0': 'date', '1': 'date' }],
  addWorkingDays: [['2025-01-01', 2, holidays], { '0': 'date', '1': 'whole' }],
  nextWorkingDay: [['2025-01-01', holidays], { '0': 'date' }],
  workingMinutes: [[0, 60_000, holidays], { '0': 'moment', '1': 'moment' }],
  complaintDeadline: [['一般', new Date('2025-01-01T00:00:00Z'), holidays], { '0': 'mode', '1': 'instant' }],
}
/** They answer a question, with null or false for what it does not fit. */
const questions = ['isIsoDate', 'aprSimple', 'aprCompound', 'hasLevelInstalment', 'dependsOnValueDate']

const modules = [
  amortise,
  businessDate,
  businessDays,
  capitalAmount,
  cashFlows,
  { complaintDeadline },
  dueDates,
  funding,
  irr,
  money,
  quote,
  quoteLimits,
  residual,
  schedule,
  workingHours,
]
const calculations = new Map<string, Calculation>(
  modules.flatMap((exported) =>
    Object.entries(exported).flatMap(([name, value]) =>
      typeof value === 'function' ? [[name, value as Calculation] as const] : [],
    ),
  ),
)

test('every calculation is in the table', () => {
  expect([...calculations.keys()].filter((name) => !questions.includes(name)).sort()).toEqual(
    Object.keys(table).sort(),
  )
})

/** A copy with the value at a path replaced. */
function replaced(value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown {
  if (key === undefined) return by
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) }
  const at = copy as Record<string, unknown>
  at[key] = replaced(at[key], rest, by)
  return copy
}

const cases = Object.entries(table).flatMap(([name, [args, kinds]]) =>
  Object.entries(kinds).map(([path, kind]) => [name, path, kind, args] as const),
)

test.each(cases)('%s refuses a bad %s (%s)', (name, path, kind, args) => {
  const calculate = calculations.get(name)
  if (!calculate) throw new Error('missing')
  expect(() => calculate(...(args as never[]))).not.toThrow()
  for (const value of bad[kind]) {
    const wrong = replaced(args, path.split('.'), value) as never[]
    let answer: unknown
    try {
      answer = { answered: calculate(...wrong) }
    } catch (error) {
      answer = error
    }
    expect({ value, answer }).toEqual({ value, answer: expect.any(InputError) })
    const { field, reason } = answer as InputError
    expect([field !== '', ['format', 'range', 'unsupported', 'uncovered'].includes(reason)]).toEqual([
      true,
      true,
    ])
  }
})
