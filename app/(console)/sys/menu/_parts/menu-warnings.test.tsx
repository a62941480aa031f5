import type { MenuEntry } from '@/lib/domains/configuration/contract'
import { hostAllowed, isMenuPage, warningsOf } from './menu-warnings'

const above = (more: Partial<MenuEntry>): MenuEntry => ({
  id: 1,
  parentId: null,
  name: '组',
  url: '/group',
  icon: '',
  remark: '',
  roles: [],
  keepAlive: true,
  external: false,
  enabled: true,
  rowVersion: 1,
  ...more,
})

test.each<[string, string, string[]]>([
  ['/order/query', '', []],
  ['/order/query', 'order/query', ['configuration.warnRemarkUnused']],
  ['/own/orders', 'order/query', []],
  ['/own/orders', '/order/query/', []],
  ['/own/orders', '', ['configuration.warnNoPage']],
  ['/own/orders', 'no/such', ['configuration.warnRemarkUnknown']],
  ['/hzhc/report', '', ['configuration.warnNotBuilt']],
  ['https://help.example/', '', []],
  ['/', '', ['configuration.warnSkipped']],
])('%s with %j: %j', (url, remark, keys) => {
  const found = warningsOf({ url, remark, roles: [] }, { above: [], hasChildren: false })
  expect(found.map(({ key }) => key)).toEqual(keys)
})

test('an entry with others below it is a group', () => {
  const found = warningsOf({ url: '/own', remark: '', roles: [] }, { above: [], hasChildren: true })
  expect(found).toEqual([{ key: 'configuration.warnGroup' }])
})

test('what stands above decides too: its state, and its roles', () => {
  const judged = { url: '/order/query', remark: '', roles: ['cashier', 'admin'] }
  const parents = [above({ roles: ['admin'] }), above({ id: 2, enabled: false })]
  expect(warningsOf(judged, { above: parents, hasChildren: false })).toEqual([
    { key: 'configuration.warnParentDisabled' },
    { key: 'configuration.warnRoles', params: { roles: 'cashier' } },
  ])
})

test('hosts outside are those of the tenant, in one spelling', () => {
  const hosts = ['help.example', 'a.example:8443']
  for (const url of ['https://Help.example/x', 'https://help.example.', 'https://a.example:8443', '/own']) {
    expect([url, hostAllowed(url, hosts)]).toEqual([url, true])
  }
  for (const url of ['https://evil.example', 'https://a.example/', 'https://help.example.evil.example/']) {
    expect([url, hostAllowed(url, hosts)]).toEqual([url, false])
  }
})

test('only a page that no route has is kept as the menu says', () => {
  expect([isMenuPage('/own/orders'), isMenuPage('/order/query')]).toEqual([true, false])
})
