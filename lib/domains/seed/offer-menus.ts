import { arrayOverlaps, asc, eq } from 'drizzle-orm'
import { nextVersion } from '../../platform/db/changed-by.ts'
import { db } from '../../platform/db/client.ts'
import { sysMenu, sysRole } from '../identity/table.ts'
import type { MenuSeed } from './menus.ts'
import { onlyRow } from './only-row.ts'

/**
 * Adds the entries that `isNew` says, with their groups as the tenant has them: below the group of that address wherever
 * it stands now, on the top level where it is gone. An address that the tenant gave an entry itself is not added again.
 */
export async function offerMenus(
  entries: readonly MenuSeed[],
  isNew: (url: string) => boolean,
  parentId: number | null = null,
  firstSort = 0,
): Promise<void> {
  for (const [at, entry] of entries.entries()) {
    let id = await idOf(entry.url)
    if (isNew(entry.url) && id === undefined) {
      const { name, url, icon, remark = '' } = entry
      const shownTo = entry.for ? await holdersOf(entry.for) : null
      const values = { parentId, name, url, icon, remark, sort: firstSort + at, roles: shownTo }
      id = onlyRow(await db().insert(sysMenu).values(values).returning({ id: sysMenu.id })).id
      if (shownTo) await showAbove(parentId, shownTo)
    }
    if (entry.below) await offerMenus(entry.below, isNew, id ?? null)
  }
}

/** The addresses of all entries, groups among them. */
export const addressesOf = (entries: readonly MenuSeed[]): string[] =>
  entries.flatMap(({ url, below = [] }) => [url, ...addressesOf(below)])

async function idOf(url: string): Promise<number | undefined> {
  const [row] = await db()
    .select({ id: sysMenu.id })
    .from(sysMenu)
    .where(eq(sysMenu.url, url))
    .orderBy(asc(sysMenu.id))
    .limit(1)
  return row?.id
}

/** Roles of the tenant that hold any of these, its own ones among them. */
const holdersOf = async (permissions: readonly string[]): Promise<string[]> => {
  const rows = await db()
    .select({ code: sysRole.code })
    .from(sysRole)
    .where(arrayOverlaps(sysRole.permissions, [...permissions]))
    .orderBy(asc(sysRole.id))
  return rows.map(({ code }) => code)
}

/** Whoever sees an entry sees what it stands below. */
async function showAbove(id: number | null, roles: readonly string[]): Promise<void> {
  for (let at = id; at !== null; ) {
    const group = onlyRow(await db().select().from(sysMenu).where(eq(sysMenu.id, at)))
    const missing = group.roles && roles.filter((role) => !group.roles?.includes(role))
    if (group.roles && missing && missing.length > 0) {
      await db()
        .update(sysMenu)
        .set({ roles: [...group.roles, ...missing], rowVersion: nextVersion(sysMenu) })
        .where(eq(sysMenu.id, at))
    }
    at = group.parentId
  }
}
