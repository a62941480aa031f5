import { asc, sql } from 'drizzle-orm'
import type { Actor, Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { takeTurn } from '../../../platform/db/turns.ts'
import { refused } from '../../../platform/errors.ts'
import { byId, subject } from '../../../platform/subject.ts'
import { sysMenu } from '../../identity/table.ts'
import type { MenuEntry } from '../contract.ts'
import { menuAdministration, skippedAddress } from '../rules/menu-entry.ts'

export type MenuRow = typeof sysMenu.$inferSelect

/** All entries, siblings in their order. */
export const readMenuRows = (): Promise<MenuRow[]> =>
  db().select().from(sysMenu).orderBy(asc(sysMenu.sort), asc(sysMenu.id))

/** An entry as its editor has it. */
export const menuEntryOf = (row: MenuRow): MenuEntry => ({ ...row, roles: row.roles ?? [] })

/** Everything that the editor's form holds. */
export const menuFieldsOf = ({
  name,
  url,
  icon,
  remark,
  roles,
  keepAlive,
  external,
  enabled,
}: Omit<MenuEntry, 'id' | 'parentId' | 'rowVersion'>) => ({
  name,
  url,
  icon,
  remark,
  roles,
  keepAlive,
  external,
  enabled,
})

/** Changes of one tenant's menu come one after the other, so that none makes a cycle together. */
export const menuSubject = subject({
  noun: 'menu',
  nameOf: ({ id }: MenuRow) => id,
  turn: ({ tenantId }) => takeTurn('menu', tenantId),
  lock: byId(sysMenu),
  shown: (row) => menuFieldsOf(menuEntryOf(row)),
})

/** True where somebody finds 菜单管理 in a menu: shown on every level, and no group there. */
function leadsBack(rows: readonly MenuRow[], { roles }: Actor): boolean {
  const isOwn = (row: MenuRow) =>
    row.enabled && row.url !== skippedAddress && (row.roles?.some((role) => roles.includes(role)) ?? true)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const isReached = (row: MenuRow | undefined): boolean =>
    row !== undefined && isOwn(row) && (row.parentId === null || isReached(byId.get(row.parentId)))
  return rows.some(
    (row) =>
      row.url === menuAdministration &&
      isReached(row) &&
      !rows.some((below) => below.parentId === row.id && isOwn(below)),
  )
}

/**
 * Whoever edits the menu keeps his way to it; a change that takes it is rolled back.
 *
 * @param before the rows before the change, which stands in this transaction
 * @throws 422
 */
export async function requireWayBack(before: readonly MenuRow[], { actor }: Call): Promise<void> {
  if (leadsBack(before, actor) && !leadsBack(await readMenuRows(), actor)) {
    throw refused('configuration.menuWayBack')
  }
}

/** Numbers siblings in a new order, from 0. */
export async function orderSiblings(ids: readonly number[]): Promise<void> {
  const list = sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  )
  await db()
    .update(sysMenu)
    .set({ sort: sql`array_position(array[${list}]::bigint[], ${sysMenu.id}) - 1` })
    .where(sql`${sysMenu.id} in (${list})`)
}
