import { type QuoteFee, type QuoteInput, quote } from './quote.ts'

const fees: QuoteFee[] = [
  { code: 'SVC', chargeMode: 'upfront', inApr: true, rate: '0.0300' },
  { code: 'GPS', chargeMode: 'upfront', inApr: true, amount: '1200.00' },
]

/** The order of domain.md 3.2 (loan E1) with changes. */
const order = ({
  terms,
  ...changes
}: Partial<Omit<QuoteInput, 'terms'>> & { terms?: Partial<QuoteInput['terms']> } = {}) =>
  quote({
    carPrice: '96000.00',
    downRatio: '0.2',
    addons: [
      { amount: '4200.00', financed: true },
      { amount: '5000', financed: true },
      { amount: '800.00', financed: false },
    ],
    valueDate: '2025-03-15',
    monthlyDebt: '3000.00',
    monthlyIncome: '13160.00',
    ...changes,
    terms: { repayMethod: 'annuity', annualRate: '0.0720', term: 36, depositRatio: '0.1000', fees, ...terms },
  })

const codes = (result: ReturnType<typeof quote>) => result.breaches.map((breach) => breach.code)

describe('the order of domain.md 3.2', () => {
  test('every calculated field', () => {
    const { schedule, ...figures } = order({ terms: { depositInApr: false } })
    expect(figures).toEqual({
      downPayment: '19200.00',
      downRatio: '0.2000',
      addonAmount: '9200.00',
      financeAmount: '86000.00',
      valueDate: '2025-03-15',
      ltv: '0.8000',
      depositAmount: '8600.00',
      monthlyPayment: '2663.30',
      totalInterest: '9878.86',
      fees: [
        { code: 'SVC', amount: '2580.00', chargeMode: 'upfront', inApr: true },
        { code: 'GPS', amount: '1200.00', chargeMode: 'upfront', inApr: true },
      ],
      feeTotal: '3780.00',
      instalmentFees: Array.from({ length: 36 }, () => '0.00'),
      aprSimple: '0.1027',
      aprCompound: '0.1076',
      dti: '0.4303',
      firstDueAmount: '31580.00',
      parties: null,
      breaches: [],
    })
    expect(schedule.maturity).toBe('2028-03-15')
  })

  test('without fees and deposit the annualised rate is the rate', () => {
    expect(order({ terms: { fees: [], depositRatio: '0' } }).aprSimple).toBe('0.0720')
  })

  test('the deposit raises the annualised rate unless it is left out', () => {
    expect(Number(order().aprSimple)).toBeGreaterThan(0.1027)
  })
})

describe('down payment: one derives the other', () => {
  test('typed amount', () => {
    expect(order({ downRatio: undefined, downPayment: '20000' })).toMatchObject({
      downPayment: '20000.00',
      downRatio: '0.2083',
      financeAmount: '85200.00',
    })
  })

  test('the ratio is rounded half up to the cent and kept as typed', () => {
    expect(order({ carPrice: '100000.01', downRatio: '0.25' })).toMatchObject({
      downPayment: '25000.00',
      downRatio: '0.2500',
    })
    expect(order({ carPrice: '96000.10', downRatio: '0.25' }).downPayment).toBe('24000.03')
  })
})

