import {
  closeAll,
  closeLeft,
  closeOthers,
  closeRight,
  closeTab,
  homeOnly,
  isClosable,
  labelTab,
  restoreTabs,
  type Tab,
  tabKey,
  visitTab,
} from './tabs.ts'

const home = '/wel/index'
const open = (...paths: string[]) =>
  paths.reduce<Tab[]>((tabs, path) => visitTab(tabs, { path, query: '' }), homeOnly(home))
const keys = (tabs: readonly Tab[]) => tabs.map((tab) => tab.key)

test('the key is the path or the src query', () => {
  expect(tabKey({ path: '/a', query: 'x=1' })).toBe('/a')
  expect(tabKey({ path: '/a/', query: '' })).toBe('/a')
  expect(tabKey({ path: '/a', query: 'src=%2Fa%2F7' })).toBe('/a/7')
})

test('a visit adds a tab once and follows its address', () => {
  const tabs = visitTab(visitTab(open('/a', '/b'), { path: '/a', query: 'page=2' }), {
    path: '/b',
    query: '',
  })
  expect(keys(tabs)).toEqual([home, '/a', '/b'])
  expect(tabs[1]?.query).toBe('page=2')
})

test('the label is the name query; a screen may give another, which lasts as long as the address', () => {
  const named = visitTab(open(), { path: '/a', query: 'name=K25' })
  expect(named[1]?.label).toBe('K25')
  const called = labelTab(open('/a'), '/a', '录单 K25')
  expect(visitTab(called, { path: '/a', query: '' })[1]?.label).toBe('录单 K25')
  expect(visitTab(called, { path: '/a', query: 'id=2' })[1]?.label).toBeNull()
})

test('closing the active tab goes to the one before it, closing another goes nowhere', () => {
  const tabs = open('/a', '/b')
  expect(closeTab(tabs, '/b', '/b')).toMatchObject({ goTo: { key: '/a' } })
  expect(closeTab(tabs, '/a', '/b').goTo).toBeNull()
  expect(keys(closeTab(tabs, '/a', '/b').tabs)).toEqual([home, '/b'])
})

test('home is always kept', () => {
  const tabs = open('/a')
  expect(keys(closeTab(tabs, home, home).tabs)).toEqual([home, '/a'])
  expect(isClosable(tabs, home)).toBe(false)
  expect(isClosable(tabs, '/a')).toBe(true)
  expect(isClosable(open(), home)).toBe(false)
})

test('others, left, right and all', () => {
  const tabs = open('/a', '/b', '/c')
  expect(keys(closeOthers(tabs, '/b', '/b').tabs)).toEqual([home, '/b'])
  expect(closeOthers(tabs, '/b', '/c').goTo?.key).toBe('/b')
  expect(keys(closeLeft(tabs, '/b', '/b').tabs)).toEqual([home, '/b', '/c'])
  expect(closeLeft(tabs, '/b', '/a').goTo?.key).toBe('/b')
  expect(keys(closeRight(tabs, '/b', '/b').tabs)).toEqual([home, '/a', '/b'])
  expect(closeRight(tabs, '/b', home).goTo).toBeNull()
  expect(keys(closeAll(tabs, '/b').tabs)).toEqual([home])
  expect(closeAll(tabs, '/b').goTo?.key).toBe(home)
  expect(keys(closeAll(tabs, '/b').closed)).toEqual(['/a', '/b', '/c'])
})

test('a reload finds its tabs, and nothing that is none', () => {
  const tabs = visitTab(open('/a'), { path: '/b', query: 'page=3' })
  expect(restoreTabs(JSON.stringify(tabs), home)).toEqual(tabs)
  for (const text of [null, '', 'x', '{}', '[1,null,{"path":"//evil","query":"","label":null}]']) {
    expect(restoreTabs(text, home)).toEqual(homeOnly(home))
  }
})

test('a reload takes no address outside, no endless list and no endless text', () => {
  const tab = (path: string, query = '', label: string | null = null) => ({ path, query, label })
  const outside = ['//evil', '/\\evil', 'https://evil', 'javascript:alert(1)', '/a b', `/${'a'.repeat(2001)}`]
  expect(restoreTabs(JSON.stringify(outside.map((path) => tab(path))), home)).toEqual(homeOnly(home))
  expect(restoreTabs(JSON.stringify([tab('/a', 'x'.repeat(2001))]), home)).toEqual(homeOnly(home))
  const many = Array.from({ length: 1000 }, (_, index) => tab(`/t/${index}`))
  expect(restoreTabs(JSON.stringify(many), home)).toHaveLength(50)
  const [, named] = restoreTabs(JSON.stringify([{ ...tab('/a', '', '长'.repeat(100)), extra: 1 }]), home)
  expect(named).toEqual({ key: '/a', path: '/a', query: '', label: '长'.repeat(60) })
  expect(visitTab(open(), { path: '/a', query: `name=${'n'.repeat(100)}` })[1]?.label).toHaveLength(60)
})
