import type { ServerMenu } from '@/lib/domains/identity/contract'
import { leavesOf, menuFor, searchMenu, topOf } from './menu-tree'

let nextId = 1
const entry = (name: string, url: string, more: Partial<ServerMenu> = {}): ServerMenu => ({
  id: nextId++,
  name,
  url,
  icon: '',
  remark: '',
  meta: {},
  subMenus: [],
  ...more,
})
const menu = [
  entry('根', '/'),
  entry('进件', '/create', {
    subMenus: [
      entry('进件列表', '/create/index'),
      entry('进件历史', '/create/history', { meta: { roles: ['manager'] } }),
    ],
  }),
  entry('管理', '/admin', { subMenus: [entry('OEM list', '/api/index', { meta: { roles: ['admin'] } })] }),
]
const labels = (nodes: { label: string }[]) => nodes.map(({ label }) => label)

test('url / is skipped, meta.roles asks for any of the roles, an empty group is none', () => {
  const clerk = menuFor(menu, ['clerk'])
  expect(labels(clerk)).toEqual(['进件'])
  expect(labels(leavesOf(clerk))).toEqual(['进件列表'])
  expect(labels(leavesOf(menuFor(menu, ['clerk', 'manager', 'admin'])))).toEqual([
    '进件列表',
    '进件历史',
    'OEM list',
  ])
})

test('search goes by label prefix over all levels, case-insensitive; an empty text lists all', () => {
  const all = leavesOf(menuFor(menu, ['manager', 'admin']))
  expect(labels(searchMenu(all, ' oem'))).toEqual(['OEM list'])
  expect(labels(searchMenu(all, '进件'))).toEqual(['进件列表', '进件历史'])
  expect(searchMenu(all, '列表')).toEqual([])
  expect(searchMenu(all, '')).toHaveLength(3)
})

test('pinyin and initials are found behind labels that begin with the text', () => {
  const all = leavesOf(
    menuFor(
      [
        entry('进件列表', '/a', { pinyin: 'jinjianliebiao jjlb' }),
        entry('客户进件', '/b', { pinyin: 'kehujinjian khjj' }),
        entry('JJ 报表', '/c', { pinyin: 'jjbaobiao jjbb' }),
      ],
      [],
    ),
  )
  expect(labels(searchMenu(all, 'jinj'))).toEqual(['进件列表'])
  expect(labels(searchMenu(all, 'jj'))).toEqual(['JJ 报表', '进件列表'])
  expect(labels(searchMenu(all, 'jin jian'))).toEqual(['进件列表'])
  expect(searchMenu(all, 'liebiao')).toEqual([])
})

test('an address outside leads to the frame, known by the entry alone', () => {
  const [node] = menuFor([entry('手册', 'HTTPS://help.example/a?b=c', { id: 77 })], [])
  expect(node?.path).toBe('/myiframe/77')
})

test('a page below an entry or beside it, as a record beside its list, belongs to its top entry; another page to none', () => {
  const tops = menuFor(menu, ['admin'])
  expect(topOf(tops, '/create/index')?.label).toBe('进件')
  expect(topOf(tops, '/api/index/form')?.label).toBe('管理')
  expect(topOf(tops, '/create/details')?.label).toBe('进件')
  expect(topOf(tops, '/apis/details')).toBeUndefined()
  expect(topOf(tops, '/details')).toBeUndefined()
})
