import * as zh from './messages/zh-CN/index.ts'
import { fill, isMessageKey, translator } from './translator.ts'

function texts(node: unknown, path = ''): [string, string][] {
  if (typeof node === 'string') return [[path, node]]
  return Object.entries(node as object).flatMap(([key, child]) => texts(child, path ? `${path}.${key}` : key))
}

test('a key is its text, with the placeholders filled', () => {
  const t = translator(zh)
  expect(t('login.login')).toBe('登录')
  expect(t('login.heading', { title: '蓝桥' })).toBe('登录 蓝桥')
})

test('a placeholder without a value stays visible', () => {
  expect(fill('{a}和{b}', { a: 0 })).toBe('0和{b}')
})

test('keys from elsewhere are told apart', () => {
  expect(isMessageKey(zh, 'refusals.stale')).toBe(true)
  expect(isMessageKey(zh, 'refusals')).toBe(false)
  expect(isMessageKey(zh, 'refusals.stale.more')).toBe(false)
  expect(isMessageKey(zh, 'nothing.here')).toBe(false)
})

test('no text is empty', () => {
  expect(texts(zh).filter(([, text]) => text.trim() === '')).toEqual([])
})
