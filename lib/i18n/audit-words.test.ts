import {
  actionWord,
  differenceText,
  objectKindWord,
  pathWord,
  summaryText,
  valueWord,
} from './audit-words.ts'
import * as zh from './messages/zh-CN/index.ts'
import { translator } from './translator.ts'

const t = translator(zh)

test('actions, those of the order machine too, objects and fields have words; others are shown as they are', () => {
  expect(actionWord('identity.login', t)).toBe('登录')
  expect(actionWord('order.submit_pre', t)).toBe('提交预审')
  expect(actionWord('order.save_intake', t)).toBe('保存进件')
  expect(actionWord('order', t)).toBe('order')
  expect(actionWord('later.version', t)).toBe('later.version')
  expect(objectKindWord('application', t)).toBe('订单')
  expect(objectKindWord('comet', t)).toBe('comet')
})

test.each([
  ['status', '状态'],
  ['customer.mobile', '客户 · 手机号'],
  ['contacts.1.name', '紧急联系人 2 · 姓名'],
  ['filter.createdFrom', '筛选 · 创建日期起'],
  ['what.is.this', 'what · this'],
])('the field %s is %s', (path, word) => {
  expect(pathWord(path, t)).toBe(word)
})

test('values are said as people say them', () => {
  expect(valueWord('status', 'wait_pre', t)).toBe('待运营预审')
  expect(valueWord('status', '待处理', t)).toBe('待处理')
  expect(valueWord('creditAuth', 'true', t)).toBe('是')
  expect(valueWord('customer.maritalStatus', '2', t)).toBe('已婚')
  expect(valueWord('contacts.1.relation', '07', t)).toBe('朋友')
  expect(valueWord('permissions', 'order:view、order:entry', t)).toBe('查看订单、录单')
  expect(valueWord('roleCodes', 'entry_clerk', t)).toBe('录单员')
  expect(valueWord('filter.columns', 'orderNo、appliedAmount', t)).toBe('订单编号、申请金额')
  expect(valueWord('filter.status', 'draft、wait_pre', t)).toBe('草稿、待运营预审')
  expect(valueWord('materialType', 'id_front', t)).toBe('身份证正面')
  expect(valueWord('intent.appliedAmount', '1234567.50', t)).toBe('1,234,567.50')
  expect(valueWord('expiresAt', '2026-11-21T01:05:00.000Z', t)).toBe('2026-11-21 09:05')
  expect(valueWord('purpose', 'review', t)).toBe('审核核对')
  expect(valueWord('fields', 'customer.idAddress、contacts.1.mobile', t)).toBe(
    '客户 · 身份证地址、紧急联系人 2 · 手机号',
  )
  expect(valueWord('templateCode', 'shenfen', t)).toBe('标准录单')
  expect(valueWord('rules.0.outcome', 'manual', t)).toBe('转人工')
  expect(valueWord('state', 'withdrawn', t)).toBe('已撤回')
  expect(valueWord('kind', 'base', t)).toBe('进件材料')
  expect(valueWord('name', null, t)).toBe('空')
  expect(differenceText({ path: 'status', before: null, after: 'draft' }, t)).toBe('状态: 空 → 草稿')
})

test('an entry says its first two changes and how many more there are', () => {
  const change = (path: string) => ({ path, before: 'draft', after: 'wait_pre' })
  const all = [change('status'), change('fromStatus'), change('toStatus')]
  expect(summaryText(all.slice(0, 1), 1, t)).toBe('状态: 草稿 → 待运营预审')
  expect(summaryText(all, 3, t)).toMatch(/；.*等 1 项$/)
  expect(summaryText([], 0, t)).toBe('')
})

test('every field that the audit log may name has a word', () => {
  const named = [
    'claimedBy',
    'agentId',
    'shopId',
    'productId',
    'salesmanId',
    'linkId',
    'source',
    'consent',
    'locked',
  ]
  const more = [
    'parentId',
    'at',
    'on',
    'kind',
    'next_time',
    'menuIds',
    'expiresAt',
    'hash',
    'size',
    'mobile',
    'form',
  ]
  expect([...named, ...more].filter((path) => pathWord(path, t) === path)).toEqual([])
})
