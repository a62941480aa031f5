import { randomBytes, randomInt } from 'node:crypto'
import { glyphs } from './captcha-glyphs.ts'
import { greyPng } from './grey-png.ts'

/**
 * The picture of a captcha: characters of differing size, turn and weight run into one another, are bent together, and
 * are crossed by curves of their own weight, dark and light. It holds pixels alone, nothing that says what they mean.
 */

/** By name, as Jest looks up a global of the million points of its tests ten times as slowly. */
const { hypot, max, min } = Math

export const WIDTH = 240
export const HEIGHT = 80

type Point = { x: number; y: number }
type Line = { points: Point[]; radius: number }

/** The distance by which the drawing may leave a clean one. */
export type Style = {
  /** Turn in radians and shear, either way. */
  turn: number
  shear: number
  /** Size of a grid unit in pixels, least and most. */
  size: readonly [number, number]
  /** From one character to the next, least and most, in pixels. */
  step: readonly [number, number]
  /** The distance of the whole from the middle. */
  shift: number
  /** The distance by which a point of a stroke leaves its place. */
  jitter: number
  /** The measure by which the whole is bent. */
  warp: number
  /** Curves across it, of ink and of paper. */
  curves: number
  cuts: number
  /** Grain of each pixel, of 255. */
  grain: number
}

const style: Style = {
  turn: 0.36,
  shear: 0.26,
  size: [7.8, 10.2],
  step: [41, 52],
  shift: 22,
  jitter: 1.6,
  warp: 6,
  curves: 2,
  cuts: 1,
  grain: 32,
}

const between = (low: number, high: number) => low + (randomInt(1_000_001) / 1_000_000) * (high - low)
const around = (most: number) => between(-most, most)

/** The PNG of a code of characters of {@link glyphs}; never the same twice. */
export const drawCaptcha = (code: string): Buffer => greyPng(WIDTH, HEIGHT, paint(code))

/** Its pixels, 0 black to 255 white, row by row. */
export function paint(code: string, how: Style = style): Uint8Array {
  const steps = Array.from(code.slice(1), () => between(...how.step))
  const room = WIDTH - steps.reduce((sum, step) => sum + step, 0)
  let left = room / 2 + around(how.shift)
  const letters = Array.from(code, (character, at) => {
    const lines = linesOf(character, { x: left, y: HEIGHT / 2 + around(how.jitter * 2) }, how)
    left += steps[at] ?? 0
    return lines
  }).flat()
  const curves = Array.from({ length: how.curves }, () => curve(between(1.3, 2)))
  const cuts = Array.from({ length: how.cuts }, () => curve(between(1.2, 1.8)))

  const bend = bent(how.warp)
  const ink = layer([...letters, ...curves], bend)
  const paper = layer(cuts, bend)
  const grains = randomBytes(ink.length)
  return ink.map((strength, at) => {
    const dark = (strength / 255) * (1 - (paper[at] ?? 0) / 255)
    const grain = ((grains[at] ?? 0) / 127.5 - 1) * how.grain
    // Sixteen greys: the eye sees no more, and the file is half as long.
    return max(0, min(240, 230 - 180 * dark + grain)) & 0xf0
  })
}

function linesOf(character: string, middle: Point, how: Style): Line[] {
  const [turn, shear, size] = [around(how.turn), around(how.shear), between(...how.size)]
  const radius = between(2.8, 4.6)
  const place = (pair: string): Point => {
    const [px = 0, py = 0] = pair.split(',').map(Number)
    const x = (px - 2 + (py - 3) * shear) * size + around(how.jitter)
    const y = (py - 3) * size + around(how.jitter)
    return {
      x: middle.x + x * Math.cos(turn) - y * Math.sin(turn),
      y: middle.y + x * Math.sin(turn) + y * Math.cos(turn),
    }
  }
  return (glyphs[character] ?? '')
    .split('|')
    .map((stroke) => ({ radius, points: rounded(stroke.split(' ').map(place), how.jitter) }))
}

/** A line whose pieces leave the straight one a little. */
function rounded(corners: Point[], bulge: number): Point[] {
  return corners.flatMap((to, at) => {
    const from = corners[at - 1]
    if (!from) return [to]
    const by = { x: (from.x + to.x) / 2 + around(bulge * 1.5), y: (from.y + to.y) / 2 + around(bulge * 1.5) }
    return along(from, by, to)
  })
}

/** A curve from one side of the picture to the other. */
function curve(radius: number): Line {
  const from = { x: 0, y: between(10, HEIGHT - 10) }
  const to = { x: WIDTH, y: between(10, HEIGHT - 10) }
  return {
    radius,
    points: [from, ...along(from, { x: between(60, 180), y: between(-30, HEIGHT + 30) }, to, 24)],
  }
}

/** Points of a quadratic curve, without its first. */
function along(from: Point, by: Point, to: Point, pieces = 5): Point[] {
  return Array.from({ length: pieces }, (_piece, at) => {
    const t = (at + 1) / pieces
    const mix = (a: number, b: number, c: number) => (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t ** 2 * c
    return { x: mix(from.x, by.x, to.x), y: mix(from.y, by.y, to.y) }
  })
}

/** The place that a point goes to when the whole picture is bent by waves of random length. */
function bent(most: number): (point: Point) => Point {
  const [across, down] = [wave(most), wave(most)]
  return ({ x, y }) => ({ x: x + across(y, HEIGHT), y: y + down(x, WIDTH) })
}

function wave(most: number): (at: number, length: number) => number {
  const [height, waves, phase] = [between(0.6, 1) * most, between(0.8, 1.8), between(0, 6.3)]
  return (at, length) => height * Math.sin((at / length) * waves * 2 * Math.PI + phase)
}

/** Lines as strength of ink per pixel, 0 to 255, with soft edges. */
function layer(lines: readonly Line[], bend: (point: Point) => Point): Uint8Array {
  const pixels = new Uint8Array(WIDTH * HEIGHT)
  for (const { points, radius } of lines) {
    const placed = points.map(bend)
    for (const [at, to] of placed.entries()) {
      const from = placed[at - 1]
      if (from) stroke(pixels, from, to, radius)
    }
  }
  return pixels
}

function stroke(pixels: Uint8Array, from: Point, to: Point, radius: number): void {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const squared = dx * dx + dy * dy || 1
  const rows = range(min(from.y, to.y) - radius - 1, max(from.y, to.y) + radius + 1, HEIGHT)
  const columns = range(min(from.x, to.x) - radius - 1, max(from.x, to.x) + radius + 1, WIDTH)
  for (let y = rows.first; y <= rows.last; y++) {
    for (let x = columns.first; x <= columns.last; x++) {
      const t = max(0, min(1, ((x - from.x) * dx + (y - from.y) * dy) / squared))
      const away = hypot(x - from.x - t * dx, y - from.y - t * dy)
      const strength = max(0, min(1, radius + 0.5 - away)) * 255
      const at = y * WIDTH + x
      if (strength > (pixels[at] ?? 0)) pixels[at] = strength
    }
  }
}

const range = (low: number, high: number, limit: number) => ({
  first: max(0, Math.floor(low)),
  last: min(limit - 1, Math.ceil(high)),
})
