import { groupFours, groupThousands, shiftPoint, showMoney, showPercent } from './number-text'

test.each([
  ['0', '0.00'],
  ['1234.5', '1,234.50'],
  ['-1234567.89', '−1,234,567.89'],
  ['9999999999999999.99', '9,999,999,999,999,999.99'],
  ['', ''],
  ['abc', 'abc'],
])('money %s shows as %s', (text, shown) => {
  expect(showMoney(text)).toBe(shown)
})

test('thousands are grouped while a number is being typed', () => {
  expect(['', '12', '1234', '1234.', '1234567.8'].map(groupThousands)).toEqual([
    '',
    '12',
    '1,234',
    '1,234.',
    '1,234,567.8',
  ])
})

test.each([
  ['0.072', 2, '7.2'],
  ['0.0720', 2, '7.2'],
  ['1', 2, '100'],
  ['0.0001', 2, '0.01'],
  ['7.2', -2, '0.072'],
  ['100', -2, '1'],
  ['0', -2, '0'],
  ['0.5', -2, '0.005'],
  ['-3.25', -2, '-0.0325'],
  ['12.', -2, '0.12'],
  ['', -2, ''],
])('%s with its point moved by %i is %s', (text, places, moved) => {
  expect(shiftPoint(text, places)).toBe(moved)
})

test('a rate shows as a percentage', () => {
  expect(['0.072', '0.23995', '1', 'x'].map(showPercent)).toEqual(['7.20%', '23.995%', '100.00%', 'x'])
})

test('the number of a card stands in groups of four', () => {
  expect(groupFours('6222020200112233446')).toBe('6222 0202 0011 2233 446')
  expect(groupFours('6222')).toBe('6222')
  expect(groupFours('')).toBe('')
})
