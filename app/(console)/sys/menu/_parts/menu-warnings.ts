import type { MenuEntry } from '@/lib/domains/configuration/contract'
import {
  frameHostOf,
  menuAddress,
  outsideAddress,
  skippedAddress,
} from '@/lib/domains/configuration/rules/menu-entry'
import type { MessageKey, MessageParams } from '@/lib/i18n/translator'
import { matchRoute, normalisePath } from '@/lib/routes'
import { pendingRoutes } from '@/lib/routes-pending'
import { screenOf } from '@/lib/rules/screen-references'

export type Warning = { key: MessageKey; params?: MessageParams }

type Judged = Pick<MenuEntry, 'url' | 'remark' | 'roles'>

/** True where the console has a page of its own at a path, will have one, or has none. */
function pageAt(url: string): 'built' | 'pending' | undefined {
  if (matchRoute(url)) return 'built'
  return Object.values(pendingRoutes).some(({ path }) => path === normalisePath(url)) ? 'pending' : undefined
}

/** True where a page at this path is known by the menu alone, so that the menu says how it is kept. */
export const isMenuPage = (url: string): boolean => pageAt(url) === undefined

/** True where an address outside is on a host that the tenant's pages may show. */
export function hostAllowed(url: string, frameHosts: readonly string[]): boolean {
  const address = outsideAddress(url)
  return address === null || frameHosts.includes(frameHostOf(address))
}

/**
 * The things that an entry will not do as its editor may think. None of it stops saving: the page may come later.
 *
 * @param above the entries above it, the nearest first
 */
export function warningsOf(
  { url, remark, roles }: Judged,
  { above, hasChildren }: { above: readonly MenuEntry[]; hasChildren: boolean },
): Warning[] {
  const found: Warning[] = []
  if (url === skippedAddress) found.push({ key: 'configuration.warnSkipped' })
  else if (hasChildren) found.push({ key: 'configuration.warnGroup' })
  else if (menuAddress(url) === null && outsideAddress(url) === null) found.push(...pageWarnings(url, remark))

  if (above.some(({ enabled }) => !enabled)) found.push({ key: 'configuration.warnParentDisabled' })
  const unseen = roles.filter((role) =>
    above.some((entry) => entry.roles.length > 0 && !entry.roles.includes(role)),
  )
  if (unseen.length > 0) found.push({ key: 'configuration.warnRoles', params: { roles: unseen.join() } })
  return found
}

function pageWarnings(url: string, remark: string): Warning[] {
  const page = pageAt(url)
  if (page) {
    if (page === 'pending') return [{ key: 'configuration.warnNotBuilt' }]
    return remark ? [{ key: 'configuration.warnRemarkUnused' }] : []
  }
  if (remark === '') return [{ key: 'configuration.warnNoPage' }]
  return screenOf(remark) ? [] : [{ key: 'configuration.warnRemarkUnknown', params: { reference: remark } }]
}
