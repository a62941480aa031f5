import {
  overlaps,
  type Policy,
  parseTerms,
  policyFindings,
  policyFor,
  policyObstacle,
  policyState,
} from './subsidy-policy.ts'

const policy: Policy = {
  mode: 'rate',
  rate: '0.0300',
  amount: null,
  terms: [12, 24],
  firstDay: '2026-01-01',
  lastDay: '2026-06-30',
}
const maker = { state: 'active', agreementTo: '2026-12-31', brands: ['示例牌'] }
const order = { mode: 'rate', rate: '0.0300', amount: null, term: 24, brand: '示例牌' }
const day = '2026-03-01'

test('a policy is in force from its first to its last day', () => {
  expect(
    ['2025-12-31', '2026-01-01', '2026-06-30', '2026-07-01'].map((on) => policyState(policy, on)),
  ).toEqual(['coming', 'active', 'active', 'over'])
})

test('one that was ended before it began is over, and in nobody’s way', () => {
  const ended = { ...policy, firstDay: '2026-03-10', lastDay: '2026-03-05' }
  expect(['2026-03-05', '2026-03-07', '2026-03-11'].map((on) => policyState(ended, on))).toEqual([
    ...['over', 'over', 'over'],
  ])
  expect([overlaps(ended, policy), overlaps(policy, ended)]).toEqual([false, false])
})

test('an order that has its policy is held against its terms and bounds alone', () => {
  const of = (changed: object) => policyObstacle(policy, { ...order, ...changed })?.key ?? null
  expect([of({}), of({ term: 36 }), of({ rate: '0.0301' })]).toEqual([null, 'otherTerm', 'aboveRate'])
})

test('two policies overlap where both would answer for the same order', () => {
  const is = (other: Partial<Policy>) => [
    overlaps(policy, { ...policy, ...other }),
    overlaps({ ...policy, ...other }, policy),
  ]
  expect(is({})).toEqual([true, true])
  expect(is({ firstDay: '2026-06-30', lastDay: '2026-12-31' })).toEqual([true, true])
  expect(is({ firstDay: '2026-07-01', lastDay: '2026-12-31' })).toEqual([false, false])
  expect(is({ terms: [24, 36] })).toEqual([true, true])
  expect(is({ terms: [36] })).toEqual([false, false])
  expect(is({ mode: 'full' })).toEqual([false, false])
})

test('an order takes the policy of its maker, and says at its field why it takes none', () => {
  const of = (changed: object, by: object = {}, on = day) => {
    const found = policyFor({ ...maker, ...by }, [policy], { ...order, ...changed }, on)
    return 'policy' in found ? 'taken' : `${found.obstacle.field} ${found.obstacle.key}`
  }
  expect(of({})).toBe('taken')
  expect(of({ rate: '0.01' })).toBe('taken')
  expect(of({ rate: '0.0301' })).toBe('subsidyRate aboveRate')
  expect(of({ term: 36 })).toBe('mode noPolicy')
  expect(of({ mode: 'full' })).toBe('mode noPolicy')
  expect(of({}, {}, '2026-07-01')).toBe('mode noPolicy')
  expect(of({}, { state: 'stopped' })).toBe('oemName stopped')
  expect(of({}, { agreementTo: '2026-02-28' })).toBe('oemName agreementOver')
  expect(of({}, { agreementTo: null })).toBe('taken')
  expect(of({ brand: '示例星' })).toBe('oemName brand')
  expect(of({ brand: '示例星' }, { brands: [] })).toBe('taken')
})

test('a fixed amount is held against the amount of its policy', () => {
  const fixed = { ...policy, mode: 'fixed' as const, rate: null, amount: '3000.00' }
  const of = (amount: string) =>
    policyFor(maker, [fixed], { ...order, mode: 'fixed', rate: null, amount }, day)
  expect(of('3000.00')).toEqual({ policy: fixed })
  expect(of('3000.01')).toMatchObject({ obstacle: { field: 'subsidyAmount', key: 'aboveAmount' } })
})

test.each([
  ['12、24', [12, 24]],
  [' 24, 12 12 ', [12, 24]],
  ['36', [36]],
  ['0', null],
  ['121', null],
  ['a', null],
  ['', null],
])('terms %s are %j', (text, terms) => {
  expect(parseTerms(text)).toEqual(terms)
})

test('a policy says by field what is wrong with it', () => {
  const typed = { mode: 'rate', rate: '0.03', amount: '', terms: '12', firstDay: day, lastDay: '2026-06-30' }
  const of = (changed: object) => policyFindings({ ...typed, ...changed }, day)
  expect(of({})).toEqual({})
  expect(of({ rate: '' })).toEqual({ rate: 'rules.required' })
  expect(of({ rate: '0' })).toEqual({ rate: 'rules.rate' })
  expect(of({ rate: '1.5' })).toEqual({ rate: 'rules.rate' })
  expect(of({ mode: 'fixed' })).toEqual({ amount: 'rules.required' })
  expect(of({ mode: 'fixed', amount: '0.00' })).toEqual({ amount: 'rules.amount' })
  expect(of({ firstDay: '2026-02-28' })).toEqual({ firstDay: 'manufacturers.refusals.dayOver' })
  expect(of({ lastDay: '2026-02-28' })).toEqual({ lastDay: 'manufacturers.refusals.lastBeforeFirst' })
})
