import { InputError } from './input-error.ts'
import { compareMoney, divHalfUp, minus, r2, ratio, roundTo, sum, times, toFen, toMoney } from './money.ts'

describe('r2', () => {
  test.each([
    ['2663.301507', '2663.30'],
    ['0.005', '0.01'],
    ['0.0049999999999999999999', '0.00'],
    ['1.005', '1.01'], // a float would give 1.00
    ['-0.005', '-0.01'],
    ['-0.004', '0.00'],
    ['7', '7.00'],
    ['9999999999999999.995', '10000000000000000.00'],
  ])('%s → %s', (text, money) => {
    expect(r2(text)).toBe(money)
    expect(toMoney(text)).toBe(money)
  })

  test.each([
    '1e3',
    '-0',
    '-0.00',
    '１００',
    'NaN',
    'Infinity',
    '',
    ' 1',
    '1.',
    '.5',
    '+1',
    '0x10',
    '1,000',
    '--1',
  ])('refuses %j', (text) => {
    expect(() => r2(text)).toThrow(InputError)
  })
})

test('fen: to and from, signed, two decimals at most', () => {
  expect(toMoney(toFen('86000.00'))).toBe('86000.00')
  expect(toMoney(5n)).toBe('0.05')
  expect(toMoney(-105n)).toBe('-1.05')
  expect(toMoney(0n)).toBe('0.00')
  expect(toFen('1.5')).toBe(150n)
  expect(() => toFen('1.005', 'principal')).toThrow(
    expect.objectContaining({ field: 'principal', reason: 'format' }),
  )
})

test('products are exact, sums do not drift', () => {
  expect(times('96000.00', '0.2000')).toBe('19200.000000')
  expect(times('0.1', '0.2', '0.3')).toBe('0.006')
  expect(sum(Array.from({ length: 1000 }, () => '0.10'))).toBe('100.00')
  expect(sum([])).toBe('0.00')
  expect(minus('0.30', '0.20')).toBe('0.10')
  expect(minus('0.10', '0.20')).toBe('-0.10')
})

test('compareMoney goes by value, not by text', () => {
  expect(compareMoney('9.00', '10.00')).toBe(-1)
  expect(compareMoney('10.0', '10.00')).toBe(0)
  expect(compareMoney('0.2401', '0.24')).toBe(1)
  expect(compareMoney('-2.00', '-1.00')).toBe(-1)
})

test('ratio rounds half up and needs a whole', () => {
  expect(ratio('76800.00', '96000.00')).toBe('0.8000')
  expect(ratio('1', '3', 6)).toBe('0.333333')
  expect(ratio('0.00005', '1')).toBe('0.0001')
  expect(() => ratio('1', '0.00')).toThrow(InputError)
})

test('half up is away from zero on both sides', () => {
  expect([5n, 4n, -5n, -4n].map((n) => divHalfUp(n, 10n))).toEqual([1n, 0n, -1n, 0n])
  expect(roundTo('0.00455', 4)).toBe('0.0046')
})
