import { mobile, personName, tidy } from '../../../rules/fields.ts'
import type { RuleMessage } from '../../../rules/rule-message.ts'
import { type DutyMessage, dutyConflict } from '../../identity/rules/duties.ts'
import { adminPermissions } from '../../identity/rules/permission-groups.ts'
import { type DataScope, dataScopes, isDataScope } from '../../identity/rules/roles.ts'

/** Users and roles as administrators edit them: what is asked of their fields, and who may do what to whom. */

export const userStatuses = ['正常', '锁定', '停用'] as const
export type UserStatus = (typeof userStatuses)[number]

/** Hours in which a password that an administrator handed out opens the account; it is changed by the first use. */
export const oneTimeHours = 72

const accountPattern = /^[a-z][a-z0-9_]{2,31}$/
const roleCodePattern = /^[a-z][a-z0-9_]{1,31}$/
/** A role's name, in characters. */
export const roleNameLength = 20

export type StaffMessage =
  | RuleMessage
  | DutyMessage
  | 'staff.rule.account'
  | 'staff.rule.roleCode'
  | 'staff.rule.roleName'
  | 'staff.rule.noRole'
  | 'staff.rule.noScopeUnit'

/** 账号: a letter, then letters, digits and underscores, 3 to 32, lower case. */
export const account = (value: string): StaffMessage | null =>
  accountPattern.test(value) ? null : 'staff.rule.account'

/** 角色代码: as an account, from two characters up. */
export const roleCode = (value: string): StaffMessage | null =>
  roleCodePattern.test(value) ? null : 'staff.rule.roleCode'

/** 角色名称 */
export function roleName(value: string): StaffMessage | null {
  const text = tidy(value)
  return text !== '' && Array.from(text).length <= roleNameLength && !/[\p{Cc}\p{Cf}]/u.test(text)
    ? null
    : 'staff.rule.roleName'
}

export type UserValues = {
  account: string
  name: string
  /** Empty for an existing user: stays as it is. */
  mobile: string
  orgUnitId: string
  roleCodes: readonly string[]
  dataScope: string
  /** Of the data scope `custom`. */
  scopeUnitIds: readonly number[]
}

/** A role as far as it gives something to a user. */
export type GivenRole = { code: string; permissions: readonly string[] }

/** Role codes and permissions of somebody with these roles. */
export function heldWith(codes: readonly string[], roles: readonly GivenRole[]): string[] {
  return [...codes, ...roles.flatMap(({ code, permissions }) => (codes.includes(code) ? permissions : []))]
}

type Findings<V> = Partial<Record<keyof V, StaffMessage>>
const found = <V>(findings: { [K in keyof V]?: StaffMessage | null }) =>
  Object.fromEntries(Object.entries(findings).filter(([, message]) => message)) as Findings<V>

/**
 * The faults of a user, by field.
 *
 * @param isNew a new user needs a mobile
 * @param roles every role of the tenant
 */
export function userFindings(
  values: UserValues,
  isNew: boolean,
  roles: readonly GivenRole[],
): Findings<UserValues> {
  return found<UserValues>({
    account: account(values.account),
    name: personName(values.name),
    mobile: isNew || tidy(values.mobile) !== '' ? mobile(values.mobile) : null,
    orgUnitId: values.orgUnitId === '' ? 'rules.required' : null,
    roleCodes:
      values.roleCodes.length === 0 ? 'staff.rule.noRole' : dutyConflict(heldWith(values.roleCodes, roles)),
    dataScope: isDataScope(values.dataScope) ? null : 'rules.required',
    scopeUnitIds:
      values.dataScope === 'custom' && values.scopeUnitIds.length === 0 ? 'staff.rule.noScopeUnit' : null,
  })
}

export type RoleValues = {
  code: string
  name: string
  dataScope: string
  permissions: readonly string[]
}

/** The faults of a role, by field. */
export function roleFindings(values: RoleValues): Findings<RoleValues> {
  return found<RoleValues>({
    code: roleCode(values.code),
    name: roleName(values.name),
    dataScope: isDataScope(values.dataScope) ? null : 'rules.required',
    permissions: dutyConflict([values.code, ...values.permissions]),
  })
}

