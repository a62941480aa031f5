import * as z from 'zod'
import { read, write } from '../../platform/contract/endpoint.ts'
import { done, fileInput, flag, id, json, line, listInput, page } from '../../platform/contract/wire.ts'
import { cleanMobile, cleanName } from '../../rules/clean-value.ts'
import { dataScopes } from '../identity/rules/roles.ts'
import { rightsChecks, rightsEffects, userStatuses } from './rules/staff.ts'

const dataScope = z.enum(dataScopes)
const codes = z.array(line().max(40)).max(200)

const userRow = z.object({
  id: z.number().int(),
  rowVersion: z.number().int(),
  account: z.string(),
  name: z.string(),
  /** Masked. */
  mobile: z.string(),
  orgUnitId: z.number().int(),
  orgName: z.string(),
  roleCodes: z.array(z.string()),
  roleNames: z.array(z.string()),
  dataScope,
  /** Of the data scope `custom`, each with all below it. */
  scopeUnits: z.array(z.object({ id: z.number().int(), name: z.string() })),
  status: z.enum(userStatuses),
  /** Cannot sign in for now: 锁定, or too many wrong passwords. */
  locked: z.boolean(),
  /** The password is one that an administrator handed out and nobody has changed yet. */
  oneTime: z.boolean(),
  /** Holds something of an administrator that the caller does not. */
  above: z.boolean(),
  /** A change of roles, data scope or unit waits for a second person. */
  checking: z.boolean(),
  lastLoginAt: z.string().nullable(),
  createdAt: z.string(),
})
export type UserRow = z.output<typeof userRow>

const usersInput = z.object({
  ...listInput('account:asc', 'createdAt', 'lastLoginAt'),
  role: z.string().max(40).optional(),
  /** The unit and all below it. */
  orgUnitId: id().optional(),
  state: z.enum(['normal', 'locked', 'stopped']).optional(),
})

/** The values that are edited of a user. Rules: `userFindings`. */
const userValues = {
  name: line(cleanName).max(60),
  /** Empty for an existing user: stays as it is. */
  mobile: line(cleanMobile).max(20).default(''),
  orgUnitId: id(),
  roleCodes: json(codes),
  dataScope,
  /** Of the data scope `custom` alone. */
  scopeUnitIds: json(z.array(z.number().int().positive()).max(200)).default([]),
}

/** Read once: only its slow hash is kept. It opens the account until `until`, and is changed by the first use. */
const oneTimePassword = z.object({ password: z.string(), until: z.string() })

const roleRow = z.object({
  id: z.number().int(),
  rowVersion: z.number().int(),
  code: z.string(),
  name: z.string(),
  dataScope,
  permissionCount: z.number().int(),
  holders: z.number().int(),
  /** The caller has it. */
  own: z.boolean(),
  /** Gives something of an administrator that the caller does not hold. */
  above: z.boolean(),
  /** A change of what it gives waits for a second person. */
  checking: z.boolean(),
  updatedAt: z.string(),
})
export type RoleRow = z.output<typeof roleRow>

const menuChoice = z.object({
  id: z.number().int(),
  parentId: z.number().int().nullable(),
  name: z.string(),
  /** Shown whatever the role is. */
  everybody: z.boolean(),
})
export type MenuChoice = z.output<typeof menuChoice>

const roleDetail = roleRow.extend({
  permissions: z.array(z.string()),
  /** Entries that show to this role among others. */
  menuIds: z.array(z.number().int()),
  /** The first hundred. */
  heldBy: z.array(
    z.object({ id: z.number().int(), name: z.string(), account: z.string(), orgName: z.string() }),
  ),
})
export type RoleDetail = z.output<typeof roleDetail>

const choices = z.object({
  /** The units in the caller's reach, each behind its parent. */
  units: z.array(
    z.object({ id: z.number().int(), name: z.string(), kind: z.string(), depth: z.number().int() }),
  ),
  roles: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      /** The data scope that a new holder is offered. */
      dataScope,
      permissions: z.array(z.string()),
      above: z.boolean(),
    }),
  ),
  /** The widest scope the caller may give. */
  widest: dataScope,
  /** Says whether a change by the caller waits for a second administrator. */
  check: z.enum(rightsChecks),
})
const effect = z.enum(rightsEffects)
export type StaffChoices = z.output<typeof choices>

