'use client'
import { type RefObject, useEffect, useRef } from 'react'
import type { Point } from './picture-view'

type Gestures = {
  /** `deltaY` in pixels; points count from the middle of the element. */
  onWheel: (deltaY: number, at: Point) => void
  onDrag: (by: Point) => void
  onDoubleClick: (at: Point) => void
}

/** Where a mouse event is on an element, from its middle. */
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

    let from: Point | null = null
    listen('pointerdown', (event) => {
      if (event.button !== 0) return
      element.setPointerCapture(event.pointerId)
      from = { x: event.clientX, y: event.clientY }
    })
    listen('pointermove', ({ clientX: x, clientY: y }) => {
      if (!from) return
      latest.current.onDrag({ x: x - from.x, y: y - from.y })
      from = { x, y }
    })
    const release = () => {
      from = null
    }
    listen('pointerup', release)
    listen('pointercancel', release)
    return () => stop.abort()
  }, [stage])
}
