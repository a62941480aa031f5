import { identity, type ServerMenu } from '../domains/identity/contract.ts'
import { firstBelow, menuEntryAt, menuEntryOf } from './menu-entry.ts'
import { readForPage } from './page-session.ts'

jest.mock('./page-session.ts', () => ({ readForPage: jest.fn() }))
const mockCall = jest.mocked(readForPage)

const entry = (id: number, url: string, subMenus: ServerMenu[] = [], roles?: string[]): ServerMenu => ({
  id,
  name: `菜单${id}`,
  url,
  icon: '',
  remark: '',
  meta: roles ? { roles } : {},
  subMenus,
})
const menus = [
  entry(1, '/a', [entry(2, 'https://help.example'), entry(3, '/a/b'), entry(4, '/a/c', [], ['admin'])]),
  entry(5, '/d', [entry(6, '/d/e', [], ['clerk'])], ['admin']),
]

beforeEach(() => {
  mockCall.mockImplementation(async (endpoint) =>
    endpoint.path === identity.menus.path ? menus : { roles: ['clerk'], permissions: [] },
  )
})

test.each([
  ['1', 1],
  ['3', 3],
  ['4', undefined],
  ['6', undefined],
  ['03', undefined],
  ['', undefined],
  ['constructor', undefined],
])('id %j', async (id, found) => expect((await menuEntryOf(id))?.id).toBe(found))

test.each([
  ['/a', 1],
  ['/a/b', 3],
  ['/a/b/index', 3],
  ['/a/c', undefined],
  ['/d/e', undefined],
  ['/a/b/', undefined],
  ['https://help.example', 2],
])('path %j', async (path, found) => expect((await menuEntryAt(path))?.id).toBe(found))

test('a group leads to its first entry that is a page of the console', async () => {
  const group = await menuEntryOf('1')
  expect(group && firstBelow(group)?.url).toBe('/a/b')
  expect(firstBelow(entry(9, '/x'))).toBeUndefined()
})
