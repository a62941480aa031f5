/** A PostgreSQL of the tests' own: Debian's program, a private port, a data directory that ends with the script. */
import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { installDebianPackages } from './debian.mjs'
import { start } from './runtime.mjs'

const debianVersions = '/usr/lib/postgresql'

/** Nothing here has to outlive a crash or be copied elsewhere; with the least log, rows of a new table are in none. */
const quick = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=4GB',
]
/** As PostgreSQL is without being told: what was committed outlives every crash. */
export const lasting = []

/**
 * Starts PostgreSQL and creates one database for each name. `stop` ends it and removes its data, and so does the end
 * of the script; after a kill -9 it ends all the same, but its data stays in the temporary folder.
 * @param {string[]} names
 * @param {string[]} [settings]
 * @returns {Promise<{ urls: Record<string, string>, copy(from: string, to: string): string, crash(): Promise<void>,
 *   stop(): Promise<void> }>} `copy` makes a database of all that another one holds, to which nobody is connected, and
 *   returns its URL; `crash` kills its first process with -9 and comes back when the next one, at the same place, has
 *   recovered
 * @throws {Error} when there is no PostgreSQL and none can be installed
 */
export async function startPostgres(names, settings = quick) {
  const bin = findPrograms() ?? (await installPrograms())
  const account = unprivilegedAccount()
  const home = mkdtempSync(join(tmpdir(), 'nlos-postgres-'))
  if (account) chownSync(home, account.uid, account.gid)
  const removeHome = () => rmSync(home, { recursive: true, force: true })
  process.on('exit', removeHome)

  const port = await freePort()
  const data = join(home, 'data')
  const connection = ['-h', home, '-p', String(port), '-U', 'postgres']
  const call = (program, args) => {
    const { status, stdout, stderr } = spawnSync(join(bin, program), args, { ...account, encoding: 'utf8' })
    if (status !== 0) throw new Error(`${program} failed: ${stdout}${stderr}`)
  }

  call('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'])
  const serve = async () => {
    const started = startServer(join(bin, 'postgres'), account, [
      '-D',
      data,
      '-k',
      home,
      '-p',
      String(port),
      '-h',
      '127.0.0.1',
      ...settings.flatMap((setting) => ['-c', setting]),
    ])
    let log = ''
    started.stderr.setEncoding('utf8').on('data', (text) => {
      log += text
    })
    while (spawnSync(join(bin, 'pg_isready'), [...connection, '-q']).status !== 0) {
      if (started.exitCode !== null) throw new Error(`PostgreSQL did not start: ${log}`)
      await wait(50)
    }
    return started
  }
  /** Closed is what its children, who have the same stderr, are closed with. */
  const end = async (signal) => {
    const closed = new Promise((resolve) => server.once('close', resolve))
    server.kill(signal)
    await closed
  }
  let server = await serve()

  // As in production: the product owns its database and may create its role, and is not a superuser.
  const sql = 'CREATE ROLE nlos LOGIN CREATEROLE CREATEDB'
  call('psql', [...connection, '-d', 'postgres', '-q', '-c', sql])
  const create = (name, ...options) => {
    call('createdb', [...connection, '-O', 'nlos', ...options, name])
    return `postgres://nlos@127.0.0.1:${port}/${name}`
  }
  const urls = Object.fromEntries(names.map((name) => [name, create(name)]))
  return {
    urls,
    copy: (from, to) => create(to, '-T', from),
    async crash() {
      await end('SIGKILL')
      server = await serve()
    },
    async stop() {
      await end('SIGINT')
      process.off('exit', removeHome)
      removeHome()
    },
  }
}

/** The newest of Debian's versions; names on the PATH may be anything. */
function findPrograms() {
  if (!existsSync(debianVersions)) return undefined
  return readdirSync(debianVersions)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(debianVersions, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')))
}

async function installPrograms() {
  await installDebianPackages(['postgresql'], 'the tests on PostgreSQL')
  const bin = findPrograms()
  if (!bin) throw new Error(`The package postgresql brought no ${debianVersions}.`)
  return bin
}

/** PostgreSQL refuses to run as root; Debian's package brings an account for it. */
function unprivilegedAccount() {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
  return { uid: id('-u'), gid: id('-g') }
}

/** SIGINT is PostgreSQL's fast shutdown; setpriv sends it even when the script itself is killed. */
function startServer(postgres, account, args) {
  const identity = account ? [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'] : []
  return start('setpriv', ['--pdeathsig=INT', ...identity, postgres, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

/** @returns {Promise<number>} a TCP port nobody listens on */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}
