import { accountKey, keepOnlyLasting } from './lasting-storage.ts'
import { keep, recall } from './storage.ts'

test('after a logout the browser keeps its look and the account it was asked to remember, nothing else (B8)', async () => {
  keep('nlos-dark', true)
  keep(accountKey, 'entry_clerk')
  keep('nlos-error-log', { errors: ['王五'] })
  keep('nlos-tabs', ['DD2025'], 'session')
  localStorage.setItem('else', 'x')
  await keepOnlyLasting(async () => localStorage.clear())
  expect(Object.keys(localStorage).sort()).toEqual([accountKey, 'nlos-dark'])
  expect([recall(accountKey), recall('nlos-dark')]).toEqual(['entry_clerk', true])
  expect(sessionStorage).toHaveLength(0)
})
