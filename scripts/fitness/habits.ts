import { isTest, lineOf, type SourceFile } from './source-tree.ts'

type Habit = { where: (path: string) => boolean; pattern: RegExp; instead: string }

const habits: readonly Habit[] = [
  {
    where: (path) =>
      /^(app|components|lib)\/|^(server|middleware)\.ts$/.test(path) &&
      path !== 'lib/env.ts' &&
      !isTest(path),
    pattern: /\bprocess\s*\??\.?\s*(\.env\b|\[['"`]env)|\{[^}]*\benv\b[^}]*\}\s*=\s*process\b/g,
    instead: 'the environment is read in lib/env.ts alone, where it is checked: use getEnv()',
  },
  {
    where: (path) => path.startsWith('lib/backend/db/schema/') && !/\/(columns|tenant-table)\.ts$/.test(path),
    pattern: /\b(bigint|pgTable)\(/g,
    instead: 'a table is a tenantTable(), an id is a ref() to its table or a looseId() that says why not',
  },
  {
    where: isTest,
    pattern:
      /\b(test|it|describe)(\.\w+)*\.(skip|only|todo|fixme|failing)\b|\b(xit|xtest|xdescribe|fit|fdescribe)\(/g,
    instead: 'a test runs or is deleted',
  },
]

/** Habits we do not have, one sentence for each place. */
export function brokenHabits(files: readonly SourceFile[]): string[] {
  return habits.flatMap(({ where, pattern, instead }) =>
    files
      .filter(({ path }) => where(path))
      .flatMap(({ path, text }) =>
        Array.from(text.matchAll(pattern), ({ 0: found, index }) => {
          return `${path}:${lineOf(text, index)} ${found.trim()}: ${instead}.`
        }),
      ),
  )
}
