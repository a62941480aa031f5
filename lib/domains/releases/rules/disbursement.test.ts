import {
  agrees,
  bankResultFindings,
  isContradicted,
  longestSummary,
  paymentSummary,
  type ReleaseFacts,
  releaseCan,
  releaseLimits,
} from './disbursement.ts'

const now = Date.parse('2026-11-26T09:00:00Z')
const checkedAt = '2026-11-26T08:30:40Z'
const paid = { result: '成功', bankReference: 'B1', paidAt: '2026-11-26T08:45:00Z', reason: '' } as const
const finding = (more: object) => bankResultFindings({ ...paid, ...more }, checkedAt, now)

test('a bank pays after a release was checked, and not in time to come', () => {
  expect(finding({})).toEqual({})
  // Statements tell the minute.
  expect(finding({ paidAt: '2026-11-26T08:30:00Z' })).toEqual({})
  expect(finding({ paidAt: '2026-11-26T08:29:59Z' })).toEqual({ paidAt: 'releases.refusals.paidEarlier' })
  expect(finding({ paidAt: '2026-11-26T09:00:01Z' })).toEqual({ paidAt: 'releases.refusals.paidLater' })
  expect(finding({ paidAt: '', bankReference: ' ' })).toEqual({
    paidAt: 'form.timeWrong',
    bankReference: 'rules.required',
  })
})

test('what failed has a reason and nothing else', () => {
  const failed = { result: '失败', bankReference: '', paidAt: '' }
  expect(finding({ ...failed, reason: ' ' })).toEqual({ reason: 'rules.required' })
  expect(finding({ ...failed, reason: '账户冻结' })).toEqual({})
})

test('a result is registered of what the bank has and says nothing of', () => {
  const asked: ReleaseFacts = {
    orderStatus: 'releasing',
    payState: '付款中',
    silent: true,
    unanswered: true,
    openConditions: 0,
    uncheckedReceipts: 0,
    contradicted: null,
  }
  const can = (more: Partial<ReleaseFacts>, held = ['release:make']) =>
    releaseCan('result', { ...asked, ...more }, held)
  expect(can({})).toEqual({ ok: true })
  expect(can({ silent: false })).toEqual({ ok: true })
  expect(can({ unanswered: false })).toEqual({ ok: false, reason: 'releases.refusals.bankAsked' })
  expect(can({ orderStatus: 'released' })).toEqual({ ok: false, reason: 'releases.refusals.notPaying' })
  expect(can({}, ['release:check'])).toEqual({ ok: false, reason: 'releases.refusals.permission' })
})

test('the bank gets the number of the order and the remark, on one line and no longer than it takes', () => {
  const orderNo = 'BLQ20261126000001'
  expect(paymentSummary(orderNo, '')).toBe(orderNo)
  expect(paymentSummary(orderNo, '购车款\n车架号 已核')).toBe(`${orderNo} 购车款 车架号 已核`)
  // Everything that is typed today goes whole.
  const longest = '购'.repeat(releaseLimits.remark)
  expect(paymentSummary(orderNo, longest)).toBe(`${orderNo} ${longest}`)
  const former = paymentSummary(orderNo, `${'购'.repeat(41)}${'🚗'.repeat(20)}`)
  expect(former.length).toBeLessThanOrEqual(longestSummary)
  expect(former.isWellFormed()).toBe(true)
})

test('while its bank contradicts a payment nothing more is paid on the order, and people say what is true', () => {
  const facts: ReleaseFacts = {
    orderStatus: 'release_failed',
    payState: '失败',
    silent: false,
    unanswered: false,
    openConditions: 0,
    uncheckedReceipts: 0,
    contradicted: 'PAY1',
  }
  const can = (step: 'make' | 'retry' | 'result', more: Partial<ReleaseFacts> = {}) =>
    releaseCan(step, { ...facts, ...more }, ['release:make'])
  const barred = { ok: false, reason: 'releases.refusals.contradicted' }
  expect(can('retry')).toEqual(barred)
  expect(can('make', { orderStatus: 'wait_release' })).toEqual(barred)
  for (const orderStatus of ['release_failed', 'wait_release', 'preparing', 'released'])
    expect(can('result', { orderStatus })).toEqual({ ok: true })
  // A newer one that the bank has comes first.
  expect(can('result', { orderStatus: 'releasing' })).toEqual({
    ok: false,
    reason: 'releases.refusals.bankAsked',
  })
  expect(can('retry', { contradicted: null })).toEqual({ ok: true })
})

test('what a bank says agrees with what counts, or stands open until two people have decided', () => {
  const paid = { result: '成功', bankReference: 'B1' } as const
  const refused = { result: '失败', bankReference: '' } as const
  const at = (status: '付款中' | '成功' | '失败' | '退票', bankReference: string | null = null) => ({
    status,
    bankReference,
  })
  expect([agrees(at('成功', 'B1'), paid), agrees(at('退票', 'B1'), paid)]).toEqual([true, true])
  expect([agrees(at('成功', 'B2'), paid), agrees(at('失败'), paid)]).toEqual([false, false])
  expect([agrees(at('付款中'), paid), agrees(at('付款中'), refused)]).toEqual([false, false])
  expect([agrees(at('失败'), refused), agrees(at('退票', 'B1'), refused)]).toEqual([true, true])
  expect(agrees(at('成功', 'B1'), refused)).toBe(false)
  const said = { ...paid, reason: '', saidAt: '2026-11-26T09:00:00Z', closedAt: null }
  expect(isContradicted({ ...at('失败'), contradiction: said })).toBe(true)
  expect(isContradicted({ ...at('成功', 'B1'), contradiction: said })).toBe(false)
  expect(isContradicted({ ...at('失败'), contradiction: { ...said, closedAt: said.saidAt } })).toBe(false)
  expect(isContradicted({ ...at('失败'), contradiction: null })).toBe(false)
})
