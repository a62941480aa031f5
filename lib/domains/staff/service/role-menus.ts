import { arrayContains, eq } from 'drizzle-orm'
import type { Call } from '../../../platform/context.ts'
import { changedBy } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import { badInput } from '../../../platform/errors.ts'
import { sysMenu } from '../../identity/table.ts'

/**
 * The entries of the menu that show to a role: those that name it in `roles`. An entry without roles is everybody's.
 */

/** Ids of the entries that name a role, ascending. */
export async function menusOf(code: string): Promise<number[]> {
  const rows = await db()
    .select({ id: sysMenu.id })
    .from(sysMenu)
    .where(arrayContains(sysMenu.roles, [code]))
    .orderBy(sysMenu.id)
  return rows.map(({ id }) => id)
}

type Menu = typeof sysMenu.$inferSelect

/**
 * These entries and what stands above them, without which they could not be reached.
 *
 * @throws 400 when an entry is gone
 */
function withAbove(menuIds: readonly number[], menus: readonly Menu[]): ReadonlySet<number> {
  const byId = new Map(menus.map((menu) => [menu.id, menu]))
  const shown = new Set<number>()
  for (const id of menuIds) {
    let menu = byId.get(id)
    if (!menu) throw badInput({ menuIds: 'staff.rule.unknownMenu' })
    while (menu) {
      shown.add(menu.id)
      menu = menu.parentId === null ? undefined : byId.get(menu.parentId)
    }
  }
  return shown
}

/** The entries that would name a role to which these are shown, ascending. @throws 400 when an entry is gone */
export async function menusShownBy(menuIds: readonly number[]): Promise<number[]> {
  const menus = await db().select().from(sysMenu).orderBy(sysMenu.id)
  const shown = withAbove(menuIds, menus)
  return menus.filter(({ id, roles }) => roles !== null && shown.has(id)).map(({ id }) => id)
}

/**
 * Shows exactly these entries to a role, and what stands above them.
 *
 * @returns the entries that named it before, and those that do now
 * @throws 400 when an entry is gone
 */
export async function showMenus(
  code: string,
  menuIds: readonly number[],
  { actor, now }: Pick<Call, 'actor' | 'now'>,
) {
  const menus = await db().select().from(sysMenu).orderBy(sysMenu.id).for('no key update')
  const shown = withAbove(menuIds, menus)
  const before: number[] = []
  const after: number[] = []
  for (const { id, roles } of menus) {
    if (roles === null) continue
    const had = roles.includes(code)
    const has = shown.has(id)
    if (had) before.push(id)
    if (has) after.push(id)
    if (had === has) continue
    await db()
      .update(sysMenu)
      .set({
        roles: has ? [...roles, code] : roles.filter((role) => role !== code),
        ...changedBy(sysMenu, { actor, now }),
      })
      .where(eq(sysMenu.id, id))
  }
  return { before, after }
}
