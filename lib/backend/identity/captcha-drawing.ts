import { randomInt } from 'node:crypto'

/**
 * Characters as strokes on a grid of 4 × 6, without those that look alike. Drawn as bent paths: an SVG with text
 * elements would say its own answer.
 */
export const glyphs: Record<string, string> = {
  '2': '0,1 1,0 3,0 4,1 4,2 0,6 4,6',
  '3': '0,0 4,0 2,2.5 4,4 4,5 3,6 1,6 0,5',
  '4': '3,6 3,0 0,4 4,4',
  '5': '4,0 0,0 0,3 3,2.5 4,4 3,6 0,6',
  '6': '4,0 1,2 0,4 1,6 3,6 4,4.5 3,3 0,4',
  '7': '0,0 4,0 1.5,6',
  '9': '4,2 1,3 0,1.5 1,0 3,0 4,2 3,5 0,6',
  A: '0,6 2,0 4,6|1,4 3,4',
  C: '4,1 3,0 1,0 0,2 0,4 1,6 3,6 4,5',
  E: '4,0 0,0 0,6 4,6|0,3 3,3',
  F: '4,0 0,0 0,6|0,3 3,3',
  H: '0,0 0,6|4,0 4,6|0,3 4,3',
  K: '0,0 0,6|4,0 0,3.5|1,2.8 4,6',
  L: '0,0 0,6 4,6',
  M: '0,6 0.5,0 2,4 3.5,0 4,6',
  N: '0,6 0,0 4,6 4,0',
  P: '0,6 0,0 3,0 4,1.5 3,3 0,3',
  R: '0,6 0,0 3,0 4,1.5 3,3 0,3|2,3 4,6',
  T: '0,0 4,0|2,0 2,6',
  W: '0,0 1,6 2,2 3,6 4,0',
  X: '0,0 4,6|4,0 0,6',
  Y: '0,0 2,3 4,0|2,3 2,6',
}

const WIDTH = 120
const HEIGHT = 40

const between = (low: number, high: number) => low + (randomInt(1_000_001) / 1_000_000) * (high - low)
const number = (value: number) => value.toFixed(1)

/** The SVG of a code of characters of {@link glyphs}: each turned, sheared and bent at random, under two curves. */
export function drawCaptcha(code: string): string {
  const paths = Array.from(code, (character, at) => drawCharacter(character, at)).join('')
  const noise = [0, 1]
    .map(() => {
      const [from, bend, to] = [between(5, 35), between(-10, 50), between(5, 35)]
      return `<path d="M0 ${number(from)}Q${number(between(30, 90))} ${number(bend)} ${WIDTH} ${number(to)}" stroke-width="1.2"/>`
    })
    .join('')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" ` +
    `fill="none" stroke="#3c4858" stroke-linecap="round" stroke-linejoin="round"><rect width="100%" height="100%" ` +
    `fill="#eef1f6" stroke="none"/>${paths}${noise}</svg>`
  )
}

function drawCharacter(character: string, at: number): string {
  const [turn, shear, size] = [between(-0.35, 0.35), between(-0.25, 0.25), between(3.6, 4.6)]
  const [left, top] = [18 + at * 28 + between(-3, 3), HEIGHT / 2 + between(-3, 3)]
  const place = (pair: string) => {
    const [px = '0', py = '0'] = pair.split(',')
    const x = (Number(px) - 2 + (Number(py) - 3) * shear) * size + between(-0.9, 0.9)
    const y = (Number(py) - 3) * size + between(-0.9, 0.9)
    return {
      x: left + x * Math.cos(turn) - y * Math.sin(turn),
      y: top + x * Math.sin(turn) + y * Math.cos(turn),
    }
  }
  const strokes = (glyphs[character] ?? '').split('|').map((stroke) => bent(stroke.split(' ').map(place)))
  return `<path d="${strokes.join('')}" stroke-width="${number(between(2, 2.8))}"/>`
}

/** A line through points, each part a curve that leaves the straight line a little. */
function bent(points: { x: number; y: number }[]): string {
  return points
    .map(({ x, y }, at) => {
      const before = points[at - 1]
      if (!before) return `M${number(x)} ${number(y)}`
      const middle = `${number((before.x + x) / 2 + between(-1.6, 1.6))} ${number((before.y + y) / 2 + between(-1.6, 1.6))}`
      return `Q${middle} ${number(x)} ${number(y)}`
    })
    .join('')
}
