import { isTest, lineOf, type SourceFile } from './source-tree.ts'

type Habit = { where: (path: string) => boolean; pattern: RegExp; instead: string }

const habits: readonly Habit[] = [
  {
    where: (path) => /^(app|components)\//.test(path) && !isTest(path),
    // Codes that are Chinese words, and the form of a month in the calendar, are no text.
    pattern:
      /(?<=[([{=:?,+]\s*)(['"])(?!(?:停用|待处理|已回复|已处理|待解决|已解决|呼入|拒绝|人工|通过|已还清\(逾期\)|yyyy年M月)\1)[^'"\n]*[\p{Script=Han}、，。；][^'"\n]*\1|>[^<>{}\n]*\p{Script=Han}[^<>{}\n]*</gu,
    instead: 'what people read stands in lib/i18n/messages',
  },
  {
    where: (path) =>
      /^(app|components|lib)\/|^(server|middleware)\.ts$/.test(path) &&
      path !== 'lib/env.ts' &&
      !isTest(path),
    pattern: /\bprocess\s*\??\.?\s*(\.env\b|\[['"`]env)|\{[^}]*\benv\b[^}]*\}\s*=\s*process\b/g,
    instead: 'the environment is read in lib/env.ts alone, where it is checked: use getEnv()',
  },
  {
    where: (path) => /^lib\/(domains|platform)\/[\w-]+\/table(\/[\w-]+)?\.ts$/.test(path),
    pattern: /\b(bigint|pgTable)\(/g,
    instead: 'a table is a tenantTable(), an id is a ref() to its table or a looseId() that says why not',
  },
  {
    where: (path) =>
      /^(app|components|lib)\//.test(path) &&
      // Everything at once, on the user's word and after the network was gone.
      !/^(lib\/client\/query|components\/shell\/(use-clear-cache|workspace))\b/.test(path) &&
      !isTest(path),
    pattern: /\binvalidateQueries\(/g,
    instead: 'a write makes old what is of its subject; a read says in its contract what it is of',
  },
  {
    where: (path) =>
      /^(app|components|lib)\//.test(path) &&
      // A time as the bank's file has it says Beijing's day itself.
      path !== 'lib/domains/payment-files/rules/payment-file.ts' &&
      !isTest(path),
    pattern: /\b(?:\w*At|at|\w*[iI]nstant|now)\??\.(?:slice|substring)\(0, ?(?:4|7|10|16)\)/g,
    instead: 'the day of an instant is that of Beijing: use businessDate(), or showDate() on a screen',
  },
  {
    where: (path) => /^lib\//.test(path) && path !== 'lib/platform/db/changed-by.ts' && !isTest(path),
    pattern: /\browVersion: sql(?:<[^>]*>)?`\$\{[\w.]+\} \+ 1`/g,
    instead: 'a row that changes has its version from change(), changedBy() or nextVersion()',
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
