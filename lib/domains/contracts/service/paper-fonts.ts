import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fontkit from 'fontkit'

/**
 * The fonts of contracts: Noto Sans SC, which has all of GB 18030's two-byte part and the 通用规范汉字表, and behind it
 * what Noto's Japanese and Hong Kong fonts have beyond that. Licence beside them (OFL 1.1).
 */

const files = ['noto-sans-sc', 'noto-sans-jp-rest', 'noto-sans-hk-rest'] as const
export type FontName = (typeof files)[number]

type Glyphs = ReturnType<fontkit.Font['glyphsForString']>

export type PaperFont = { name: FontName; font: fontkit.Font }

let opened: PaperFont[] | undefined

export function paperFonts(): readonly PaperFont[] {
  opened ??= files.map((name) => {
    const font = fontkit.create(
      readFileSync(join(import.meta.dirname, 'fonts', `${name}.ttf`)),
    ) as fontkit.Font
    // One sign after another: Chinese needs no shaping, which takes longer than everything else together.
    font.layout = ((text: string) => {
      const glyphs: Glyphs = Array.from(text, (sign) => font.glyphForCodePoint(sign.codePointAt(0) ?? 0))
      const positions = glyphs.map(({ advanceWidth }) => ({
        xAdvance: advanceWidth,
        yAdvance: 0,
        xOffset: 0,
        yOffset: 0,
      }))
      return { glyphs, positions, advanceWidth: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) }
    }) as never
    return { name, font }
  })
  return opened
}

const known = new Map<string, { font: PaperFont; width: number } | null>()

/** The first font that has a sign, and the width of it in thousandths; null when none has. */
export function glyphOf(sign: string): { font: PaperFont; width: number } | null {
  const before = known.get(sign)
  if (before !== undefined) return before
  const code = sign.codePointAt(0) ?? 0
  const font = paperFonts().find((each) => each.font.hasGlyphForCodePoint(code))
  const width = font ? (font.font.glyphForCodePoint(code).advanceWidth * 1000) / font.font.unitsPerEm : 0
  const found = font ? { font, width } : null
  known.set(sign, found)
  return found
}

/** The signs of some texts that no font has, each once. */
export function lackingSigns(texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => [...text]))].filter((sign) => glyphOf(sign) === null)
}
