import { contrast, darkTones, deepTones, gradientTones, lightTones } from './tones'

const seeds = ['#409EFF', '#2E8B57', '#D9822B', '#FFFF00', '#000000', '#FFFFFF', '#FF0000', '#808080']

test.each(seeds)('%s reaches 4.5:1 wherever it carries text', (seed) => {
  const light = lightTones(seed, '#f2f4f7')
  const dark = darkTones(seed, '#1c2026')
  for (const { main, onMain, tint } of [light, dark]) {
    expect(contrast(main, onMain)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(main, tint)).toBeGreaterThanOrEqual(4.5)
  }
  expect(contrast(light.strong, light.onMain)).toBeGreaterThanOrEqual(4.5)
  expect(light.seed).toBe(seed)
})

test('contrast is the ratio of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#409eff', '#ffffff')).toBeCloseTo(2.77, 1)
})

/** A surface under a veil of white, as the entries of a coloured menu are where the pointer is. */
function veiled(fill: string, share: number): string {
  const channels = [1, 3, 5].map((at) => Number.parseInt(fill.slice(at, at + 2), 16))
  return `#${channels
    .map((c) =>
      Math.round(c + (255 - c) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

test.each(seeds.flatMap((seed) => (['light', 'dark'] as const).map((scheme) => [seed, scheme] as const)))(
  '%s as a surface in the %s carries its text in every state',
  (seed, scheme) => {
    const { from, to } = gradientTones(seed, scheme)
    for (const { fill, text, quiet } of [deepTones(seed, scheme), from, to]) {
      for (const surface of [fill, veiled(fill, 0.07), veiled(fill, 0.12)]) {
        expect(contrast(surface, text)).toBeGreaterThanOrEqual(4.5)
        expect(contrast(surface, quiet)).toBeGreaterThanOrEqual(4.5)
      }
    }
  },
)