/** 用户管理 and 角色权限. A user is in reach when the caller's data scope has the unit. */
export const staff = {
  users: read({
    method: 'POST',
    path: '/biz/staff/user/list',
    access: ['sys:user:list'],
    of: ['user', 'role', 'orgUnit'],
    input: usersInput,
    output: page(userRow),
  }),
  /** The filter of the list as xlsx; audited. */
  exportUsers: read({
    method: 'POST',
    path: '/biz/staff/user/export',
    access: ['sys:user:list'],
    of: ['user'],
    leaves: 'list.export',
    kind: 'file',
    input: fileInput(usersInput),
    output: done,
  }),
  choices: read({
    method: 'POST',
    path: '/biz/staff/user/choices',
    access: ['sys:user:list', 'sys:role:list'],
    of: ['role', 'user', 'orgUnit'],
    input: z.object({}),
    output: choices,
  }),
  /**
   * A new user, who signs in with the one-time password of the answer, and has roles once they are checked. 400 when
   * account or mobile are taken.
   */
  createUser: write({
    method: 'POST',
    path: '/biz/staff/user/create',
    access: ['sys:user:save'],
    writes: {
      on: 'user',
      action: ['staff.createUser', 'staff.setUserRights'],
      proposes: 'userRights',
      secret: true,
    },
    input: z.object({ account: line().max(40), ...userValues }),
    output: oneTimePassword.extend({ id: z.number().int(), effect }),
  }),
  /** 409 with the differences when somebody saved meanwhile. A change of rights reaches open pages once it is checked. */
  saveUser: write({
    method: 'POST',
    path: '/biz/staff/user/save',
    access: ['sys:user:save'],
    writes: {
      on: 'user',
      id: 'id',
      action: ['staff.saveUser', 'staff.setUserRights'],
      proposes: 'userRights',
    },
    input: z.object({ id: id(), ...userValues }),
    output: z.object({ effect }),
  }),
  /** 停用 ends every session of the user at once. */
  setUserStatus: write({
    method: 'POST',
    path: '/biz/staff/user/status',
    access: ['sys:user:save'],
    writes: { on: 'user', id: 'id', action: ['staff.stop', 'staff.start'], many: true },
    input: z.object({ id: id(), enabled: flag() }),
    output: done,
  }),
  /** Ends every session of the user; the old password counts no more. */
  resetPassword: write({
    method: 'POST',
    path: '/biz/staff/user/reset',
    access: ['sys:user:save'],
    writes: { on: 'user', id: 'id', action: 'staff.reset', secret: true },
    input: z.object({ id: id() }),
    output: oneTimePassword,
  }),
  /** 解锁: wrong passwords until now count no more. */
  unlockUser: write({
    method: 'POST',
    path: '/biz/staff/user/unlock',
    access: ['sys:user:save'],
    writes: { on: 'user', id: 'id', action: 'staff.unlock' },
    input: z.object({ id: id() }),
    output: done,
  }),
  roles: read({
    method: 'POST',
    path: '/biz/staff/role/list',
    access: ['sys:role:list'],
    of: ['role', 'user'],
    input: z.object(listInput('code:asc', 'updatedAt')),
    output: page(roleRow),
  }),
  role: read({
    method: 'POST',
    path: '/biz/staff/role/get',
    access: ['sys:role:list'],
    of: ['role', 'user', 'menu'],
    input: z.object({ id: id() }),
    output: roleDetail,
  }),
  /** Every entry of the menu, each behind its parent. */
  menuChoices: read({
    method: 'POST',
    path: '/biz/staff/role/menus',
    access: ['sys:role:list'],
    of: ['menu'],
    input: z.object({}),
    output: z.array(menuChoice),
  }),
  /**
   * A new role without `id`, whose code stays for good. Entries above a chosen one are shown with it. What it gives is in
   * force once it is checked. Refused with 422 where a holder would break a separation of duties.
   */
  saveRole: write({
    method: 'POST',
    path: '/biz/staff/role/save',
    access: ['sys:role:save'],
    writes: {
      on: 'role',
      id: 'id',
      action: ['staff.createRole', 'staff.saveRole', 'staff.setRoleRights'],
      proposes: 'role',
    },
    input: z.object({
      id: id().optional(),
      code: line().max(40),
      name: line().max(60),
      dataScope,
      permissions: json(codes),
      menuIds: json(z.array(z.number().int().positive()).max(2_000)),
    }),
    output: z.object({ id: z.number().int(), rowVersion: z.number().int(), effect }),
  }),
  /** Only of a role that nobody has. */
  removeRole: write({
    method: 'POST',
    path: '/biz/staff/role/remove',
    access: ['sys:role:save'],
    writes: { on: 'role', id: 'id', action: ['staff.removeRole', 'staff.askRemoval'], proposes: 'role' },
    input: z.object({ id: id() }),
    output: z.object({ effect }),
  }),
}
