import { contradicting, residualRatio } from './residual.ts'

const table = [
  { brand: '', series: '', ageMonths: 60, ratio: '0.5000' },
  { brand: '比亚迪', series: '', ageMonths: 12, ratio: '0.7000' },
  { brand: '比亚迪', series: '', ageMonths: 36, ratio: '0.4500' },
  { brand: '比亚迪', series: '秦PLUS', ageMonths: 24, ratio: '0.5500' },
]

test.each([
  ['比亚迪', '汉', 12, '0.7000'],
  ['比亚迪', '汉', 13, '0.4500'],
  ['比亚迪', '汉', 37, '0'],
  ['比亚迪', '秦plus', 24, '0.5500'],
  ['比亚迪', '秦PLUS', 25, '0'],
  ['大众', '朗逸', 12, '0.5000'],
])('%s %s with %i months: %s', (brand, series, ageMonths, ratio) => {
  expect(residualRatio(table, { brand, series, ageMonths })).toBe(ratio)
})

test('a car that no row is about is not capped', () => {
  expect(residualRatio(table.slice(1), { brand: '大众', series: '', ageMonths: 12 })).toBeNull()
})

test('a car does not gain with age', () => {
  const row = { brand: '比亚迪', series: '', ageMonths: 24, ratio: '0.6000' }
  expect(contradicting(table, row)).toBeUndefined()
  expect(contradicting(table, { ...row, ratio: '0.7100' })).toMatchObject({ ageMonths: 12 })
  expect(contradicting(table, { ...row, ratio: '0.4400' })).toMatchObject({ ageMonths: 36 })
  expect(contradicting(table, { ...row, series: '秦PLUS', ageMonths: 12, ratio: '0.5' })).toMatchObject({
    ageMonths: 24,
  })
})
