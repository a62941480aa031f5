import type { ServerMenu } from '@/lib/contracts/identity'
import { leavesOf, menuFor, searchMenu } from './menu-tree'

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
  const all = menuFor(menu, ['manager', 'admin'])
  expect(labels(searchMenu(all, ' oem'))).toEqual(['OEM list'])
  expect(labels(searchMenu(all, '进件'))).toEqual(['进件列表', '进件历史'])
  expect(searchMenu(all, '列表')).toEqual([])
  expect(searchMenu(all, '')).toHaveLength(3)
})
