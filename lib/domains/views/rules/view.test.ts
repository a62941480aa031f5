import { isViewQuery } from './view.ts'

test('a view holds the parameters of an address, and no more', () => {
  expect(isViewQuery({ status: 'waitFirst,waitRisk', sort: 'createdAt:asc' })).toBe(true)
  expect(isViewQuery({ 'a b': 'x' })).toBe(false)
  expect(isViewQuery({ status: 'x'.repeat(501) })).toBe(false)
  const many = Object.fromEntries(Array.from({ length: 41 }, (_, at) => [`p${'x'.repeat(at % 39)}_`, 'x']))
  expect(
    isViewQuery({
      ...many,
      ...Object.fromEntries(Array.from({ length: 41 }, (_, at) => [`q${'y'.repeat(at % 38)}`, 'x'])),
    }),
  ).toBe(false)
})
