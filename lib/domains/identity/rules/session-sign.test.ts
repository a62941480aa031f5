import { formatSign, readSign } from './session-sign.ts'

test.each([
  ['nlos-sign=1763700000000', { tokenAt: 1763700000000, locked: false }],
  ['a=1; nlos-sign=5.locked; b=2', { tokenAt: 5, locked: true }],
  ['b=2;nlos-sign=5', { tokenAt: 5, locked: false }],
  ['', null],
  ['nlos-sign=', null],
  ['xnlos-sign=5', null],
  ['nlos-sign=5.open', null],
  ['nlos-sign=-5', null],
  ['nlos-sign=NaN', null],
])('of %j it reads %j', (cookies, sign) => expect(readSign(cookies)).toEqual(sign))

test.each([true, false])('what is written is read again, locked %s', (locked) => {
  const sign = { tokenAt: 1_900_000_000_000, locked }
  expect(readSign(`nlos-sign=${formatSign(sign)}`)).toEqual(sign)
})
