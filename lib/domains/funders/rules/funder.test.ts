import { factFindings, leftOf, termFindings } from './funder.ts'

const terms = {
  coopMode: '助贷',
  shareRatio: '',
  costRate: '0.0520',
  creditLimit: '100.00',
  dailyLimit: '100.00',
  aprCap: '0.24',
  guaranteeRatio: '',
}

test('terms of a funder say by field what is wrong with them', () => {
  const of = (changed: object, kind = '银行') => termFindings({ ...terms, ...changed }, kind)
  expect(of({})).toEqual({})
  expect(of({ coopMode: '自营' }, '自有')).toEqual({})
  expect(of({ coopMode: '自营' })).toEqual({ coopMode: 'funders.refusals.ownMode' })
  expect(of({}, '自有')).toEqual({ coopMode: 'funders.refusals.ownMode' })
  expect(of({ coopMode: '联合' })).toEqual({ shareRatio: 'rules.required' })
  expect(of({ coopMode: '联合', shareRatio: '0.7' })).toEqual({})
  expect(of({ coopMode: '联合', shareRatio: '1' })).toEqual({ shareRatio: 'funders.refusals.shareOfJoint' })
  expect(of({ aprCap: '0' })).toEqual({ aprCap: 'rules.rate' })
  expect(of({ costRate: '1.2' })).toEqual({ costRate: 'rules.rate' })
  expect(of({ dailyLimit: '100.01' })).toEqual({ dailyLimit: 'funders.refusals.dailyAboveCredit' })
  expect(of({ creditLimit: '', dailyLimit: '' })).toEqual({})
})

test('facts of a funder say by field what is wrong with them', () => {
  const facts = {
    name: '示例银行',
    ageRange: '20-60',
    cutoffTime: '16:30',
    settleDay: '5',
    compensateDays: '80',
  }
  const of = (changed: object) => Object.keys(factFindings({ ...facts, ...changed }))
  expect(of({})).toEqual([])
  expect(of({ ageRange: '', cutoffTime: '', settleDay: '', compensateDays: '' })).toEqual([])
  expect(of({ name: ' ' })).toEqual(['name'])
  expect(of({ ageRange: '60-20' })).toEqual(['ageRange'])
  expect(of({ cutoffTime: '24:00' })).toEqual(['cutoffTime'])
  expect(of({ settleDay: '29' })).toEqual(['settleDay'])
  expect(of({ compensateDays: '0' })).toEqual(['compensateDays'])
})

test('what is left of a limit is never less than nothing', () => {
  expect([leftOf(null, '5.00'), leftOf('10.00', '5.00'), leftOf('4.00', '5.00')]).toEqual([
    null,
    '5.00',
    '0.00',
  ])
})
