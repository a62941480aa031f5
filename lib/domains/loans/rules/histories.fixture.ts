import fc from 'fast-check'
import type { ScheduleInput } from '../../../rules/schedule.ts'
import { type Day, dayOf, dayText } from './day.ts'
import { fenOf, MILLION, moneyOf, share } from './exact.ts'
import { fiveClasses, type LoanFact, type PlanRow, waivable } from './facts.ts'
import type { LoanTerms } from './terms.ts'
import { history, rowsOf, termsOf } from './testing.ts'

/** Random loans with random histories, for properties: anything on any day, reversed or not. */

export type Life = { terms: LoanTerms; facts: LoanFact[]; asOf: Day; start: Day }

const amount = fc.oneof(fc.integer({ min: 1, max: 300_000 }), fc.integer({ min: 100_000, max: 3_000_000 }))
/** Part of the life of a loan, in thousandths: the days of facts. */
const moment = fc.integer({ min: 0, max: 1_150 })

const act = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('receipt' as const), at: moment, amount }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('fee' as const),
      at: moment,
      amount: fc.integer({ min: 1, max: 50_000 }),
      periodNo: fc.option(fc.integer({ min: 1, max: 12 })),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('waiver' as const),
      at: moment,
      amount,
      periodNo: fc.integer({ min: 1, max: 12 }),
      component: fc.constantFrom(...waivable),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('deposit' as const),
      at: moment,
      amount,
      move: fc.constantFrom('received' as const, 'offset' as const, 'refunded' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('prepayment' as const),
      at: moment,
      amount,
      way: fc.constantFrom('reduce' as const, 'shorten' as const),
      from: fc.constantFrom('cash' as const, 'prepaid' as const),
      feeRate: fc.constantFrom(0, 10_000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('settlement' as const),
      at: moment,
      amount: fc.integer({ min: 0, max: 20_000_000 }),
      depositOffset: amount,
      waivedBreach: fc.constantFrom(0, 10_000),
      waivedInterest: fc.constantFrom(0, 1_000, 100_000),
      bySale: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('overpayment' as const), at: moment, amount }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('compensation' as const),
      at: moment,
      amount,
      move: fc.constantFrom('paid' as const, 'recovered' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('pass_on' as const, 'rebate' as const, 'recovery' as const),
      at: moment,
      amount,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('service_fee' as const),
      at: moment,
      amount: fc.oneof(fc.constant(0), amount),
      claim: amount,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('downgrade' as const),
      at: moment,
      to: fc.constantFrom(...fiveClasses),
    }),
  },
)

const shape = fc.record({
  principal: fc.integer({ min: 1_000, max: 200_000 }),
  repayMethod: fc.constantFrom(
    'annuity' as const,
    'equal_principal' as const,
    'interest_first' as const,
    'flat' as const,
    'balloon' as const,
  ),
  term: fc.integer({ min: 1, max: 14 }),
  rate: fc.integer({ min: 0, max: 2_400 }),
  valueDate: fc.integer({ min: 19_000, max: 22_000 }),
  dayCount: fc.constantFrom('30/360' as const, 'ACT/365' as const, 'ACT/360' as const),
  isAdvance: fc.boolean(),
  fixedDay: fc.option(fc.integer({ min: 1, max: 28 })),
  funder: fc.constantFrom('none', 'none', 'joint', 'assisted'),
  mode: fc.constantFrom('instalment' as const, 'component' as const),
  base: fc.constantFrom('rent' as const, 'principal' as const),
  graceRetro: fc.boolean(),
  principalFirst: fc.boolean(),
  isMonthly: fc.boolean(),
  interest: fc.constantFrom('to_date' as const, 'full_period' as const),
  flat: fc.constantFrom('running_period' as const, 'rule_of_78' as const),
  refund: fc.constantFrom(
    { kind: 'none' as const },
    { kind: 'full' as const },
    { kind: 'by_period' as const, share: 500_000 },
  ),
  perPeriod: fc.constantFrom(0, 0, 5_000),
  serviceFee: fc.integer({ min: 0, max: 3_000 }),
  deposit: fc.integer({ min: 0, max: 500_000 }),
  owed: fc.integer({ min: 0, max: 100 }),
  acts: fc.array(act, { maxLength: 25 }),
  punctual: fc.integer({ min: 0, max: 14 }),
  extendedAt: fc.option(fc.integer({ min: 0, max: 999 }), { freq: 3 }),
  writeOffAt: fc.option(moment, { freq: 8 }),
  reversed: fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 4 }),
  asOf: fc.integer({ min: 0, max: 1_400 }),
})

