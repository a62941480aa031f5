'use client'
import { type RefObject, useEffect, useRef } from 'react'
import type { Point } from './picture-view'

type Gestures = {
  /** `deltaY` in pixels; points count from the middle of the element. */
  onWheel: (deltaY: number, at: Point) => void
  onDrag: (by: Point) => void
  onDoubleClick: (at: Point) => void
  /** With it a drag selects instead: told on the way and, `done`, at the end. */
  onSelect?: ((from: Point, to: Point, done: boolean) => void) | undefined
}

/** The position of a mouse event on an element, from its middle. */
function pointOn(element: Element, { clientX, clientY }: MouseEvent): Point {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
}

/**
 * Wheel, drag and double click on an element. Listens itself: React's wheel events are passive and could not keep the
 * page from scrolling under the picture.
 */
export function useStageGestures(stage: RefObject<HTMLElement | null>, gestures: Gestures): void {
  const latest = useRef(gestures)
  latest.current = gestures
  useEffect(() => {
    const element = stage.current
    if (!element) return
    const stop = new AbortController()
    const { signal } = stop
    const listen = <K extends keyof HTMLElementEventMap>(
      type: K,
      hear: (event: HTMLElementEventMap[K]) => void,
    ) => element.addEventListener(type, hear, { signal, passive: false })

    listen('wheel', (event) => {
      event.preventDefault()
      latest.current.onWheel(event.deltaY, pointOn(element, event))
    })
    listen('dblclick', (event) => latest.current.onDoubleClick(pointOn(element, event)))

    let from: { client: Point; start: Point } | null = null
    listen('pointerdown', (event) => {
      if (event.button !== 0) return
      element.setPointerCapture(event.pointerId)
      from = { client: { x: event.clientX, y: event.clientY }, start: pointOn(element, event) }
    })
    listen('pointermove', (event) => {
      if (!from) return
      const { onSelect, onDrag } = latest.current
      if (onSelect) return onSelect(from.start, pointOn(element, event), false)
      const { clientX: x, clientY: y } = event
      onDrag({ x: x - from.client.x, y: y - from.client.y })
      from.client = { x, y }
    })
    listen('pointerup', (event) => {
      if (from) latest.current.onSelect?.(from.start, pointOn(element, event), true)
      from = null
    })
    listen('pointercancel', () => {
      from = null
    })
    return () => stop.abort()
  }, [stage])
}
