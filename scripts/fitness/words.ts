/** The texts that a page may say: those of the parts of the catalogue that are loaded with it. */
import { projectPath, resolveFile, type SourceFile } from './source-tree.ts'

const comments = /^[ \t]*(\/\*[\s\S]*?\*\/|\/\/.*$)/gm

/** Namespaces of the catalogue whose keys a text names. */
export function namespacesIn(text: string, known: ReadonlySet<string>): string[] {
  const code = text.replace(comments, '')
  const named = Array.from(code.matchAll(/['"`](\w+)\.[\w$]/g), ([, namespace = '']) => namespace)
  // A key may begin with one of two: `${ofIntake ? 'fields' : 'entryFields'}.${path}`.
  const chosen = Array.from(code.matchAll(/`\$\{([^}]*)\}\./g), ([, choice = '']) => choice).flatMap(
    (choice) => Array.from(choice.matchAll(/['"](\w+)['"]/g), ([, namespace = '']) => namespace),
  )
  const lists = Array.from(code.matchAll(/\bwords: '(\w+)'/g), ([, namespace = '']) => namespace)
  return [...new Set([...named, ...chosen, ...lists])].filter((namespace) => known.has(namespace))
}

/**
 * Contracts reach the browser without their schemas, the catalogue names no keys of its own, and what the shell says of
 * all domains is said where it asks.
 */
const silent =
  /^lib\/(bff\/|i18n\/messages\/|domains\/(endpoints|[\w-]+\/(contract|words))\b|platform\/(contract\/|\w+\/contract\b))|^lib\/(routes|i18n\/names)\.ts$/

/** The parts of the catalogue that a lazy part brings with it, by the specifier of its import. */
export function wordsBrought(text: string): ReadonlyMap<string, string[]> {
  const parts = text.matchAll(
    /lazyPart(?:<object>)?\(\s*\(\) => import\('([^']+)'\)(?:\.then\(\(file\) => \(\{ default: file\.\w+ \}\)\))?,\s*\[([^\]]*)\]/g,
  )
  return new Map(
    Array.from(parts, ([, specifier = '', names = '']) => [specifier, names.match(/\w+/g) ?? []] as const),
  )
}

/**
 * Everything that a module and all that it loads, at once or later, say beyond the namespaces that are loaded with it
 * and those that a lazy part on the way brings.
 *
 * @param namespacesOf the namespaces of a part of the catalogue
 */
export function wordProblems(
  entry: string,
  loaded: ReadonlySet<string>,
  known: ReadonlySet<string>,
  files: readonly SourceFile[],
  namespacesOf: (part: string) => readonly string[] = () => [],
): string[] {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const paths = new Set(byPath.keys())
  const seen = new Map<string, { path: string; has: ReadonlySet<string> }>()
  const visit = (path: string, has: ReadonlySet<string>) => {
    const key = [path, ...[...has].sort()].join(' ')
    if (!seen.has(key)) seen.set(key, { path, has })
  }
  visit(entry, loaded)
  for (const { path, has } of seen.values()) {
    const { text = '', imports = [] } = byPath.get(path) ?? {}
    const brought = wordsBrought(text)
    for (const { specifier, typeOnly } of imports) {
      const target = projectPath(path, specifier)
      const file = target && !typeOnly ? resolveFile(target, paths) : undefined
      if (!file || silent.test(file)) continue
      const more = brought.get(specifier)?.flatMap(namespacesOf) ?? []
      visit(file, more.length > 0 ? new Set([...has, ...more]) : has)
    }
  }
  const problems = [...seen.values()].flatMap(({ path, has }) =>
    namespacesIn(byPath.get(path)?.text ?? '', known)
      .filter((namespace) => !has.has(namespace))
      .map((namespace) => `${path} says ${namespace}.…, which is not loaded with ${entry}`),
  )
  return [...new Set(problems)]
}

/**
 * Texts that a module says as they stand though they have `{places}` to be filled: nobody notices before they are read.
 *
 * @param textOf the text of a key of the catalogue
 */
export function unfilledWords({ path, text }: SourceFile, textOf: (key: string) => string): string[] {
  const bare = text.replace(comments, '').matchAll(/\b(?:t|zhCN|say)\(\s*'([\w.]+)',?\s*\)/g)
  return Array.from(bare, ([, key = '']) => key)
    .filter((key) => /\{\w+\}/.test(textOf(key)))
    .map((key) => `${path} says ${key} without its words`)
}
