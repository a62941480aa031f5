import { existsSync, readFileSync } from 'node:fs'

/** The tutorial of docs/architecture.md is a walk through real files: what it quotes stands there, word for word. */

const heading = 'Add a list with a verb\n'
const parts = readFileSync('docs/architecture.md', 'utf8').split(/^## /m)
const tutorial = parts.find((part) => part.startsWith(heading)) ?? ''

const quotes = Array.from(
  tutorial.matchAll(/^\d+\. `([^`\n]+)`.*\n\n```tsx?\n([\s\S]+?\n)```$/gm),
  ([, path = '', text = '']) => ({ path, text }),
)

test('every block of code is a quote with its file', () => {
  expect(quotes.length).toBeGreaterThan(0)
  expect(tutorial.split('```').length - 1).toBe(2 * quotes.length)
})

test.each(quotes)('$path says what the tutorial quotes of it', ({ path, text }) => {
  expect(readFileSync(path, 'utf8')).toContain(text)
})

test('every file that the tutorial names is there', () => {
  const named = Array.from(tutorial.matchAll(/`((?:app|docs|lib)\/[^`]+\.\w+)`/g), ([, path = '']) => path)
  expect(named.length).toBeGreaterThan(quotes.length)
  expect(named.filter((path) => !existsSync(path))).toEqual([])
})
