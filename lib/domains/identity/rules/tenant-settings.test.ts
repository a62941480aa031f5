import { brandPictureMime, contrastWithWhite, isThemeColor, textContrast } from './tenant-settings.ts'

it.each([
  ['#FFFFFF', 1],
  ['#000000', 21],
  // The two greys on either side of 4.5, and the colour of the specification.
  ['#767676', 4.54],
  ['#777777', 4.48],
  ['#409EFF', 2.77],
])('%s has a contrast of %d with white', (color, ratio) => {
  expect(contrastWithWhite(color)).toBeCloseTo(ratio, 1)
  expect(contrastWithWhite(color) < textContrast).toBe(ratio < 4.5)
})

it.each([
  ['#409EFF', true],
  ['#409eff', true],
  ['409EFF', false],
  ['#409EF', false],
  ['red', false],
  ['#409EFF;}', false],
])('%s is a theme colour: %s', (text, is) => expect(isThemeColor(text)).toBe(is))

it.each([
  ['89504e470d0a1a0a00', 'image/png'],
  ['ffd8ffe0', 'image/jpeg'],
  ['524946460100000057454250', 'image/webp'],
  ['524946460100000057415645', undefined],
  ['3c737667', undefined],
  ['00000100', undefined],
  ['', undefined],
])('%s begins %s', (hex, mime) => expect(brandPictureMime(Buffer.from(hex, 'hex'))).toBe(mime))
