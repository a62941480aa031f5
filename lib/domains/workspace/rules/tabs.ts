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
  /** The name of the tab: the `name` query or what its screen says; null is the route's name. */
  label: string | null
  /** The person whom it is about, said before the label. Personal data: it is shown and nowhere kept. */
  person?: string
  /** Stands right behind home and stays when many are closed at once. */
  pinned: boolean
}

/** A place to go to. */
export type Place = { path: string; query: string }

/**
 * Query parameters that name a record, with what the `src` of its pages begins with: one order has one tab, whichever
 * of its pages is shown and wherever it was opened, and so has each draft of a new one.
 */
export const recordTabs = {
  orderId: '/order',
  diligenceId: '/zxjd/details',
  productId: '/product/details',
  roleId: '/sys/role/form',
  sceneId: '/riskengine/sceneRules',
  deviceId: '/gps/details',
  templateId: '/product/contractDetails',
  batchId: '/elecontract/batch',
  feeBatchId: '/hzhc/loanmanage/fwfdzdetails',
  fileId: '/release/fileDetails',
  openingId: '/branch/details',
  balanceId: '/branch/balanceFlows',
  funderId: '/business/zijinFlows',
  mailId: '/archives-mail/details',
  takeId: '/archives/stocktakeDetails',
  draft: '/create/shenfen',
} as const

/** The key of a place: its `src`, the record that its query names, or its path without a closing slash. */
export function tabKey({ path, query }: Place): string {
  const parameters = new URLSearchParams(query)
  const source = parameters.get('src')
  if (source) return source
  for (const [name, head] of Object.entries(recordTabs)) {
    const id = parameters.get(name)
    if (id) return `${head}/${id}`
  }
  return path.length > 1 ? path.replace(/\/+$/, '') : path
}

/** The address of a tab or place: path and query. */
export function addressOf({ path, query }: Place): string {
  return query ? `${path}?${query}` : path
}

/** Tabs that are kept for the next load, characters of a label and of an address: what anybody's text may bring. */
export const mostKept = 50
export const longestLabel = 60
export const longestAddress = 2000
/** Closed tabs that can be opened again. */
const mostClosed = 20

const cutLabel = (label: string) => Array.from(label).slice(0, longestLabel).join('')

