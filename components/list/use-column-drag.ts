import { type MouseEvent, type PointerEvent, useRef, useState } from 'react'
import { placedAt } from './list-columns'
import type { ListPreference } from './list-preference'

/** A press that moves less than this is a click. */
const clickPx = 5

type Head = { id: string; pinned: boolean }

/**
 * Dragging the heads of columns into another order with mouse or pen; a pinned column stays among the pinned ones. A
 * finger scrolls the table, and the keyboard has 列设置.
 *
 * @param columns all of them in the user's order, hidden ones too
 */
export function useColumnDrag(
  columns: readonly Head[],
  prefer: (part: Pick<ListPreference, 'order'>) => void,
) {
  const press = useRef<{ id: string; x: number; moved: boolean } | null>(null)
  /** The column that is dragged, and the one whose place it gets when it is let go. */
  const [drag, setDrag] = useState<{ id: string; to: string } | null>(null)

  const isPinned = (id: string) => columns.find((column) => column.id === id)?.pinned
  const onPointerDown = (event: PointerEvent<HTMLElement>, id: string) => {
    press.current = null
    const isGrip = event.target instanceof Element && event.target.closest('[data-grip]')
    if (event.button !== 0 || event.pointerType === 'touch' || isGrip) return
    press.current = { id, x: event.clientX, moved: false }
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const now = press.current
    if (!now || event.buttons === 0) return
    if (!now.moved) {
      if (Math.abs(event.clientX - now.x) < clickPx) return
      now.moved = true
      event.currentTarget.setPointerCapture?.(event.pointerId)
    }
    const to = columnUnder(event.clientX, event.currentTarget)
    if (to !== undefined && isPinned(to) === isPinned(now.id)) setDrag({ id: now.id, to })
  }
  const onPointerUp = () => {
    const ids = columns.map(({ id }) => id)
    if (drag && drag.to !== drag.id) prefer({ order: placedAt(ids, drag.id, drag.to) })
    setDrag(null)
  }
  const onPointerCancel = () => setDrag(null)
  /** The click that ends a drag sorts nothing. */
  const onClickCapture = (event: MouseEvent) => {
    if (!press.current?.moved) return
    press.current = null
    event.preventDefault()
    event.stopPropagation()
  }

  /** The part of the drag that a head shows: it is dragged, or on which side of it the dragged one comes to stand. */
  const markOf = (id: string): 'dragged' | 'before' | 'after' | undefined => {
    if (!drag) return undefined
    if (id === drag.id) return 'dragged'
    if (id !== drag.to) return undefined
    const ids = columns.map((column) => column.id)
    return ids.indexOf(drag.to) < ids.indexOf(drag.id) ? 'before' : 'after'
  }
  return { markOf, onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onClickCapture }
}

/** The id of the column whose head is under the pointer; a pinned head lies over those that scroll beneath it. */
function columnUnder(x: number, head: HTMLElement): string | undefined {
  const heads = [...(head.parentElement?.querySelectorAll<HTMLElement>('th[data-column]') ?? [])]
  const under = heads.filter((other) => {
    const { left, right } = other.getBoundingClientRect()
    return x >= left && x < right
  })
  return (under.find((other) => other.dataset.pinned) ?? under[0])?.dataset.column
}
