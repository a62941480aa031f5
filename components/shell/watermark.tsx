'use client'
import { useLayoutEffect, useRef } from 'react'

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
    '<g transform="translate(40 130) rotate(-22)" fill="rgb(110,120,136)" fill-opacity="0.07" ' +
    `font-size="14" font-family="PingFang SC,Microsoft YaHei,Noto Sans CJK SC,sans-serif">${text}</g></svg>`
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`
}

/**
 * The watermark over the content area that it stands in (specification point 1). The first HTML has it. It lets every
 * click through, is printed, and comes back when somebody takes it away or changes it.
 */
export function Watermark({ lines }: { lines: readonly string[] }) {
  const tile = watermarkTile(lines)
  return <Mark key={tile} tile={tile} />
}

function Mark({ tile }: { tile: string }) {
  const ref = useRef<HTMLDivElement>(null)
  // A layout effect ends before React takes the mark away: that is no tampering.
  useLayoutEffect(() => {
    const mark = ref.current
    const host = mark?.parentElement
    if (!mark || !host) return
    const drawn = mark.cloneNode() as Element
    const observer = new MutationObserver((changes) => {
      const touched = changes.some(({ target }) => target === mark)
      if (touched || mark.parentNode !== host) draw()
    })
    const draw = () => {
      observer.disconnect()
      restore(mark, drawn)
      host.append(mark)
      watch()
    }
    const watch = () => {
      observer.observe(host, { childList: true })
      observer.observe(mark, { attributes: true })
    }
    watch()
    return () => observer.disconnect()
  }, [])
  return <div ref={ref} aria-hidden="true" style={{ ...overAll, backgroundImage: tile }} />
}

const overAll = {
  position: 'absolute',
  inset: 0,
  zIndex: 900,
  pointerEvents: 'none',
  printColorAdjust: 'exact',
  WebkitPrintColorAdjust: 'exact',
  backgroundRepeat: 'repeat',
} as const

/** Gives an element the attributes of another, and no others. */
function restore(element: Element, { attributes }: Element): void {
  for (const { name } of [...element.attributes]) element.removeAttribute(name)
  for (const { name, value } of attributes) element.setAttribute(name, value)
}
