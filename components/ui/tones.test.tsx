import { contrast, darkTones, lightTones } from './tones'

const seeds = ['#409EFF', '#2E8B57', '#D9822B', '#FFFF00', '#000000', '#FFFFFF', '#FF0000', '#808080']

test.each(seeds)('%s reaches 4.5:1 wherever it carries text', (seed) => {
  const light = lightTones(seed)
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
