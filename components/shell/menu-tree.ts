import type { ServerMenu } from '@/lib/contracts/identity'

/** A menu entry as the frame shows it: a leaf leads to `path`, a group opens. */
export type MenuNode = {
  id: number
  label: string
  path: string
  icon: string
  children: readonly MenuNode[]
}

/**
 * The menu of the server for somebody with these roles (specification points 2, 3 and 6): entries whose url is `/` are
 * skipped, an entry with `meta.roles` is for holders of any of them, a group without entries is none.
 */
export function menuFor(entries: readonly ServerMenu[], roles: readonly string[]): MenuNode[] {
  return entries
    .filter(({ url, meta }) => url !== '/' && (meta.roles?.some((role) => roles.includes(role)) ?? true))
    .map(({ id, name, url, icon, subMenus }) => ({
      node: { id, label: name, path: url, icon, children: menuFor(subMenus, roles) },
      wasGroup: subMenus.length > 0,
    }))
    .filter(({ node, wasGroup }) => !wasGroup || node.children.length > 0)
    .map(({ node }) => node)
}

/** Every entry that leads somewhere, over all levels, in order. */
export function leavesOf(nodes: readonly MenuNode[]): MenuNode[] {
  return nodes.flatMap((node) => (node.children.length > 0 ? leavesOf(node.children) : [node]))
}

/** Entries whose label begins with the text, case-insensitive; without a text all of them. */
export function searchMenu(nodes: readonly MenuNode[], text: string): MenuNode[] {
  const start = text.trim().toLowerCase()
  return leavesOf(nodes).filter(({ label }) => label.toLowerCase().startsWith(start))
}

/** Whether the entry with this path is the node or below it. */
export function holdsPath(node: MenuNode, path: string): boolean {
  return leavesOf([node]).some((leaf) => leaf.path === path)
}
