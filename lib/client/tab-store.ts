import {
  addressOf,
  becomeTab,
  homeOnly,
  labelTab,
  moveTab,
  type Place,
  pinTab,
  rememberClosed,
  reorderTab,
  restoreTabs,
  type Tab,
  tabKey,
  visitTab,
} from '../domains/workspace/rules/tabs.ts'
import { href } from '../routes.ts'
import { forgetWorkspace, keepWorkspace, loadWorkspace } from './workspace-storage.ts'

/** Entries that 最近使用 shows. */
const mostRecent = 10

export type TabState = {
  tabs: readonly Tab[]
  /** Key of the tab that the address bar shows. */
  active: string
  /** Key of the tab that is on its way to be shown; null when the one that is active is shown. */
  going: string | null
  /** Key of the tab that is shown already while the address bar is about to follow; null otherwise. */
  ahead: string | null
  /** Keys of tabs that hold something unsaved; true where a draft on the server has it too. */
  dirty: ReadonlyMap<string, boolean>
  /** The number of times that each tab was refreshed or closed: another number is another life of its page. */
  lives: Readonly<Record<string, number>>
  /** Tabs that were closed and can be opened again, the last one at the end. */
  closed: readonly Tab[]
  /** The tab that became another last, until the address bar has followed: its former key and address, its place. */
  became: { from: string; address: string | null; place: Place } | null
  /** Ids of the menu entries that were shown, the last one first. */
  recent: readonly number[]
}

/** Everything that the server kept of the workspace, and which entry of the menu a path belongs to. */
export type KeptWorkspace = {
  tabs: unknown
  recent: readonly number[]
  /** The people whom the orders of the tabs are about, by the order. */
  people?: Readonly<Record<string, string>>
  entryAt: (path: string) => number | undefined
}

const nothingKept: KeptWorkspace = { tabs: [], recent: [], entryAt: () => undefined }

export type TabStore = ReturnType<typeof createTabStore>

/**
 * The open tabs of one browser page, for useSyncExternalStore. It starts with what the server kept and the place of
 * the first HTML; `restore` puts what the last load of this browser tab had open in their place.
 */
