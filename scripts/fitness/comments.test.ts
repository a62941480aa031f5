import { lineOf, readSources, type SourceFile, source } from './source-tree.ts'

const where =
  /^(lib\/(platform|rules)\/|lib\/domains\/([\w-]+\/contract\b|[\w.-]+$)|components\/(ui|list|form|detail|verb)\/)/
/** A line comment that goes on from the line above may begin with any word. */
const clause =
  /(?:\/\*\*?\s+(?:\* )?|(?<!^[ \t]*\/\/.*\n[ \t]*)\/\/ )(Who|Whom|Whose|What|Whether|Where|When|Which|Why|How)\b.*/gm

/** Comments that begin with a clause, one sentence for each. */
function clauses(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => where.test(path))
    .flatMap(({ path, text }) =>
      Array.from(text.matchAll(clause), ({ 0: found, index }) => {
        return `${path}:${lineOf(text, index)} ${found}: begin with the subject: "The user who …", "True where …".`
      }),
    )
}

test('a comment of platform, rules, contracts and kits begins with its subject', () => {
  expect(clauses(readSources())).toEqual([])
})

test.each([
  '/** Who made it. */',
  '/**\n * Whether anybody answers.\n */',
  '{/* Where it leads. */}',
  'const a = 1\n  // What is left.',
  'const a = 1 // How many.',
])('%j is a clause', (text) => {
  expect(clauses([source('lib/rules/money.ts', text)])).toHaveLength(1)
})

test.each([
  '/** The user who made it. */',
  '/**\n * It is new.\n * Whether it is, is said above.\n */',
  '// The rest is\n// What it was.',
  '/** A letter (Where, What): "What is it?" */',
])('%j is none', (text) => {
  expect(clauses([source('lib/rules/money.ts', text)])).toEqual([])
})
