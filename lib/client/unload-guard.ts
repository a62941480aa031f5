/** The number of things of this page that would be lost with it. */
let unsaved = 0
let isFree = false

/** The browser asks in its own words; what a page would say is not shown. */
function ask(event: BeforeUnloadEvent): void {
  if (!isFree) event.preventDefault()
}

/**
 * From now on the browser asks before it leaves this page by a reload, a closed window or another site: something is
 * unsaved that nothing else keeps. It listens no longer than it has to, because a page that listens is not kept for
 * the back button.
 *
 * @returns takes it back
 */
export function holdPage(): () => void {
  if (unsaved === 0) window.addEventListener('beforeunload', ask)
  unsaved += 1
  let isHeld = true
  return () => {
    if (!isHeld) return
    isHeld = false
    unsaved -= 1
    if (unsaved === 0) window.removeEventListener('beforeunload', ask)
  }
}

/** The page is about to be left by its own doing, after a question or without a choice: nothing asks again. */
export function leaveFreely(): void {
  isFree = true
}
