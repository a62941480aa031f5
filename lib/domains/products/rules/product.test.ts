import {
  type FeeConstant,
  type ProductFacts,
  type ProductValues,
  productFindings,
  tidyProduct,
} from './product.ts'
import { usualEndings } from './product-endings.ts'
import { offerQuote } from './product-offer.ts'
import { offeredVersion, productDifferences, versionState } from './product-versions.ts'

const fees: FeeConstant[] = [
  {
    code: 'SVC',
    name: '服务费',
    basis: '融资额',
    rate: '0.0300',
    amount: null,
    minAmount: null,
    maxAmount: '20000.00',
    chargeMode: 'upfront',
    inApr: true,
  },
]
const facts: ProductFacts = {
  bizModes: ['sale_leaseback', 'assist_loan', 'joint_loan'],
  templates: [{ code: 'shenfen' }],
  capitals: [{ id: 2 }],
  fees,
  today: '2026-01-05',
}
const standard: ProductValues = {
  code: 'STD-ANN',
  name: '标准等额本息',
  bizMode: 'sale_leaseback',
  templateCode: 'shenfen',
  flow: '',
  vehicleKinds: ['new', 'used'],
  repayMethod: 'annuity',
  paymentTiming: 'arrears',
  dayCount: '30/360',
  instRounding: 'cent',
  principalGrace: '',
  repayDay: '',
  rates: [
    { term: '12', rate: '0.0690' },
    { term: '36', rate: '0.0720' },
  ],
  minAmount: '20000.00',
  maxAmount: '500000.00',
  ltvCap: '0.8000',
  totalCap: '0.9500',
  downRatioMin: '0.2000',
  depositRatioMin: '0.0000',
  depositRatio: '0.1000',
  depositUse: 'refund',
  depositInApr: true,
  balloonRatioMax: '',
  aprCap: '0.2400',
  fees: [{ code: 'SVC', rate: '', amount: '', chargeMode: '' }],
  allocOrder: ['fee', 'penalty', 'interest', 'principal'],
  penaltyDaily: '0.000500',
  graceDays: '3',
  capitalIds: ['2'],
  funderShare: '',
  funderRate: '',
  subsidyMode: 'none',
  subsidyRate: '',
  subsidyAmount: '',
  directCostRatio: '',
  ...usualEndings,
}
const judged = (changes: Partial<ProductValues>) =>
  Object.entries(productFindings(tidyProduct({ ...standard, ...changes }), facts)).map(
    ([path, { key }]) => `${path} ${key.replace('product.rule.', '')}`,
  )

test.each<[Partial<ProductValues>, string]>([
  [{ earlyMinPeriods: '' }, 'earlyMinPeriods required'],
  [{ earlyMinPeriods: '61' }, 'earlyMinPeriods range'],
  [{ earlyInterest: 'never' }, 'earlyInterest unknown'],
  [{ earlyTiers: [{ through: '0', rate: '0.03' }] }, 'earlyTiers.0.through range'],
  [{ earlyTiers: [{ through: '12', rate: '1.5' }] }, 'earlyTiers.0.rate rate'],
  [
    {
      earlyTiers: [
        { through: '12', rate: '0.03' },
        { through: '12', rate: '0.02' },
      ],
    },
    'earlyTiers.1.through tierTwice',
  ],
  [{ prepayMin: 'x' }, 'prepayMin amount'],
  [{ prepayTimes: '13' }, 'prepayTimes range'],
  [{ prepayWays: [] }, 'prepayWays required'],
  [{ prepayWays: ['vanish'] }, 'prepayWays unknown'],
])('how a loan ends early: %j is %s', (changes, finding) => {
  expect(judged(changes)).toEqual([finding])
})

test('nothing is charged of who settles early where there is no tier', () => {
  expect(judged({ earlyTiers: [], earlyMinPeriods: '0', prepayTimes: '2' })).toEqual([])
})

