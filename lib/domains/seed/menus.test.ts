import { routes } from '../../routes.ts'
import { screenKeys, screens } from '../../screens.ts'
import { type MenuSeed, menuTree } from './menus.ts'

const allOf = (entries: readonly MenuSeed[]): MenuSeed[] =>
  entries.flatMap((entry) => [entry, ...allOf(entry.below ?? [])])

test('the menu has every screen that has a place in it, once', () => {
  const leaves = allOf(menuTree).filter(({ below }) => below === undefined)
  const placed = screenKeys.filter((key) => screens[key].menu).map((key) => routes[key].path)
  expect(leaves.map(({ url }) => url).sort()).toEqual(placed.sort())
  expect(placed).toContain('/sys/user')
})

test('a group shows to whoever sees an entry of it, and to everybody where everybody does', () => {
  for (const { url, below = [], for: seen } of allOf(menuTree)) {
    const wanted = below.map((entry) => entry.for)
    const missing = seen && wanted.filter((one) => !one?.every((permission) => seen.includes(permission)))
    expect([url, missing ?? []]).toEqual([url, []])
  }
})