function inputOf(one: ReturnType<typeof shape.generate>['value']): ScheduleInput {
  const isLevel = one.repayMethod === 'annuity' || one.repayMethod === 'balloon'
  return {
    principal: `${one.principal}.00`,
    repayMethod: one.repayMethod,
    term: one.term,
    annualRate: `0.${String(one.rate).padStart(4, '0')}`,
    flatRateMonth: '0.004200',
    valueDate: dayText(one.valueDate),
    dayCount: one.dayCount,
    paymentTiming: isLevel && one.isAdvance ? 'advance' : 'arrears',
    ...(one.repayMethod === 'balloon' && { balloonAmount: `${Math.floor(one.principal / 4)}.00` }),
    ...(one.fixedDay !== null && { dueDateRule: { fixedDay: one.fixedDay } }),
  }
}

/** The funder's part of the rows: a share, or a plan of its own at two thirds of the rate. */
function withFunder(rows: PlanRow[], input: ScheduleInput, funder: LoanTerms['funder']): PlanRow[] {
  if (funder === null) return rows
  if (funder.kind === 'assisted') {
    const own = rowsOf({
      ...input,
      repayMethod: input.repayMethod === 'flat' ? 'annuity' : input.repayMethod,
      annualRate: '0.0100',
    })
    return rows.map((row, k) => ({
      ...row,
      funderPrincipal: own[k]?.principal ?? 0,
      funderInterest: own[k]?.interest ?? 0,
    }))
  }
  let left = share(fenOf(input.principal), funder.share, MILLION)
  return rows.map((row, k) => {
    const part =
      k === rows.length - 1
        ? Math.min(left, row.principal)
        : Math.min(share(row.principal, funder.share, MILLION), left)
    left -= part
    return { ...row, funderPrincipal: part, funderInterest: share(row.interest, funder.share, MILLION) }
  })
}

export const lives: fc.Arbitrary<Life> = shape.map((one): Life => {
  const input = inputOf(one)
  const funder: LoanTerms['funder'] =
    one.funder === 'joint'
      ? { kind: 'joint', share: 700_000 }
      : one.funder === 'assisted'
        ? { kind: 'assisted', annualRate: 10_000 }
        : null
  const planned = rowsOf(input).map((row) =>
    row.kind === 'balloon' ? row : { ...row, serviceFee: one.perPeriod },
  )
  const rows = withFunder(planned, input, funder)
  const usual = termsOf(input)
  const terms: LoanTerms = {
    ...usual,
    funder,
    accruesMonthly: one.isMonthly,
    provisions: one.isMonthly ? usual.provisions : null,
    penalty: { ...usual.penalty, base: one.base, graceRetro: one.graceRetro },
    allocation: { ...usual.allocation, mode: one.mode, principalFirst: one.principalFirst },
    early: { ...usual.early, interest: one.interest, flat: one.flat, feeRefund: one.refund },
  }
  const funded = rows.reduce((sum, row) => sum + row.funderPrincipal, 0)
  const principal = fenOf(input.principal)
  const ownPrincipal = funder === null ? principal : funder.kind === 'joint' ? principal - funded : 0
  const service = one.serviceFee
  const book = history(
    input,
    {
      ownPrincipal,
      upfrontService: service + one.owed,
      feesReceived: service,
      deposit: one.deposit,
      rebate: service,
    },
    rows,
  )
  const start = dayOf(input.valueDate)
  const length = (rows.at(-1)?.due ?? start) - start
  const at = (part: number) => dayText(start + Math.floor((length * part) / 1_000))
  book.payThrough(Math.min(one.punctual, one.term))
  if (one.extendedAt !== null) {
    // Everything that is left of the plan two months later, as if nothing had been prepaid.
    const day = start + Math.floor((length * one.extendedAt) / 1_000)
    const later = rows
      .filter(({ due }) => due > day)
      .map((row, k) => ({ ...row, due: row.due + 60, start: k === 0 ? day : row.start + 60 }))
    if (later.length > 0) book.on(dayText(day), 'plan', { rows: later })
  }
  for (const { kind, at: part, ...fact } of one.acts) book.on(at(part), kind, fact as never)
  if (one.writeOffAt !== null) book.on(at(one.writeOffAt), 'write_off', {})
  for (const of of one.reversed) {
    const target = (of % book.facts.length) + 1
    book.on(at(1_000), 'reversal', { of: target })
  }
  return { terms, facts: book.facts, start, asOf: start + Math.floor((length * one.asOf) / 1_000) }
})

/** For the words of a failure. */
export const told = ({ facts }: Life): string =>
  facts
    .map(
      (fact) =>
        `${fact.id} ${dayText(fact.day)} ${fact.kind} ${'amount' in fact ? moneyOf(fact.amount) : ''}`,
    )
    .join('\n')
