/** Builds the pages, and only when a source changed since the last build. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, runNode, say, secondsSince } from './runtime.mjs'

/**
 * Everything that the build runs over the contracts. Turbopack keeps what it made, whatever becomes of the loader
 * itself.
 */
const loader = 'scripts/contract-loader.mjs'
const sources = [
  'app',
  'components',
  'instrumentation-client.ts',
  'lib',
  'middleware.ts',
  'next.config.mjs',
  'package-lock.json',
  'public',
  loader,
  'tsconfig.json',
]
const rememberedFile = join(root, '.next', 'nlos-source')

/** Makes `.next` the build of the present sources; throws when the build fails. */
export async function ensureBuilt() {
  const files = sources.flatMap((source) => filesUnder(source)).sort()
  const stamp = hashOf(files, stampOf)
  const built = rememberedBuild()
  if (built?.stamp === stamp) return

  const read = (file) => readFileSync(join(root, file))
  const content = hashOf(files, read)
  const loadedBy = hashOf([loader], read)
  if (built?.loadedBy !== loadedBy) rmSync(join(root, '.next', 'cache'), { recursive: true, force: true })
  if (built?.content !== content) await build()
  mkdirSync(join(root, '.next'), { recursive: true })
  // The hash was taken before the build: a source saved meanwhile is built by the next start.
  writeFileSync(rememberedFile, JSON.stringify({ stamp, content, loadedBy }))
}

async function build() {
  const started = performance.now()
  say('Building the pages …')
  rmSync(rememberedFile, { force: true })
  const { code, output } = await runNode(['node_modules/next/dist/bin/next', 'build'], {
    quiet: true,
    env: { NODE_ENV: 'production' },
  })
  if (code !== 0)
    throw new Error(`${output}\nThe build failed; the lines above say why. Nothing was started.`)
  say(`Built in ${secondsSince(started)}.`)
}

function rememberedBuild() {
  if (!existsSync(join(root, '.next', 'BUILD_ID')) || !existsSync(rememberedFile)) return undefined
  return JSON.parse(readFileSync(rememberedFile, 'utf8'))
}

/** Files a build depends on, relative to the project; a changed test needs no build. */
function filesUnder(path) {
  const stats = statSync(join(root, path), { throwIfNoEntry: false })
  if (!stats) return []
  if (!stats.isDirectory()) return /\.(test|fixture)\.tsx?$/.test(path) ? [] : [path]
  return readdirSync(join(root, path)).flatMap((name) => filesUnder(`${path}/${name}`))
}

/** Size and time of a file: enough to know that nothing was touched, without reading it. */
function stampOf(file) {
  const { size, mtimeMs } = statSync(join(root, file))
  return `${size} ${mtimeMs}`
}

function hashOf(files, read) {
  const hash = createHash('sha256')
  for (const file of files) hash.update(`\0${file}\0`).update(read(file))
  return hash.digest('hex')
}
