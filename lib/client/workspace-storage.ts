/**
 * What the browser keeps of the workspace for a reload: the open tabs, in the session storage of one browser tab.
 * Labels may hold order numbers, never personal data.
 */
const key = 'nlos-tabs'

/** The kept text, null when there is none or the browser keeps nothing. */
export function loadWorkspace(): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** Keeps the workspace. A full or forbidden storage costs the reload its tabs, nothing else. */
export function keepWorkspace(text: string): void {
  try {
    sessionStorage.setItem(key, text)
  } catch {
    // Private windows of some browsers refuse; the tabs work until the reload.
  }
}

/** Clears the tabs: at login, at logout, and when the session has ended. */
export function forgetWorkspace(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}
