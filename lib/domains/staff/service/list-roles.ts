import { arrayContains, asc, eq, inArray, sql } from 'drizzle-orm'
import { waitingAbout } from '../../../platform/changes/waiting-about.ts'
import type { Actor, Call } from '../../../platform/context.ts'
import type { OutputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { textIn } from '../../../platform/db/list-conditions.ts'
import { notFound } from '../../../platform/errors.ts'
import { permissions as allPermissions, isDataScope } from '../../identity/rules/roles.ts'
import { orgUnit, sysMenu, sysRole, sysUser } from '../../identity/table.ts'
import { type MenuChoice, type RoleRow, staff } from '../contract.ts'
import { isAbove } from '../rules/staff.ts'
import type { Role } from './reach.ts'

/** Holders that a role's page names. */
const mostHolders = 100

/** 角色权限. */
export const roles = defineList(staff.roles, {
  table: sysRole,
  scope: 'tenant',
  filters: {},
  search: textIn(sysRole.name, sysRole.code),
  sorts: { code: sysRole.code, updatedAt: sysRole.updatedAt },
  async rows(ids, { actor, now }) {
    const rows = await db().select().from(sysRole).where(inArray(sysRole.id, ids))
    const counts = await countHolders()
    const checked = await waitingAbout('role', ids, now)
    return rows.map((row) => roleRow(row, counts.get(row.code) ?? 0, checked, actor))
  },
})

/** One role with what it gives and who has it. @throws 404 */
export async function readRole(
  { id }: { id: number },
  { actor, now }: Call,
): Promise<OutputOf<typeof staff.role>> {
  const [role] = await db().select().from(sysRole).where(eq(sysRole.id, id))
  if (!role) throw notFound()
  const counts = await countHolders()
  const heldBy = await db()
    .select({ id: sysUser.id, name: sysUser.name, account: sysUser.account, orgName: orgUnit.name })
    .from(sysUser)
    .innerJoin(orgUnit, eq(orgUnit.id, sysUser.orgUnitId))
    .where(arrayContains(sysUser.roleCodes, [role.code]))
    .orderBy(asc(sysUser.account))
    .limit(mostHolders)
  const menus = await db()
    .select({ id: sysMenu.id })
    .from(sysMenu)
    .where(arrayContains(sysMenu.roles, [role.code]))
  return {
    ...roleRow(role, counts.get(role.code) ?? 0, await waitingAbout('role', [id], now), actor),
    permissions: known(role.permissions),
    menuIds: menus.map((menu) => menu.id),
    heldBy,
  }
}

/** Every entry of the menu in its order, each behind its parent. */
export async function menuChoices(): Promise<MenuChoice[]> {
  const rows = await db()
    .select({ id: sysMenu.id, parentId: sysMenu.parentId, name: sysMenu.name, roles: sysMenu.roles })
    .from(sysMenu)
    .orderBy(asc(sysMenu.sort), asc(sysMenu.id))
  const below = Map.groupBy(rows, ({ parentId }) => parentId)
  const withBelow = (parentId: number | null): MenuChoice[] =>
    (below.get(parentId) ?? []).flatMap(({ id, name, roles }) => [
      { id, parentId, name, everybody: roles === null },
      ...withBelow(id),
    ])
  return withBelow(null)
}

/** Users by role code. */
export async function countHolders(): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db().execute<{ code: string; holders: number }>(
    sql`select code, count(*)::int as holders from ${sysUser}, unnest(${sysUser.roleCodes}) as code group by code`,
  )
  return new Map(rows.map(({ code, holders }) => [code, Number(holders)]))
}

/** Those of this version of the product: a row may hold one that an earlier version had. */
const known = (permissions: readonly string[]) =>
  permissions.filter((permission) => (allPermissions as readonly string[]).includes(permission))

function roleRow(role: Role, holders: number, checked: ReadonlySet<number>, actor: Actor): RoleRow {
  return {
    ...role,
    dataScope: isDataScope(role.dataScope) ? role.dataScope : 'self',
    permissionCount: known(role.permissions).length,
    holders,
    own: actor.roles.includes(role.code),
    above: isAbove(role.permissions, actor.permissions),
    checking: checked.has(role.id),
  }
}
