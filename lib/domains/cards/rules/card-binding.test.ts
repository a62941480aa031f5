import { type CardFacts, cardCan, cardFaultOf, cardStateOf } from './card-binding.ts'

const facts = (more: Partial<CardFacts> = {}): CardFacts => ({
  orderStatus: 'wait_sign',
  signed: false,
  current: '未绑定',
  next: null,
  asked: false,
  paper: false,
  ...more,
})
const may = (step: Parameters<typeof cardCan>[0], more: Partial<CardFacts> = {}) => {
  const answer = cardCan(step, facts(more), ['card:bind'])
  return answer.ok || answer.reason.split('.').at(-1)
}

test('where the card of an order stands is that of the one on its way in', () => {
  expect(cardStateOf(facts({ current: null }))).toBe('none')
  expect(cardStateOf(facts())).toBe('entered')
  expect(cardStateOf(facts({ current: '待验证', asked: true }))).toBe('asked')
  expect(cardStateOf(facts({ current: '待验证' }))).toBe('silent')
  expect(cardStateOf(facts({ current: '已绑定', next: '绑定失败' }))).toBe('failed')
  expect(cardStateOf(facts({ current: '已绑定', next: '已绑定' }))).toBe('paper')
  expect(cardStateOf(facts({ current: '已绑定' }))).toBe('bound')
  expect(cardStateOf(facts({ current: '已解绑' }))).toBe('unbound')
})

test('nothing is done before approval, after settlement, or without the permission', () => {
  expect(may('bind', { orderStatus: 'wait_first' })).toBe('orderStatus')
  expect(may('change', { orderStatus: 'settled' })).toBe('orderStatus')
  expect(cardCan('bind', facts(), ['card:view'])).toEqual({
    ok: false,
    reason: 'bankCards.refusals.permission',
  })
})

test('a bank is asked about what is not bound, once at a time', () => {
  expect(may('bind')).toBe(true)
  expect(may('bind', { current: '待验证', asked: true })).toBe('isAsked')
  expect(may('bind', { current: '待验证' })).toBe(true)
  expect(may('bind', { current: '绑定失败' })).toBe(true)
  expect(may('bind', { current: '已绑定' })).toBe('isBound')
  expect(may('bind', { current: null })).toBe('noCard')
  expect(may('bind', { current: '已解绑' })).toBe('isUnbound')
})

test('a card leaves for another one, or before signing alone', () => {
  expect(may('change', { current: '已绑定', next: '待验证', asked: true })).toBe(true)
  expect(may('change', { current: '已绑定', next: '已绑定' })).toBe('paperFirst')
  expect(may('unbind', { current: '已绑定' })).toBe(true)
  expect(may('unbind', { current: '已绑定', signed: true })).toBe('isSigned')
  expect(may('unbind', { current: '已绑定', next: '待验证' })).toBe('isChanging')
  expect(may('unbind')).toBe('notBound')
  expect(may('withdraw', { current: '已绑定' })).toBe('noChange')
  expect(may('withdraw', { current: '已绑定', next: '绑定失败' })).toBe(true)
  expect(may('addPaper', { current: '已绑定', next: '待验证' })).toBe('noPaperWanted')
  expect(may('addPaper', { current: '已绑定', next: '已绑定' })).toBe(true)
})

test('what a refusal is about is told by the words of banks', () => {
  expect(cardFaultOf('姓名不符')).toBe('name')
  expect(cardFaultOf('身份证号与卡号不匹配')).toBe('idNo')
  expect(cardFaultOf('预留手机号不符')).toBe('mobile')
  expect(cardFaultOf('卡号不存在')).toBe('cardNo')
  expect(cardFaultOf('卡号已挂失')).toBe('blocked')
  expect(cardFaultOf('不支持该卡种')).toBe('kind')
  expect(cardFaultOf('持卡人信息有误')).toBe('other')
})
