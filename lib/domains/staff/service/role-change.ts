import { arrayContains, arrayOverlaps, asc, eq, inArray } from 'drizzle-orm'
import * as z from 'zod'
import { say } from '../../../i18n/say.ts'
import { audit } from '../../../platform/audit.ts'
import { changeKind } from '../../../platform/changes/change-kind.ts'
import type { ChangeLine } from '../../../platform/changes/rules/pending-change.ts'
import type { Call } from '../../../platform/context.ts'
import { changedBy } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import { takeTurn } from '../../../platform/db/turns.ts'
import type { FieldMessage } from '../../../platform/errors.ts'
import { publishAccessChanged } from '../../../platform/live-events.ts'
import { dutyConflict } from '../../identity/rules/duties.ts'
import { permissions as allPermissions } from '../../identity/rules/roles.ts'
import { sysMenu, sysRole, sysUser } from '../../identity/table.ts'
import { heldWith } from '../rules/staff.ts'
import { type Role, readRoles } from './reach.ts'
import { menusOf, showMenus } from './role-menus.ts'

/** 角色权限: what a role gives, and that it goes, is in force when a second administrator has agreed. */

const rights = z.object({ permissions: z.array(z.string()), menuIds: z.array(z.number().int()) })
export type RoleRights = z.output<typeof rights>

export const rightsOfRole = async ({ code, permissions }: Role): Promise<RoleRights> => ({
  permissions: permissions.toSorted(),
  menuIds: await menusOf(code),
})

const sameSet = <V>(one: readonly V[], other: readonly V[]) =>
  new Set(one).size === new Set(other).size && one.every((each) => other.includes(each))

export const sameRoleRights = (one: RoleRights, other: RoleRights): boolean =>
  sameSet(one.permissions, other.permissions) && sameSet(one.menuIds, other.menuIds)

const without = <V>(all: readonly V[], those: readonly V[]) => all.filter((one) => !those.includes(one))

/** Their names, in the order of the table of permissions. */
export const permissionNames = (permissions: readonly string[]): string =>
  allPermissions
    .filter((one) => permissions.includes(one))
    .map((one) => say(`staff.permission.${one}`))
    .join(say('ui.separator'))

async function menuNames(ids: readonly number[]): Promise<string> {
  if (ids.length === 0) return ''
  const rows = await db()
    .select({ name: sysMenu.name })
    .from(sysMenu)
    .where(inArray(sysMenu.id, [...ids]))
    .orderBy(asc(sysMenu.sort), asc(sysMenu.id))
  return rows.map(({ name }) => name).join(say('ui.separator'))
}

/** Holders whom the checker is told by name. */
const mostNamed = 20

async function touchedText(code: string): Promise<string> {
  const holders = await db()
    .select({ name: sysUser.name, account: sysUser.account })
    .from(sysUser)
    .where(arrayContains(sysUser.roleCodes, [code]))
    .orderBy(asc(sysUser.account))
  if (holders.length === 0) return say('staff.touchedNobody')
  const names = holders.slice(0, mostNamed).map(({ name, account }) => say('staff.person', { name, account }))
  const all = say('staff.touched', { count: holders.length, names: names.join(say('ui.separator')) })
  return holders.length > mostNamed ? say('staff.touchedMore', { all }) : all
}

/** The checker reads the names of what is given and taken, and the people whom it touches. */
export async function roleLines(
  { code, name }: Pick<Role, 'code' | 'name'>,
  was: RoleRights,
  next: RoleRights | null,
): Promise<ChangeLine[]> {
  const { permissions, menuIds } = next ?? { permissions: [], menuIds: [] }
  const lines: [ChangeLine['field'], string][] = [
    ['roleName', say('staff.person', { name, account: code })],
    ['removal', next ? '' : say('staff.removalText')],
    ['permissionsAdded', permissionNames(without(permissions, was.permissions))],
    ['permissionsRemoved', permissionNames(without(was.permissions, permissions))],
    ['menusAdded', await menuNames(without(menuIds, was.menuIds))],
    ['menusRemoved', await menuNames(without(was.menuIds, menuIds))],
    ['touched', await touchedText(code)],
  ]
  return lines.filter(([, value]) => value !== '').map(([field, value]) => ({ field, kind: 'text', value }))
}

