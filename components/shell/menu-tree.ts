import type { ServerMenu } from '@/lib/domains/identity/contract'
import { href } from '@/lib/routes'

/** A menu entry as the frame shows it: a leaf leads to `path`, a group opens. */
export type MenuNode = {
  id: number
  label: string
  path: string
  icon: string
  /** The label in pinyin and its initials, parted by a space. */
  pinyin: string
  children: readonly MenuNode[]
}

/** Addresses outside the console are shown in a frame of the console, which knows them by the entry (point 2). */
const pathOf = ({ id, url }: ServerMenu) =>
  /^https?:/i.test(url) ? href('externalFrame', {}, { routerPath: String(id) }) : url

/**
 * The menu of the server for somebody with these roles (specification points 2, 3 and 6): entries whose url is `/` are
 * skipped, an entry with `meta.roles` is for holders of any of them, a group without entries is none.
 */
export function menuFor(entries: readonly ServerMenu[], roles: readonly string[]): MenuNode[] {
  return entries
    .filter(({ url, meta }) => url !== '/' && (meta.roles?.some((role) => roles.includes(role)) ?? true))
    .map((entry) => ({
      node: {
        id: entry.id,
        label: entry.name,
        path: pathOf(entry),
        icon: entry.icon,
        pinyin: entry.pinyin ?? '',
        children: menuFor(entry.subMenus, roles),
      },
      wasGroup: entry.subMenus.length > 0,
    }))
    .filter(({ node, wasGroup }) => !wasGroup || node.children.length > 0)
    .map(({ node }) => node)
}

/**
 * The entry of this level that a page belongs to: the one that is or holds its own, or that holds the page it stands
 * below, as a form below its list, or beside, as a record beside its list.
 */
export function topOf(tops: readonly MenuNode[], path: string): MenuNode | undefined {
  const isAbove = ({ path: above }: MenuNode) => path.startsWith(`${above}/`)
  const folder = folderOf(path)
  const isBeside = ({ path: other }: MenuNode) => folder !== '/' && folderOf(other) === folder
  const holding = (is: (leaf: MenuNode) => boolean) => tops.find((top) => leavesOf([top]).some(is))
  return tops.find((top) => holdsPath(top, path)) ?? holding(isAbove) ?? holding(isBeside)
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)

/** Every entry that leads somewhere, over all levels, in order. */
export function leavesOf(nodes: readonly MenuNode[]): MenuNode[] {
  return nodes.flatMap((node) => (node.children.length > 0 ? leavesOf(node.children) : [node]))
}

/**
 * Of the entries that lead somewhere, those whose label begins with the text, case-insensitive, and behind them those
 * whose pinyin or initials do; without a text all of them.
 */
export function searchMenu(leaves: readonly MenuNode[], text: string): MenuNode[] {
  const start = text.trim().toLowerCase()
  if (start === '') return [...leaves]
  const byLabel: MenuNode[] = []
  const byPinyin: MenuNode[] = []
  const spoken = start.replace(/[\s']+/g, '')
  for (const leaf of leaves) {
    if (leaf.label.toLowerCase().startsWith(start)) byLabel.push(leaf)
    else if (leaf.pinyin.startsWith(spoken) || leaf.pinyin.includes(` ${spoken}`)) byPinyin.push(leaf)
  }
  return [...byLabel, ...byPinyin]
}

/** True where the entry with this path is the node or below it. */
export function holdsPath(node: MenuNode, path: string): boolean {
  return node.children.length > 0 ? node.children.some((child) => holdsPath(child, path)) : node.path === path
}
