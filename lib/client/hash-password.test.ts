import { hashPassword } from './hash-password.ts'

test('passwords are MD5 in lower-case hex, of their UTF-8 bytes', () => {
  expect(hashPassword('')).toBe('d41d8cd98f00b204e9800998ecf8427e')
  expect(hashPassword('123456')).toBe('e10adc3949ba59abbe56e057f20f883e')
  expect(hashPassword('密码')).toBe('a8105204604a0b11e916f3879aae3b0b')
})