/** Nobody who has the role may hold, with his other roles, what one person may not hold together. */
export async function holderConflict(
  code: string,
  permissions: readonly string[],
): Promise<FieldMessage | undefined> {
  const roles = await readRoles()
  const next = roles.map((role) => (role.code === code ? { ...role, permissions: [...permissions] } : role))
  const holders = await db()
    .select({ name: sysUser.name, account: sysUser.account, roleCodes: sysUser.roleCodes })
    .from(sysUser)
    .where(arrayContains(sysUser.roleCodes, [code]))
  for (const { name, account, roleCodes } of holders) {
    const broken = dutyConflict(heldWith(roleCodes, next))
    if (broken) return { key: 'staff.refusal.holderDuty', params: { name, account, message: say(broken) } }
  }
  return undefined
}

/** From the next call of each holder on; their open pages hear of it. @returns the row's new version */
export async function setRoleRights(
  role: Role,
  next: RoleRights,
  call: Pick<Call, 'actor' | 'now'>,
  how: { alone?: true; madeBy?: number },
): Promise<number> {
  const before = await rightsOfRole(role)
  const [saved] = await db()
    .update(sysRole)
    .set({ permissions: next.permissions, ...changedBy(sysRole, call) })
    .where(eq(sysRole.id, role.id))
    .returning({ rowVersion: sysRole.rowVersion })
  if (!saved) throw new Error(`role ${role.id} went while it was locked`)
  const menus = await showMenus(role.code, next.menuIds, call)
  await audit({
    action: 'staff.setRoleRights',
    object: `role:${role.id}`,
    before,
    after: { permissions: next.permissions, menuIds: menus.after, ...how },
  })
  const holders = await db()
    .select({ id: sysUser.id })
    .from(sysUser)
    .where(arrayOverlaps(sysUser.roleCodes, [role.code]))
  await publishAccessChanged(holders.map(({ id }) => id))
  return saved.rowVersion
}

/** Of a role that nobody has. */
export async function deleteRole(
  { id, code, name, permissions }: Role,
  call: Pick<Call, 'actor' | 'now'>,
  how: { alone?: true; madeBy?: number },
): Promise<void> {
  const menus = await showMenus(code, [], call)
  await db().delete(sysRole).where(eq(sysRole.id, id))
  await audit({
    action: 'staff.removeRole',
    object: `role:${id}`,
    before: { code, name, permissions, menuIds: menus.before },
    after: how,
  })
}

async function lockRole(id: number, call: Call | undefined): Promise<Role | undefined> {
  // All changes of users and roles take the turn before the row (reach.ts).
  if (call) await takeTurn('staff', call.tenantId)
  const [role] = await db().select().from(sysRole).where(eq(sysRole.id, id)).for('update')
  return role
}

export const roleChange = changeKind({
  /** Without rights the role goes. */
  content: z.object({ was: rights, rights: rights.nullable() }),
  lock: lockRole,
  async judge({ was, rights: next }, role: Role, { actor }): Promise<FieldMessage | undefined> {
    if (actor.roles.includes(role.code)) return 'staff.refusal.checkOwnRole'
    if (!sameRoleRights(was, await rightsOfRole(role))) return 'staff.refusal.rightsMoved'
    if (next) return holderConflict(role.code, next.permissions)
    const holders = await db().$count(sysUser, arrayContains(sysUser.roleCodes, [role.code]))
    return holders > 0 ? { key: 'staff.refusal.roleHeld', params: { count: holders } } : undefined
  },
  async apply({ rights: next }, role, { madeBy }, call) {
    if (next) await setRoleRights(role, next, call, { madeBy })
    else await deleteRole(role, call, { madeBy })
  },
  // The role gives what it gave.
  async leave() {},
})
