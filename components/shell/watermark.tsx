'use client'
import { type RefObject, useEffect } from 'react'

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** One tile of the pattern: lines of text, slanted, in a grey that is there on white and on dark. */
export function watermarkTile(lines: readonly string[]): string {
  const text = lines
    .map((line, index) => {
      const safe = line.replace(/[&<>]/g, (character) => escapes[character] ?? '')
      return `<text x="0" y="${index * 20}">${safe}</text>`
    })
    .join('')
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="280" height="180">' +
    '<g transform="translate(40 130) rotate(-22)" fill="rgb(110,120,136)" fill-opacity="0.11" ' +
    `font-size="14" font-family="PingFang SC,Microsoft YaHei,Noto Sans CJK SC,sans-serif">${text}</g></svg>`
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`
}

/**
 * The watermark over the content area (specification point 1). It lets every click through, is printed, and comes back
 * when somebody takes it away or changes it.
 */
export function useWatermark(area: RefObject<HTMLElement | null>, lines: readonly string[]): void {
  const tile = watermarkTile(lines)
  useEffect(() => {
    const host = area.current
    if (!host) return
    let mark: HTMLElement | undefined
    const observer = new MutationObserver((changes) => {
      const touched = changes.some(({ target }) => target === mark)
      if (touched || mark?.parentNode !== host) draw()
    })
    const draw = () => {
      observer.disconnect()
      mark?.remove()
      mark = document.createElement('div')
      mark.setAttribute('aria-hidden', 'true')
      mark.style.cssText =
        'position:absolute;inset:0;z-index:900;pointer-events:none;' +
        'print-color-adjust:exact;-webkit-print-color-adjust:exact;background-repeat:repeat'
      mark.style.backgroundImage = tile
      host.append(mark)
      observer.observe(host, { childList: true })
      observer.observe(mark, { attributes: true })
    }
    draw()
    return () => {
      observer.disconnect()
      mark?.remove()
    }
  }, [area, tile])
}
