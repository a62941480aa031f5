import { kindsBelow, moveAsked, standsBelow, type UnitFacts, unitPermit } from './unit.ts'

const unit = (facts: Partial<UnitFacts> = {}): UnitFacts => ({
  kind: 'dept',
  status: '启用',
  below: 0,
  users: 0,
  orders: 0,
  place: false,
  ...facts,
})

test('the tree is headquarters, regions, branches, shops; departments stand everywhere but below a shop', () => {
  expect(kindsBelow('hq')).toEqual(['region', 'dept'])
  expect(kindsBelow('region')).toEqual(['dept'])
  expect(kindsBelow('shop')).toEqual([])
  expect([standsBelow('branch', 'region'), standsBelow('region', 'branch')]).toEqual([true, false])
})

test.each([
  ['stop', unit(), undefined],
  ['stop', unit({ kind: 'hq' }), 'units.refusals.top'],
  ['stop', unit({ below: 1, users: 2 }), 'units.refusals.below'],
  ['stop', unit({ kind: 'shop', orders: 3, place: true }), 'units.refusals.orders'],
  ['stop', unit({ kind: 'shop', place: true, users: 1 }), 'units.refusals.place'],
  ['stop', unit({ users: 1 }), 'units.refusals.users'],
  ['stop', unit({ status: '停用' }), 'units.refusals.isStopped'],
  ['start', unit({ status: '停用' }), undefined],
  ['start', unit(), 'units.refusals.inUse'],
  ['rename', unit({ kind: 'branch' }), 'units.refusals.ofPlace'],
  ['rename', unit({ users: 9 }), undefined],
  ['move', unit({ kind: 'shop' }), 'units.refusals.shopStays'],
  ['move', unit({ kind: 'branch', users: 9, place: true }), undefined],
  ['add', unit({ kind: 'shop' }), 'units.refusals.nothingBelow'],
] as const)('%s %o: %s', (verb, facts, reason) => {
  const permit = unitPermit(verb, facts)
  expect(permit.ok ? undefined : permit.reason).toBe(reason)
})

test('a second move is not asked for while one waits', () => {
  expect(moveAsked({ ...unit(), moving: false })).toEqual({ ok: true })
  expect(moveAsked({ ...unit(), moving: true })).toMatchObject({ reason: 'units.refusals.moving' })
})
