import type { InstRounding } from './amortise.ts'
import { buildSchedule, type Schedule, type ScheduleInput } from './schedule.ts'

/** The loan of E1 with changes. */
const plan = (changes: Partial<ScheduleInput> = {}): Schedule =>
  buildSchedule({
    principal: '86000.00',
    repayMethod: 'annuity',
    term: 36,
    annualRate: '0.0720',
    valueDate: '2025-03-15',
    ...changes,
  })

/** Row `no` as it stands in the tables of domain.md: principal, interest, amount, balance. */
const row = (schedule: Schedule, no: number) => {
  const { principal, interest, amount, balanceAfter } = schedule.rows[no - 1] ?? {}
  return [principal, interest, amount, balanceAfter].join(' ')
}
const last = (schedule: Schedule) => schedule.rows.at(-1)?.amount
const interests = (schedule: Schedule) => schedule.rows.map((r) => r.interest)

describe('examples of domain.md 4.3', () => {
  test('E1 等额本息', () => {
    const e1 = plan()
    expect(row(e1, 1)).toBe('2147.30 516.00 2663.30 83852.70')
    expect(row(e1, 7)).toBe('2225.77 437.53 2663.30 70695.63')
    expect(row(e1, 18)).toBe('2377.16 286.14 2663.30 45312.87')
    expect(row(e1, 35)).toBe('2631.63 31.67 2663.30 2647.48')
    expect(row(e1, 36)).toBe('2647.48 15.88 2663.36 0.00')
    expect(e1.totals).toEqual({ principal: '86000.00', interest: '9878.86', amount: '95878.86' })
    expect([e1.instalment, e1.firstDueDate, e1.maturity]).toEqual(['2663.30', '2025-04-15', '2028-03-15'])
  })

  test.each<[InstRounding, string, string, string]>([
    ['yuan', '2663.00', '2675.08', '9880.08'],
    ['yuan_up', '2664.00', '2636.02', '9876.02'],
  ])('E1 rounded to %s', (instRounding, instalment, lastAmount, interest) => {
    const e1 = plan({ instRounding })
    expect([e1.instalment, last(e1), e1.totals.interest]).toEqual([instalment, lastAmount, interest])
  })

  test('E2 等额本金 with a tail', () => {
    const e2 = plan({ principal: '100000.00', repayMethod: 'equal_principal', term: 7, annualRate: '0.0660' })
    expect(e2.rows.map((_, k) => row(e2, k + 1))).toEqual([
      '14285.71 550.00 14835.71 85714.29',
      '14285.71 471.43 14757.14 71428.58',
      '14285.71 392.86 14678.57 57142.87',
      '14285.71 314.29 14600.00 42857.16',
      '14285.71 235.71 14521.42 28571.45',
      '14285.71 157.14 14442.85 14285.74',
      '14285.74 78.57 14364.31 0.00',
    ])
    expect(e2.totals).toEqual({ principal: '100000.00', interest: '2200.00', amount: '102200.00' })
    expect(e2.instalment).toBe('14835.71')
  })

  test('E3 先息后本', () => {
    const e3 = {
      principal: '50000.00',
      repayMethod: 'interest_first',
      term: 6,
      annualRate: '0.0960',
    } as const
    expect(interests(plan(e3))).toEqual(Array.from({ length: 6 }, () => '400.00'))
    const actual = plan({ ...e3, dayCount: 'ACT/360', valueDate: '2025-01-28' })
    expect(interests(actual)).toEqual(['413.33', '373.33', '413.33', '400.00', '413.33', '400.00'])
    expect(actual.totals.interest).toBe('2413.32')
    expect(row(actual, 6)).toBe('50000.00 400.00 50400.00 0.00')
    expect(actual.rows.map((r) => r.kind)).toEqual([
      ...Array.from({ length: 5 }, () => 'interest_only'),
      'rent',
    ])
  })

  test('E4 等本等息', () => {
    const e4 = plan({ principal: '80000.00', repayMethod: 'flat', term: 24, flatRateMonth: '0.004200' })
    expect(row(e4, 1)).toBe('3333.33 336.00 3669.33 76666.67')
    expect(row(e4, 23)).toBe('3333.33 336.00 3669.33 3333.41')
    expect(row(e4, 24)).toBe('3333.41 336.00 3669.41 0.00')
    expect(e4.totals.interest).toBe('8064.00')
  })

  test('等本等息 to the yuan: the whole instalment is rounded, principal is what interest leaves', () => {
    const e4 = plan({
      principal: '80000.00',
      repayMethod: 'flat',
      term: 24,
      flatRateMonth: '0.004200',
      instRounding: 'yuan',
    })
    expect(row(e4, 1)).toBe('3333.00 336.00 3669.00 76667.00')
    expect(row(e4, 24)).toBe('3341.00 336.00 3677.00 0.00')
  })

  test('E5 balloon in arrears', () => {
    const e5 = plan({
      principal: '160000.00',
      repayMethod: 'balloon',
      balloonAmount: '48000.00',
      annualRate: '0.0690',
      term: 24,
    })
    expect(row(e5, 1)).toBe('4365.45 920.00 5285.45 155634.55')
    expect(row(e5, 24)).toBe('4980.88 304.64 5285.52 48000.00')
    expect(row(e5, 25)).toBe('48000.00 0.00 48000.00 0.00')
    expect(e5.totals).toEqual({ principal: '160000.00', interest: '14850.87', amount: '174850.87' })
    const [rent, balloon] = e5.rows.slice(-2)
    expect(balloon).toMatchObject({ periodNo: 24, kind: 'balloon', dueDate: rent?.dueDate })
  })

  test('E6 期初, without and with a balloon', () => {
    const lease = {
      principal: '120000.00',
      annualRate: '0.0840',
      term: 12,
      paymentTiming: 'advance',
    } as const
    const plain = plan(lease)
    expect(row(plain, 1)).toBe('10388.10 0.00 10388.10 109611.90')
    expect(row(plain, 2)).toBe('9620.82 767.28 10388.10 99991.08')
    expect(row(plain, 12)).toBe('10315.91 72.21 10388.12 0.00')
    expect(plain.totals.interest).toBe('4657.22')
    expect([plain.firstDueDate, plain.maturity]).toEqual(['2025-03-15', '2026-02-15'])
    expect(plan({ ...lease, paymentTiming: 'arrears' }).instalment).toBe('10460.82')

    const balloon = plan({ ...lease, repayMethod: 'balloon', balloonAmount: '20000.00' })
    expect(row(balloon, 1)).toBe('8795.78 0.00 8795.78 111204.22')
    expect(row(balloon, 11)).toBe('8536.82 258.96 8795.78 28457.52')
    expect(row(balloon, 12)).toBe('8596.55 199.20 8795.75 19860.97')
    expect(row(balloon, 13)).toBe('19860.97 139.03 20000.00 0.00')
    expect(balloon.totals).toEqual({ principal: '120000.00', interest: '5549.33', amount: '125549.33' })
    expect(balloon.rows.at(-1)).toMatchObject({ periodNo: 13, kind: 'balloon', dueDate: '2026-03-15' })
  })

  test('E7 odd first period', () => {
    const longer = plan({ dueDateRule: { fixedDay: 20 } })
    expect([longer.firstDueDate, longer.instalment, last(longer), longer.totals.interest]).toEqual([
      '2025-04-20',
      '2665.95',
      '2665.94',
      '9974.19',
    ])
    expect(row(longer, 1)).toMatch(/^2063.95 602.00 /)
    const shorter = plan({ dueDateRule: { fixedDay: 10 } })
    expect([shorter.firstDueDate, shorter.instalment, last(shorter), shorter.totals.interest]).toEqual([
      '2025-04-10',
      '2661.18',
      '2661.33',
      '9802.63',
    ])
    expect(row(shorter, 1)).toMatch(/^2213.98 447.20 /)
  })

  test('odd days over 365 where the tenant says so', () => {
    // 86000 × 7.2 % × (1/12 + 5/365)
    expect(plan({ dueDateRule: { fixedDay: 20 }, oddDayBasis: 365 }).rows[0]?.interest).toBe('600.82')
  })

  test('a value date past the cap still has one whole first month', () => {
    expect(plan({ valueDate: '2025-03-31' }).rows[0]).toMatchObject({
      dueDate: '2025-04-28',
      interest: '516.00',
    })
  })

  test.each([
    ['30/360', '7449.23 516.00 474.40 7449.24 3390.77'],
    ['ACT/365', '7450.74 525.90 467.95 7450.78 3408.92'],
    ['ACT/360', '7454.73 533.20 474.47 7454.73 3456.76'],
  ] as const)('E8 %s', (dayCount, figures) => {
    const e8 = plan({ term: 12, dayCount })
    const [first, second] = interests(e8)
    expect([e8.instalment, first, second, last(e8), e8.totals.interest].join(' ')).toBe(figures)
  })

  test('E9 principal grace', () => {
    const e9 = plan({ term: 12, principalGrace: 3 })
    expect(e9.rows.slice(0, 3).map((r) => [r.kind, r.amount])).toEqual(
      Array.from({ length: 3 }, () => ['interest_only', '516.00']),
    )
    expect([e9.instalment, last(e9), e9.totals.interest]).toEqual(['9844.51', '9844.50', '4148.58'])
  })
})

