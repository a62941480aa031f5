import fc from 'fast-check'
import {
  type Closing,
  closeAll,
  closeLeft,
  closeOthers,
  closeRight,
  closeTab,
  homeOnly,
  isClosable,
  labelTab,
  neighbourOf,
  pinTab,
  rememberClosed,
  reorderTab,
  restoreTabs,
  type Tab,
  tabKey,
  visitTab,
  withoutPeople,
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

test('one order has one key, whichever of its pages and however its address is written', () => {
  const pages = ['/create/shenfen', '/record/details', '/record/shenhe', '/mycheopeone/details']
  const written = ['orderId=7', 'orderId=7&src=%2Forder%2F7', 'src=%2Forder%2F7&orderId=7']
  const all = pages.flatMap((path) => written.map((query) => tabKey({ path, query })))
  expect(new Set(all)).toEqual(new Set(['/order/7']))
  expect(tabKey({ path: '/record/details', query: 'orderId=8' })).not.toBe('/order/7')
})

test('whom a tab is about lasts as long as its name, and is nowhere kept', () => {
  const about = labelTab(visitTab(open(), { path: '/a', query: 'orderId=7' }), '/order/7', 'K25', '李建国')
  expect(visitTab(about, { path: '/b', query: 'orderId=7' })[1]).toMatchObject({
    path: '/b',
    label: 'K25',
    person: '李建国',
  })
  expect(labelTab(about, '/order/7', 'K25')[1]).not.toHaveProperty('person')
  expect(JSON.stringify(withoutPeople(about))).not.toContain('李建国')
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
  expect(restoreTabs(JSON.parse(JSON.stringify(tabs)), home)).toEqual(tabs)
  for (const list of [null, '', 7, {}, [1, null, { path: '//evil', query: '', label: null }]]) {
    expect(restoreTabs(list, home)).toEqual(homeOnly(home))
  }
})

test('a reload takes no address outside, no endless list and no endless text', () => {
  const tab = (path: string, query = '', label: string | null = null) => ({ path, query, label })
  const outside = ['//evil', '/\\evil', 'https://evil', 'javascript:alert(1)', '/a b', `/${'a'.repeat(2001)}`]
  expect(
    restoreTabs(
      outside.map((path) => tab(path)),
      home,
    ),
  ).toEqual(homeOnly(home))
  expect(restoreTabs([tab('/a', 'x'.repeat(2001))], home)).toEqual(homeOnly(home))
  const many = Array.from({ length: 1000 }, (_, index) => tab(`/t/${index}`))
  expect(restoreTabs(many, home)).toHaveLength(50)
  const [, named] = restoreTabs([{ ...tab('/a', '', '长'.repeat(100)), extra: 1 }], home)
  expect(named).toEqual({ key: '/a', path: '/a', query: '', label: '长'.repeat(60), pinned: false })
  expect(visitTab(open(), { path: '/a', query: `name=${'n'.repeat(100)}` })[1]?.label).toHaveLength(60)
})

test('the tab of an order is said with the person that the service names; another keeps no name of anybody', () => {
  const order = { path: '/record/details', query: 'orderId=7&src=%2Forder%2F7', label: 'A7', pinned: false }
  const query = { path: '/order/query', query: '', label: 'A8', pinned: false }
  const [, ...restored] = restoreTabs([order, { ...query, person: '旧' }], home, { 7: '王测' })
  expect(restored.map(({ label, person }) => [label, person])).toEqual([
    ['A7', '王测'],
    ['A8', undefined],
  ])
})

test('a pinned tab stands behind home, has no close button and stays when many are closed', () => {
  const tabs = pinTab(pinTab(open('/a', '/b', '/c', '/d'), '/c', true), '/b', true)
  expect(keys(tabs)).toEqual([home, '/c', '/b', '/a', '/d'])
  expect(tabs.map((tab) => isClosable(tabs, tab.key))).toEqual([false, false, false, true, true])
  expect(keys(closeAll(tabs, '/a').tabs)).toEqual([home, '/c', '/b'])
  expect(keys(closeOthers(tabs, '/d', '/d').tabs)).toEqual([home, '/c', '/b', '/d'])
  expect(keys(closeLeft(tabs, '/d', '/d').tabs)).toEqual([home, '/c', '/b', '/d'])
  expect(keys(closeRight(tabs, '/c', '/d').tabs)).toEqual([home, '/c', '/b'])
  expect(keys(closeTab(tabs, '/c', home).tabs)).toEqual([home, '/b', '/a', '/d'])
  expect(keys(pinTab(tabs, '/c', false))).toEqual([home, '/b', '/c', '/a', '/d'])
  expect(pinTab(tabs, home, true)).toEqual(tabs)
  expect(visitTab(tabs, { path: '/b', query: 'page=2' })[2]).toMatchObject({ key: '/b', pinned: true })
})

test.each([
  ['/d', 3, [home, '/b', '/a', '/d', '/c']],
  ['/d', 0, [home, '/b', '/d', '/a', '/c']],
  ['/a', 99, [home, '/b', '/c', '/d', '/a']],
  ['/b', 4, [home, '/b', '/a', '/c', '/d']],
  [home, 3, [home, '/b', '/a', '/c', '/d']],
  ['/none', 1, [home, '/b', '/a', '/c', '/d']],
])('%s dragged to %d', (key, to, order) => {
  const tabs = pinTab(open('/a', '/b', '/c', '/d'), '/b', true)
  expect(keys(reorderTab(tabs, key, to))).toEqual(order)
})

test.each([
  [home, 1, '/a'],
  ['/b', 1, home],
  [home, -1, '/b'],
  ['/a', 4, '/b'],
])('from %s by %d steps', (key, steps, to) => {
  expect(neighbourOf(open('/a', '/b'), key, steps)?.key).toBe(to)
})

test('what was closed last opens first, each once, and not for ever', () => {
  const [, a, b, c] = open('/a', '/b', '/c') as [Tab, Tab, Tab, Tab]
  expect(keys(rememberClosed(rememberClosed([a, b], [c]), [a]))).toEqual(['/b', '/c', '/a'])
  const many = Array.from({ length: 30 }, (_, at) => ({ ...a, key: `/t/${at}` }))
  expect(keys(rememberClosed([], many))).toEqual(many.slice(10).map((tab) => tab.key))
})

/** Whatever is done to the tabs, in any order. */
const place = fc.constantFrom('/a', '/b', '/c', '/d', '/e', home).map((path) => ({ path, query: '' }))
const closeEverything = (tabs: readonly Tab[], _key: string, active: string) => closeAll(tabs, active)
const step = fc.oneof(
  fc.record({ do: fc.constant('visit' as const), place }),
  fc.record({ do: fc.constant('pin' as const), place, pinned: fc.boolean() }),
  fc.record({ do: fc.constant('reorder' as const), place, to: fc.integer({ min: -3, max: 9 }) }),
  fc.record({
    do: fc.constant('close' as const),
    place,
    by: fc.constantFrom(closeTab, closeOthers, closeLeft, closeRight, closeEverything),
  }),
)

test('home is first and there once, keys are unique, pinned tabs stand together', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let tabs = homeOnly(home)
      let active = home
      for (const next of steps) {
        const key = tabKey(next.place)
        if (next.do === 'visit') {
          tabs = visitTab(tabs, next.place)
          active = key
        } else if (next.do === 'pin') tabs = pinTab(tabs, key, next.pinned)
        else if (next.do === 'reorder') {
          const before = keys(tabs)
          tabs = reorderTab(tabs, key, next.to)
          expect(keys(tabs).sort()).toEqual(before.sort())
        } else if (tabs.some((tab) => tab.key === key)) {
          const closing: Closing = next.by(tabs, key, active)
          expect(closing.tabs.length + closing.closed.length).toBe(tabs.length)
          expect(closing.closed.some((tab) => tab.key === active)).toBe(closing.goTo !== null)
          tabs = closing.tabs
          active = closing.goTo?.key ?? active
        }
        expect(tabs[0]?.key).toBe(home)
        expect(new Set(keys(tabs)).size).toBe(tabs.length)
        expect(keys(tabs)).toContain(active)
        const pins = tabs.slice(1).map((tab) => tab.pinned)
        expect(pins).toEqual(pins.toSorted((a, b) => Number(b) - Number(a)))
        expect(restoreTabs(JSON.parse(JSON.stringify(tabs)), home)).toEqual(tabs)
      }
    }),
  )
})
