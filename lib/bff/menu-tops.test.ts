import { underTops } from './menu-tops.ts'

const leaf = { id: 11, name: '进件列表', url: '/create/index', icon: '', remark: '', meta: {}, subMenus: [] }
const group = { id: 1, name: '进件', url: '/create', icon: 'a', remark: 'x', meta: {}, subMenus: [leaf] }

test('the top call names and orders the row, the tree what is below', () => {
  const tops = [
    { id: 2, name: '首页', url: '/wel/index', icon: 'h', meta: {} },
    { id: 1, name: '进件管理', url: '/create', icon: 'b', meta: { roles: ['admin'] } },
  ]
  expect(underTops(tops, [group])).toEqual([
    { id: 2, name: '首页', url: '/wel/index', icon: 'h', remark: '', meta: {}, subMenus: [] },
    { ...group, name: '进件管理', icon: 'b', meta: { roles: ['admin'] } },
  ])
})

test('what the top call does not name is not shown', () => {
  expect(underTops([], [group])).toEqual([])
})
