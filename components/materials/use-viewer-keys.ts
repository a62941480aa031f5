'use client'
import { type RefObject, useEffect, useRef } from 'react'

/** Everything that has the focus without typing anything into it: a digit or a letter means nothing to it. */
const idle = '[role="tab"], button, a[href], summary'
/** There letters look for an entry, or the page is not what is being worked in. */
const own = '[role="menu"], [role="listbox"], [role="tree"], [role="dialog"], [role="alertdialog"]'

const takesNoLetters = (target: Element) => target.closest(idle) !== null && target.closest(own) === null

/**
 * Keys of a viewer. They work while the focus is in it and while it is nowhere in particular, so that a page with one
 * viewer needs no click first; never in a field beside it, in a dialog above it, or in a tab that is not shown. A digit
 * or a letter works from a tab, a button or a link as well: whoever looked at another part decides without a click.
 *
 * @param keys names of keys, in lower case, to what they do
 */
export function useViewerKeys(
  viewer: RefObject<HTMLElement | null>,
  keys: Readonly<Record<string, () => void>>,
): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, metaKey, altKey } = event
      const element = viewer.current
      if (!element || !(target instanceof Element) || ctrlKey || metaKey || altKey) return
      if (element.closest('[hidden],[inert]')) return
      const isNear = element.contains(target) || target.contains(element)
      if (!isNear && !(/^[\da-z]$/i.test(key) && takesNoLetters(target))) return
      const act = latest.current[key.toLowerCase()]
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [viewer])
}
