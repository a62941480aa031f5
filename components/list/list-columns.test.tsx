import { arrange, moved, place, placedAt, widthWithin } from './list-columns'
import { parsePreference } from './list-preference'

const column = (id: string, hidden = false) => ({ id, width: 100, hidden, pinned: id === 'e' })
const columns = new Map(['a', 'b', 'c', 'd'].map((id) => [id, column(id, id === 'd')]))
const arranged = (value: object) => arrange(columns, parsePreference({ value }))
const ids = (some: readonly { id: string }[]) => some.map(({ id }) => id).join('')

test('without a choice the list decides: its order, its hidden columns, the first one pinned', () => {
  const all = arranged({})
  expect(ids(all)).toBe('abcd')
  expect(ids(all.filter(({ visible }) => visible))).toBe('abc')
  expect(ids(all.filter(({ pinned }) => pinned))).toBe('a')
})

test("the user's order, visibility, pins and widths count; columns that are gone or newer do no harm", () => {
  const all = arranged({
    order: ['c', 'gone', 'a'],
    visibility: { a: false, d: true, gone: true },
    pinned: ['b', 'gone'],
    widths: { c: 250 },
  })
  expect(ids(all)).toBe('cabd')
  expect(all.map(({ visible }) => visible)).toEqual([true, false, true, true])
  expect(ids(all.filter(({ pinned }) => pinned))).toBe('b')
  expect(all.map(({ width }) => width)).toEqual([250, 100, 100, 100])
})

test('nothing is pinned when the user took the last pin away', () => {
  expect(arranged({ pinned: [] }).some(({ pinned }) => pinned)).toBe(false)
})

test('pinned columns stand left of the others, each behind the one before it', () => {
  const shown = place(arranged({ pinned: ['c', 'a'], widths: { a: 80 } }))
  expect(ids(shown)).toBe('acb')
  expect(shown.map(({ at }) => at)).toEqual([0, 80, undefined])
})

test('a hidden column takes no place', () => {
  const shown = place(arranged({ pinned: ['a', 'b'], visibility: { a: false } }))
  expect(ids(shown)).toBe('bc')
  expect(shown[0]?.at).toBe(0)
})

test('a column moves by places and not past the ends', () => {
  expect(moved(['a', 'b', 'c'], 'a', 1).join('')).toBe('bac')
  expect(moved(['a', 'b', 'c'], 'c', -1).join('')).toBe('acb')
  expect(moved(['a', 'b', 'c'], 'a', -1).join('')).toBe('abc')
  expect(moved(['a', 'b', 'c'], 'c', 1).join('')).toBe('abc')
})

test('a column dragged onto another gets its place', () => {
  expect(placedAt(['a', 'b', 'c', 'd'], 'a', 'c').join('')).toBe('bcad')
  expect(placedAt(['a', 'b', 'c', 'd'], 'd', 'b').join('')).toBe('adbc')
})

test('the list may pin more than the first column, until the user has chosen', () => {
  const more = new Map([...columns, ['e', column('e')]])
  const pinnedOf = (value: object) =>
    ids(arrange(more, parsePreference({ value })).filter(({ pinned }) => pinned))
  expect(pinnedOf({})).toBe('ae')
  expect(pinnedOf({ pinned: ['b'] })).toBe('b')
  expect(place(arrange(more, parsePreference({ value: {} }))).map(({ edge }) => edge)).toEqual([
    false,
    true,
    undefined,
    undefined,
  ])
})

test.each([
  [20, 60],
  [60.4, 60],
  [120, 120],
  [2000, 800],
])('a width of %d px becomes %d px', (asked, given) => expect(widthWithin(asked)).toBe(given))
