import { cache } from 'react'
import { identity, type ServerMenu } from '../domains/identity/contract.ts'
import { readForPage } from './page-session.ts'

/** The menu that this user may see, as a tree. */
const menuOfUser = cache(async (): Promise<ServerMenu[]> => {
  const [menus, { roles }] = await Promise.all([
    readForPage(identity.menus),
    readForPage(identity.permissions),
  ])
  const visible = (entries: readonly ServerMenu[]): ServerMenu[] =>
    entries
      .filter(({ meta }) => meta.roles?.some((role) => roles.includes(role)) ?? true)
      .map((entry) => ({ ...entry, subMenus: visible(entry.subMenus) }))
  return visible(menus)
})

const allOf = (entries: readonly ServerMenu[]): ServerMenu[] =>
  entries.flatMap((entry) => [entry, ...allOf(entry.subMenus)])

/** The entry of an id, when it is one of the user's. Redirects to login without a session. @throws {CallError} */
export async function menuEntryOf(id: string): Promise<ServerMenu | undefined> {
  return allOf(await menuOfUser()).find((entry) => String(entry.id) === id)
}

/**
 * The entry of a path, when it is one of the user's: its own path, or the index below it, which the menu gives to
 * entries without children (specification point 2).
 */
export async function menuEntryAt(path: string): Promise<ServerMenu | undefined> {
  return allOf(await menuOfUser()).find(({ url }) => url === path || `${url}/index` === path)
}

/** The first entry below a group that leads to a page of the console. */
export function firstBelow(group: ServerMenu): ServerMenu | undefined {
  return allOf(group.subMenus).find(({ url, subMenus }) => subMenus.length === 0 && url.startsWith('/'))
}
