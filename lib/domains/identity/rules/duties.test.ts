import { type ChangeKind, changeKinds, changeRules } from '../../../platform/changes/rules/pending-change.ts'
import { conditionMeeters } from '../../orders/rules/risk-approval.ts'
import { dutyConflict } from './duties.ts'
import { milestones } from './milestones.ts'
import { adminPermissions, permissionGroups, permissionsIn } from './permission-groups.ts'
import { type Permission, permissions, permissionsOf, roleCodes } from './roles.ts'

const heldBy = (...codes: string[]) => [...codes, ...permissionsOf(codes)]

test.each(roleCodes)('the role %s breaks no duty by itself', (code) => {
  expect(dutyConflict(heldBy(code))).toBeNull()
})

test.each([
  ['entry_clerk', 'pre_reviewer', 'staff.duty.entryReview'],
  ['shop_user', 'first_reviewer', 'staff.duty.entryReview'],
  ['entry_clerk', 'risk_officer', 'staff.duty.entryReview'],
  ['first_reviewer', 'risk_officer', 'staff.duty.firstRisk'],
  ['channel_mgr', 'pre_reviewer', 'staff.duty.channelReview'],
  ['risk_manager', 'cashier', 'staff.duty.riskRelease'],
  ['risk_officer', 'finance_checker', 'staff.duty.riskRelease'],
  ['contract_clerk', 'entry_clerk', 'staff.duty.contractTerms'],
  ['cashier', 'finance_checker', 'staff.duty.makerChecker'],
  ['entry_clerk', 'finance_checker', 'staff.duty.entryMoney'],
  ['channel_mgr', 'finance_checker', 'staff.duty.channelMoney'],
  ['contract_clerk', 'cashier', 'staff.duty.contractMoney'],
  ['capital_mgr', 'cashier', 'staff.duty.capitalMoney'],
  ['capital_mgr', 'finance_checker', 'staff.duty.makerChecker'],
  ['material_clerk', 'finance_checker', 'staff.duty.materialMoney'],
  ['shop_user', 'entry_clerk', 'staff.duty.shopInternal'],
  ['admin', 'entry_clerk', 'staff.duty.adminBusiness'],
  ['admin', 'capital_mgr', 'staff.duty.adminBusiness'],
])('%s with %s: %s', (one, other, message) => {
  expect(dutyConflict(heldBy(one, other))).toBe(message)
})

test.each([
  ['pre_reviewer', 'first_reviewer'],
  ['risk_officer', 'risk_manager'],
  ['collector', 'collect_manager'],
  ['cashier', 'archivist'],
  ['admin', 'report_viewer'],
])('%s with %s is one person’s work; orders judge the rest one by one', (one, other) => {
  expect(dutyConflict(heldBy(one, other))).toBeNull()
})

// Administrators are peers who check each other, and none his own.
const ofPeers: readonly ChangeKind[] = ['role', 'userRights', 'unitMove']
test.each(changeKinds.filter((kind) => !ofPeers.includes(kind)))(
  'whoever makes a change of kind %s never checks it',
  (kind) => {
    const { make, check } = changeRules[kind]
    expect(dutyConflict([make, check])).toBe('staff.duty.makerChecker')
  },
)

test.each(['shop_user', 'channel_mgr', 'entry_clerk'])(
  '%s, who profits from a release, never says that what it waits for is done',
  (side) => {
    const says: Permission[] = [...Object.values(milestones).map(({ clears }) => clears), ...conditionMeeters]
    expect(permissionsOf([side]).filter((one) => says.includes(one))).toEqual([])
    for (const one of says) expect([one, dutyConflict([...heldBy(side), one])]).not.toEqual([one, null])
  },
)

test('a role of the tenant’s own is judged by what it gives, not by its name', () => {
  expect(dutyConflict(['desk', 'release:make', 'release:check'])).toBe('staff.duty.makerChecker')
})

test('every permission is in one group, and those of 系统管理 make an administrator', () => {
  const grouped = permissionGroups.flatMap(permissionsIn)
  expect([...grouped].sort()).toEqual([...permissions].sort())
  expect(adminPermissions).toEqual(
    expect.arrayContaining(['sys:user:save', 'menu:manage', 'sys:tenant:save']),
  )
  expect(adminPermissions).not.toContain('order:view')
})
