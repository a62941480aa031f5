import {
  quantile,
  quantileRatio,
  ratiosBetween,
  spreadOf,
  textOf,
  usualQuantile,
  usualRatio,
} from './ratios.ts'

test('a quantile is the value below which that share lies', () => {
  const numbers = Array.from({ length: 100 }, (_value, at) => 99 - at)
  expect([0, 0.5, 0.99, 1].map((share) => quantile(numbers, share))).toEqual([0, 50, 99, 99])
  expect(quantile([], 0.5)).toBeNaN()
})

test.each([
  [[3, 1, 2], { median: 2, min: 1, max: 3 }],
  [[4, 1, 2, 3], { median: 2.5, min: 1, max: 4 }],
  [[7], { median: 7, min: 7, max: 7 }],
])('the spread of %j', (numbers, spread) => {
  expect(spreadOf(numbers)).toEqual(spread)
})

test('a peer is compared with the mean of ours on both its sides', () => {
  expect(ratiosBetween([2, 4], [3, 1], [4, 6])).toEqual([1, 5])
})

test('quantiles of all rounds are divided, and vary as far as the rounds do', () => {
  const rounds = (times: number[]) => Array.from({ length: 8 }, () => times)
  expect(quantileRatio(rounds([1, 6]), rounds([1, 2]), 0.99)).toEqual({ median: 3, min: 3, max: 3 })
  const uneven = [...rounds([1, 2]), [1, 20]]
  const { median, min, max } = quantileRatio(uneven, [...rounds([1, 2]), [1, 2]], 0.99)
  expect([median, min, max]).toEqual([10, 1, 10])
})

test('the usual round does not see the one in which the machine stood still', () => {
  const rounds = (times: number[]) => Array.from({ length: 8 }, () => times)
  const stalled = [...rounds([1, 6]), [1, 900]]
  expect(usualQuantile(stalled, 0.99)).toBe(6)
  expect(usualRatio(stalled, [...rounds([1, 2]), [1, 2]], 0.99)).toEqual({ median: 3, min: 3, max: 3 })
})

test('reads as median, least and most', () => {
  expect(textOf({ median: 3.416, min: 3, max: 4 })).toBe('3.42 (3.00–4.00)')
})
