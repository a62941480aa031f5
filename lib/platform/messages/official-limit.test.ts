import { checkAddress, countMessage, countWrongToken } from './official-limit.ts'

const at = (ip: string, seconds = 0, tenantCode = 'blq') => ({
  tenantCode,
  ip,
  now: new Date(Date.UTC(2026, 0, 1, 0, 0, seconds)),
})

test('ten wrong tokens of an address close it for the tenant until the minute is over', () => {
  for (let tries = 0; tries < 10; tries++) {
    checkAddress(at('2001:db8::1'))
    countWrongToken(at('2001:db8::1'))
  }
  expect(() => checkAddress(at('2001:db8::ffff', 59))).toThrow(expect.objectContaining({ status: 429 }))
  expect(() => checkAddress(at('2001:db8:0:1::1'))).not.toThrow()
  expect(() => checkAddress(at('2001:db8::1', 0, 'qhe'))).not.toThrow()
  expect(() => checkAddress(at('2001:db8::1', 60))).not.toThrow()
})

test('a tenant is told of 600 messages a minute', () => {
  checkAddress(at('192.0.2.9', 120))
  for (let told = 0; told < 600; told++) countMessage(at('192.0.2.9', 120))
  expect(() => countMessage(at('192.0.2.10', 120))).toThrow(expect.objectContaining({ status: 429 }))
  expect(() => countMessage(at('192.0.2.9', 120, 'qhe'))).not.toThrow()
})
