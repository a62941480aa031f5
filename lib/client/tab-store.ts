import { href } from '../routes.ts'
import {
  addressOf,
  homeOnly,
  labelTab,
  moveTab,
  type Place,
  restoreTabs,
  type Tab,
  tabKey,
  visitTab,
} from '../rules/tabs.ts'
import { forgetWorkspace, keepWorkspace, loadWorkspace } from './workspace-storage.ts'

export type TabState = {
  tabs: readonly Tab[]
  /** Key of the tab that the address bar shows. */
  active: string
  /** Keys of tabs that hold something unsaved. */
  dirty: ReadonlySet<string>
  /** How often each tab was refreshed or closed: another number is another life of its page. */
  lives: Readonly<Record<string, number>>
}

export type TabStore = ReturnType<typeof createTabStore>

/**
 * The open tabs of one browser page, for useSyncExternalStore. It starts with home and the place of the first
 * HTML, `restore` adds what the last load of the page had open.
 */
export function createTabStore(first: Place) {
  const homePath = href('home')
  let state: TabState = {
    tabs: visitTab(homeOnly(homePath), first),
    active: tabKey(first),
    dirty: new Set(),
    lives: {},
  }
  const listeners = new Set<() => void>()

  const set = (change: Partial<TabState>) => {
    state = { ...state, ...change }
    keepWorkspace(JSON.stringify(state.tabs))
    for (const listener of listeners) listener()
  }
  const tabOf = (key: string) => state.tabs.find((tab) => tab.key === key)
  const nextLife = (keys: readonly string[]) => {
    const lives = { ...state.lives }
    for (const key of keys) lives[key] = (lives[key] ?? 0) + 1
    return lives
  }

  return {
    get: () => state,
    tab: tabOf,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** After a reload: the kept tabs in their order, and the one that is open. */
    restore() {
      const tab = tabOf(state.active)
      const kept = restoreTabs(loadWorkspace(), homePath)
      set({ tabs: tab ? visitTab(kept, tab) : kept })
    },
    /** The address bar shows a place. */
    visit(place: Place) {
      const known = tabOf(tabKey(place))
      if (known && state.active === known.key && addressOf(known) === addressOf(place)) return
      set({ tabs: visitTab(state.tabs, place), active: tabKey(place) })
    },
    /** The tab stands at another query, in the address bar or behind it. */
    move(key: string, query: string) {
      set({ tabs: moveTab(state.tabs, key, query) })
    },
    label(key: string, label: string) {
      if (tabOf(key)?.label !== label) set({ tabs: labelTab(state.tabs, key, label) })
    },
    setDirty(key: string, dirty: boolean) {
      if (state.dirty.has(key) === dirty) return
      const next = new Set(state.dirty)
      if (dirty) next.add(key)
      else next.delete(key)
      set({ dirty: next })
    },
    /** Takes tabs away; they are fresh when they open again. */
    close(keys: readonly string[]) {
      if (keys.length === 0) return
      set({
        tabs: state.tabs.filter((tab) => !keys.includes(tab.key)),
        dirty: new Set([...state.dirty].filter((key) => !keys.includes(key))),
        lives: nextLife(keys),
      })
    },
    /** 刷新页面: the page of the tab begins again at the same address. */
    refresh(key: string) {
      set({ dirty: new Set([...state.dirty].filter((other) => other !== key)), lives: nextLife([key]) })
    },
    /** At logout and when the session has ended. */
    clear() {
      set({ tabs: homeOnly(homePath), dirty: new Set() })
      forgetWorkspace()
    },
  }
}