test('what can be sold has no findings', () => {
  expect(judged({})).toEqual([])
  expect(judged({ bizMode: 'joint_loan', flow: 'joint', funderShare: '0.7' })).toEqual([])
  expect(judged({ bizMode: 'assist_loan', funderRate: '0.0520' })).toEqual([])
  expect(
    judged({ repayMethod: 'balloon', balloonRatioMax: '0.3', paymentTiming: 'advance', dayCount: 'ACT/365' }),
  ).toEqual([])
  expect(
    judged({ subsidyMode: 'full', subsidyRate: '0.054', rates: [{ term: '12', rate: '0' }], repayDay: '20' }),
  ).toEqual([])
})

test.each<[Partial<ProductValues>, string]>([
  [{ code: '中文' }, 'code code'],
  [{ name: ' ' }, 'name required'],
  [{ bizMode: 'direct_lease' }, 'bizMode unknown'],
  [{ templateCode: '' }, 'templateCode required'],
  [{ flow: 'joint' }, 'flow flowJoint'],
  [{ vehicleKinds: [] }, 'vehicleKinds required'],
  [{ repayMethod: 'equal_principal', paymentTiming: 'advance' }, 'paymentTiming advanceMethod'],
  [
    { repayMethod: 'flat', rates: [{ term: '12', rate: '0.005' }], dayCount: 'ACT/360' },
    'dayCount flatDayCount',
  ],
  [{ repayMethod: 'interest_first', instRounding: 'yuan' }, 'instRounding roundingMethod'],
  [{ principalGrace: '12' }, 'principalGrace graceTerm'],
  [{ repayDay: '29' }, 'repayDay range'],
  [{ graceDays: '11' }, 'graceDays range'],
  [{ rates: [] }, 'rates required'],
  [{ rates: [{ term: '6', rate: '0.07' }] }, 'rates.0.term range'],
  [
    {
      rates: [
        { term: '12', rate: '0.07' },
        { term: '12', rate: '0.08' },
      ],
    },
    'rates.1.term termTwice',
  ],
  [{ rates: [{ term: '12', rate: '7' }] }, 'rates.0.rate rate'],
  [{ rates: [{ term: '12', rate: '0.2401' }] }, 'rates.0.rate rateOverCap'],
  // 22 % and 3 % up front are above the cap at every amount.
  [{ rates: [{ term: '12', rate: '0.22' }] }, 'rates.0.rate aprOverCap'],
  [
    {
      vehicleKinds: ['used'],
      bizMode: 'assist_loan',
      funderRate: '0.05',
      rates: [{ term: '48', rate: '0.07' }],
    },
    'rates.0.term termUsed',
  ],
  [{ minAmount: '600000.00' }, 'minAmount aboveTotal'],
  [{ maxAmount: '' }, 'maxAmount required'],
  [{ ltvCap: '0.96' }, 'ltvCap aboveTotal'],
  [{ depositRatio: '0.31' }, 'depositRatio aboveMost'],
  [{ depositRatioMin: '0.2' }, 'depositRatioMin aboveTotal'],
  [{ repayMethod: 'balloon' }, 'balloonRatioMax balloonMissing'],
  [{ repayMethod: 'balloon', balloonRatioMax: '0.51' }, 'balloonRatioMax aboveMost'],
  [{ aprCap: '0.25' }, 'aprCap aboveMost'],
  [{ penaltyDaily: '0.01' }, 'penaltyDaily aboveMost'],
  [{ fees: [{ code: 'NO', rate: '', amount: '', chargeMode: '' }] }, 'fees.0.code unknown'],
  [{ fees: [{ code: 'SVC', rate: '0.02', amount: '100.00', chargeMode: '' }] }, 'fees.0.amount feeBoth'],
  [{ allocOrder: ['fee', 'fee', 'interest', 'principal'] }, 'allocOrder allocOrder'],
  [{ bizMode: 'assist_loan', funderRate: '0.05', capitalIds: [] }, 'capitalIds funderRequired'],
  [{ bizMode: 'joint_loan', funderShare: '1' }, 'funderShare share'],
  [{ bizMode: 'assist_loan', funderRate: '0.0700' }, 'funderRate funderRate'],
  [{ subsidyMode: 'rate' }, 'subsidyRate required'],
  [{ subsidyMode: 'full', subsidyRate: '0.05' }, 'subsidyMode subsidyFull'],
  [{ subsidyMode: 'fixed', subsidyAmount: '0' }, 'subsidyAmount amount'],
])('refuses %o at the field', (changes, finding) => {
  expect(judged(changes)).toEqual([finding])
})