describe('fees by charge mode', () => {
  test('instalment fees are spread, the rest in the last, and cost like any other', () => {
    const spread = order({
      terms: {
        depositInApr: false,
        fees: [{ code: 'SVC', chargeMode: 'instalment', inApr: true, amount: '2580.00' }],
      },
    })
    expect([spread.instalmentFees[0], spread.instalmentFees.at(-1)]).toEqual(['71.67', '71.55'])
    expect(spread.firstDueAmount).toBe('27800.00')
    expect(Number(spread.aprSimple)).toBeGreaterThan(0.072)
  })

  test('a financed fee joins the addons, and its basis does not feed on itself', () => {
    const financed = order({
      terms: { fees: [{ code: 'SVC', chargeMode: 'financed', inApr: true, rate: '0.03' }] },
    })
    expect(financed).toMatchObject({
      addonAmount: '11780.00',
      financeAmount: '88580.00',
      feeTotal: '2580.00',
      ltv: '0.8000',
    })
  })

  test('a netted fee costs the same rate as an upfront one but is not due first', () => {
    const [netted, upfront] = (['netted', 'upfront'] as const).map((chargeMode) =>
      order({ terms: { fees: [{ code: 'SVC', chargeMode, inApr: true, amount: '2580.00' }] } }),
    )
    expect(netted?.aprSimple).toBe(upfront?.aprSimple)
    expect([netted?.firstDueAmount, upfront?.firstDueAmount]).toEqual(['27800.00', '30380.00'])
  })

  test('a fee outside the cost set does not move the rate', () => {
    const outside = order({
      terms: {
        depositInApr: false,
        fees: [{ code: 'X', chargeMode: 'upfront', inApr: false, amount: '999' }],
      },
    })
    expect([outside.aprSimple, outside.feeTotal]).toEqual(['0.0720', '999.00'])
  })

  test('bounds of a fee by rate', () => {
    const bounded = (bounds: Partial<QuoteFee>) =>
      order({
        terms: { fees: [{ code: 'SVC', chargeMode: 'upfront', inApr: true, rate: '0.03', ...bounds }] },
      }).feeTotal
    expect(bounded({ maxAmount: '2000' })).toBe('2000.00')
    expect(bounded({ minAmount: '3000.00' })).toBe('3000.00')
    expect(bounded({ basis: 'car_price' })).toBe('2880.00')
  })
})

test('in advance rent 1 is due at once', () => {
  const advance = order({ terms: { paymentTiming: 'advance', fees: [] } })
  const rent = advance.schedule.rows[0]?.amount ?? ''
  expect(rent).toBe(advance.monthlyPayment)
  expect(Number(advance.firstDueAmount)).toBeCloseTo(27800 + Number(rent), 2)
})

describe('limits of the product', () => {
  test('a ratio typed at its very limit passes, whatever the cents', () => {
    const terms = { downRatioMin: '0.2', ltvCap: '0.8' }
    for (const carPrice of ['96000.01', '96000.02', '96000.03', '96000.04', '33333.33'])
      expect(codes(order({ carPrice, addons: [], terms }))).toEqual([])
    expect(codes(order({ downRatio: undefined, downPayment: '19199.99', terms }))).toEqual([
      'ltv_cap',
      'down_ratio_min',
    ])
  })

  test('each limit has its code, DTI does not block', () => {
    expect(codes(order({ terms: { minAmount: '86000.01' } }))).toEqual(['min_amount'])
    expect(codes(order({ terms: { maxAmount: '85999.99' } }))).toEqual(['max_amount'])
    expect(codes(order({ terms: { totalCap: '0.89' } }))).toEqual(['total_cap'])
    expect(codes(order({ depositAmount: '25800.01' }))).toEqual(['deposit_ratio_max'])
    expect(
      codes(order({ balloonAmount: '30000', terms: { repayMethod: 'balloon', balloonRatioMax: '0.3' } })),
    ).toEqual(['balloon_ratio_max'])
    expect(order({ terms: { depositInApr: false, aprCap: '0.1026' } }).breaches).toEqual([
      { code: 'apr_cap', value: '0.1027', limit: '0.1026', blocking: true },
    ])
    expect(codes(order({ terms: { depositInApr: false, aprCap: '0.1027' } }))).toEqual([])
    expect(order({ monthlyIncome: '6000.00' }).breaches).toEqual([
      { code: 'dti', value: '0.9439', limit: '0.70', blocking: false },
    ])
  })
})

test('no income, no DTI', () => {
  expect(order({ monthlyIncome: undefined }).dti).toBeNull()
  expect(order({ monthlyIncome: '0' }).dti).toBeNull()
})

test.each<[string, Parameters<typeof order>[0]]>([
  ['carPrice', { carPrice: '' }],
  ['carPrice', { carPrice: '0.00' }],
  ['carPrice', { carPrice: '1e5' }],
  ['downPayment', { downRatio: undefined }],
  ['downPayment', { downPayment: '96000.01' }],
  ['downPayment', { downPayment: '-1' }],
  ['downRatio', { downRatio: '20' }],
  ['addons', { addons: [{ amount: '-1.00', financed: true }] }],
  ['financeAmount', { downRatio: '1', addons: [] }],
  ['depositAmount', { depositAmount: 'NaN' }],
  ['fees.SVC', { terms: { fees: [{ code: 'SVC', chargeMode: 'upfront', inApr: true, amount: '１' }] } }],
  ['valueDate', { valueDate: '2025-3-15' }],
  ['term', { terms: { term: 0 } }],
  ['monthlyIncome', { monthlyIncome: '-0' }],
])('refuses a bad %s (%o)', (field, changes) => {
  expect(() => order(changes)).toThrow(expect.objectContaining({ name: 'InputError', field }))
})