export function createTabStore(first: Place, kept: KeptWorkspace = nothingKept) {
  const homePath = href('home')
  const withRecent = (path: string, recent: readonly number[]) => {
    const entry = kept.entryAt(path)
    if (entry === undefined || recent[0] === entry) return recent
    return [entry, ...recent.filter((id) => id !== entry)].slice(0, mostRecent)
  }
  let state: TabState = {
    tabs: visitTab(restoreTabs(kept.tabs, homePath, kept.people), first),
    active: tabKey(first),
    going: null,
    ahead: null,
    dirty: new Map(),
    lives: {},
    became: null,
    closed: [],
    recent: withRecent(first.path, kept.recent),
  }
  const drawn = state
  const listeners = new Set<() => void>()

  const set = (change: Partial<TabState>) => {
    state = { ...state, ...change }
    if (change.tabs) keepWorkspace(state.tabs)
    for (const listener of listeners) listener()
  }
  const without = (keys: readonly string[]) =>
    new Map([...state.dirty].filter(([key]) => !keys.includes(key)))
  const tabOf = (key: string) => state.tabs.find((tab) => tab.key === key)
  const nextLife = (keys: readonly string[]) => {
    const lives = { ...state.lives }
    for (const key of keys) lives[key] = (lives[key] ?? 0) + 1
    return lives
  }

  return {
    get: () => state,
    /** The state that the first HTML shows, while the browser takes it over. */
    drawn,
    tab: tabOf,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** After a reload: the tabs of this browser tab in their order, and the one that is open. */
    restore() {
      const own = loadWorkspace()
      if (own === null) return keepWorkspace(state.tabs)
      const tab = tabOf(state.active)
      const tabs = restoreTabs(own, homePath, kept.people)
      set({ tabs: tab ? visitTab(tabs, tab) : tabs })
    },
    /** The address bar shows a place. */
    visit(place: Place) {
      const known = tabOf(tabKey(place))
      const isThere = known && state.active === known.key && addressOf(known) === addressOf(place)
      const became = state.became?.address === addressOf(place) ? state.became : null
      if (isThere) {
        if (state.going !== null || state.ahead !== null || state.became !== became) {
          set({ going: null, ahead: null, became })
        }
        return
      }
      set({
        became,
        tabs: visitTab(state.tabs, place),
        active: tabKey(place),
        going: null,
        ahead: null,
        recent: withRecent(place.path, state.recent),
      })
    },
    /** The tab is asked for: it looks chosen from now on, whatever its page takes. */
    goTo(key: string) {
      const going = key === state.active ? null : key
      if (going !== state.going) set({ going })
    },
    /** The tab, whose page is alive, is shown at once; the address bar is brought there by the caller. */
    show(key: string) {
      const tab = tabOf(key)
      if (!tab || state.active === key) return
      set({ active: key, going: null, ahead: key, recent: withRecent(tab.path, state.recent) })
    },
    /** The tab stands at another query, in the address bar or behind it. */
    move(key: string, query: string) {
      set({ tabs: moveTab(state.tabs, key, query) })
    },
    /** The tab goes on as the one of another place: its page, its life and what is unsaved in it are that tab's now. */
    become(key: string, place: Place) {
      const tab = tabOf(key)
      const next = tabKey(place)
      if (!tab || tabOf(next)) return
      const isActive = state.active === key
      set({
        tabs: becomeTab(state.tabs, key, place),
        active: isActive ? next : state.active,
        ahead: state.ahead === key ? next : state.ahead,
        dirty: new Map([...state.dirty].map(([other, kept]) => [other === key ? next : other, kept])),
        lives: { ...state.lives, [next]: state.lives[key] ?? 0 },
        became: { from: key, address: isActive ? addressOf(tab) : null, place },
      })
    },
    label(key: string, label: string, person?: string) {
      const tab = tabOf(key)
      if (tab?.label !== label || tab.person !== person)
        set({ tabs: labelTab(state.tabs, key, label, person) })
    },
    pin(key: string, pinned: boolean) {
      set({ tabs: pinTab(state.tabs, key, pinned) })
    },
    /** Puts the tab at another index, or the nearest one that it may have. */
    reorder(key: string, to: number) {
      set({ tabs: reorderTab(state.tabs, key, to) })
    },
    /** @param kept a draft on the server has it too: the page may be parked */
    setDirty(key: string, dirty: boolean, kept = false) {
      if (dirty ? state.dirty.get(key) === kept : !state.dirty.has(key)) return
      const next = without([key])
      if (dirty) next.set(key, kept)
      set({ dirty: next })
    },
    /** Takes tabs away; they are fresh when they open again. */
    close(keys: readonly string[]) {
      if (keys.length === 0) return
      const isClosed = (tab: Tab) => keys.includes(tab.key)
      set({
        tabs: state.tabs.filter((tab) => !isClosed(tab)),
        closed: rememberClosed(state.closed, state.tabs.filter(isClosed)),
        dirty: without(keys),
        lives: nextLife(keys),
      })
    },
    /** Opens the tab that was closed last, at the end of the list. @returns it, for its page to be shown */
    reopen(): Tab | undefined {
      const tab = state.closed.at(-1)
      if (!tab) return undefined
      const closed = state.closed.slice(0, -1)
      set(tabOf(tab.key) ? { closed } : { closed, tabs: [...state.tabs, { ...tab, pinned: false }] })
      return tabOf(tab.key)
    },
    /** 刷新页面: the page of the tab begins again at the same address. */
    refresh(key: string) {
      set({ dirty: without([key]), lives: nextLife([key]) })
    },
    /** At logout and when the session has ended. */
    clear() {
      set({ tabs: homeOnly(homePath), dirty: new Map() })
      forgetWorkspace()
    },
  }
}
