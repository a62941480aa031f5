import { existsSync, readFileSync } from 'node:fs'
import { listFiles, projectPath } from './source-tree.ts'

/**
 * The compiler does not read the scripts, and some of them (torture, benches) run in no test: what they take out of a
 * file of the project has to be there.
 */
test('what the scripts import is exported', () => {
  const scripts = listFiles().filter((path) => /^(scripts|torture|bench|deploy)\/.*\.mjs$/.test(path))
  const missing = scripts.flatMap((path) => missingImports(path, readFileSync(path, 'utf8'), exportsOf))
  expect(missing).toEqual([])
})

test.each([
  ["import { a, b as c } from './x.ts'", ['torture/t.mjs: b of torture/x.ts']],
  ["const { a, b } = await import('../lib/x.ts')", ['torture/t.mjs: b of lib/x.ts']],
  ["const { b: mine } = await import('../lib/x.ts')", ['torture/t.mjs: b of lib/x.ts']],
  ["import { a } from './x.ts'\nimport { b } from 'pg'", []],
  ["import { a } from './gone.ts'", ['torture/t.mjs: a of torture/gone.ts']],
])('reads %s', (text, missing) => {
  const known = (file: string) => new Set(file.includes('gone') ? [] : ['a'])
  expect(missingImports('torture/t.mjs', text, known)).toEqual(missing)
})

/** A fresh clone has no packages: a proof, a start or a command that installs them is loaded before they are there. */
test('what begins on a fresh clone asks for no package before it is installed', () => {
  const installing = listFiles().filter((path) => /^scripts\/[^/]+\.mjs$/.test(path) && installs(path))
  expect(installing).toContain('scripts/prove.mjs')
  expect(installing.flatMap((path) => packagesAtLoad(path))).toEqual([])
})

const installs = (path: string): boolean => readFileSync(path, 'utf8').includes("from './install.mjs'")

/** Every `file: package` that loading a module asks for, itself and what it imports at once. */
function packagesAtLoad(path: string, seen = new Set<string>()): string[] {
  if (seen.has(path)) return []
  seen.add(path)
  const specifiers = readFileSync(path, 'utf8').matchAll(
    /^(?:import|export)\s(?!type\b)(?:[^'"=(]+\sfrom\s)?['"]([^'"]+)['"]/gm,
  )
  return Array.from(specifiers, ([, specifier = '']) => specifier).flatMap((specifier) => {
    if (specifier.startsWith('node:')) return []
    const file = projectPath(path, specifier)
    return file === undefined ? [`${path}: ${specifier}`] : packagesAtLoad(file, seen)
  })
}

/** @param known the names that a file of the project exports; none when there is no such file */
function missingImports(path: string, text: string, known: (file: string) => ReadonlySet<string>): string[] {
  const statements = text.matchAll(
    /(?:^import|\bconst)\s+\{([^}]*)\}\s+(?:from|= await import\()\s*['"]([^'"]+)['"]/gm,
  )
  return Array.from(statements).flatMap(([, names = '', specifier = '']) => {
    const file = projectPath(path, specifier)
    if (file === undefined) return []
    const wanted = names.split(',').map((name) => name.trim().split(/\s+as\s+|\s*:\s*/)[0] ?? '')
    return wanted
      .filter((name) => name !== '' && !known(file).has(name))
      .map((name) => `${path}: ${name} of ${file}`)
  })
}

function exportsOf(file: string): ReadonlySet<string> {
  if (!existsSync(file)) return new Set()
  const text = readFileSync(file, 'utf8')
  const declared = text.matchAll(/^export\s+(?:async\s+)?(?:const|let|function\*?|class)\s+([\w$]+)/gm)
  const unpacked = text.matchAll(/^export\s+const\s+\{([^}]*)\}/gm)
  const listed = text.matchAll(/^export\s+\{([^}]*)\}/gm)
  return new Set([
    ...Array.from(declared, ([, name = '']) => name),
    ...Array.from([...unpacked, ...listed], ([, names = '']) => names.split(','))
      .flat()
      .map(
        (name) =>
          name
            .trim()
            .split(/\s+as\s+|\s*:\s*/)
            .at(-1) ?? '',
      ),
  ])
}
