import { type Tab, tabKey, withoutPeople } from '../domains/workspace/rules/tabs.ts'
import { forget, keep, recall } from './storage.ts'

/**
 * Everything that the browser keeps of the workspace for a reload: the open tabs, in the session storage of one browser
 * tab. Labels may hold order numbers, never personal data.
 */
const key = 'nlos-tabs'

/** Everything that was kept, whatever it is; null when there is none or the browser keeps nothing. */
export function loadWorkspace(): unknown {
  return recall(key)
}

/** Keeps the workspace. A full or forbidden storage costs the reload its tabs, nothing else. */
export function keepWorkspace(tabs: readonly Tab[]): void {
  keep(key, withoutPeople(tabs), 'session')
}

/** Takes the tab of an address away that turned out to lead nowhere. */
export function forgetTab({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  const tabs = loadWorkspace()
  const nowhere = tabKey({ path: pathname, query: search.slice(1) })
  if (Array.isArray(tabs)) keepWorkspace(tabs.filter((tab) => tab?.key !== nowhere))
}

/** Clears the tabs: at login, at logout, and when the session has ended. */
export function forgetWorkspace(): void {
  forget(key)
}
