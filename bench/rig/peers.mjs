/**
 * Everything that a team would put in the place of ours. Installed by the bench into `.cache/bench`, never by the
 * product.
 */
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ensureNginx } from '../../scripts/nginx.mjs'
import { freePort } from '../../scripts/postgres.mjs'
import { pinnedNode, root, run, runNode, say } from '../../scripts/runtime.mjs'
import { CORE, served, startNodeOn, startOn } from './machine.mjs'

const cache = join(root, '.cache', 'bench')

/**
 * The folder of a peer with its packages in it: a copy of bench/peers/<name>, so that nothing of it is ever resolved
 * from the product, nor the product from it. Installed and prepared again only when its files have changed.
 * @param {string} name
 * @param {(folder: string) => Promise<void>} [prepare] what follows the installation, such as a build
 * @returns {Promise<string>} path of the folder
 */
export async function peerFolder(name, prepare) {
  const source = join(import.meta.dirname, '..', 'peers', name)
  const folder = join(cache, name)
  const stamp = hashOf(source)
  const rememberedFile = join(folder, '.ready')
  if (existsSync(rememberedFile) && readFileSync(rememberedFile, 'utf8') === stamp) return folder
  say(`Preparing the peer ${name} …`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  cpSync(source, folder, { recursive: true })
  if (existsSync(join(folder, 'package.json'))) await installPackages(folder)
  await prepare?.(folder)
  writeFileSync(rememberedFile, stamp)
  return folder
}

function hashOf(folder) {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) hash.update(entry.name).update(readFileSync(join(entry.parentPath, entry.name)))
  }
  return hash.digest('hex')
}

async function installPackages(folder) {
  const env = { PATH: `${dirname(pinnedNode())}:${process.env.PATH}` }
  const flags = ['install', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error']
  const { code, output } = await run('npm', flags, { cwd: folder, env, quiet: true })
  if (code !== 0) throw new Error(`${output}\nThe packages of a peer could not be installed.`)
}

/**
 * nginx of Debian: one worker, kept-alive connections to the service, the token set, nothing judged.
 * @param {{ port: number }} service
 */
export async function startNginx(service) {
  await ensureNginx('the bench against nginx')
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'nlos-bench-nginx-'))
  const template = readFileSync(join(import.meta.dirname, '..', 'peers', 'nginx.conf'), 'utf8')
  const values = { PORT: port, SERVICE: service.port, FOLDER: folder }
  const config = template.replace(/\$\{(\w+)\}/g, (_all, name) => values[name])
  writeFileSync(join(folder, 'nginx.conf'), config)
  const child = startOn(CORE.measured, 'nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')])
  return served(child, port, { path: '/health', folder })
}

/** @fastify/http-proxy as its documentation shows it, with undici's pool. */
export async function startFastify(service, options) {
  const folder = await peerFolder('fastify')
  const port = await freePort()
  const env = { PORT: String(port), SERVICE: service.url }
  const child = startNodeOn(CORE.measured, [join(folder, 'proxy.mjs')], { env })
  return served(child, port, { path: '/health', ...options })
}

/**
 * A Next application of its own, of the same Next, React, MUI and iron-session as ours: `/rewritten` by rewrites,
 * `/naive` by a route handler with fetch and an unseal each time, `/list` a signed-in page in MUI cells.
 */
export async function startNextPeer(service, secret, options) {
  const folder = await peerFolder('next', buildNextPeer)
  const port = await freePort()
  // Rewrites are read at build time, when no service is there yet.
  const manifest = join(folder, '.next', 'routes-manifest.json')
  const placed = readFileSync(manifest, 'utf8').replace(/http:\/\/127\.0\.0\.1:\d+/g, service.url)
  writeFileSync(manifest, placed)
  const next = join(root, 'node_modules', 'next', 'dist', 'bin', 'next')
  const child = startNodeOn(CORE.measured, [next, 'start', '-p', String(port)], {
    cwd: folder,
    stdio: 'ignore',
    env: { SERVICE: service.url, SESSION_SECRET: secret },
  })
  return served(child, port, { path: '/health', ...options })
}

async function buildNextPeer(folder) {
  const next = join(root, 'node_modules', 'next', 'dist', 'bin', 'next')
  const env = { NODE_ENV: 'production', BENCH_ROOT: root }
  const { code, output } = await runNode([next, 'build'], { cwd: folder, env, quiet: true })
  if (code !== 0) throw new Error(`${output}\nThe Next peer could not be built.`)
}
