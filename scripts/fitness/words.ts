/** Which texts a page may say: those of the parts of the catalogue that are loaded with it. */
import { projectPath, resolveFile, type SourceFile } from './source-tree.ts'

const comments = /^[ \t]*(\/\*[\s\S]*?\*\/|\/\/.*$)/gm

/** Namespaces of the catalogue whose keys a text names. */
export function namespacesIn(text: string, known: ReadonlySet<string>): string[] {
  const code = text.replace(comments, '')
  const named = Array.from(code.matchAll(/['"`](\w+)\.[\w$]/g), ([, namespace = '']) => namespace)
  return [...new Set(named)].filter((namespace) => known.has(namespace))
}

/** Contracts reach the browser without their schemas, and the catalogue names no keys of its own. */
const silent = /^lib\/(contracts|bff|i18n\/messages)\//

/** What a module and all that it loads, at once or later, say beyond the namespaces that are loaded with it. */
export function wordProblems(
  entry: string,
  loaded: ReadonlySet<string>,
  known: ReadonlySet<string>,
  files: readonly SourceFile[],
): string[] {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const paths = new Set(byPath.keys())
  const seen = new Set([entry])
  for (const path of seen) {
    for (const { specifier, typeOnly } of byPath.get(path)?.imports ?? []) {
      const target = projectPath(path, specifier)
      const file = target && !typeOnly ? resolveFile(target, paths) : undefined
      if (file && !silent.test(file)) seen.add(file)
    }
  }
  return [...seen].flatMap((path) =>
    namespacesIn(byPath.get(path)?.text ?? '', known)
      .filter((namespace) => !loaded.has(namespace))
      .map((namespace) => `${path} says ${namespace}.…, which is not loaded with ${entry}`),
  )
}
