import { auditDifferences } from './audit-difference.ts'

test('says which values changed, came and went, however deep they stand', () => {
  const before = { status: 'draft', customer: { name: '甲', mobile2: '1' }, contacts: [{ name: '乙' }] }
  const after = { status: 'wait_pre', customer: { name: '甲', gender: '1' }, contacts: [{ name: '丙' }] }
  expect(auditDifferences(before, after)).toEqual([
    { path: 'status', before: 'draft', after: 'wait_pre' },
    { path: 'customer.gender', before: null, after: '1' },
    { path: 'contacts.0.name', before: '乙', after: '丙' },
    { path: 'customer.mobile2', before: '1', after: null },
  ])
})

test.each([
  ['nothing on both sides', null, undefined],
  ['an empty value beside none', { a: '', b: null, c: [] }, {}],
  ['the same list', { roles: ['x', 'y'] }, { roles: ['x', 'y'] }],
  ['the same record in another order', { a: 1, b: false }, { b: false, a: 1 }],
])('%s is no change', (_, before, after) => {
  expect(auditDifferences(before, after)).toEqual([])
})

test('a list of plain values is one value, zero and no are values', () => {
  expect(auditDifferences({ roles: ['x'] }, { roles: ['x', 'y'], count: 0, on: false })).toEqual([
    { path: 'roles', before: 'x', after: 'x、y' },
    { path: 'count', before: null, after: '0' },
    { path: 'on', before: null, after: 'false' },
  ])
})