test('a balloon with equal principal is refused where somebody sends one', () => {
  const untidy = { ...standard, repayMethod: 'equal_principal', balloonRatioMax: '0.3' }
  expect(productFindings(untidy, facts)).toMatchObject({
    balloonRatioMax: { key: 'product.rule.balloonMethod' },
  })
})

describe('what an order would cost', () => {
  const example = { carPrice: '100000.00', downRatio: '0.2', term: '36', valueDate: '2026-01-05' }

  test('the fee table fills in what the product leaves open', () => {
    const result = offerQuote(standard, fees, example)
    expect(result.ok && result.quote.feeTotal).toBe('2400.00')
    const own = { ...standard, fees: [{ code: 'SVC', rate: '0.01', amount: '', chargeMode: 'financed' }] }
    const dearer = offerQuote(own, fees, example)
    expect(dearer.ok && dearer.quote.financeAmount).toBe('80800.00')
  })

  test('each party has its part', () => {
    const of = (changes: Partial<ProductValues>) => {
      const result = offerQuote({ ...standard, ...changes }, fees, example)
      return result.ok ? result.quote.parties : null
    }
    expect(of({ bizMode: 'joint_loan', funderShare: '0.7' })?.shared).toMatchObject({
      kind: 'joint',
      funder: { principal: '56000.00' },
      own: { principal: '24000.00' },
    })
    expect(of({ bizMode: 'assist_loan', funderRate: '0.052' })?.shared).toMatchObject({ kind: 'assisted' })
    expect(of({})?.lease?.rate).toBe('0.0720')
    expect(of({ bizMode: 'joint_loan', funderShare: '0.7' })?.lease).toBeNull()
    expect(of({ subsidyMode: 'rate', subsidyRate: '0.03' })?.subsidy).toMatch(/^\d+\.\d\d$/)
  })

  test('a term that is not offered names itself', () => {
    expect(offerQuote(standard, fees, { ...example, term: '48' })).toEqual({ ok: false, field: 'term' })
  })
})

describe('versions', () => {
  const versions = [
    { version: 1, status: '已上架', effectiveFrom: null },
    { version: 2, status: '已上架', effectiveFrom: '2026-02-01' },
    { version: 3, status: '草稿', effectiveFrom: null },
  ]

  test.each([
    ['2026-01-31', 1, ['offered', 'coming', 'draft']],
    ['2026-02-01', 2, ['superseded', 'offered', 'draft']],
  ])('on %s version %i is on offer', (today, version, states) => {
    expect(offeredVersion(versions, today)?.version).toBe(version)
    expect(versions.map((one) => versionState(one, versions, today))).toEqual(states)
  })

  test('a later version with an earlier day is the newer one', () => {
    const sooner = [...versions, { version: 4, status: '已上架', effectiveFrom: '2026-01-15' }]
    expect(offeredVersion(sooner, '2026-03-01')?.version).toBe(4)
  })

  test('differences by field, term and fee', () => {
    const next = {
      ...standard,
      maxAmount: '300000.00',
      rates: [{ term: '12', rate: '0.0650' }],
      fees: [],
    }
    expect(productDifferences(standard, next)).toEqual([
      { path: 'rates.12', before: '0.0690', after: '0.0650' },
      { path: 'rates.36', before: '0.0720', after: null },
      { path: 'maxAmount', before: '500000.00', after: '300000.00' },
      { path: 'fees.SVC', before: ['', '', ''], after: null },
    ])
    expect(productDifferences(standard, standard)).toEqual([])
  })
})
