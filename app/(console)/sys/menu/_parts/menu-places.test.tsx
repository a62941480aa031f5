import type { MenuEntry } from '@/lib/domains/configuration/contract'
import { dropPlace, matching, movesOf, rowsOf, servedMenu, type Zone } from './menu-places'

const entry = (id: number, parentId: number | null, more: Partial<MenuEntry> = {}): MenuEntry => ({
  id,
  parentId,
  name: `菜单${id}`,
  url: `/m${id}`,
  icon: '',
  remark: '',
  roles: [],
  keepAlive: true,
  external: false,
  enabled: true,
  rowVersion: 1,
  ...more,
})
/** 1 ( 2 ( 3 ) 4 ) 5 */
const entries = [entry(1, null), entry(2, 1), entry(3, 2), entry(4, 1), entry(5, null, { url: '/reports' })]
const at = (id: number) => entries.find((one) => one.id === id) ?? entry(id, null)

test('rows stand in the order of the tree, with their level and place; a closed entry hides what is below', () => {
  expect(
    rowsOf(entries, new Set()).map((row) => [row.entry.id, row.level, row.position, row.siblings]),
  ).toEqual([
    [1, 1, 1, 2],
    [2, 2, 1, 2],
    [3, 3, 1, 1],
    [4, 2, 2, 2],
    [5, 1, 2, 2],
  ])
  expect(rowsOf(entries, new Set([2])).map((row) => row.entry.id)).toEqual([1, 2, 4, 5])
})

test('a search keeps what stands above what it found', () => {
  const ids = (text: string) => matching(entries, text).map(({ id }) => id)
  expect(ids('菜单3')).toEqual([1, 2, 3])
  expect(ids('/M4')).toEqual([1, 4])
  expect(ids('reports')).toEqual([5])
  expect(ids('  ')).toHaveLength(5)
  expect(ids('nothing')).toEqual([])
})

test('moves lead among the siblings, behind the parent, and below the one before', () => {
  expect(movesOf(entries, at(2))).toEqual({
    up: null,
    down: { parentId: 1, at: 1 },
    out: { parentId: null, at: 1 },
    in: null,
  })
  expect(movesOf(entries, at(4))).toMatchObject({ up: { parentId: 1, at: 0 }, in: { parentId: 2, at: 1 } })
  expect(movesOf(entries, at(1))).toEqual({ up: null, down: { parentId: null, at: 1 }, out: null, in: null })
})

test.each<[number, number, Zone, { parentId: number | null; at: number } | null]>([
  [5, 2, 'before', { parentId: 1, at: 0 }],
  [5, 2, 'after', { parentId: 1, at: 1 }],
  [5, 2, 'inside', { parentId: 2, at: 1 }],
  [2, 4, 'after', { parentId: 1, at: 1 }],
  [2, 4, 'before', { parentId: 1, at: 0 }],
  [2, 3, 'inside', null],
  [2, 2, 'inside', null],
  [1, 3, 'after', null],
])('%d dropped on %d, %s', (id, over, zone, place) => {
  expect(dropPlace(entries, id, at(over), zone)).toEqual(place)
})

test('the menu that is served has no disabled entries, and roles where somebody named them', () => {
  const served = servedMenu([
    entry(1, null, { roles: ['admin'] }),
    entry(2, 1),
    entry(3, 1, { enabled: false }),
  ])
  expect(served).toMatchObject([{ id: 1, meta: { roles: ['admin'] }, subMenus: [{ id: 2, meta: {} }] }])
  expect(served[0]?.subMenus).toHaveLength(1)
})
