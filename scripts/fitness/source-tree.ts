import { readdirSync, readFileSync, statSync } from 'node:fs'
import { posix } from 'node:path'

export type Import = {
  /** As written: `./money.ts`, `@/lib/routes`, `zod`. */
  specifier: string
  /** `import type`: gone at run time. */
  typeOnly: boolean
}

export type SourceFile = {
  /** Path in the project, with `/`. */
  path: string
  text: string
  imports: Import[]
}

const folders = ['app', 'components', 'lib', 'e2e', 'scripts', 'bench', 'torture', 'deploy']

/** Every file that is written by hand, relative to the project. */
export function listFiles(): string[] {
  const top = readdirSync('.').filter((name) => statSync(name).isFile())
  return [...top, ...folders.flatMap(filesUnder)]
}

function filesUnder(path: string): string[] {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) return []
  return stats.isDirectory() ? readdirSync(path).flatMap((name) => filesUnder(`${path}/${name}`)) : [path]
}

/** Every TypeScript file of the project with its imports. */
export function readSources(): SourceFile[] {
  return listFiles()
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
    .map((path) => source(path, readFileSync(path, 'utf8')))
}

export function source(path: string, text: string): SourceFile {
  return { path, text, imports: importsOf(text) }
}

/** Tests, and what only tests load, may reach for anything they test with. */
export function isTest(path: string): boolean {
  return /\.(test|fixture)\.tsx?$|(^|\/)testing\.tsx?$/.test(path) || path.startsWith('e2e/')
}

/** The imports of one module; it stands for a parser, so it knows imports as our formatter writes them. */
export function importsOf(text: string): Import[] {
  const statements = text.matchAll(
    /^(?:import|export)\s+(type\s+)?(?:([\w$*\s{},]+?)\s+from\s+)?['"]([^'"]+)['"]/gm,
  )
  const found = Array.from(statements, ([, type, names = '', specifier = '']) => ({
    specifier,
    typeOnly: type !== undefined || /^\{(\s*type\s[^,}]+,?)+\s*\}$/.test(names),
  }))
  const calls = text.matchAll(/(\btypeof\s+)?\bimport\(\s*(?:\/\*.*?\*\/\s*)*['"]([^'"]+)['"]/g)
  return [
    ...found,
    ...Array.from(calls, ([, type, specifier = '']) => ({ specifier, typeOnly: type !== undefined })),
  ]
}

/** The project file an import means, as a path without its extension when none is written; undefined for a package. */
export function projectPath(importer: string, specifier: string): string | undefined {
  if (specifier.startsWith('@/')) return specifier.slice(2)
  if (specifier.startsWith('.')) return posix.join(posix.dirname(importer), specifier)
  return undefined
}

/** Finds the file of a project path among the known ones. */
export function resolveFile(path: string, known: ReadonlySet<string>): string | undefined {
  return [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`].find((candidate) => known.has(candidate))
}

/** Number of the line a place in a text stands on. */
export function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}
