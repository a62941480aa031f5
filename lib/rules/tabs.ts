/**
 * The tabs of the workspace (specification points 2 and 4; wording.md, row Tabs), as pure functions over a list. The
 * home tab stands first and is always there.
 */

export type Tab = {
  /** `src` of the query, or the path: what makes it the same tab. */
  key: string
  path: string
  /** Query text without the question mark. */
  query: string
  /** What the tab is called: the `name` query or what its screen says; null is the route's name. */
  label: string | null
}

/** A place to go to. */
export type Place = { path: string; query: string }

/** The key of a place. A closing slash does not make another tab. */
export function tabKey({ path, query }: Place): string {
  const source = new URLSearchParams(query).get('src')
  if (source) return source
  return path.length > 1 ? path.replace(/\/+$/, '') : path
}

/** The address of a tab or place: path and query. */
export function addressOf({ path, query }: Place): string {
  return query ? `${path}?${query}` : path
}

/** Characters of a label, tabs that a reload brings back, characters of an address: what anybody's text may bring. */
const longestLabel = 60
const mostRestored = 50
const longestAddress = 2000

const cutLabel = (label: string) => Array.from(label).slice(0, longestLabel).join('')

function tabAt(place: Place): Tab {
  const { path, query } = place
  return {
    key: tabKey(place),
    path,
    query,
    label: cutLabel(new URLSearchParams(query).get('name') ?? '') || null,
  }
}

/** The workspace of somebody who has just signed in. */
export function homeOnly(homePath: string): Tab[] {
  return [tabAt({ path: homePath, query: '' })]
}

/** The tabs after a visit: a new one at the end, or the one of that key at its new address. */
export function visitTab(tabs: readonly Tab[], place: Place): Tab[] {
  const visited = tabAt(place)
  const known = tabs.find((tab) => tab.key === visited.key)
  if (!known) return [...tabs, visited]
  // A name given by the screen stays until the address names another.
  const label = visited.label ?? (known.query === visited.query ? known.label : null)
  return tabs.map((tab) => (tab === known ? { ...visited, label } : tab))
}

/** The tabs with one called anew. */
export function labelTab(tabs: readonly Tab[], key: string, label: string): Tab[] {
  return tabs.map((tab) => (tab.key === key ? { ...tab, label } : tab))
}

/** The tabs with one at another query; what its screen called it stays. */
export function moveTab(tabs: readonly Tab[], key: string, query: string): Tab[] {
  return tabs.map((tab) => (tab.key === key ? { ...tab, query } : tab))
}

/** What a closing leaves, and where to go: null stays. */
export type Closing = { tabs: Tab[]; closed: Tab[]; goTo: Tab | null }

function keepWhere(
  tabs: readonly Tab[],
  active: string,
  stays: (tab: Tab, index: number) => boolean,
  fallback?: string,
): Closing {
  const kept = tabs.filter((tab, index) => index === 0 || stays(tab, index))
  const closed = tabs.filter((tab) => !kept.includes(tab))
  if (!closed.some((tab) => tab.key === active)) return { tabs: kept, closed, goTo: null }
  const before = tabs.slice(
    0,
    tabs.findIndex((tab) => tab.key === active),
  )
  const goTo =
    kept.find((tab) => tab.key === fallback) ?? before.findLast((tab) => kept.includes(tab)) ?? null
  return { tabs: kept, closed, goTo }
}

/** 关闭当前: closing the active tab goes to the one before it, closing another goes nowhere. */
export function closeTab(tabs: readonly Tab[], key: string, active: string): Closing {
  return keepWhere(tabs, active, (tab) => tab.key !== key)
}

/** 关闭其他: home and the tab itself stay. */
export function closeOthers(tabs: readonly Tab[], key: string, active: string): Closing {
  return keepWhere(tabs, active, (tab) => tab.key === key, key)
}

/** 关闭左侧: all but home before the tab. */
export function closeLeft(tabs: readonly Tab[], key: string, active: string): Closing {
  const at = tabs.findIndex((tab) => tab.key === key)
  return keepWhere(tabs, active, (_, index) => index >= at, key)
}

/** 关闭右侧: all behind the tab. */
export function closeRight(tabs: readonly Tab[], key: string, active: string): Closing {
  const at = tabs.findIndex((tab) => tab.key === key)
  return keepWhere(tabs, active, (_, index) => index <= at, key)
}

/** 关闭全部: home stays. */
export function closeAll(tabs: readonly Tab[], active: string): Closing {
  return keepWhere(tabs, active, () => false)
}

/** Whether a tab has a close button: not home, and not the only one left. */
export function isClosable(tabs: readonly Tab[], key: string): boolean {
  return tabs.length > 1 && tabs[0]?.key !== key
}

/**
 * The tabs that a reload finds in the browser's storage, home first. Whatever is no list of tabs, and every entry
 * that is none, is left out: the storage is anybody's text.
 */
export function restoreTabs(text: string | null, homePath: string): Tab[] {
  const tabs = homeOnly(homePath)
  const keys = new Set(tabs.map((tab) => tab.key))
  for (const tab of parseList(text)) {
    if (tabs.length >= mostRestored) break
    if (keys.has(tab.key)) continue
    keys.add(tab.key)
    tabs.push(tab)
  }
  return tabs
}

function parseList(text: string | null): Tab[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(list) ? list.filter(isTab).map(restored) : []
  } catch {
    return []
  }
}

function restored({ path, query, label }: Tab): Tab {
  return { key: tabKey({ path, query }), path, query, label: label === null ? null : cutLabel(label) }
}

/** Paths inside the console only: no second slash, and no backslash, which browsers read as one. */
function isTab(value: unknown): value is Tab {
  if (typeof value !== 'object' || value === null) return false
  const { path, query, label } = value as Record<string, unknown>
  return (
    typeof path === 'string' &&
    /^\/(?!\/)[^\\\s]*$/.test(path) &&
    typeof query === 'string' &&
    path.length + query.length <= longestAddress &&
    (label === null || typeof label === 'string')
  )
}
