import { dayOf } from '../../loans/rules/day.ts'
import { e1, history, termsOf } from '../../loans/rules/testing.ts'
import { offerOn, type Wish } from './offer.ts'

/** The worked examples of domain.md 4.9 and 4.10, and what is refused on a day. */

const terms = termsOf(e1)
const paid = history(e1, { deposit: 8600_00 }).payThrough(6)
const wish: Wish = {
  kind: '提前结清',
  depositOffset: 0,
  waivedBreach: 0,
  waivedInterest: 0,
  amount: 0,
  way: 'reduce',
}
const on = (day: string, more: Partial<Wish> = {}, facts = paid.facts, by = terms) =>
  offerOn(by, facts, dayOf(day), { ...wish, ...more })
const prepay = (day: string, amount: number, way: Wish['way']) =>
  on(day, { kind: '部分提前还款', amount, way })

test('early settlement of E1 with its deposit set off', () => {
  expect(on('2025-09-25', { depositOffset: 8600_00 })).toMatchObject({
    refusal: undefined,
    periodsPaid: 6,
    breachRate: 30_000,
    figures: {
      principal: 72921_40,
      interest: 145_84,
      fee: 2187_64,
      depositOffset: 8600_00,
      payable: 66654_88,
    },
  })
  expect(on('2025-09-25').figures.payable).toBe(75254_88)
})

test.each([
  ['reduce', 30, 1932_84, 5063_94],
  ['shorten', 22, 2663_30, 3600_53],
] as const)('20,000.00 on a due date, %s', (way, periods, instalment, interest) => {
  expect(prepay('2025-09-15', 20000_00, way)).toMatchObject({
    refusal: undefined,
    figures: { principal: 20000_00, interest: 0, payable: 20000_00 },
    plan: { periods, instalment, interest, interestBefore: 6977_66, balance: 52921_40 },
  })
})

test('20,000.00 between due dates pays the accrued interest first', () => {
  expect(prepay('2025-09-25', 20000_00, 'reduce')).toMatchObject({
    refusal: undefined,
    figures: { principal: 19854_16, interest: 145_84, payable: 20000_00 },
    plan: { periods: 30, instalment: 1934_32, balance: 53067_24 },
  })
})

const flat = termsOf({ ...e1, repayMethod: 'flat', flatRateMonth: '0.0056', annualRate: undefined } as never)
const why = ({ refusal }: ReturnType<typeof on>) => refusal?.why.replace('settlements.refusals.', '')

test('what is refused on a day says why', () => {
  expect(why(on('2025-09-25', { waivedBreach: 2187_65 }))).toBe('waivesBreach')
  expect(why(on('2025-09-25', { waivedInterest: 145_85 }))).toBe('waivesInterest')
  expect(why(on('2025-09-25', { depositOffset: 8600_01 }))).toBe('depositBeyond')
  expect(why(on('2025-09-25', { kind: '正常结清' }))).toBe('principalAhead')
  expect(why(on('2025-09-14'))).toBe('tooEarly')
  expect(why(prepay('2025-09-25', 145_84, 'reduce'))).toBe('nothingLowered')
  expect(why(prepay('2025-09-25', 0, 'reduce'))).toBe('noAmount')
  expect(why(prepay('2025-10-16', 20000_00, 'reduce'))).toBe('dueFirst')
  expect(why(prepay('2025-09-25', 72921_39, 'reduce'))).toBeUndefined()
  expect(why(prepay('2025-09-25', 72921_40, 'reduce'))).toBe('wholePrincipal')
})

test('a product says how much, in which way and how often a loan is prepaid', () => {
  const bound = { ...terms, prepay: { least: 5000_00, timesAYear: 1, ways: ['shorten'] as const } }
  const ask = (amount: number, way: Wish['way'], facts = paid.facts, day = '2025-09-25') =>
    why(on(day, { kind: '部分提前还款', amount, way }, facts, bound))
  expect(ask(4999_99, 'shorten')).toBe('belowLeast')
  expect(ask(5000_00, 'shorten')).toBeUndefined()
  expect(ask(5000_00, 'reduce')).toBe('otherWay')
  const once = history(e1, { deposit: 8600_00 })
    .payThrough(6)
    .on('2025-09-25', 'prepayment', { amount: 5000_00, way: 'shorten', from: 'cash', feeRate: 0 }).facts
  expect(ask(5000_00, 'shorten', once, '2025-09-26')).toBe('tooOften')
})

test('the whole of a flat loan is no prepayment: it is led to a settlement', () => {
  const input = { ...e1, repayMethod: 'flat', flatRateMonth: '0.0056', annualRate: undefined } as never
  const { facts } = history(input).payThrough(12)
  const { figures } = on('2026-03-25', {}, facts, flat)
  expect(why(on('2026-03-25', { kind: '部分提前还款', amount: figures.principal }, facts, flat))).toBe(
    'wholePrincipal',
  )
  expect(
    why(on('2026-03-25', { kind: '部分提前还款', amount: figures.principal - 1 }, facts, flat)),
  ).toBeUndefined()
})
