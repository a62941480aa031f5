import fc from 'fast-check'
import { propertyRuns } from '../../../../scripts/property-runs.ts'
import { compareMoney, sum } from '../../../rules/money.ts'
import {
  askedStates,
  type CapitalFacts,
  type CapitalState,
  capitalCan,
  capitalMoves,
  capitalStates,
  funderObstacle,
  isLateAnswer,
  isPastCutoff,
  liveCapitalStates,
  resultFindings,
  resultStates,
  termsObstacle,
} from './capital-order.ts'

const funder = {
  status: '启用',
  creditLimit: null,
  used: '0.00',
  dailyLimit: null,
  usedToday: '0.00',
  cutoffTime: null,
  ageRange: null,
  cities: null,
  funded: true,
  coopMode: '助贷',
  shareRatio: null,
  aprCap: null,
}
const order = {
  amount: '86000.00',
  age: 40,
  region: ['330000', '330100'],
  bizMode: 'assist_loan',
  funderShare: null,
  apr: null,
}

test('wherever a push has gone, it can still be cancelled or it is over, and nothing leads out of the end', () => {
  const states = fc.constantFrom(...capitalStates)
  fc.assert(
    fc.property(fc.array(fc.nat(9), { maxLength: 30 }), (choices) => {
      let state: CapitalState = '待推送'
      for (const choice of choices) {
        const next: readonly CapitalState[] = capitalMoves[state]
        if (next.length === 0) break
        expect(next).toContain('取消')
        state = next[choice % next.length] ?? state
      }
      expect(liveCapitalStates.includes(state)).toBe(state !== '拒绝' && state !== '取消')
    }),
    { numRuns: propertyRuns },
  )
  fc.assert(
    fc.property(states, (state) => {
      // Whatever waits for a funder takes each of its answers, and nothing else does.
      for (const result of Object.values(resultStates))
        expect(capitalMoves[state].includes(result)).toBe(askedStates.includes(state))
    }),
  )
})

test('a funder takes an order within what is left of its limits, exactly', () => {
  const amounts = fc
    .integer({ min: 1, max: 10_000_000 })
    .map((fen) => `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, '0')}`)
  fc.assert(
    fc.property(amounts, amounts, amounts, (creditLimit, used, amount) => {
      const found = funderObstacle({ ...funder, creditLimit, used }, { ...order, amount })
      expect(found === null).toBe(compareMoney(sum([used, amount]), creditLimit) <= 0)
    }),
    { numRuns: propertyRuns },
  )
})

test('each limit of a funder says its own reason', () => {
  const keyOf = (values: object) => funderObstacle({ ...funder, ...values }, order)?.key ?? null
  expect(keyOf({})).toBeNull()
  expect(keyOf({ status: '停用' })).toBe('stopped')
  expect(keyOf({ ageRange: '20-39' })).toBe('age')
  expect(keyOf({ ageRange: '40-60' })).toBeNull()
  expect(keyOf({ cities: ['310100'] })).toBe('city')
  expect(keyOf({ cities: ['330100'] })).toBeNull()
  expect(keyOf({ cities: [] })).toBeNull()
  expect(keyOf({ creditLimit: '85999.99' })).toBe('credit')
  expect(keyOf({ dailyLimit: '100000.00', usedToday: '14000.01' })).toBe('daily')
})

test('a funder lends as it works with us, and of a joint loan the share that the order has', () => {
  const keyOf = (terms: object, bizMode: string, funderShare: string | null = null) =>
    termsObstacle({ ...funder, ...terms }, { bizMode, funderShare, apr: null })?.key ?? null
  expect(keyOf({ coopMode: '助贷' }, 'assist_loan')).toBeNull()
  expect(keyOf({ coopMode: '联合' }, 'assist_loan')).toBe('mode')
  expect(keyOf({ coopMode: '助贷' }, 'joint_loan', '0.7000')).toBe('mode')
  // Nobody but the company itself has a part of its own money.
  for (const coopMode of ['自营', '联合', '助贷'])
    for (const bizMode of ['joint_loan', 'assist_loan'])
      expect(keyOf({ funded: false, coopMode }, bizMode, '0.7000')).toBe('mode')
  const joint = { coopMode: '联合', shareRatio: '0.7000' }
  expect(keyOf(joint, 'joint_loan', '0.7')).toBeNull()
  expect(keyOf(joint, 'joint_loan', '0.6000')).toBe('share')
  expect(keyOf({ ...joint, shareRatio: null }, 'joint_loan', '0.6000')).toBeNull()
  expect(keyOf(joint, 'sale_leaseback')).toBeNull()
  expect(funderObstacle({ ...funder, ...joint }, order)?.key).toBe('mode')
})

test('a funder takes no order that costs its customer more than its cap, whoever lends it', () => {
  const keyOf = (apr: string | null, terms: object = {}) =>
    funderObstacle({ ...funder, aprCap: '0.1800', ...terms }, { ...order, bizMode: 'sale_leaseback', apr })
      ?.key ?? null
  expect(keyOf('0.1800')).toBeNull()
  expect(keyOf('0.1801')).toBe('apr')
  expect(keyOf(null)).toBeNull()
  expect(keyOf('0.2400', { aprCap: null })).toBeNull()
  // Our own money is capped by the product alone.
  expect(keyOf('0.2400', { funded: false })).toBeNull()
})

