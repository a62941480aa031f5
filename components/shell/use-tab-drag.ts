import { type MouseEvent, type PointerEvent, type RefObject, useRef, useState } from 'react'
import { useWorkspace } from './workspace'

/** A press that moves less than this is a click. */
const clickPx = 5
/** So near to an end of the bar it scrolls, this far for each move. */
const edgePx = 32
const scrollPx = 16

/**
 * Dragging tabs into another order with mouse or pen. A finger scrolls the bar; for it, and for the keyboard, the menu
 * of the tab and its keys move it.
 *
 * @param list the bar, whose children are the tabs in order
 */
export function useTabDrag(list: RefObject<HTMLElement | null>) {
  const { store } = useWorkspace()
  const press = useRef<{ key: string; x: number; moved: boolean } | null>(null)
  const [dragged, setDragged] = useState<string | null>(null)

  const onPointerDown = (event: PointerEvent<HTMLElement>, key: string) => {
    press.current = null
    const isButton = event.target instanceof Element && event.target.closest('button')
    if (event.button !== 0 || event.pointerType === 'touch' || isButton) return
    press.current = { key, x: event.clientX, moved: false }
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const now = press.current
    const bar = list.current
    if (!now || !bar || event.buttons === 0) return
    if (!now.moved) {
      if (Math.abs(event.clientX - now.x) < clickPx) return
      now.moved = true
      event.currentTarget.setPointerCapture(event.pointerId)
      setDragged(now.key)
    }
    const edges = bar.getBoundingClientRect()
    if (event.clientX < edges.left + edgePx) bar.scrollLeft -= scrollPx
    if (event.clientX > edges.right - edgePx) bar.scrollLeft += scrollPx
    const from = store.get().tabs.findIndex(({ key }) => key === now.key)
    store.reorder(now.key, indexUnder(event.clientX, [...bar.children], from))
  }
  const onPointerUp = () => setDragged(null)
  /** The click that ends a drag opens nothing. */
  const onClickCapture = (event: MouseEvent) => {
    if (!press.current?.moved) return
    press.current = null
    event.preventDefault()
    event.stopPropagation()
  }
  return { dragged, onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp, onClickCapture }
}

/**
 * The index at which a tab from this index belongs under the pointer: behind every other tab whose middle is to its
 * left.
 */
function indexUnder(x: number, tabs: readonly Element[], from: number): number {
  const own = tabs[from]?.getBoundingClientRect()
  // Over its own place nothing changes: tabs of different widths would swap to and fro.
  if (own && x >= own.left && x <= own.right) return from
  return tabs.filter((tab, at) => {
    const { left, width } = tab.getBoundingClientRect()
    return at !== from && left + width / 2 < x
  }).length
}
