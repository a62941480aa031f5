import { glyphs } from '../../lib/backend/identity/captcha-drawing.ts'

/** Reads the captchas of the demo as a person does: by the shape of their strokes. */

type Point = readonly [x: number, y: number]

/** The points that the strokes of a path go through; the bends between them say nothing. */
function strokesOf(path: string): Point[][] {
  return path
    .split('M')
    .filter((part) => part !== '')
    .map((part) =>
      part.split('Q').map((piece, at): Point => {
        const numbers = piece.trim().split(/\s+/).map(Number)
        const [x = 0, y = 0] = at === 0 ? numbers : numbers.slice(2)
        return [x, y]
      }),
    )
}

const gridOf = (glyph: string): Point[][] =>
  glyph.split('|').map((stroke) =>
    stroke.split(' ').map((pair): Point => {
      const [x = 0, y = 0] = pair.split(',').map(Number)
      return [x, y]
    }),
  )

/** Points around their own centre. */
function centred(points: readonly Point[]): Point[] {
  const middle = (axis: 0 | 1) => points.reduce((sum, point) => sum + point[axis], 0) / points.length
  const [x, y] = [middle(0), middle(1)]
  return points.map((point) => [point[0] - x, point[1] - y])
}

const steps = (low: number, high: number, count: number) =>
  Array.from({ length: count }, (_step, at) => low + ((high - low) * at) / (count - 1))

/** How far the points are from the best turned, sheared and sized drawing of a glyph. */
function distance(drawn: readonly Point[], grid: readonly Point[]): number {
  let least = Number.POSITIVE_INFINITY
  for (const turn of steps(-0.35, 0.35, 15)) {
    for (const shear of steps(-0.25, 0.25, 9)) {
      for (const size of steps(3.6, 4.6, 5)) {
        const placed = centred(
          grid.map(([px, py]): Point => {
            const [x, y] = [(px + py * shear) * size, py * size]
            return [x * Math.cos(turn) - y * Math.sin(turn), x * Math.sin(turn) + y * Math.cos(turn)]
          }),
        )
        const sum = drawn.reduce((total, [x, y], at) => {
          const [px = 0, py = 0] = placed[at] ?? []
          return total + (x - px) ** 2 + (y - py) ** 2
        }, 0)
        least = Math.min(least, sum)
      }
    }
  }
  return least
}

/** The four characters of a captcha. */
export function readCaptcha(svg: string): string {
  const paths = Array.from(svg.matchAll(/<path d="([^"]+)"/g), ([, path = '']) => path).slice(0, 4)
  return paths
    .map((path) => {
      const strokes = strokesOf(path)
      const drawn = centred(strokes.flat())
      const shape = strokes.map((stroke) => stroke.length).join()
      const [best] = Object.entries(glyphs)
        .map(([character, glyph]) => ({ character, grid: gridOf(glyph) }))
        .filter(({ grid }) => grid.map((stroke) => stroke.length).join() === shape)
        .map(({ character, grid }) => ({ character, off: distance(drawn, centred(grid.flat())) }))
        .sort((a, b) => a.off - b.off)
      return best?.character ?? '?'
    })
    .join('')
}
