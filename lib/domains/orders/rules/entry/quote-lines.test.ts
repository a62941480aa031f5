import fc from 'fast-check'
import { sum } from '../../../../rules/money.ts'
import { CHARGE_MODES } from '../quote.ts'
import { beginEntry, followInsured, insuredCustomer } from './begin-entry.ts'
import { boundProduct } from './bound-product.ts'
import { quoteEntry } from './entry-quote.ts'
import { emptyEntry } from './entry-values.ts'
import { figureOf, figuresOf, type QuoteLine, quoteLines } from './quote-lines.ts'
import { sampleEntry, sampleProduct, sampleToday } from './sample-entry.ts'
import { templateOf } from './templates.ts'

const signed = (line: QuoteLine) => (line.minus ? `-${line.value}` : line.value)
const total = (lines: readonly QuoteLine[]) =>
  sum(lines.filter(({ role }) => role === 'part').map((line) => signed(line)))

const fen = fc.integer({ min: 0, max: 900_000 }).map((value) => (value / 100).toFixed(2))
const feeRow = fc.record({
  feeCode: fc.constantFrom('SVC', 'GPS'),
  amount: fc.oneof(fc.constant(''), fen),
  chargeMode: fc.constantFrom(...CHARGE_MODES),
  payer: fc.constantFrom('customer', 'shop'),
})
const addon = fc.record({
  addonType: fc.constant('decoration'),
  amount: fen,
  financed: fc.boolean(),
  payee: fc.constant(''),
})

describe('other parties', () => {
  const none = {
    funderShare: null,
    funderRate: null,
    subsidyRate: null,
    subsidyAmount: null,
    directCostRatio: null,
  }
  const quoted = (parties: typeof none | Partial<Record<keyof typeof none, string>> | undefined) => {
    const product = { ...sampleProduct, ...(parties && { parties: { ...none, ...parties } }) }
    const values = beginEntry(sampleEntry(), product, sampleToday)
    const result = quoteEntry(values, product, sampleToday)
    if (!result.ok) throw new Error(result.field)
    return { quote: result.quote, lines: quoteLines(result.quote, values, product) }
  }

  test.each([
    [{ funderShare: '0.7' }, ['funderAmount', 'ownAmount']],
    [{ funderRate: '0.03' }, ['funderAmount', 'serviceFee']],
    [{ subsidyRate: '0.02' }, ['subsidy']],
    [{ directCostRatio: '0.01' }, ['leaseRate']],
  ] as const)('%o show %o, each with lines that come to it', (parties, expected) => {
    const { quote, lines } = quoted(parties)
    const own = figuresOf(quote).slice(-expected.length)
    expect(own).toEqual(expected)
    expect(figuresOf(quoted(undefined).quote)).toHaveLength(figuresOf(quote).length - expected.length)
    for (const figure of own) {
      expect(lines[figure].length).toBeGreaterThan(1)
      if (figure !== 'leaseRate') expect(total(lines[figure])).toBe(figureOf(quote, figure))
    }
  })

  test('the shares of a joint loan are the product’s until the order has its own, and the figures follow them', () => {
    const joint = {
      ...sampleProduct,
      templateCode: 'lhdld',
      parties: { ...none, funderShare: '0.6000' },
    }
    const empty = emptyEntry()
    const begun = beginEntry({ ...sampleEntry(), funding: empty.funding }, joint, sampleToday)
    expect(begun.funding).toMatchObject({ funderShare: '0.6000', ownShare: '0.4000' })
    const shareOf = (funderShare: string) => {
      const values = { ...begun, funding: { ...begun.funding, funderShare } }
      const product = boundProduct(joint, templateOf(joint), values)
      const result = quoteEntry(values, product, sampleToday)
      if (!result.ok) throw new Error(result.field)
      const { quote } = result
      expect(quoteLines(quote, values, product).funderAmount).toContainEqual(
        expect.objectContaining({ of: { line: 'funderShare' }, value: product.parties.funderShare }),
      )
      return Number(figureOf(quote, 'funderAmount')) / Number(quote.schedule.totals.amount)
    }
    expect(shareOf('0.6000')).toBeCloseTo(0.6, 4)
    expect(shareOf('0.8000')).toBeCloseTo(0.8, 4)
    // Half typed, or nothing left to one of them: the product's, until it is right.
    for (const wrong of ['', '1', '0', 'x']) expect(shareOf(wrong)).toBeCloseTo(0.6, 4)
  })

  test('a funder who wants more than the customer pays is a limit that is not kept', () => {
    expect(quoted({ funderRate: '0.30' }).quote.breaches).toContainEqual(
      expect.objectContaining({ code: 'service_fee', blocking: true }),
    )
  })
})