describe('a loan that its fees eat (G8)', () => {
  const eaten = (feeAmount: string, changes = {}) =>
    order({
      carPrice: '3225.00',
      addons: [],
      terms: {
        depositRatio: '0',
        aprCap: '0.2400',
        fees: [{ code: 'SVC', chargeMode: 'upfront', inApr: true, amount: feeAmount }],
        ...changes,
      },
    })

  test.each(['258000.00', '2580.00', '2579.99'])('a fee of %s for 2,580.00 is over every cap', (amount) => {
    expect(codes(eaten(amount))).toContain('apr_cap')
    // A product without a cap lets none of them pass either.
    expect(codes(eaten(amount, { aprCap: undefined }))).toContain('apr_cap')
  })

  test('so are a fee and a deposit that do not count in the rate: the customer has as little in hand', () => {
    const fees = [{ code: 'SVC', chargeMode: 'upfront', inApr: false, amount: '2580.00' }]
    expect(codes(eaten('0.00', { fees }))).toContain('apr_cap')
    expect(codes(eaten('0.00', { fees: [{ ...fees[0], amount: '2000.00' }] }))).not.toContain('apr_cap')
    for (const depositInApr of [true, false])
      expect(codes(order({ depositAmount: '86000.00', terms: { fees: [], depositInApr } }))).toContain(
        'apr_cap',
      )
  })

  test('a loan without interest and without fees costs nothing, which is no breach', () => {
    const free = order({ terms: { annualRate: '0', fees: [], depositRatio: '0', aprCap: '0.2400' } })
    expect(free.aprSimple).toBe('0.0000')
    expect(codes(free)).not.toContain('apr_cap')
  })
})

describe('the annualised rate follows the true dates', () => {
  const terms = { annualRate: '0.2160', term: 12, aprCap: '0.2400', depositRatio: '0' }
  const service: QuoteFee[] = [{ code: 'SVC', chargeMode: 'upfront', inApr: true, rate: '0.0150' }]
  const at = (valueDate: string, fixedDay?: number, changes: Partial<QuoteInput['terms']> = {}) =>
    order({ valueDate, terms: { ...terms, fees: service, ...changes, dueDateRule: { fixedDay } } })

  test('fifteen days of a first period cost 24.81 %, over a cap of 24 %; equal months said 22.81 %', () => {
    const short = at('2025-03-05', 20)
    expect(short).toMatchObject({ aprSimple: '0.2481', valueDate: '2025-03-05' })
    expect(codes(short)).toContain('apr_cap')
  })

  test('forty-five days cost less than a month: what keeps the cap is not refused', () => {
    const capped = { annualRate: '0.2120' }
    expect(codes(at('2025-03-06', undefined, capped))).toContain('apr_cap')
    expect(codes(at('2025-03-06', 20, capped))).not.toContain('apr_cap')
  })

  test('a fixed day that is the day of the release makes equal months', () => {
    expect(at('2025-03-20', 20).aprSimple).toBe(at('2025-03-20').aprSimple)
  })

  test('without fees the rate is the rate, however long the first period', () => {
    for (const valueDate of ['2025-04-05', '2025-04-06', '2025-04-20'])
      expect(Number(at(valueDate, 20, { fees: [] }).aprSimple)).toBeCloseTo(0.216, 2)
  })

  test('the lessor of a lease earns by the same dates', () => {
    const parties = {
      funderShare: null,
      funderRate: null,
      subsidyRate: null,
      subsidyAmount: null,
      directCostRatio: '0.0150',
    }
    const { lease } = at('2025-03-05', 20, { parties }).parties ?? {}
    expect(lease?.rate).toBe('0.1848')
  })
})
