import { drawer, planRuns } from '../../scripts/property-runs.ts'
import { INST_ROUNDINGS } from './amortise.ts'
import { InputError } from './input-error.ts'
import { quickAnnuity, quickMoney } from './quick-amortise.ts'
import {
  buildExactSchedule,
  buildSchedule,
  DAY_COUNTS,
  hasLevelInstalment,
  REPAY_METHODS,
  type ScheduleInput,
} from './schedule.ts'

/** A plan of any scheme, of amounts and terms that are usual, round, tiny or too large for doubles. */
function randomPlan(draw: (below: number) => number): ScheduleInput {
  const one = <T>(of: readonly T[]): T => of[draw(of.length)] as T
  const fraction = (places: number, below: number) =>
    `0.${String(draw(below * 10 ** places)).padStart(places, '0')}`
  const yuan = one([
    () => 5_000 + draw(2_000_000),
    () => 1_000 * (1 + draw(300)),
    () => 1 + draw(100),
    () => 10 ** (8 + draw(8)) + draw(1_000_000),
  ])()
  const repayMethod = one(REPAY_METHODS)
  const isLevel = hasLevelInstalment(repayMethod)
  const term = draw(20) === 0 ? 1 + draw(360) : 1 + draw(60)
  const paymentTiming = isLevel && draw(3) === 0 ? 'advance' : 'arrears'
  const cents = draw(2) === 0 ? '00' : String(draw(100)).padStart(2, '0')
  return {
    principal: `${yuan}.${cents}`,
    repayMethod,
    term,
    annualRate: one([() => fraction(4, 0.36), () => fraction(6, 0.36), () => '0.12', () => '0'])(),
    flatRateMonth: fraction(6, 0.03),
    valueDate: new Date(Date.UTC(2010, 0, 1 + draw(30 * 365))).toISOString().slice(0, 10),
    paymentTiming,
    dayCount: one(DAY_COUNTS),
    instRounding: one(isLevel ? INST_ROUNDINGS : INST_ROUNDINGS.filter((of) => of !== 'yuan_whole')),
    balloonAmount: repayMethod === 'balloon' ? `${draw(yuan + 1)}.00` : '0.00',
    principalGrace: isLevel && paymentTiming === 'arrears' && draw(4) === 0 ? draw(Math.min(term, 7)) : 0,
    oddDayBasis: one([360, 365]),
    dueDateRule: draw(2) === 0 ? { fixedDay: 1 + draw(28) } : {},
    signedInstalment: draw(6) === 0 ? `${Math.ceil(yuan / term)}.${cents}` : undefined,
  }
}

/** The plan as text, or why it is refused. */
function outcome(build: typeof buildSchedule, input: ScheduleInput): string {
  try {
    return JSON.stringify(build(input))
  } catch (error) {
    if (error instanceof InputError) return error.message
    throw error
  }
}

test('every random plan is the exact one, refusals included', () => {
  const draw = drawer(20_260_801)
  let refused = 0
  for (let run = 0; run < planRuns; run += 1) {
    const input = randomPlan(draw)
    const quick = outcome(buildSchedule, input)
    if (quick !== outcome(buildExactSchedule, input)) throw new Error(`differs: ${JSON.stringify(input)}`)
    if (!quick.startsWith('{')) refused += 1
  }
  expect(refused).toBeLessThan(planRuns / 2)
}, 3_600_000)

const loan = {
  principal: 8_600_000,
  balloon: 0,
  advance: false,
  rounding: 'cent',
  agreed: undefined,
} as const
const monthly = (n: number) => ({ nums: Array<number>(n).fill(6), den: 1_000 })

test('a usual loan is reckoned quickly', () => {
  expect(quickAnnuity({ ...loan, factors: monthly(36) }, 0)?.[0]).toEqual({
    kind: 'rent',
    principal: 214_730,
    interest: 51_600,
    balance: 8_385_270,
  })
})

test('an instalment on a rounding edge, products beyond 2^53 and a negative row are left to the exact way', () => {
  const edge = {
    ...loan,
    principal: 2_010_000,
    rounding: 'yuan_up',
    factors: { nums: [1, 1], den: 100 },
  } as const
  expect(quickAnnuity(edge, 0)).toBeNull()
  expect(quickAnnuity({ ...loan, factors: { nums: [6e12], den: 1e15 } }, 0)).toBeNull()
  expect(quickAnnuity({ ...loan, agreed: 5_000_000, factors: monthly(36) }, 0)).toBeNull()
})

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [999_999, '9999.99'],
  [1_000_000, '10000.00'],
  [100_000_507, '1000005.07'],
  [2 ** 53 - 1, '90071992547409.91'],
])('%i fen are %s', (fen, text) => {
  expect(quickMoney(fen)).toBe(text)
})