test('a residual value below the product’s cap is what the balloon is held to', () => {
  const product = {
    ...sampleProduct,
    repayMethod: 'balloon',
    balloonRatioMax: '0.5000',
    residuals: [{ brand: '', series: '', ageMonths: 240, ratio: '0.1000' }],
  }
  const begun = beginEntry(sampleEntry(), product, sampleToday)
  const values = { ...begun, financing: { ...begun.financing, balloonAmount: '30000.00' } }
  const result = quoteEntry(values, product, sampleToday)
  expect(result.ok && result.quote.breaches).toContainEqual(
    expect.objectContaining({ code: 'balloon_ratio_max', limit: '0.1000' }),
  )
})

test('what adds up to a figure comes to that figure', () => {
  fc.assert(
    fc.property(
      fc.array(feeRow, { maxLength: 3 }),
      fc.array(addon, { maxLength: 3 }),
      fc.constantFrom('arrears', 'advance'),
      (fees, addons, paymentTiming) => {
        const product = { ...sampleProduct, paymentTiming }
        const values = beginEntry({ ...sampleEntry(), fees, addons }, product, sampleToday)
        const result = quoteEntry(values, product, sampleToday)
        if (!result.ok) throw new Error(result.field)
        const lines = quoteLines(result.quote, values, product)
        for (const figure of ['financeAmount', 'firstDueAmount', 'totalInterest', 'feeTotal'] as const) {
          expect([figure, total(lines[figure])]).toEqual([figure, result.quote[figure]])
        }
      },
    ),
  )
})

test('a form whose fees nobody touched begins with the rows that the quote charges', () => {
  const values = beginEntry({ ...sampleEntry(), fees: [] }, sampleProduct, sampleToday)
  expect(values.fees.map(({ feeCode }) => feeCode)).toEqual(['SVC', 'GPS'])
  const result = quoteEntry(values, sampleProduct, sampleToday)
  expect(result.ok && result.quote.fees.map(({ code }) => code)).toEqual(['SVC', 'GPS'])
  expect(beginEntry(emptyEntry(), null, sampleToday).fees).toEqual([])
})

test('a fee says its base, rate and bounds, or that its amount is fixed', () => {
  const upfront = { chargeMode: 'upfront', inApr: true }
  const values = beginEntry(sampleEntry(), sampleProduct, sampleToday)
  const result = quoteEntry(values, sampleProduct, sampleToday)
  if (!result.ok) throw new Error(result.field)
  expect(
    quoteLines(result.quote, values, sampleProduct).feeTotal.map(({ of, value }) => [of, value]),
  ).toEqual([
    [
      {
        fee: 'SVC',
        terms: { ...upfront, rate: '0.0300', base: '86000.00', least: '0.00', most: '20000.00' },
      },
      '2580.00',
    ],
    [{ fee: 'GPS', terms: { ...upfront, rate: null, base: '86000.00', least: null, most: null } }, '1200.00'],
  ])
})

test('a fee of the car price says the car price', () => {
  const ofPrice = sampleProduct.feeItems.map((item) => ({ ...item, basis: 'car_price' as const }))
  const product = { ...sampleProduct, feeItems: ofPrice }
  const values = beginEntry(sampleEntry(), product, sampleToday)
  const result = quoteEntry(values, product, sampleToday)
  if (!result.ok) throw new Error(result.field)
  const [line] = quoteLines(result.quote, values, product).feeTotal
  expect(line).toMatchObject({ of: { terms: { base: values.financing.carPrice } }, value: '2880.00' })
})

test('who is insured as the customer follows the customer, somebody else does not', () => {
  const { insurance, customer } = sampleEntry()
  const [own] = insurance
  if (!own) throw new Error('no policy')
  const other = { insuredname: '王芳', identifynumber: '110000199002034527' }
  const former = insuredCustomer(customer)
  const now = insuredCustomer({ ...customer, name: '李国' })
  expect(followInsured(own, former, now)).toEqual(now)
  expect(followInsured(other, former, now)).toEqual(other)
})
