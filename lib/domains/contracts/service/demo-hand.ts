import { createHash } from 'node:crypto'
import type { HandSignature } from '../rules/signing.ts'

/** The side of a sign's square on the pad. */
const side = 200

/** Strokes of Chinese signs in a square of 100: across, down, falling to the left and to the right, a dot. */
const shapes: readonly (readonly number[])[] = [
  [12, 22, 45, 19, 88, 24],
  [20, 48, 50, 45, 82, 47],
  [14, 78, 48, 75, 90, 80],
  [50, 8, 52, 45, 49, 94],
  [28, 30, 30, 58, 26, 86],
  [72, 28, 74, 60, 71, 88],
  [52, 24, 40, 55, 14, 90],
  [48, 40, 66, 66, 90, 92],
  [40, 6, 46, 12, 52, 16],
]
const strokesOfSign = 5

/** A signature in nobody's hand, as the people of the demo sign: the same name is always written alike. */
export function demoHand(name: string): HandSignature {
  const signs = Array.from(name)
  const strokes = signs.flatMap((sign, at) => {
    const bytes = createHash('sha256').update(`${sign} ${at}`).digest()
    const order = shapes
      .map((shape, index) => ({ shape, key: bytes[index] ?? 0 }))
      .sort((a, b) => a.key - b.key)
    return order.slice(0, strokesOfSign).map(({ shape }, stroke) =>
      shape.map((value, index) => {
        const shaken = value + ((bytes[(stroke * 6 + index) % bytes.length] ?? 0) % 9) - 4
        return Math.round((shaken * side) / 100) + side / 4 + (index % 2 === 0 ? at * side : 0)
      }),
    )
  })
  return { width: (signs.length + 1) * side, height: side * 1.5, strokes }
}
