import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Papers that look like the ones of an order and say 样张, as SVG. Their texts are outlines, because a server need not
 * have a font with Chinese characters, and because the same text has to give the same picture everywhere.
 */

/** Advance width and path of each character that the specimens use, beside the path's units of one em. */
type Glyphs = { unitsPerEm: number; glyphs: Record<string, string> }

let loaded: Glyphs | undefined

function glyphs(): Glyphs {
  loaded ??= JSON.parse(readFileSync(join(import.meta.dirname, 'specimen-glyphs.json'), 'utf8')) as Glyphs
  return loaded
}

type Style = { size: number; fill: string; opacity?: number }

/**
 * A line of text as paths, its baseline at (x, y) but for descenders.
 * @throws {Error} for a character that has no outline
 */
function textAt(text: string, x: number, y: number, { size, fill, opacity = 1 }: Style): string {
  const { unitsPerEm, glyphs: outlines } = glyphs()
  const scale = size / unitsPerEm
  let at = 0
  const paths = Array.from(text, (character) => {
    const [width = '', path = ''] = /^(\d+) (.*)$/.exec(outlines[character] ?? '')?.slice(1) ?? []
    if (width === '') throw new Error(`no outline of ${character}`)
    const placed = path === '' ? '' : `<path transform="translate(${at})" d="${path}"/>`
    at += Number(width)
    return placed
  })
  return `<g fill="${fill}" fill-opacity="${opacity}" transform="translate(${x} ${y - size * 0.88}) scale(${scale})">${paths.join('')}</g>`
}

export type Line = readonly [label: string, value: string]

/** Pixels. */
export const specimenSize = { width: 640, height: 404 } as const

/** A card with a title, lines of label and value, and the outline of a head. @param hue degrees, the paper's colour */
export function drawSpecimen(title: string, lines: readonly Line[], hue: number): string {
  const { width, height } = specimenSize
  const rows = lines.map(([label, value], at) => {
    const y = 150 + at * 42
    return (
      textAt(label, 40, y, { size: 18, fill: '#4a6a8a' }) +
      textAt(value, 150, y, { size: 22, fill: '#222233' })
    )
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<rect width="${width}" height="${height}" fill="hsl(${hue},45%,93%)"/>
<rect x="10" y="10" width="${width - 20}" height="${height - 20}" rx="12" fill="none" stroke="hsl(${hue},40%,70%)" stroke-width="2"/>
<path d="M10 96h${width - 20}" stroke="hsl(${hue},40%,78%)" stroke-width="2"/>
<g fill="hsl(${hue},25%,80%)"><circle cx="530" cy="190" r="46"/><path d="M450 320a80 70 0 0 1 160 0z"/></g>
${textAt(title, 40, 66, { size: 28, fill: '#222233' })}
${rows.join('\n')}
<g transform="rotate(-18 320 240)">${textAt('样张', 200, 300, { size: 120, fill: '#cc3333', opacity: 0.16 })}</g>
</svg>`
}
