import { drawer, propertyRuns } from '../../scripts/property-runs.ts'
import { firstPeriodMonths } from './due-dates.ts'
import { aprCompound, aprSimple, monthlyIrr, xirr } from './irr.ts'

const zeros = (n: number) => Array.from({ length: n }, () => '0.00')

test('V9: the root makes the present value nothing', () => {
  const rate = monthlyIrr(['-40000', '5000', '8000', '12000', '30000']) ?? Number.NaN
  const npv = [-40000, 5000, 8000, 12000, 30000].reduce((sum, flow, k) => sum + flow / (1 + rate) ** k, 0)
  expect(Math.abs(npv)).toBeLessThan(1e-6)
  expect(rate).toBeGreaterThan(0)
})

test('V9: rate(10, 0, −3500, 10000)', () => {
  expect(monthlyIrr(['-3500', ...zeros(9), '10000'])).toBeCloseTo(0.1106908537, 9)
})

test('V8: XIRR of the Excel documentation', () => {
  const dates = ['2008-01-01', '2008-03-01', '2008-10-30', '2009-02-15', '2009-04-01']
  expect(xirr(dates, ['-10000', '2750', '4250', '3250', '2750'])).toBeCloseTo(0.373362535, 8)
  expect(() => xirr(dates, ['-1', '2'])).toThrow(expect.objectContaining({ field: 'dates' }))
})

test('zero, negative and absent roots', () => {
  expect(monthlyIrr(['1000', '-250', '-250', '-250', '-250'])).toBe(0)
  expect(monthlyIrr(['-100', '90'])).toBeCloseTo(-0.1, 10)
  expect(monthlyIrr(['100', '100'])).toBeNull()
  expect(monthlyIrr(['-100', '0'])).toBeNull()
  expect(monthlyIrr([])).toBeNull()
  expect(monthlyIrr(['-1', '3'])).toBeNull() // 200 % a month is beyond the search
})

test('of two roots the one nearest zero', () => {
  // (x − 1.1)(x − 1.5) = x² − 2.6x + 1.65
  expect(monthlyIrr(['100', '-260', '165'])).toBeCloseTo(0.1, 10)
})

test('a long loan at the far end of the search stays a number', () => {
  expect(monthlyIrr(['-1', ...zeros(359), '0.01'])).toBeCloseTo(0.01 ** (1 / 360) - 1, 9)
})

test('rates as text, "—" as null', () => {
  expect(aprSimple(0.00855529)).toBe('0.1027')
  expect(aprCompound(0.00855529)).toBe('0.1076')
  expect(aprSimple(0.000125)).toBe('0.0015')
  expect(aprSimple(-1e-7)).toBe('0.0000')
  expect(aprSimple(-0.1)).toBe('-1.2000')
  expect(aprSimple(null)).toBeNull()
  expect(aprCompound(null)).toBeNull()
})

test('Regulation Z, Appendix J (c)(1)(ii): 11.82 % with a long first period', () => {
  // $6,000 on 10 February 1978, 36 times $200 from 1 April on: a month and 19 days.
  const firstPeriod = firstPeriodMonths('1978-02-10', { fixedDay: 1, firstPeriodMin: 40 })
  expect(firstPeriod).toBeCloseTo(1 + 19 / 30, 12)
  const flows = ['6000', ...Array.from({ length: 36 }, () => '-200')]
  expect(aprSimple(monthlyIrr(flows, firstPeriod))).toBe('0.1182')
})

test('random quotes have the same rate to the last bit as by halves alone', () => {
  const draw = drawer(9)
  for (let run = 0; run < propertyRuns; run += 1) {
    const term = 1 + draw(60)
    const principal = 1_000 + draw(500_000)
    const rent = (principal / term) * (0.9 + draw(1_000) / 1_500)
    const flows = [principal - draw(principal / 20), ...Array.from({ length: term }, () => -rent)]
    const deposit = draw(3) === 0 ? draw(principal / 5) : 0
    flows[0] = (flows[0] ?? 0) - deposit
    flows[term] = (flows[term] ?? 0) + deposit
    const money = flows.map((flow) => flow.toFixed(2))
    const firstPeriod = draw(2) === 0 ? 1 : 0.5 + draw(30) / 30
    expect([money, monthlyIrr(money, firstPeriod)]).toEqual([money, monthlyIrr(money, firstPeriod, 'halves')])
  }
})
