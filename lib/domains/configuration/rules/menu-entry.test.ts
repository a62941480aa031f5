import {
  branchOf,
  levelOf,
  menuAddress,
  menuIcon,
  menuRemark,
  outsideAddress,
  placeProblem,
} from './menu-entry.ts'

test.each([
  '/',
  '/sys/menu',
  '/create/noInsure',
  '/a_b/c.d-1',
  'https://help.example/a?b=c',
  'HTTPS://a.example',
  'http://a.example:8080/x',
])('%s is an address', (url) => expect(menuAddress(url)).toBeNull())

test.each([
  ['', 'rules.required'],
  ['sys/menu', 'rules.menuOutside'],
  ['/sys/', 'rules.menuPath'],
  ['//evil.example', 'rules.menuPath'],
  ['/\\evil.example', 'rules.menuPath'],
  ['/a/../b', 'rules.menuPath'],
  ['/a?b=c', 'rules.menuPath'],
  ['/a b', 'rules.menuPath'],
  ['ftp://help.example/', 'rules.menuOutside'],
  ['javascript:alert(1)', 'rules.menuOutside'],
  ['https://me:secret@help.example/', 'rules.menuOutside'],
  ['https:\\\\help.example', 'rules.menuOutside'],
  [`/${'a'.repeat(300)}`, 'rules.tooLong'],
])('%s is none: %s', (url, message) => expect(menuAddress(url)).toBe(message))

test('an address outside is http or https and nothing hidden', () => {
  expect(outsideAddress('https://Help.Example:443/x')?.host).toBe('help.example')
  expect(outsideAddress('https://ok@help.example/')).toBeNull()
  expect(outsideAddress('http://ok@help.example/')).toBeNull()
  expect(outsideAddress('https://help.example/\na')).toBeNull()
})

test('references and icons are plain names', () => {
  expect([menuRemark(''), menuRemark('order/query'), menuRemark('a b')]).toEqual([
    null,
    null,
    'rules.menuRemark',
  ])
  expect([menuIcon(''), menuIcon('person-add'), menuIcon('<svg>')]).toEqual([null, null, 'rules.menuIcon'])
})

const tree = [
  { id: 1, parentId: null },
  { id: 2, parentId: 1 },
  { id: 3, parentId: 2 },
  { id: 4, parentId: 3 },
  { id: 9, parentId: null },
]

test('a branch is an entry and all below it; levels count from the top', () => {
  expect([...branchOf(tree, 2)]).toEqual([2, 3, 4])
  expect([levelOf(tree, null), levelOf(tree, 1), levelOf(tree, 4)]).toEqual([0, 1, 4])
})

test.each<[number | null, number | null, string | null]>([
  [2, 2, 'menuCycle'],
  [1, 4, 'menuCycle'],
  [2, 9, null],
  [2, null, null],
  [null, 4, null],
  [9, 4, null],
  [1, 9, null],
])('%s below %s: %s', (id, parentId, problem) => expect(placeProblem(tree, id, parentId)).toBe(problem))

test('the menu has five levels', () => {
  const deep = [...tree, { id: 5, parentId: 4 }]
  expect(placeProblem(deep, null, 5)).toBe('menuTooDeep')
  expect(placeProblem(deep, 2, 9)).toBeNull()
  expect(placeProblem(deep, 1, 9)).toBe('menuTooDeep')
})
