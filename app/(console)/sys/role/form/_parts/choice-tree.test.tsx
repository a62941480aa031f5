import { found, leavesOf, type Node, stateOf, toggled, treeOf } from './choice-tree'

const tree = treeOf([
  { id: 1, parentId: null, label: '业务' },
  { id: 2, parentId: 1, label: '首页', always: true },
  { id: 3, parentId: 1, label: '进件' },
  { id: 4, parentId: 3, label: '进件列表' },
  { id: 5, parentId: 3, label: '历史', note: 'history' },
  { id: 6, parentId: null, label: '系统' },
  { id: 7, parentId: 6, label: '用户' },
  { id: 8, parentId: 99, label: '无主' },
])
const at = (id: number, nodes: readonly Node<number>[] = tree): Node<number> | undefined =>
  nodes.find((node) => node.id === id) ?? nodes.map((node) => at(id, node.below)).find(Boolean)
const node = (id: number) => {
  const one = at(id)
  if (!one) throw new Error(`no ${id}`)
  return one
}
const after = (chosen: number[], id: number, on: boolean) => [...toggled(tree, new Set(chosen), node(id), on)]

test('what has no parent is left out, and leaves are what has nothing below', () => {
  expect(tree.map(({ id }) => id)).toEqual([1, 6])
  expect(leavesOf(node(1)).map(({ id }) => id)).toEqual([2, 4, 5])
  expect(node(4).depth).toBe(2)
})

test('a leaf brings what is above it, and takes it away as the last one', () => {
  expect(after([], 4, true).sort()).toEqual([1, 3, 4])
  expect(after([1, 3, 4, 5], 5, false).sort()).toEqual([1, 3, 4])
  expect(after([1, 3, 4], 4, false)).toEqual([])
})

test('a node switches all below it, but not what is always there', () => {
  expect(after([], 1, true).sort()).toEqual([1, 3, 4, 5])
  expect(after([1, 3, 4, 5, 6, 7], 1, false).sort()).toEqual([6, 7])
})

test('a node is chosen wholly, partly or not', () => {
  expect(stateOf(node(1), new Set([4]))).toBe('some')
  expect(stateOf(node(1), new Set([4, 5]))).toBe('all')
  expect(stateOf(node(1), new Set())).toBe('none')
})

test('a search keeps the way to what it finds', () => {
  expect(found(tree, 'HIST').map((one) => leavesOf(one).map(({ id }) => id))).toEqual([[5]])
  expect(
    found(tree, '进件')
      .flatMap(leavesOf)
      .map(({ id }) => id),
  ).toEqual([4, 5])
  expect(found(tree, '没有')).toEqual([])
  expect(found(tree, ' ')).toEqual(tree)
})
