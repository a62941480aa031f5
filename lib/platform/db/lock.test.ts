import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { acquireLock, LockedError } from './lock.ts'

const lockFile = join(process.cwd(), 'lib/platform/db/lock.ts')
let dir: string
const children: ChildProcess[] = []
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'nlos-lock-'))
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(dir, { recursive: true, force: true })
})

/** A process that takes the lock, says so or why not, and stays. */
async function taker(): Promise<{ said: string; child: ChildProcess }> {
  const script = `import { acquireLock } from ${JSON.stringify(lockFile)}
    try { acquireLock(process.argv[1]); console.log('locked') } catch (e) { console.log(e.name + ': ' + e.message) }
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script, dir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const [said] = child.stdout ? await once(child.stdout, 'data') : []
  return { said: String(said).trim(), child }
}

test('a second process is told which one has the directory; after kill -9 the next one gets it (A7)', async () => {
  const first = await taker()
  expect(first.said).toBe('locked')
  const second = await taker()
  expect(second.said).toBe(
    `LockedError: The data directory ${dir} is in use by process ${first.child.pid}: stop that one first, or set DATA_DIR to another directory.`,
  )
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')
  expect((await taker()).said).toBe('locked')
}, 30_000)

test('of processes that take over a dead one together exactly one wins (A7)', async () => {
  const dead = await taker()
  dead.child.kill('SIGKILL')
  await once(dead.child, 'exit')
  const said = await Promise.all(Array.from({ length: 6 }, async () => (await taker()).said))
  expect(said.filter((text) => text === 'locked')).toHaveLength(1)
  expect(said.filter((text) => text.startsWith('LockedError'))).toHaveLength(5)
}, 30_000)

test('a pid that another process has by now does not hold the lock (A7)', () => {
  const release = acquireLock(dir)
  const [name = ''] = readdirSync(dir)
  const owner = JSON.parse(readFileSync(join(dir, name), 'utf8'))
  release()
  writeFileSync(join(dir, 'db.lock.7'), JSON.stringify({ ...owner, started: `${owner.started}0` }))
  const again = acquireLock(dir)
  expect(readdirSync(dir)).toEqual(['db.lock.8'])
  again()
  expect(readdirSync(dir)).toEqual([])
})

test('an owner on another host holds the lock as long as its heart beats (A7)', () => {
  const file = join(dir, 'db.lock.1')
  writeFileSync(file, JSON.stringify({ pid: 1, host: 'elsewhere', started: '' }))
  expect(() => acquireLock(dir)).toThrow(LockedError)
  const before = new Date(Date.now() - 60_000)
  utimesSync(file, before, before)
  acquireLock(dir)()
})

test('the same process does not get it twice (A7)', () => {
  const release = acquireLock(dir)
  expect(() => acquireLock(dir)).toThrow(LockedError)
  release()
})
