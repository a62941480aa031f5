import { maskUnknownAccount } from './login-log.ts'

test.each([
  ['Secret@123', 'Se***'],
  ['张三', '张三***'],
  ['', '***'],
])('of %s, which is nobody’s account, %s is kept', (typed, kept) => {
  expect(maskUnknownAccount(typed)).toBe(kept)
})