describe('exactness', () => {
  test('an exact half cent of interest goes up although r/12 does not terminate', () => {
    // 6.00 × 0.07 / 12 = 0.035 exactly; 6.00 × 0.005833…3 would fall short of it
    expect(
      plan({ principal: '6.00', repayMethod: 'interest_first', annualRate: '0.07', term: 1 }).rows[0]
        ?.interest,
    ).toBe('0.04')
  })

  test('an instalment of whole yuan is not rounded up another one', () => {
    // 20100 at 1 % a month over 2 is exactly 10201
    expect(
      plan({ principal: '20100.00', annualRate: '0.12', term: 2, instRounding: 'yuan_up' }).instalment,
    ).toBe('10201.00')
  })
})

describe('input refused', () => {
  test.each<[string, string, Partial<ScheduleInput>]>([
    ['principal', 'format', { principal: '1e3' }],
    ['principal', 'format', { principal: '１００' }],
    ['principal', 'format', { principal: '100.001' }],
    ['principal', 'range', { principal: '0.00' }],
    ['principal', 'range', { principal: '-1.00' }],
    ['term', 'range', { term: 0 }],
    ['term', 'range', { term: 12.5 }],
    ['term', 'range', { term: 361 }],
    ['term', 'range', { term: Number.NaN }],
    ['annualRate', 'format', { annualRate: undefined }],
    ['annualRate', 'format', { annualRate: 'NaN' }],
    ['annualRate', 'range', { annualRate: '7.2' }],
    ['annualRate', 'range', { annualRate: '-0.01' }],
    ['flatRateMonth', 'format', { repayMethod: 'flat' }],
    ['valueDate', 'format', { valueDate: '2025-02-30' }],
    ['balloonAmount', 'unsupported', { balloonAmount: '1.00' }],
    ['balloonAmount', 'range', { repayMethod: 'balloon', balloonAmount: '86000.01' }],
    [
      'paymentTiming',
      'unsupported',
      { repayMethod: 'flat', flatRateMonth: '0.01', paymentTiming: 'advance' },
    ],
    ['instRounding', 'unsupported', { repayMethod: 'equal_principal', instRounding: 'yuan_whole' }],
    ['principalGrace', 'range', { principalGrace: 36 }],
    ['principalGrace', 'unsupported', { repayMethod: 'equal_principal', principalGrace: 1 }],
    ['principal', 'uncovered', { principal: '100.00', instRounding: 'yuan_up' }],
    ['principal', 'uncovered', { principal: '0.20', repayMethod: 'equal_principal' }],
    // 45 days of 36 % are more than the level instalment over 60 months
    ['principal', 'uncovered', { annualRate: '0.36', term: 60, dueDateRule: { fixedDay: 29, dayCap: null } }],
  ])('%s: %s (%o)', (field, reason, changes) => {
    expect(() => plan(changes)).toThrow(expect.objectContaining({ name: 'InputError', field, reason }))
  })

  test('a code outside the dictionary', () => {
    const wrong = JSON.parse('{"repayMethod":"annuity2"}') as Partial<ScheduleInput>
    expect(() => plan(wrong)).toThrow(expect.objectContaining({ field: 'repayMethod' }))
  })
})
