/** The time that a tab that vanished keeps the others out where the browser has no locks, in ms. */
const staleMs = 30_000
/** The longest that two tabs may need to see each other's mark, in ms. */
const settleMs = 60

/**
 * Runs the work unless another tab of this browser is at it. By the browser's own locks; over plain http, where there
 * are none, by a mark in the local storage.
 * @returns false when another tab is at it
 */
export async function inOneTab(name: string, work: () => Promise<void>): Promise<boolean> {
  if (navigator.locks) {
    return navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock) await work()
      return lock !== null
    })
  }
  const mark = `${Date.now()} ${Math.random()}`
  if (!(await setMark(name, mark))) return false
  try {
    await work()
  } finally {
    if (readMark(name) === mark) localStorage.removeItem(name)
  }
  return true
}

/** The last one to write has the mark; everybody looks again when all have written. */
async function setMark(name: string, mark: string): Promise<boolean> {
  const held = readMark(name)
  if (held !== null && Math.abs(Date.now() - Number.parseInt(held, 10)) < staleMs) return false
  try {
    localStorage.setItem(name, mark)
  } catch {
    // No storage either: the server makes one refresh of several.
    return true
  }
  await new Promise((resolve) => setTimeout(resolve, settleMs))
  return readMark(name) === mark
}

function readMark(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}
