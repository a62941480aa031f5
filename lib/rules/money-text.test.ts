import { formatMoney, formatPercent, isMoney, isRate, parseMoney, parsePercent } from './money-text.ts'

describe('parseMoney', () => {
  test.each([
    ['1234.5', '1234.50'],
    ['1,234.50', '1234.50'],
    [' 12 ', '12.00'],
    ['007', '7.00'],
    ['0', '0.00'],
    ['9999999999999999.99', '9999999999999999.99'],
  ])('%j → %s', (text, money) => {
    expect(parseMoney(text)).toBe(money)
  })

  test.each([
    '1e3',
    '-0',
    '-0.00',
    '-1',
    '１２３',
    'NaN',
    'Infinity',
    '',
    '.5',
    '1.',
    '1.234',
    '12,34.00',
    ',123',
    '1 000',
    '10000000000000000',
    '¥100',
  ])('refuses %j', (text) => {
    expect(parseMoney(text)).toBeNull()
  })

  test('a minus only where it is allowed, and never before zero', () => {
    expect(parseMoney('-1.5', { negative: true })).toBe('-1.50')
    expect(parseMoney('-0.00', { negative: true })).toBeNull()
  })
})

test('isMoney: the stored form only', () => {
  expect(['0.00', '86000.00'].every(isMoney)).toBe(true)
  expect(['1', '1.0', '01.00', '-1.00', '1,000.00', '１.00'].some(isMoney)).toBe(false)
})

test('isRate: 0 to 1, at most four decimals unless told', () => {
  expect(['0', '0.0720', '1', '1.0000'].every((rate) => isRate(rate))).toBe(true)
  expect(['7.2', '1.0001', '0.07201', '-0.1', '0.', '1e-2', ''].some((rate) => isRate(rate))).toBe(false)
  expect(isRate('0.000500', 6)).toBe(true)
})

test.each([
  ['7.2', '0.0720'],
  ['7.2%', '0.0720'],
  ['100', '1.0000'],
  ['0', '0.0000'],
])('parsePercent %j → %s', (text, rate) => {
  expect(parsePercent(text)).toBe(rate)
})

test('parsePercent refuses what the rate cannot hold', () => {
  expect(['7.205', '100.01', '-1', '', '%', '7.2%%', '1e1'].map((text) => parsePercent(text))).toEqual(
    Array.from({ length: 7 }, () => null),
  )
  expect(parsePercent('0.4201', 6)).toBe('0.004201')
})

test('shown with separators and two decimals', () => {
  expect(formatMoney('1234.5')).toBe('1,234.50')
  expect(formatMoney('-1234567.00')).toBe('-1,234,567.00')
  expect(formatMoney('999')).toBe('999.00')
  expect(formatPercent('0.0720')).toBe('7.20%')
  expect(formatPercent('0.000500', 4)).toBe('0.0500%')
  expect(formatPercent('0.10265')).toBe('10.27%')
})
