import { bankNames, cardNoNote, issuerOf } from './bank-bins.ts'

test('a bank is known by the first six digits of its cards, once they are typed', () => {
  expect(issuerOf('62220')).toBeUndefined()
  expect(issuerOf('622202')).toEqual({ bank: 'ICBC', length: 19 })
  expect(issuerOf('6214830200112233')).toEqual({ bank: 'CMB', length: 16 })
  expect(issuerOf('9999990000000000121')).toBeUndefined()
  expect(new Set(bankNames.map(([code]) => code)).size).toBe(bankNames.length)
})

test('what is said of a number while it is typed', () => {
  expect(cardNoNote('', true)).toBeUndefined()
  expect(cardNoNote('62220202', true)).toEqual({ key: 'knownBank', bank: 'ICBC', length: 19, count: 8 })
  expect(cardNoNote('62220202', false)).toMatchObject({ key: 'wrongLength', count: 8 })
  expect(cardNoNote('62220202001122334461', true)).toMatchObject({ key: 'wrongLength', count: 20 })
  expect(cardNoNote('6222020200112233446', true)).toMatchObject({ key: 'knownBank', count: 19 })
  expect(cardNoNote('6222020200112233447', true)).toEqual({ key: 'wrongDigit' })
  // Of an unknown bank nobody knows when the number is whole, until the hands leave it.
  expect(cardNoNote('79927398710', true)).toEqual({ key: 'typedCount', count: 11 })
  expect(cardNoNote('79927398710', false)).toEqual({ key: 'wrongDigit' })
  expect(cardNoNote('79927398713', false)).toEqual({ key: 'typedCount', count: 11 })
})
