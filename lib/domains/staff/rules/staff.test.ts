import {
  isAbove,
  isNarrower,
  isWithinScope,
  roleFindings,
  rolePermit,
  type UserVerb,
  userFindings,
  userPermit,
} from './staff.ts'

const roles = [
  { code: 'cashier', permissions: ['release:make'] },
  { code: 'finance_checker', permissions: ['release:check'] },
]
const user = {
  account: 'chen_jing',
  name: '陈静',
  mobile: '12000000017',
  orgUnitId: '7',
  roleCodes: ['cashier'],
  dataScope: 'all',
  scopeUnitIds: [],
}

test('a user as it should be has nothing wrong', () => {
  expect(userFindings(user, true, roles)).toEqual({})
  expect(userFindings({ ...user, mobile: '' }, false, roles)).toEqual({})
})

test.each([
  ['account', 'Chen', 'staff.rule.account'],
  ['account', '1chen', 'staff.rule.account'],
  ['account', 'cj', 'staff.rule.account'],
  ['account', 'a'.repeat(33), 'staff.rule.account'],
  ['name', '', 'rules.personName'],
  ['name', 'A', 'rules.personName'],
  ['mobile', '', 'rules.mobileRequired'],
  ['mobile', '120', 'rules.mobile'],
  ['orgUnitId', '', 'rules.required'],
  ['roleCodes', [], 'staff.rule.noRole'],
  ['roleCodes', ['cashier', 'finance_checker'], 'staff.duty.makerChecker'],
  ['dataScope', '', 'rules.required'],
])('%s %j of a new user: %s', (field, value, message) => {
  expect(userFindings({ ...user, [field]: value }, true, roles)).toMatchObject({ [field]: message })
})

test('a role breaks no duty, and has a code and a name', () => {
  const role = { code: 'desk', name: '柜台', dataScope: 'self', permissions: ['release:make'] }
  expect(roleFindings(role)).toEqual({})
  expect(
    roleFindings({ code: 'D', name: ' ', dataScope: 'x', permissions: ['release:make', 'release:check'] }),
  ).toEqual({
    code: 'staff.rule.roleCode',
    name: 'staff.rule.roleName',
    dataScope: 'rules.required',
    permissions: 'staff.duty.makerChecker',
  })
})

test('scopes are ordered, and only what makes an administrator is above', () => {
  expect(isWithinScope('dept', 'org_tree')).toBe(true)
  expect(isWithinScope('all', 'org_tree')).toBe(false)
  expect([isWithinScope('custom', 'dept'), isWithinScope('custom', 'org_tree')]).toEqual([false, true])
  expect([isNarrower('custom', 'all'), isNarrower('custom', 'org_tree')]).toEqual([true, false])
  expect(isAbove(['order:entry'], new Set())).toBe(false)
  expect(isAbove(['sys:user:save'], new Set(['sys:user:list']))).toBe(true)
  expect(isAbove(['sys:user:save'], new Set(['sys:user:save']))).toBe(false)
})

const normal = { id: 7, status: '正常', locked: false, above: false }
test.each<[UserVerb, object, number, string | null]>([
  ['edit', {}, 7, null],
  ['edit', { above: true }, 1, 'staff.refusal.above'],
  ['stop', {}, 1, null],
  ['stop', {}, 7, 'staff.refusal.ownStop'],
  ['stop', { status: '停用' }, 1, 'staff.refusal.stopped'],
  ['start', { status: '停用' }, 1, null],
  ['start', {}, 1, 'staff.refusal.notStopped'],
  ['reset', {}, 1, null],
  ['reset', {}, 7, 'staff.refusal.ownReset'],
  ['reset', { above: true }, 1, 'staff.refusal.above'],
  ['unlock', { locked: true }, 1, null],
  ['unlock', {}, 1, 'staff.refusal.notLocked'],
])('%s of %j by %i: %s', (verb, facts, caller, reason) => {
  const permit = userPermit(verb, { ...normal, ...facts }, caller)
  expect(permit.ok ? null : permit.reason).toBe(reason)
})

test('nobody changes a role that he has, or one that gives more; a role in use stays', () => {
  const role = { own: false, above: false, holders: 0 }
  expect(rolePermit('remove', role)).toEqual({ ok: true })
  expect(rolePermit('rights', { ...role, holders: 3 })).toEqual({ ok: true })
  expect(rolePermit('remove', { ...role, holders: 3 })).toEqual({
    ok: false,
    reason: 'staff.refusal.roleHeld',
    params: { count: 3 },
  })
  expect(rolePermit('rights', { ...role, own: true })).toMatchObject({ reason: 'staff.refusal.ownRole' })
  expect(rolePermit('rights', { ...role, above: true })).toMatchObject({ reason: 'staff.refusal.roleAbove' })
})
