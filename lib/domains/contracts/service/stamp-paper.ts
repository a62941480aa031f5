import { ops, PDF, type PDFPage, StandardFonts } from '@libpdf/core'
import { boundsOf, type HandSignature, type SignPlace } from '../rules/signing.ts'
import { page } from './draw-paper.ts'
import { glyphOf } from './paper-fonts.ts'

/** Signatures by hand and the company's seal, drawn into a contract at their places. The bytes before stay as they are. */

export type Stamps = {
  places: readonly SignPlace[]
  /** In their order; several of one party share its place. `on` is the day, YYYY-MM-DD. */
  hands: readonly { party: SignPlace['party']; on: string; signature: HandSignature }[]
  seal: { party: SignPlace['party']; company: string; on: string }
}

const penWidth = 1.1
const dateSize = 10.5
const digitWidth = 0.556 * dateSize
const sealRadius = 34

type Operators = Parameters<PDFPage['drawOperators']>[0]
type Box = { left: number; top: number; width: number; height: number }

export async function stampPaper(bytes: Uint8Array, { places, hands, seal }: Stamps): Promise<Uint8Array> {
  const pdf = await PDF.load(bytes)
  for (const place of places) {
    const sheet = pdf.getPage(place.page - 1)
    if (!sheet) throw new Error(`There is no page ${place.page}.`)
    const own = hands.filter(({ party }) => party === place.party)
    const width = place.width / Math.max(own.length, 1)
    for (const [at, { signature }] of own.entries())
      sheet.drawOperators(handOperators(signature, { ...place, width, left: place.left + at * width }))
    if (place.party === seal.party) sheet.drawOperators(sealOperators(seal.company, place))
    const on = place.party === seal.party ? seal.on : own.at(-1)?.on
    if (on) writeDate(sheet, place, on)
  }
  return pdf.save({ incremental: true })
}

function writeDate(sheet: PDFPage, { date: { baseline, ends } }: SignPlace, on: string): void {
  const numbers = on.split('-')
  for (const [at, end] of ends.entries()) {
    const text = numbers[at] ?? ''
    const x = end - 3 - text.length * digitWidth
    sheet.drawText(text, { x, y: page.height - baseline, size: dateSize, font: StandardFonts.Helvetica })
  }
}

/** The strokes, as large as their box takes them. */
function handOperators({ strokes }: HandSignature, box: Box): Operators {
  const { left, top, right, bottom } = boundsOf(strokes)
  const room = { width: box.width - 8, height: box.height - 8 }
  const scale = Math.min(room.width / Math.max(right - left, 1), room.height / Math.max(bottom - top, 1))
  const x0 = box.left + (box.width - (right - left) * scale) / 2
  const y0 = page.height - box.top - (box.height - (bottom - top) * scale) / 2
  const lines = strokes.flatMap((stroke) =>
    stroke.flatMap((value, at) => {
      if (at % 2 === 1) return []
      const x = x0 + (value - left) * scale
      const y = y0 - ((stroke[at + 1] ?? 0) - top) * scale
      // A dot is a line to where it is: round ends make it one.
      return at === 0 ? [ops.moveTo(x, y), ops.lineTo(x, y)] : [ops.lineTo(x, y)]
    }),
  )
  return [
    ops.pushGraphicsState(),
    ops.setStrokingRGB(0.05, 0.08, 0.2),
    ops.setLineWidth(penWidth),
    ops.setLineCap(1),
    ops.setLineJoin(1),
    ...lines,
    ops.stroke(),
    ops.popGraphicsState(),
  ]
}

/** A red ring with the company's name along it; the letters are outlines, so that the file needs no other font. */
function sealOperators(company: string, { left, top, width, height }: Box): Operators {
  const x = left + width / 2
  const y = page.height - top - height / 2
  const signs = Array.from(company)
  const step = Math.min(Math.PI / 9, (Math.PI * 1.5) / Math.max(signs.length - 1, 1))
  const size = Math.min(9, step * (sealRadius - 9))
  const around = signs.flatMap((sign, at) => {
    const angle = Math.PI / 2 + (step * (signs.length - 1)) / 2 - at * step
    const reach = sealRadius - 4 - size
    return glyph(sign, size, x + reach * Math.cos(angle), y + reach * Math.sin(angle), angle - Math.PI / 2)
  })
  const label = Array.from('合同电子章').flatMap((sign, at) => glyph(sign, 7, x + (at - 2) * 7.4, y - 14, 0))
  return [
    ops.pushGraphicsState(),
    ops.setStrokingRGB(0.8, 0.1, 0.1),
    ops.setNonStrokingRGB(0.8, 0.1, 0.1),
    ops.setLineWidth(1.6),
    ...circle(x, y, sealRadius),
    ops.stroke(),
    ...around,
    ...label,
    ...star(x, y + 1, 8),
    ops.popGraphicsState(),
  ]
}

function circle(x: number, y: number, r: number): Operators {
  // Four Bézier curves are a circle to a thousandth.
  const k = r * 0.5523
  return [
    ops.moveTo(x + r, y),
    ops.curveTo(x + r, y + k, x + k, y + r, x, y + r),
    ops.curveTo(x - k, y + r, x - r, y + k, x - r, y),
    ops.curveTo(x - r, y - k, x - k, y - r, x, y - r),
    ops.curveTo(x + k, y - r, x + r, y - k, x + r, y),
    ops.closePath(),
  ]
}

function star(x: number, y: number, r: number): Operators {
  const points = Array.from({ length: 10 }, (_, at) => {
    const reach = at % 2 === 0 ? r : r * 0.382
    const angle = Math.PI / 2 + (at * Math.PI) / 5
    return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)] as const
  })
  return [
    ...points.map(([px, py], at) => (at === 0 ? ops.moveTo(px, py) : ops.lineTo(px, py))),
    ops.closePath(),
    ops.fill(),
  ]
}

/** A sign's outline, its middle at x, turned about its foot. */
function glyph(sign: string, size: number, x: number, y: number, turn: number): Operators {
  const found = glyphOf(sign)
  if (!found) return []
  const { font } = found.font
  const { path } = font.glyphForCodePoint(sign.codePointAt(0) ?? 0)
  const scale = size / font.unitsPerEm
  const shift = (found.width * size) / 2_000
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const outline: Operators = []
  let [fromX, fromY] = [0, 0]
  for (const { command, args } of path.commands) {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = args
    if (command === 'moveTo') outline.push(ops.moveTo(a, b))
    else if (command === 'lineTo') outline.push(ops.lineTo(a, b))
    else if (command === 'bezierCurveTo') outline.push(ops.curveTo(a, b, c, d, e, f))
    else if (command === 'quadraticCurveTo')
      outline.push(
        ops.curveTo(
          ...[fromX + ((a - fromX) * 2) / 3, fromY + ((b - fromY) * 2) / 3],
          ...([c + ((a - c) * 2) / 3, d + ((b - d) * 2) / 3, c, d] as [number, number, number, number]),
        ),
      )
    else outline.push(ops.closePath())
    ;[fromX, fromY] = [args.at(-2) ?? fromX, args.at(-1) ?? fromY]
  }
  return [
    ops.pushGraphicsState(),
    ops.concatMatrix(cos, sin, -sin, cos, x - shift * cos, y - shift * sin),
    ops.concatMatrix(scale, 0, 0, scale, 0, 0),
    ...outline,
    ops.fill(),
    ops.popGraphicsState(),
  ]
}
