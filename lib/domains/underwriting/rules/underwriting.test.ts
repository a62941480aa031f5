import fc from 'fast-check'
import { propertyRuns } from '../../../../scripts/property-runs.ts'
import {
  boundTo,
  coverEnd,
  isAbandoned,
  isInForce,
  isUnderway,
  resultStates,
  submissionFindings,
  type UnderwritingFacts,
  type UnderwritingState,
  underwritingCan,
  underwritingMoves,
  underwritingStates,
  underwritingSteps,
} from './underwriting.ts'

test('wherever a submission has gone, it reached an answer only by way of 核保中, and the ends have no way out', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(9), { maxLength: 30 }), (choices) => {
      const way: UnderwritingState[] = ['未提交']
      for (const choice of choices) {
        const state = way.at(-1) ?? '未提交'
        const next = underwritingMoves[state]
        if (next.length === 0) break
        way.push(next[choice % next.length] ?? state)
      }
      for (const [at, state] of way.entries()) {
        if (Object.values(resultStates).includes(state)) expect(way[at - 1]).toBe('核保中')
        if (state === '已提交') expect(['未提交', '补充资料', '提交失败']).toContain(way[at - 1])
        if (state === '承保' || state === '拒保') expect(at).toBe(way.length - 1)
      }
      // Whatever was looked at had been submitted.
      expect(way.indexOf('核保中') === -1 || way.indexOf('已提交') < way.indexOf('核保中')).toBe(true)
    }),
    { numRuns: propertyRuns },
  )
})

const right: UnderwritingFacts = {
  orderStatus: 'preparing',
  asked: true,
  setStatus: '通过',
  status: '未提交',
  silent: false,
  conflict: false,
  outdated: false,
  premium: '1080.00',
}
const held = ['material:review']
const anyFacts: fc.Arbitrary<UnderwritingFacts> = fc.record({
  orderStatus: fc.constantFrom('preparing', 'wait_sign', 'released', 'voided', 'wait_risk'),
  asked: fc.boolean(),
  setStatus: fc.constantFrom('未上传', '待审核', '通过', '退回'),
  status: fc.constantFrom(...underwritingStates),
  silent: fc.boolean(),
  conflict: fc.boolean(),
  outdated: fc.boolean(),
  premium: fc.constantFrom(null, '1080.00'),
})

test('an order is never with an insurer twice, and nobody does anything without the permission', () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      const may = (['submit', 'ask'] as const).filter((step) => underwritingCan(step, facts, held).ok)
      expect(may.length).toBeLessThan(2)
      if (may.includes('submit')) {
        expect(isUnderway(facts.status) && !isAbandoned(facts)).toBe(false)
        expect(isInForce(facts)).toBe(false)
      }
      if (may.includes('ask')) expect(isUnderway(facts.status)).toBe(true)
      for (const step of underwritingSteps)
        expect(underwritingCan(step, facts, ['material:upload'])).toEqual({
          ok: false,
          reason: 'underwriting.refusals.permission',
        })
    }),
    { numRuns: propertyRuns },
  )
})

test('each step says why it cannot be done', () => {
  const why = (step: (typeof underwritingSteps)[number], more: Partial<UnderwritingFacts>) => {
    const answer = underwritingCan(step, { ...right, ...more }, held)
    return answer.ok ? 'ok' : answer.reason.split('.').at(-1)
  }
  expect(why('submit', {})).toBe('ok')
  expect(why('submit', { status: '补充资料' })).toBe('ok')
  // Another insurer may take what one has refused.
  expect(why('submit', { status: '拒保' })).toBe('ok')
  expect(why('submit', { asked: false })).toBe('notAsked')
  expect(why('submit', { status: '承保' })).toBe('underwritten')
  expect(why('submit', { status: '核保中' })).toBe('underway')
  // Everything that an insurer stands for is another loan by now; what it still looks at is answered first.
  expect(why('submit', { status: '承保', outdated: true })).toBe('ok')
  expect(why('submit', { status: '核保中', outdated: true })).toBe('underway')
  // It says nothing more: nobody asks for the former loan again, and the order goes to an insurer anew.
  const silent = { status: '核保中', outdated: true, silent: true } as const
  expect([why('submit', silent), why('ask', silent)]).toEqual(['ok', 'outdated'])
  expect(why('submit', { orderStatus: 'released' })).toBe('orderStatus')
  // Everything that was begun is brought to its end, unless the order is over.
  expect(why('submit', { orderStatus: 'released', status: '补充资料' })).toBe('ok')
  expect(why('submit', { orderStatus: 'released', status: '提交失败' })).toBe('ok')
  expect(why('submit', { orderStatus: 'released', status: '拒保' })).toBe('orderStatus')
  expect(why('submit', { orderStatus: 'voided', status: '补充资料' })).toBe('orderStatus')
  expect(why('submit', { status: '提交失败' })).toBe('ok')
  expect(why('choose', {})).toBe('noConflict')
  expect(why('choose', { status: '承保', conflict: true })).toBe('ok')
  expect(why('submit', { setStatus: '退回', status: '补充资料' })).toBe('papers')
  expect(why('submit', { premium: null })).toBe('noPremium')
  expect(why('ask', { status: '已提交' })).toBe('notSilent')
  expect(why('ask', { status: '已提交', silent: true })).toBe('ok')
})

test('what an insurer looks at already goes to no other one; what never got there may', () => {
  const last = { status: '补充资料', round: 1, insurer: 'A' } as const
  expect(boundTo(undefined)).toBeUndefined()
  expect(boundTo(last)).toBe('A')
  expect(boundTo({ ...last, status: '提交失败' })).toBeUndefined()
  expect(boundTo({ ...last, status: '提交失败', round: 2 })).toBe('A')
  expect(boundTo({ ...last, status: '拒保', round: 2 })).toBeUndefined()
})

test('cover runs whole years, and begins today at the earliest', () => {
  expect(coverEnd('2026-03-01', 3)).toBe('2029-02-28')
  expect(coverEnd('2024-02-29', 1)).toBe('2025-02-27')
  expect(submissionFindings({ insurer: '', startDate: '' }, '2026-03-01')).toEqual({
    insurer: 'rules.required',
    startDate: 'rules.required',
  })
  expect(submissionFindings({ insurer: 'A', startDate: '2026-02-28' }, '2026-03-01')).toEqual({
    startDate: 'underwriting.refusals.startEarlier',
  })
  expect(submissionFindings({ insurer: 'A', startDate: '2026-03-01' }, '2026-03-01')).toEqual({})
})
