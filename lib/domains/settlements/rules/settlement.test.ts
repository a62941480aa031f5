import {
  endStates,
  kindRefusal,
  type SettlementState,
  settlementAfter,
  settlementCan,
  settlementFits,
  settlementKinds,
  settlementStates,
  settlementSteps,
} from './settlement.ts'

test('the machine is that of the domain: every step from its states alone', () => {
  const ways = settlementSteps.flatMap((step) =>
    settlementStates
      .filter((status) => settlementFits(step, status))
      .map((status) => `${status} ${step} ${settlementAfter(step, '提前结清')}`),
  )
  expect(ways).toEqual([
    '草稿 save 草稿',
    '驳回 save 草稿',
    '已失效 save 草稿',
    '草稿 submit 待审核',
    '待审核 approve 待客户付款',
    '待审核 refuse 驳回',
    '待审核 recall 草稿',
    '待客户付款 pay 待核销',
    '已失效 pay 待核销',
    '待核销 book 已结清',
    '待核销 sendBack 待客户付款',
    '待审核 expire 已失效',
    '待客户付款 expire 已失效',
    '草稿 withdraw 已撤销',
    '驳回 withdraw 已撤销',
    '待客户付款 withdraw 已撤销',
    '已失效 withdraw 已撤销',
    '已结清 reverse 已失效',
    '已完成 reverse 已失效',
    '已失效 restore 已结清',
  ])
  expect(settlementAfter('book', '部分提前还款')).toBe('已完成')
})

test.each(settlementKinds)(
  'from a draft of %s every state is reached, and only what is withdrawn has no way out',
  (kind) => {
    const seen = new Set<SettlementState>(['草稿'])
    for (const status of seen)
      for (const step of settlementSteps)
        if (settlementFits(step, status)) seen.add(settlementAfter(step, kind))
    const other = kind === '部分提前还款' ? '已结清' : '已完成'
    expect(settlementStates.filter((status) => !seen.has(status))).toEqual([other])
    const dead = settlementStates.filter(
      (status) => !settlementSteps.some((step) => settlementFits(step, status)),
    )
    expect(dead).toEqual(['已撤销'])
    expect(endStates).toEqual(expect.arrayContaining(dead))
  },
)

const day = '2026-11-28'
test.each([
  ['submit', '草稿', day, false, null],
  ['submit', '草稿', '2026-11-27', false, 'quoteOver'],
  ['approve', '待审核', '2026-11-27', false, 'quoteOver'],
  ['approve', '待审核', '2026-11-29', false, null],
  ['pay', '待审核', day, false, 'waits'],
  ['pay', '已失效', '2026-11-27', false, 'needsApproval'],
  ['pay', '已失效', '2026-11-27', true, null],
  ['pay', '待客户付款', '2026-11-29', true, 'quoteAhead'],
  ['book', '待客户付款', day, true, 'status'],
] as const)('%s of %s by a quote for %s: %p, %p', (step, status, quoteDate, isApproved, refusal) => {
  expect(settlementCan(step, { status, quoteDate, isApproved }, day)).toEqual(
    refusal === null ? { ok: true } : { ok: false, reason: `settlements.refusals.${refusal}` },
  )
})

test.each([
  ['提前结清', '还款中', false, 1, null],
  ['提前结清', '逾期', false, 0, 'nothingAhead'],
  ['正常结清', '逾期', false, 0, null],
  ['正常结清', '还款中', false, 1, 'principalAhead'],
  ['部分提前还款', '还款中', false, 1, null],
  ['部分提前还款', '已代偿', true, 1, 'compensated'],
  ['代偿结清', '已代偿', true, 1, null],
  ['代偿结清', '还款中', false, 1, 'notCompensated'],
  ['提前结清', '提前结清', false, 0, 'over'],
  ['提前结清', '核销', false, 1, 'over'],
] as const)(
  '%s of a loan that is %s, compensated %p, with %i ahead: %p',
  (kind, status, isCompensated, principalAhead, refusal) => {
    expect(kindRefusal(kind, { status, isCompensated, principalAhead })).toBe(
      refusal === null ? undefined : `settlements.refusals.${refusal}`,
    )
  },
)
