import { hasAll, hasAny, hasNone } from './permission-match.ts'
import { permissions, placeholderRole, roleCodes, roles, rolesOrPlaceholder } from './roles.ts'

const clerk = new Set(['entry_clerk', 'order:view', 'order:create'])

test.each([
  [['entry_clerk'], true, true, false],
  [['order:view', 'order:create'], true, true, false],
  [['entry_clerk', 'order:view'], true, true, false],
  [['order:view', 'order:void'], false, true, false],
  [['admin', 'order:void'], false, false, true],
  [['order'], false, false, true],
  [['Entry_Clerk'], false, false, true],
  [[], true, false, true],
])('%j: all %s, any %s, none %s', (listed, all, any, none) => {
  expect([hasAll(clerk, listed), hasAny(clerk, listed), hasNone(clerk, listed)]).toEqual([all, any, none])
})

test('for every role: all needs each, any needs one, none is the contrary of any', () => {
  for (const code of roleCodes) {
    const own: readonly string[] = roles[code].permissions
    const held = new Set([code, ...own])
    expect(hasAll(held, own)).toBe(true)
    expect(hasAll(held, permissions)).toBe(permissions.every((one) => own.includes(one)))
    for (const one of permissions) {
      expect(hasAny(held, [one, 'nobody'])).toBe(own.includes(one))
      expect(hasNone(held, [one])).toBe(!own.includes(one))
    }
  }
})

test('nobody is without a role: the placeholder holds nothing and is no role of the table', () => {
  expect(rolesOrPlaceholder([])).toEqual([placeholderRole])
  expect(rolesOrPlaceholder(['admin'])).toEqual(['admin'])
  expect(roleCodes).not.toContain(placeholderRole)
})
