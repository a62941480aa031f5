import { clientHash } from './password-hash.ts'
import { isWeakPassword } from './weak-passwords.ts'

it.each([
  '123456',
  '1234567890',
  '888888',
  '00000000',
  'password',
  'Password1',
  'P@ssw0rd123',
  'admin888',
  'Admin@2025',
  'qwerty123',
  '1qaz2wsx',
  'woaini1314',
  'a123456789',
  'iloveyou',
  'Welcome1',
])('%s is weak', (password) => {
  expect(isWeakPassword(clientHash(password))).toBe(true)
})

it.each(['correct horse battery', 'Vx7-qmLp2_tR', '13805718842w'])('%s is not', (password) => {
  expect(isWeakPassword(clientHash(password))).toBe(false)
})
