import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * start.mjs in a project of stand-ins: npm writes what it was asked into a log, so does next, and server.ts
 * tells its environment. The scripts are the real ones.
 */
let project: string
let log: string

const nodePackage = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`

const npm = `
import { appendFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync, readFileSync } from 'node:fs'
appendFileSync(process.env.LOG, 'npm ' + process.argv[2] + '\\n')
if (process.env.NPM_FAILS) process.exit(3)
rmSync('node_modules', { recursive: true, force: true })
mkdirSync('node_modules/${nodePackage}/bin', { recursive: true })
symlinkSync(process.execPath, 'node_modules/${nodePackage}/bin/node')
mkdirSync('node_modules/next/dist/bin', { recursive: true })
writeFileSync('node_modules/next/dist/bin/next', \`
  const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs')
  appendFileSync(process.env.LOG, 'next ' + process.argv[2] + '\\\\n')
  if (process.env.NEXT_FAILS) { console.log('a type error'); process.exit(1) }
  mkdirSync('.next', { recursive: true })
  writeFileSync('.next/BUILD_ID', 'built')
\`)
`

const server = `
const { NODE_ENV, NLOS_DEMO } = process.env
if (process.env.SERVER_WAITS) {
  process.on('SIGTERM', () => process.exit(7))
  setInterval(() => {}, 1000)
}
process.stdout.write('serving ' + JSON.stringify({ NODE_ENV, NLOS_DEMO }) + '\\n')
`

function write(path: string, text: string) {
  mkdirSync(join(project, path, '..'), { recursive: true })
  writeFileSync(join(project, path), text)
}

function environment(extra: Record<string, string>): NodeJS.ProcessEnv {
  const plain = { PATH: process.env.PATH, LOG: log, npm_execpath: join(project, 'npm.mjs') }
  return { ...plain, ...extra } as unknown as NodeJS.ProcessEnv
}

function start(extra: Record<string, string> = {}) {
  rmSync(log, { force: true })
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/start.mjs'], {
    cwd: project,
    env: environment(extra),
    encoding: 'utf8',
  })
  const calls = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []
  return { status, stdout, stderr, calls }
}

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'nlos-start-'))
  log = join(project, 'calls.log')
  cpSync('scripts', join(project, 'scripts'), { recursive: true })
  write('package.json', '{ "type": "module" }')
  write('package-lock.json', '{ "packages": { "": {} } }')
  write('npm.mjs', npm)
  write('server.ts', server)
  write('app/page.tsx', 'export default 1')
})

afterEach(() => rmSync(project, { recursive: true, force: true }))

test('a fresh clone is installed, built and served; the second start does neither', () => {
  const first = start()
  expect(first).toMatchObject({ status: 0, calls: ['npm ci', 'next build'] })
  expect(first.stdout).toContain('serving {"NODE_ENV":"production","NLOS_DEMO":"1"}')

  const second = start()
  expect(second).toMatchObject({ status: 0, calls: [] })
  expect(second.stdout).toContain('serving')
})

test('a changed source is built, a changed lockfile is installed and built, a changed test is neither', () => {
  start()
  write('app/page.tsx', 'export default 2')
  expect(start().calls).toEqual(['next build'])
  write('lib/new.ts', 'export default 3')
  expect(start().calls).toEqual(['next build'])
  write('lib/new.test.ts', 'test')
  expect(start().calls).toEqual([])
  write('package-lock.json', '{ "packages": { "": {}, "node_modules/zod": { "version": "4.6.7" } } }')
  expect(start().calls).toEqual(['npm ci', 'next build'])
})

test('a touched source with the same text is not built', () => {
  start()
  write('app/page.tsx', 'export default 1')
  expect(start().calls).toEqual([])
})

test('an npm ci by hand is not repeated', () => {
  start()
  rmSync(join(project, 'node_modules', '.nlos-lock'))
  write('node_modules/.package-lock.json', '{ "packages": {} }')
  expect(start().calls).toEqual([])
  const lock = readFileSync(join(project, 'package-lock.json'))
  expect(readFileSync(join(project, 'node_modules', '.nlos-lock'), 'utf8')).toBe(
    createHash('sha256').update(lock).digest('hex'),
  )
})

test('a failed install or build says so, serves nothing, and is tried again', () => {
  const noInstall = start({ NPM_FAILS: '1' })
  expect(noInstall.status).toBe(1)
  expect(noInstall.stderr).toContain('npm ci failed')
  expect(noInstall.stdout).not.toContain('serving')

  const noBuild = start({ NEXT_FAILS: '1' })
  expect(noBuild).toMatchObject({ status: 1, calls: ['npm ci', 'next build'] })
  expect(noBuild.stderr).toContain('a type error')
  expect(noBuild.stdout).not.toContain('serving')

  expect(start()).toMatchObject({ status: 0, calls: ['next build'] })
})

test.each([
  ['SESSION_SECRET', 'x'.repeat(32)],
  ['SESSION_SECRET_2', 'x'.repeat(32)],
  ['DATABASE_URL', 'postgres://nlos@db/nlos'],
  ['NLOS_UPSTREAM_URL', 'http://upstream'],
])('%s in the environment ends the demo', (name, value) => {
  expect(start({ [name]: value }).stdout).toContain('serving {"NODE_ENV":"production"}')
})

test('a signal reaches the server, and its exit code comes back', async () => {
  start()
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: project,
    env: environment({ SERVER_WAITS: '1' }),
  })
  await new Promise((resolve) => child.stdout.once('data', resolve))
  child.kill('SIGTERM')
  expect(await new Promise((resolve) => child.once('close', resolve))).toBe(7)
})

test('a server whose npm was ended by a signal does not stay behind', async () => {
  start()
  const npmShell = spawn('sh', ['-c', 'node scripts/start.mjs; true'], {
    cwd: project,
    env: environment({ SERVER_WAITS: '1', npm_lifecycle_event: 'start' }),
  })
  await new Promise((resolve) => npmShell.stdout.once('data', resolve))
  npmShell.kill('SIGTERM')
  // The pipe closes when the last process that holds it has ended.
  await new Promise((resolve) => npmShell.stdout.once('close', resolve))
  expect(npmShell.signalCode).toBe('SIGTERM')
})
