import { type RefObject, useEffect } from 'react'

/**
 * Says at the element around a scrolling one on which sides there is more to scroll to: `data-more` is `start`, `end`
 * or both. The styles draw a shadow there.
 */
export function useMoreBeside(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const scroller = frame.current
    const around = scroller?.parentElement
    if (!scroller || !around) return
    const tell = () => {
      const { scrollLeft, scrollWidth, clientWidth, offsetWidth } = scroller
      const start = scrollLeft > 0
      // A fraction of a pixel is left over at some zooms.
      const end = scrollLeft + clientWidth < scrollWidth - 1
      around.dataset.more = `${start ? 'start' : ''} ${end ? 'end' : ''}`.trim()
      around.style.setProperty('--scrollbar', `${offsetWidth - clientWidth}px`)
    }
    tell()
    scroller.addEventListener('scroll', tell, { passive: true })
    const sizes = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(tell)
    sizes?.observe(scroller)
    if (scroller.firstElementChild) sizes?.observe(scroller.firstElementChild)
    return () => {
      scroller.removeEventListener('scroll', tell)
      sizes?.disconnect()
    }
  }, [frame])
}
