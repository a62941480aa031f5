import fc from 'fast-check'
import { mountedTabs } from './tab-parking.ts'

const mounted = (used: string, active: string, unsaved: [string, boolean][], limit: number) =>
  [...mountedTabs([...used], active, new Map(unsaved), limit)].sort().join('')

test.each<[string, string, string, [string, boolean][], number, string]>([
  ['the ones shown last stay', 'abcde', 'e', [], 3, 'cde'],
  ['all stay below the limit', 'abc', 'c', [], 3, 'abc'],
  ['the active one stays before it counts as used', 'abcde', 'a', [], 3, 'ade'],
  ['what only the page holds stays', 'abcde', 'e', [['a', false]], 3, 'ade'],
  ['however many there are', 'abcde', 'e', [...'abcd'].map((key) => [key, false]), 3, 'abcde'],
  ['what a draft holds may go', 'abcde', 'e', [['a', true]], 3, 'cde'],
  ['an active tab without a page is none', 'abc', 'x', [], 2, 'bc'],
])('%s', (_, used, active, unsaved, limit, expected) => {
  expect(mounted(used, active, unsaved, limit)).toBe(expected)
})

test('never more than the limit but for what would be lost, and always the active one', () => {
  const keys = fc.uniqueArray(fc.integer({ min: 0, max: 99 }).map(String), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(
      keys,
      fc.nat(),
      fc.array(fc.boolean()),
      fc.integer({ min: 1, max: 12 }),
      (used, at, flags, limit) => {
        const active = used[at % used.length] ?? ''
        const unsaved = new Map(flags.slice(0, used.length).map((kept, index) => [used[index] ?? '', kept]))
        const held = used.filter((key) => unsaved.get(key) === false)
        const result = mountedTabs(used, active, unsaved, limit)
        expect(result).toContain(active)
        for (const key of held) expect(result).toContain(key)
        expect(result.size).toBeLessThanOrEqual(Math.max(limit, held.length + 1))
        expect(result.size).toBeGreaterThanOrEqual(Math.min(limit, used.length))
      },
    ),
  )
})
