import { readdirSync, readFileSync } from 'node:fs'
import { brandCss } from './theme'
import { contrast } from './tones'

const themes = ['default', 'colourful', 'black', 'gradient']
const seeds = ['#409EFF', '#2E8B57', '#D9822B', '#FFEB3B']
const looks = themes.flatMap((theme) =>
  ['light', 'dark'].flatMap((scheme) =>
    [false, true].map((weak) => ({ theme, scheme: theme === 'black' ? 'dark' : scheme, weak })),
  ),
)

/** The variables that an `html` element of a look has: rules in their order, the more specific ones last. */
function worn(seed: string, look: (typeof looks)[number]): (name: string) => string {
  const element = document.createElement('html')
  element.dataset.theme = look.theme
  element.dataset.scheme = look.scheme
  if (look.weak) element.dataset.weak = 'true'
  const rules = Array.from(
    brandCss(seed).matchAll(/([^{}]+)\{([^{}]*)\}/g),
    ([, selector = '', body = '']) => ({
      selector,
      body,
    }),
  ).filter(({ selector }) => selector.startsWith(':root') || element.matches(selector))
  const weight = (selector: string) => (selector.includes('][') ? 1 : 0)
  const values = new Map<string, string>()
  for (const { body } of rules.toSorted((a, b) => weight(a.selector) - weight(b.selector))) {
    for (const declaration of body.split(';')) {
      const at = declaration.indexOf(':')
      values.set(declaration.slice(0, at), declaration.slice(at + 1))
    }
  }
  const read = (name: string): string => {
    const value = values.get(name) ?? ''
    const [, inner] = /^var\((--[\w-]+)/.exec(value) ?? []
    return inner ? read(inner) : value
  }
  return read
}

const statuses = ['waiting', 'working', 'returned', 'rejected', 'passed', 'closed']

describe.each(looks)('$theme $scheme weak: $weak', (look) => {
  test.each(seeds)('text of %s is readable wherever it stands', (seed) => {
    const read = worn(seed, look)
    const palette = (name: string) => read(`--mui-palette-${name}`)
    const pairs: [string, string][] = [
      [palette('primary-contrastText'), palette('primary-main')],
      [palette('primary-contrastText'), palette('primary-dark')],
      [palette('error-contrastText'), palette('error-main')],
    ]
    for (const surface of ['background-paper', 'background-default']) {
      pairs.push([palette('text-primary'), palette(surface)], [palette('text-secondary'), palette(surface)])
      pairs.push([palette('primary-main'), palette(surface)])
    }
    pairs.push([palette('text-primary'), read('--hover')], [palette('text-secondary'), read('--hover')])
    for (const name of statuses) {
      pairs.push([palette(`status-${name}`), palette(`status-${name}Tint`)])
      pairs.push([palette(`status-${name}`), palette('background-paper')])
    }
    for (const part of ['bar', 'side']) {
      // A gradient has its two ends.
      for (const surface of read(`--${part}`).match(/#[0-9a-f]{6}/gi) ?? ['#000000']) {
        pairs.push([read(`--${part}-text`), surface], [read(`--${part}-quiet`), surface])
        pairs.push([read(`--${part}-mark`), surface])
      }
    }
    const unreadable = pairs.filter(([text, surface]) => !(contrast(text, surface) >= 4.5))
    expect(unreadable).toEqual([])
  })

  test('a control stands out from its surface', () => {
    const read = worn('#409EFF', look)
    expect(contrast(read('--control-line'), read('--mui-palette-background-paper'))).toBeGreaterThanOrEqual(3)
  })
})

test('what is dark is dark on the screen alone', () => {
  const outside = brandCss('#409EFF').replace(/@media screen\{[^{}]+\{[^{}]*\}\}/g, '')
  expect(outside).not.toMatch(/dark"|black"/)
  expect(outside).toContain('#f2f4f7')
})

test('the four themes have four frames', () => {
  const frames = themes.map((theme) => {
    const read = worn('#409EFF', { theme, scheme: theme === 'black' ? 'dark' : 'light', weak: false })
    return [read('--bar'), read('--side'), read('--mui-palette-background-default')].join(' ')
  })
  expect(new Set(frames).size).toBe(4)
})

test('every variable of the theme that a style of ours reads is written', () => {
  const css = brandCss('#409EFF')
  const sheets = ['app', 'components'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(css|tsx?)$/.test(file))
      .map((file) => readFileSync(`${folder}/${file}`, 'utf8')),
  )
  const read = new Set(sheets.flatMap((text) => text.match(/(?<=var\()--mui-[\w-]+(?=\))/g) ?? []))
  expect(read.size).toBeGreaterThan(20)
  expect([...read].filter((name) => !css.includes(`${name}:`))).toEqual([])
})
