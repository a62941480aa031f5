import type { RuleMessage } from '../../../rules/rule-message.ts'

/** Everything that an entry of the menu may be (specification points 2 and 3), beyond what one field alone says. */

/** The levels that a menu has at most: deeper ones are beyond what the side menu can show. */
export const menuLevels = 5
export const menuNameLength = 30
/** The screen that administers the menu: who edits it keeps his way there. */
export const menuAdministration = '/sys/menu'
/** Entries with this address are skipped by whoever shows the menu (specification point 3). */
export const skippedAddress = '/'

/**
 * An address outside the console: http or https, a host, no name or password in it, and spelled so that no browser
 * reads it otherwise. Null for anything else. Which hosts may be shown is the tenant's setting.
 */
export function outsideAddress(text: string): URL | null {
  if (!/^https?:\/\/[^/\\]/i.test(text) || /[\s\\]|\p{Cc}/u.test(text)) return null
  const url = URL.parse(text)
  return url && !url.username && !url.password ? url : null
}

/**
 * The way in which the tenant's setting names where an address is: `help.example`, or `http://help.example` where it is
 * not https.
 */
export const frameHostOf = ({ protocol, host }: URL): string =>
  `${protocol === 'http:' ? 'http://' : ''}${host.replace(/\.(?=:|$)/, '')}`

/** `url` of an entry: a path of the console, or an http or https address outside. */
export function menuAddress(url: string): RuleMessage | null {
  if (url === '') return 'rules.required'
  if (url.length > 300) return 'rules.tooLong'
  if (url.startsWith('/')) {
    return /^\/(?:[A-Za-z0-9_-][A-Za-z0-9_.-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*)?$/.test(url)
      ? null
      : 'rules.menuPath'
  }
  return outsideAddress(url) ? null : 'rules.menuOutside'
}

/** `remark` of an entry: the folder of a registered screen, or nothing. */
export const menuRemark = (remark: string): RuleMessage | null =>
  /^[A-Za-z0-9_./-]{0,100}$/.test(remark) ? null : 'rules.menuRemark'

/** `icon` of an entry: a name of the icons; an unknown one shows as a dot. */
export const menuIcon = (icon: string): RuleMessage | null =>
  /^([A-Za-z][A-Za-z0-9-]{0,39})?$/.test(icon) ? null : 'rules.menuIcon'

type Placed = { id: number; parentId: number | null }

/** An entry and all below it. */
export function branchOf(entries: readonly Placed[], id: number): Set<number> {
  const branch = new Set([id])
  for (let before = 0; before < branch.size; ) {
    before = branch.size
    for (const { id: own, parentId } of entries)
      if (parentId !== null && branch.has(parentId)) branch.add(own)
  }
  return branch
}

/** On which level an entry stands; 1 at the top. */
export function levelOf(entries: readonly Placed[], id: number | null): number {
  let level = 0
  for (let at = id; at !== null && level <= entries.length; level++) {
    at = entries.find((entry) => entry.id === at)?.parentId ?? null
  }
  return level
}

/** The number of levels that an entry and what is below it take. */
function depthOf(entries: readonly Placed[], id: number): number {
  const below = entries.filter(({ parentId }) => parentId === id)
  return 1 + Math.max(0, ...below.map((child) => depthOf(entries, child.id)))
}

/** The reason why an entry may not stand below another: it is its own, or there would be too many levels. */
export function placeProblem(
  entries: readonly Placed[],
  id: number | null,
  parentId: number | null,
): 'menuCycle' | 'menuTooDeep' | null {
  if (id !== null && parentId !== null && branchOf(entries, id).has(parentId)) return 'menuCycle'
  const own = id === null ? 1 : depthOf(entries, id)
  return levelOf(entries, parentId) + own > menuLevels ? 'menuTooDeep' : null
}
