import { parsePreference } from './list-preference'

test('what was saved comes back', () => {
  const value = {
    visibility: { a: false },
    order: ['b', 'a'],
    pinned: [],
    widths: { a: 120 },
    dense: true,
  }
  expect(parsePreference({ value: JSON.parse(JSON.stringify(value)) })).toEqual(value)
})

test.each([null, undefined, 'x', [], { order: 'a', widths: [1], visibility: null, pinned: 7, dense: 'yes' }])(
  'settings that make no sense are none: %j',
  (value) => {
    expect(parsePreference({ value })).toMatchObject({ visibility: {}, order: [], widths: {}, dense: false })
  },
)

test('one bad entry does not take the others with it', () => {
  const value = { order: ['a', 1], widths: { a: 5, b: 90 }, visibility: { a: 'no', b: true } }
  expect(parsePreference({ value })).toEqual({
    visibility: { b: true },
    order: ['a'],
    widths: { b: 90 },
    dense: false,
  })
})
