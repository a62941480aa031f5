/** Installs what package-lock.json says, and only when it is not installed already. */
import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pinnedNode, root, run, say, secondsSince } from './runtime.mjs'

const lockFile = join(root, 'package-lock.json')
const rememberedFile = join(root, 'node_modules', '.nlos-lock')

/** Makes node_modules what package-lock.json says; throws when that fails. */
export async function ensureInstalled() {
  const lock = readFileSync(lockFile, 'utf8')
  const hash = createHash('sha256').update(lock).digest('hex')
  if (read(rememberedFile) === hash) return
  if (!isInstalled(JSON.parse(lock))) await install()
  pinnedNode()
  writeFileSync(rememberedFile, hash)
}

async function install() {
  const started = performance.now()
  say('Installing the packages of package-lock.json …')
  rmSync(rememberedFile, { force: true })
  const flags = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = process.env.npm_execpath
  const { code } = npm
    ? await run(process.execPath, [npm, ...flags])
    : await run('npm', flags, { shell: process.platform === 'win32' })
  if (code !== 0) throw new Error('npm ci failed; the lines above say why. Nothing was started.')
  say(`Installed in ${secondsSince(started)}.`)
}

/**
 * True where npm's own record of node_modules agrees with the lockfile, so that an `npm ci` or `npm install`
 * by hand is not repeated. Packages for other systems are optional and may be missing.
 */
function isInstalled(wanted) {
  const record = read(join(root, 'node_modules', '.package-lock.json'))
  if (record === undefined) return false
  const installed = JSON.parse(record).packages
  return (
    Object.keys(installed).every((path) => path in wanted.packages) &&
    Object.entries(wanted.packages).every(([path, { version, integrity, optional }]) => {
      const found = installed[path]
      if (path === '' || (optional && !found)) return true
      return found?.version === version && found.integrity === integrity
    })
  )
}

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
