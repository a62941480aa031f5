import { annuity, levelInstalment } from './amortise.ts'
import { divHalfUp, pow10, toFen, toMoney } from './money.ts'
import { buildSchedule, periodFactors, type ScheduleInput } from './schedule.ts'

/** A plan as lines of the published tables: principal, interest, amount, balance. */
function table(changes: Omit<ScheduleInput, 'repayMethod' | 'valueDate'> & Partial<ScheduleInput>) {
  const schedule = buildSchedule({ repayMethod: 'annuity', valueDate: '2022-11-01', ...changes })
  return {
    ...schedule,
    interests: schedule.rows.map((row) => row.interest),
    lines: schedule.rows.map((row) => [row.principal, row.interest, row.amount, row.balanceAfter].join(' ')),
  }
}

describe('published vectors of domain.md 4.14', () => {
  const loan = { principal: '5000.00', annualRate: '0.12', term: 18 } as const

  test('V1 whole-yuan instalment', () => {
    const v1 = table({ ...loan, instRounding: 'yuan' })
    expect(v1.instalment).toBe('305.00')
    expect(v1.totals.interest).toBe('488.22')
    expect(v1.rows.map((r) => r.balanceAfter)).toEqual(
      `4745.00 4487.45 4227.32 3964.59 3699.24 3431.23 3160.54 2887.15 2611.02
       2332.13 2050.45 1765.95 1478.61 1188.40 895.28 599.23 300.22 0.00`.split(/\s+/),
    )
    expect(v1.lines.at(-1)).toBe('300.22 3.00 303.22 0.00')
  })

  test('V2 等额本金', () => {
    const v2 = table({ ...loan, repayMethod: 'equal_principal' })
    expect(v2.interests).toEqual(
      `50.00 47.22 44.44 41.67 38.89 36.11 33.33 30.56 27.78 25.00 22.22 19.44 16.67 13.89 11.11 8.33 5.56
       2.78`.split(/\s+/),
    )
    expect(v2.totals.interest).toBe('475.00')
    expect(v2.lines.at(-1)).toBe('277.74 2.78 280.52 0.00')
  })

  test('V3 cents', () => {
    const v3 = table({ principal: '100.00', annualRate: '0.094822', term: 6 })
    expect(v3.lines).toEqual([
      '16.34 0.79 17.13 83.66',
      '16.47 0.66 17.13 67.19',
      '16.60 0.53 17.13 50.59',
      '16.73 0.40 17.13 33.86',
      '16.86 0.27 17.13 17.00',
      '17.00 0.13 17.13 0.00',
    ])
  })

  test('V4 weekly, actual days over 364', () => {
    const nums = Array.from({ length: 6 }, () => 94822n * 7n)
    const factors = { nums, den: 364n * pow10(6) }
    const cuts = annuity({ principal: 10000n, balloon: 0n, factors, advance: false, rounding: 'cent' })
    expect(
      cuts.map((cut) => [cut.principal, cut.interest, cut.balance].map((fen) => toMoney(fen)).join(' ')),
    ).toEqual([
      '16.59 0.18 83.41',
      '16.62 0.15 66.79',
      '16.65 0.12 50.14',
      '16.68 0.09 33.46',
      '16.71 0.06 16.75',
      '16.75 0.03 0.00',
    ])
  })

  test('V5 zero rate', () => {
    const v5 = table({ principal: '1000.00', annualRate: '0', term: 4 })
    expect(v5.rows.map((r) => [r.amount, r.interest])).toEqual(
      Array.from({ length: 4 }, () => ['250.00', '0.00']),
    )
  })

  test('V6 factors of actual days, and 100 at 7 % over 12', () => {
    const ends = [
      '2024-01-01',
      '2024-02-01',
      '2024-03-01',
      '2024-04-01',
      '2024-05-01',
      '2024-06-01',
      '2024-07-01',
    ]
    const { nums, den } = periodFactors(ends, '0.094822', 'ACT/365')
    // Published cut at 12 decimals, some rounded down: compared to the last but one.
    expect(nums.map((num) => Number(divHalfUp(num * pow10(12), den)) / 1e12)).toEqual(
      [0.008053375342, 0.00753380274, 0.008053375342, 0.007793589041, 0.008053375342, 0.007793589041].map(
        (f) => expect.closeTo(f, 11),
      ),
    )
    expect(table({ principal: '100.00', annualRate: '0.07', term: 12 }).instalment).toBe('8.65')
  })

  test('V7 the next whole yuan, interest of whole yuan', () => {
    const v7 = table({ principal: '250000.00', annualRate: '0.092', term: 18, instRounding: 'yuan_whole' })
    expect([v7.instalment, v7.totals.interest, v7.totals.amount]).toEqual([
      '14923.00',
      '18599.00',
      '268599.00',
    ])
    expect(v7.rows.every(({ interest }) => interest.endsWith('.00'))).toBe(true)
    expect(v7.rows.at(-1)?.amount).toBe('14908.00')
  })

  /** The level instalment of n equal periods at num/den each. */
  const pmt = (num: bigint, den: bigint, n: number, principal: string, advance = false) =>
    toMoney(
      levelInstalment({
        principal: toFen(principal),
        balloon: 0n,
        factors: { nums: Array.from({ length: n }, () => num), den },
        advance,
        rounding: 'cent',
      }),
    )

  test('V8 Excel: PMT in arrears and in advance, IPMT', () => {
    expect(pmt(8n, 1200n, 10, '10000.00')).toBe('1037.03')
    expect(pmt(8n, 1200n, 10, '10000.00', true)).toBe('1030.16')
    expect(table({ principal: '8000.00', annualRate: '0.10', term: 36 }).interests[0]).toBe('66.67')
  })

  test('V9 numpy-financial: pmt with 12 decimals, and at no rate', () => {
    // The principal is scaled so that the cent of the result is its 12th decimal.
    expect(pmt(8n, 1200n, 60, '150000000000000.00')).toBe('3041459143262.05')
    expect(pmt(0n, 1n, 60, '15000.00')).toBe('250.00')
  })

  test('V10 FoxPro and Dynamics AX', () => {
    expect(pmt(105n, 12000n, 240, '100000.00')).toBe('998.38')
    expect(pmt(14n, 100n, 4, '4000.00')).toBe('1372.82')
    expect(pmt(10n, 100n, 20, '10000.00')).toBe('1174.60')
  })
})
