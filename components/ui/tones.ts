/**
 * Tones of a brand. The tenant's colour is a seed, not a paint: #409EFF under white text has a contrast of 2.8, so
 * whatever carries text is a tone derived from it that reaches 4.5:1.
 */

type Rgb = readonly [number, number, number]

export type BrandTones = {
  /** The tenant's colour itself: accents, the active bar, charts, focus rings. */
  seed: string
  /** Solid buttons, links, selected text. */
  main: string
  /** `main` under the pointer. */
  strong: string
  /** Text on `main`. */
  onMain: string
  /** Behind selected rows and entries; `main` is readable on it. */
  tint: string
}

/** WCAG asks for 4.5; the rest is for the rounding to whole channels. */
const minimum = 4.6

function toRgb(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

const toHex = (rgb: Rgb) =>
  `#${rgb.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`

/** `share` of `b` in `a`, 0 to 1. */
function mix(a: Rgb, b: Rgb, share: number): Rgb {
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share]
}

function luminance([r, g, b]: Rgb): number {
  const linear = (channel: number) => {
    const c = channel / 255
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}

function ratio(a: Rgb, b: Rgb): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

/** Contrast of two `#rrggbb` colours by WCAG 2, 1 to 21. */
export function contrast(a: string, b: string): number {
  return ratio(toRgb(a), toRgb(b))
}

/** Moves a colour towards black or white in small steps until it can be read on the surface. */
function readable(colour: Rgb, on: Rgb, towards: Rgb): Rgb {
  for (let step = 0; step < 50; step++) {
    const tone = mix(colour, towards, step / 50)
    if (ratio(tone, on) >= minimum) return tone
  }
  return towards
}

const black: Rgb = [8, 12, 20]
const white: Rgb = [255, 255, 255]

/**
 * The colour deep enough to be read on the surface. It loses lightness, not colour: mixed with black a pale seed
 * would turn grey on its way to 4.5:1.
 */
function deepened(rgb: Rgb, on: Rgb): Rgb {
  const high = Math.max(...rgb)
  const low = Math.min(...rgb)
  const lightness = (high + low) / 2
  if (high === low) return readable(rgb, on, black)
  for (let target = lightness; target > 0; target -= 2) {
    const span = 0.85 * Math.min(target, 255 - target)
    const tone = rgb.map((channel) => {
      const place = (2 * (channel - low)) / (high - low) - 1
      return target + place * span
    })
    const [r = 0, g = 0, b = 0] = tone
    if (ratio([r, g, b], on) >= minimum) return [r, g, b]
  }
  return black
}

/** The tones of a seed (`#rrggbb`) on light surfaces, `page` the darkest of them. */
export function lightTones(seed: string, page: string): BrandTones {
  const rgb = toRgb(seed)
  const tint = mix(white, rgb, 0.1)
  const [main = black] = [deepened(rgb, tint), deepened(rgb, toRgb(page))].sort(
    (a, b) => luminance(a) - luminance(b),
  )
  return {
    seed,
    main: toHex(main),
    strong: toHex(mix(main, black, 0.18)),
    onMain: '#ffffff',
    tint: toHex(tint),
  }
}

/** The tones of a seed (`#rrggbb`) on a dark surface. */
export function darkTones(seed: string, surface: string): BrandTones {
  const rgb = toRgb(seed)
  const tint = mix(toRgb(surface), rgb, 0.2)
  const main = readable(rgb, tint, white)
  return {
    seed,
    main: toHex(main),
    strong: toHex(mix(main, white, 0.2)),
    onMain: '#10141a',
    tint: toHex(tint),
  }
}

/** A surface in a tenant's colour and what stands on it. */
export type FilledTones = { fill: string; text: string; quiet: string }

function filled(rgb: Rgb): FilledTones {
  return { fill: toHex(rgb), text: '#ffffff', quiet: toHex(mix(rgb, white, 0.9)) }
}

/** The share of black in a coloured surface: it carries white text, under a veil of white too, and fits its scheme. */
const depth = { light: { deep: 0.42, gradient: 0.34 }, dark: { deep: 0.64, gradient: 0.58 } }
type Scheme = keyof typeof depth

/** The deep tone of a seed (`#rrggbb`) as a surface. */
export function deepTones(seed: string, scheme: Scheme): FilledTones {
  return filled(mix(deepened(toRgb(seed), white), black, depth[scheme].deep))
}

/** Red, green, blue in another order lies a third of the wheel away; a share of it turns the hue a little. */
function turned([r, g, b]: Rgb): Rgb {
  return mix([r, g, b], [b, r, g], 0.45)
}

/**
 * Two neighbouring tones of a seed for a gradient. White text is readable on both, and so on all between: contrast
 * falls at the lighter end alone.
 */
export function gradientTones(seed: string, scheme: Scheme): { from: FilledTones; to: FilledTones } {
  const rgb = toRgb(seed)
  const share = depth[scheme].gradient
  return {
    from: filled(mix(deepened(rgb, white), black, share)),
    to: filled(mix(deepened(turned(rgb), white), black, share)),
  }
}
