import { readFileSync } from 'node:fs'
import { listFiles } from './source-tree.ts'

/** Rows of the list of threats that the door, the pages, the process and what is uploaded have to stand, and those found. */
const rows = [
  ...numbered('S', 14),
  ...numbered('P', 13),
  ...numbered('T', 6),
  ...numbered('B', 10),
  ...numbered('A', 5),
  'A6',
  'A7',
  'A8',
  'A10',
  'A11',
  ...numbered('U', 7),
  ...numbered('N', 8),
]

function numbered(letter: string, last: number): string[] {
  return Array.from({ length: last }, (_, at) => `${letter}${at + 1}`)
}

/** The names of tests and of the parts of `npm run torture`, of which a number in parentheses or in front is a row's. */
function provenRows(): Set<string> {
  const files = listFiles().filter((path) => /\.(test|suite|spec)\.tsx?$|^torture\/.*\.mjs$/.test(path))
  const names = files.flatMap((path) =>
    Array.from(
      withoutComments(readFileSync(path, 'utf8')).matchAll(
        /(?:\(|part\(\s*')((?:[SPTBAUN]\d{1,2})(?:(?:, | to )[SPTBAUN]\d{1,2})*)(?:\)|')/g,
      ),
      ([, found = '']) => found,
    ),
  )
  return new Set(names.flatMap((name) => name.split(', ').flatMap(expand)))
}

/** A row that is only spoken of is not proven. */
const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

/** `S2 to S4` is S2, S3 and S4. */
function expand(name: string): string[] {
  const [first = '', last = first] = name.split(' to ')
  const from = Number(first.slice(1))
  return Array.from({ length: Number(last.slice(1)) - from + 1 }, (_, at) => `${first[0]}${from + at}`)
}

test('every row has a test that bears its number', () => {
  const proven = provenRows()
  expect(rows.filter((row) => !proven.has(row))).toEqual([])
})