test('until the minute of the cut-off it goes, after it no more', () => {
  expect(isPastCutoff('16:30', '16:30')).toBe(false)
  expect(isPastCutoff('16:30', '16:31')).toBe(true)
  expect(isPastCutoff(null, '23:59')).toBe(false)
})

test('two working days without an answer are late, and an answer never is', () => {
  const pushed = { status: '已推送' as const, pushedAt: '2026-03-02T10:00:00+08:00' }
  const week = new Set<string>()
  expect(isLateAnswer(pushed, new Date('2026-03-04T09:59:00+08:00'), week)).toBe(false)
  expect(isLateAnswer(pushed, new Date('2026-03-04T10:00:00+08:00'), week)).toBe(true)
  expect(isLateAnswer({ ...pushed, status: '审批通过' }, new Date('2026-04-01'), week)).toBe(false)
  // The Tuesday between is a holiday.
  const holiday = new Set(['2026-03-03'])
  expect(isLateAnswer(pushed, new Date('2026-03-05T09:59:00+08:00'), holiday)).toBe(false)
  expect(isLateAnswer(pushed, new Date('2026-03-05T10:00:00+08:00'), holiday)).toBe(true)
})

test('each step says why it cannot be done', () => {
  const facts: CapitalFacts = {
    orderStatus: 'preparing',
    funded: true,
    setStatus: '通过',
    capitalStatus: '待推送',
    online: false,
    silent: false,
    late: false,
    checking: false,
  }
  const all = ['capital:push', 'capital:decide']
  const why = (step: Parameters<typeof capitalCan>[0], more: Partial<CapitalFacts>, held = all) => {
    const answer = capitalCan(step, { ...facts, ...more }, held)
    return answer.ok ? 'ok' : answer.reason.split('.').at(-1)
  }
  expect(why('push', {})).toBe('ok')
  expect(why('push', {}, [])).toBe('permission')
  expect(why('push', { orderStatus: 'wait_sign' })).toBe('orderStatus')
  expect(why('push', { funded: false })).toBe('notFunded')
  expect(why('push', { setStatus: '退回', capitalStatus: '退回补件' })).toBe('papers')
  expect(why('push', { capitalStatus: '审批通过' })).toBe('passed')
  expect(why('result', {})).toBe('notAsked')
  expect(why('result', { orderStatus: 'wait_funder', online: true })).toBe('online')
  expect(why('result', { orderStatus: 'wait_funder', online: true, silent: true })).toBe('ok')
  expect(why('result', { orderStatus: 'wait_funder', checking: true })).toBe('checking')
  expect(why('reroute', { orderStatus: 'wait_funder' })).toBe('notRejected')
  expect(why('reroute', { capitalStatus: '审批通过' })).toBe('passed')
  expect(why('reroute', { setStatus: '上传中' })).toBe('ok')
  expect(why('reroute', { orderStatus: 'funder_rejected' })).toBe('ok')
  const agreed = { capitalStatus: '审批通过' } as const
  expect(why('withdraw', agreed)).toBe('ok')
  expect(why('withdraw', { ...agreed, orderStatus: 'wait_release' })).toBe('ok')
  expect(why('withdraw', agreed, ['capital:push'])).toBe('permission')
  for (const orderStatus of ['releasing', 'released', 'wait_funder'])
    expect(why('withdraw', { ...agreed, orderStatus })).toBe('paying')
  expect(why('withdraw', {})).toBe('notAgreed')
  expect(why('withdraw', { ...agreed, funded: false })).toBe('notFunded')
})

test('a pass says its number and at least what was approved, anything else why', () => {
  const nothing = { capitalOrderNo: '', approvedAmount: '', approvedRate: '', reply: '' }
  const found = (values: object, known: string | null = null) =>
    Object.keys(
      resultFindings(
        { ...nothing, result: 'pass', ...values },
        { amount: '86000.00', capitalOrderNo: known },
      ),
    )
  const whole = { capitalOrderNo: 'DB1', approvedAmount: '86000' }
  expect(found({ result: '' })).toEqual(['result'])
  expect(found({})).toEqual(['capitalOrderNo', 'approvedAmount'])
  expect(found(whole)).toEqual([])
  expect(found({ ...whole, capitalOrderNo: ' ' }, 'DB0')).toEqual([])
  expect(found({ ...whole, approvedAmount: '85999.99' })).toEqual(['approvedAmount'])
  expect(found({ ...whole, approvedAmount: '八万' })).toEqual(['approvedAmount'])
  expect(found({ ...whole, approvedRate: '5.2' })).toEqual(['approvedRate'])
  expect(found({ result: 'return' })).toEqual(['reply'])
  expect(found({ result: 'reject', reply: '征信不符' })).toEqual([])
})
