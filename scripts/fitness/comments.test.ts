import { readFileSync } from 'node:fs'
import { lineOf, listFiles, type SourceFile, source } from './source-tree.ts'

/** A line comment that goes on from the line above may begin with any word. */
const clause =
  /(?:\/\*\*?\s+(?:\* )?|(?<!^[ \t]*\/\/.*\n[ \t]*)\/\/ )(Who|Whom|Whose|What|Whether|Where|When|Which|Why|How)\b.*/gm

/** Comments that begin with a clause, one sentence for each. */
function clauses(files: readonly Pick<SourceFile, 'path' | 'text'>[]): string[] {
  return files.flatMap(({ path, text }) =>
    Array.from(text.matchAll(clause), ({ 0: found, index }) => {
      return `${path}:${lineOf(text, index)} ${found}: begin with the subject: "The user who …", "True where …".`
    }),
  )
}

test('a comment begins with its subject', () => {
  const files = listFiles().filter((path) => /\.(tsx?|mjs|css)$/.test(path))
  expect(clauses(files.map((path) => ({ path, text: readFileSync(path, 'utf8') })))).toEqual([])
})

/** The samples are put together, so that this file has no such comment itself. */
const [block, line] = ['/*', '//']

test.each([
  `${block}* Who made it. */`,
  `${block}*\n * Whether anybody answers.\n */`,
  `{${block} Where it leads. */}`,
  `const a = 1\n  ${line} What is left.`,
  `const a = 1 ${line} How many.`,
])('%j is a clause', (text) => {
  expect(clauses([source('lib/rules/money.ts', text)])).toHaveLength(1)
})

test.each([
  '/** The user who made it. */',
  `${block}*\n * It is new.\n * Whether it is, is said above.\n */`,
  `${line} The rest is\n${line} What it was.`,
  '/** A letter (Where, What): "What is it?" */',
])('%j is none', (text) => {
  expect(clauses([source('lib/rules/money.ts', text)])).toEqual([])
})