/** Nobody else is there to check a change of rights, those who could are stopped, or somebody does. */
export const rightsChecks = ['alone', 'stopped', 'checked'] as const
export type RightsCheck = (typeof rightsChecks)[number]
/** The rights are as they were, wait for a second person, or count at once because there is none. */
export const rightsEffects = ['none', 'waits', 'alone'] as const
export type RightsEffect = (typeof rightsEffects)[number]

/** Chosen units and a subtree are as wide: which of them stand in it is looked at unit by unit. */
const rankOf = (scope: DataScope): number => dataScopes.indexOf(scope === 'custom' ? 'org_tree' : scope)

/** True where a scope shows nothing that the other does not, given that its units lie in the other's. */
export const isWithinScope = (scope: DataScope, other: DataScope): boolean => rankOf(scope) <= rankOf(other)

/** True where a scope shows nothing that somebody does not see by this one himself. */
export const isNarrower = (scope: DataScope, than: DataScope): boolean => rankOf(scope) < rankOf(than)

/**
 * Administrators hand out what business needs without holding it themselves (domain.md 1.2); what makes an
 * administrator they give only as far as they have it.
 */
export const isAbove = (given: Iterable<string>, own: ReadonlySet<string>): boolean =>
  [...given].some((one) => (adminPermissions as readonly string[]).includes(one) && !own.has(one))

export type StaffRefusal =
  | 'staff.refusal.ownRights'
  | 'staff.refusal.ownStop'
  | 'staff.refusal.ownReset'
  | 'staff.refusal.above'
  | 'staff.refusal.stopped'
  | 'staff.refusal.notStopped'
  | 'staff.refusal.notLocked'
  | 'staff.refusal.ownRole'
  | 'staff.refusal.roleWaits'
  | 'staff.refusal.roleAbove'
  | 'staff.refusal.roleHeld'
export type StaffPermit =
  | { ok: true }
  | { ok: false; reason: StaffRefusal; params?: Readonly<Record<string, number>> }

const permitted: StaffPermit = { ok: true }
const refuse = (reason: StaffRefusal, params?: Readonly<Record<string, number>>): StaffPermit => ({
  ok: false,
  reason,
  ...(params && { params }),
})

export type UserVerb = 'edit' | 'stop' | 'start' | 'reset' | 'unlock'
export type UserFacts = {
  id: number
  status: string
  /** Cannot sign in for now: 锁定, or too many wrong passwords. */
  locked: boolean
  /** Holds something of an administrator that the caller does not. */
  above: boolean
}

/** True where somebody may do this to a user. Nobody stops or resets himself, nor touches who holds more. */
export function userPermit(verb: UserVerb, user: UserFacts, callerId: number): StaffPermit {
  if (user.above) return refuse('staff.refusal.above')
  const isOwn = user.id === callerId
  switch (verb) {
    case 'edit':
      return permitted
    case 'stop':
      if (isOwn) return refuse('staff.refusal.ownStop')
      return user.status === '停用' ? refuse('staff.refusal.stopped') : permitted
    case 'start':
      return user.status === '停用' ? permitted : refuse('staff.refusal.notStopped')
    case 'reset':
      return isOwn ? refuse('staff.refusal.ownReset') : permitted
    case 'unlock':
      return user.locked ? permitted : refuse('staff.refusal.notLocked')
  }
}

export type RoleVerb = 'rights' | 'remove'
export type RoleFacts = {
  /** One of the caller's own. */
  own: boolean
  above: boolean
  /** A change of what it gives waits for a second person. */
  checking?: boolean
  /** Users who have it. */
  holders: number
}

/** True where somebody may change what a role gives, or delete it. Nobody changes what he holds himself. */
export function rolePermit(verb: RoleVerb, role: RoleFacts): StaffPermit {
  if (role.above) return refuse('staff.refusal.roleAbove')
  if (role.own) return refuse('staff.refusal.ownRole')
  if (role.checking) return refuse('staff.refusal.roleWaits')
  return verb === 'remove' && role.holders > 0
    ? refuse('staff.refusal.roleHeld', { count: role.holders })
    : permitted
}
