'use client'
import { type RefObject, useEffect, useRef } from 'react'

/**
 * Keys of a viewer. They work while the focus is in it and while it is nowhere in particular, so that a page with one
 * viewer needs no click first; never in a field beside it, in a dialog above it, or in a tab that is not shown.
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
      if (!element.contains(target) && !target.contains(element)) return
      const act = latest.current[key.toLowerCase()]
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [viewer])
}
