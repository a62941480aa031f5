import { and, arrayContains, asc, eq, inArray, or, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { OutputOf, ParsedInputOf } from '../../contracts/endpoint.ts'
import type { MenuChoice, RoleRow, staff } from '../../contracts/staff.ts'
import { permissions as allPermissions } from '../../rules/roles.ts'
import { isAbove, isDataScope } from '../../rules/staff.ts'
import type { Actor, Call } from '../context.ts'
import { db } from '../db/client.ts'
import { pageOf } from '../db/page-map.ts'
import { orgUnit, sysMenu, sysRole, sysUser } from '../db/schema/identity.ts'
import { badInput, notFound } from '../errors.ts'
import type { Role } from './reach.ts'

const sorts: Readonly<Record<string, PgColumn>> = { code: sysRole.code, updatedAt: sysRole.updatedAt }
/** Holders that a role's page names. */
const mostHolders = 100

/** One page of 角色权限. @throws 400 at `sort` for a field that the list does not sort by */
export async function listRoles(input: ParsedInputOf<typeof staff.roles>, { actor, tenantId }: Call) {
  const [field = '', direction] = (input.sort ?? 'code:asc').split(':')
  const by = Object.hasOwn(sorts, field) ? sorts[field] : undefined
  if (!by) throw badInput({ sort: 'refusals.badInput' })
  const q = input.q ?? ''
  const { ids, ...page } = await pageOf(
    {
      tenantId,
      table: sysRole,
      id: sysRole.id,
      where:
        and(
          eq(sysRole.tenantId, tenantId),
          q === ''
            ? undefined
            : or(
                sql`strpos(${sysRole.name}, ${q}) > 0`,
                sql`strpos(${sysRole.code}, ${q.toLowerCase()}) > 0`,
              ),
        ) ?? sql`true`,
      by,
      descending: direction === 'desc',
    },
    input,
  )
  const rows = ids.length > 0 ? await db().select().from(sysRole).where(inArray(sysRole.id, ids)) : []
  const counts = await countHolders()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return {
    data: ids.flatMap((id) => {
      const row = byId.get(id)
      return row ? [roleRow(row, counts.get(row.code) ?? 0, actor)] : []
    }),
    ...page,
  }
}

/** One role with what it gives and who has it. @throws 404 */
export async function readRole(
  { id }: { id: number },
  { actor }: Call,
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
    ...roleRow(role, counts.get(role.code) ?? 0, actor),
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

function roleRow(role: Role, holders: number, actor: Actor): RoleRow {
  return {
    ...role,
    dataScope: isDataScope(role.dataScope) ? role.dataScope : 'self',
    permissionCount: known(role.permissions).length,
    holders,
    own: actor.roles.includes(role.code),
    above: isAbove(role.permissions, actor.permissions),
  }
}
