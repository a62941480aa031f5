import { actionWord, differenceText, objectKindWord, pathWord, valueWord } from './audit-words.ts'
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
  expect(valueWord('purpose', 'review', t)).toBe('审核核对')
  expect(valueWord('fields', 'customer.idAddress、contacts.1.mobile', t)).toBe(
    '客户 · 身份证地址、紧急联系人 2 · 手机号',
  )
  expect(valueWord('name', null, t)).toBe('空')
  expect(differenceText({ path: 'status', before: null, after: 'draft' }, t)).toBe('状态: 空 → 草稿')
})