function tabAt(place: Place): Tab {
  const { path, query } = place
  return {
    key: tabKey(place),
    path,
    query,
    label: cutLabel(new URLSearchParams(query).get('name') ?? '') || null,
    pinned: false,
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
  if (visited.label === null && known.query === visited.query) {
    const { path, query } = place
    return tabs.map((tab) => (tab === known ? { ...known, path, query } : tab))
  }
  return tabs.map((tab) => (tab === known ? { ...visited, pinned: tab.pinned } : tab))
}

/** The tabs with one called anew. */
export function labelTab(tabs: readonly Tab[], key: string, label: string, person?: string): Tab[] {
  const [named, rest] = [person === undefined ? {} : { person }, withoutPeople(tabs)]
  return tabs.map((tab, at) => (tab.key === key ? { ...(rest[at] ?? tab), label, ...named } : tab))
}

/** The tabs as storage and server may have them: nothing in them says whom they are about. */
export function withoutPeople(tabs: readonly Tab[]): Tab[] {
  return tabs.map(({ person: _, ...tab }) => tab)
}

/** The tabs with one at another query; what its screen called it stays. */
export function moveTab(tabs: readonly Tab[], key: string, query: string): Tab[] {
  return tabs.map((tab) => (tab.key === key ? { ...tab, query } : tab))
}

/** The tabs with one at another place and of that place's key, as when what it makes has become a record. */
export function becomeTab(tabs: readonly Tab[], key: string, place: Place): Tab[] {
  return tabs.map((tab) => (tab.key === key ? { ...tab, ...place, key: tabKey(place) } : tab))
}

/** The number of tabs at the head that have a fixed place: home and the pinned ones. */
function headOf(tabs: readonly Tab[]): number {
  return tabs.findLastIndex((tab, index) => index === 0 || tab.pinned) + 1
}

/** The tabs with one pinned, last of the pinned ones, or let go, first of the others. Home stays what it is. */
export function pinTab(tabs: readonly Tab[], key: string, pinned: boolean): Tab[] {
  const at = tabs.findIndex((tab) => tab.key === key)
  const tab = tabs[at]
  if (!tab || at === 0 || tab.pinned === pinned) return [...tabs]
  return tabs.toSpliced(at, 1).toSpliced(headOf(tabs.toSpliced(at, 1)), 0, { ...tab, pinned })
}

/**
 * The tabs with one at another index. Home stays first, and a pinned tab stays among the pinned ones: an index beyond
 * that is the nearest one allowed.
 */
export function reorderTab(tabs: readonly Tab[], key: string, to: number): Tab[] {
  const at = tabs.findIndex((tab) => tab.key === key)
  const tab = tabs[at]
  if (!tab || at === 0) return [...tabs]
  const head = headOf(tabs)
  const [first, last] = tab.pinned ? [1, head - 1] : [head, tabs.length - 1]
  return tabs.toSpliced(at, 1).toSpliced(Math.min(Math.max(to, first), last), 0, tab)
}

/** The tab a number of steps behind another, round the ends. */
export function neighbourOf(tabs: readonly Tab[], key: string, steps: number): Tab | undefined {
  const at = tabs.findIndex((tab) => tab.key === key)
  return tabs[(((at + steps) % tabs.length) + tabs.length) % tabs.length]
}

/** The tabs that can be opened again, the one closed last at the end. */
export function rememberClosed(before: readonly Tab[], closed: readonly Tab[]): Tab[] {
  const keys = new Set(closed.map((tab) => tab.key))
  return [...before.filter((tab) => !keys.has(tab.key)), ...closed].slice(-mostClosed)
}

/** The tabs that a closing leaves, and the next page: null stays. */
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

/** 关闭其他: home, what is pinned and the tab itself stay. */
export function closeOthers(tabs: readonly Tab[], key: string, active: string): Closing {
  return keepWhere(tabs, active, (tab) => tab.pinned || tab.key === key, key)
}

/** 关闭左侧: all before the tab but home and what is pinned. */
export function closeLeft(tabs: readonly Tab[], key: string, active: string): Closing {
  const at = tabs.findIndex((tab) => tab.key === key)
  return keepWhere(tabs, active, (tab, index) => tab.pinned || index >= at, key)
}

/** 关闭右侧: all behind the tab but what is pinned. */
export function closeRight(tabs: readonly Tab[], key: string, active: string): Closing {
  const at = tabs.findIndex((tab) => tab.key === key)
  return keepWhere(tabs, active, (tab, index) => tab.pinned || index <= at, key)
}

/** 关闭全部: home and what is pinned stay. */
export function closeAll(tabs: readonly Tab[], active: string): Closing {
  return keepWhere(tabs, active, (tab) => tab.pinned)
}

/** True where a tab has a close button: not home, not a pinned one, and not the only one left. */
export function isClosable(tabs: readonly Tab[], key: string): boolean {
  const at = tabs.findIndex((tab) => tab.key === key)
  return at > 0 && tabs[at]?.pinned === false
}

/**
 * The tabs of an earlier load, home first and the pinned ones behind it. Whatever is no list of tabs, and every entry
 * that is none, is left out: the storage of a browser is anybody's text.
 */
export function restoreTabs(
  list: unknown,
  homePath: string,
  people: Readonly<Record<string, string>> = {},
): Tab[] {
  const tabs = homeOnly(homePath)
  const keys = new Set(tabs.map((tab) => tab.key))
  for (const tab of Array.isArray(list) ? list.filter(isTab).map((tab) => restored(tab, people)) : []) {
    if (tabs.length >= mostKept) break
    if (keys.has(tab.key)) continue
    keys.add(tab.key)
    tabs.push(tab)
  }
  return tabs.toSorted((a, b) => rank(a) - rank(b))

  function rank(tab: Tab): number {
    return tab === tabs[0] ? 0 : tab.pinned ? 1 : 2
  }
}

/** The order whose tab it is. */
export const orderOfTab = (place: Place): string | undefined => /^\/order\/(\d+)$/.exec(tabKey(place))?.[1]

function restored({ path, query, label, pinned }: Tab, people: Readonly<Record<string, string>>): Tab {
  const person = people[orderOfTab({ path, query }) ?? '']
  return {
    ...(label !== null && person !== undefined && { person }),
    key: tabKey({ path, query }),
    path,
    query,
    label: label === null ? null : cutLabel(label),
    pinned: pinned === true,
  }
}

/** Paths inside the console only: no second slash, and no backslash, which browsers read as one. */
export const insidePath = /^\/(?!\/)[^\\\s]*$/

function isTab(value: unknown): value is Tab {
  if (typeof value !== 'object' || value === null) return false
  const { path, query, label } = value as Record<string, unknown>
  return (
    typeof path === 'string' &&
    insidePath.test(path) &&
    typeof query === 'string' &&
    path.length + query.length <= longestAddress &&
    (label === null || typeof label === 'string')
  )
}
