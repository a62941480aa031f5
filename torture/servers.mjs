/** Servers of the built console, each with a data directory and secrets of its own, on the loopback. */
import { randomBytes } from 'node:crypto'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../scripts/postgres.mjs'
import { exitCode, startNode } from '../scripts/runtime.mjs'
import { noSettings } from '../scripts/serve.mjs'

const START_LIMIT = 120_000

const folders = []
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** A folder that goes with the script. */
export function ownFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'nlos-torture-'))
  folders.push(folder)
  return folder
}

export const newSecret = () => randomBytes(32).toString('base64')

/**
 * Starts a server and does not wait for it.
 * @param {Record<string, string | undefined>} env with `PORT` and `DATA_DIR` it takes the place of one that was killed
 * @param {string} [cwd] another build of the console
 */
export async function launch(env, cwd) {
  const port = Number(env.PORT ?? (await freePort()))
  const folder = ownFolder()
  const file = join(folder, 'log')
  const output = openSync(file, 'w')
  const child = startNode(['server.ts'], {
    stdio: ['ignore', output, output],
    ...(cwd && { cwd }),
    env: {
      ...noSettings(),
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      ...env,
    },
  })
  closeSync(output)
  const started = performance.now()
  const ended = exitCode(child).then((code) => ({ code, ms: performance.now() - started }))
  return {
    port,
    pid: child.pid,
    dataDir: env.DATA_DIR ?? join(folder, 'data'),
    ended,
    log: () => readFileSync(file, 'utf8'),
    get gone() {
      return child.exitCode !== null || child.signalCode !== null
    },
    /** Tells it to end. */
    end: () => child.kill('SIGTERM'),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Starts a server and waits until it is ready. @throws {Error} with its log when it does not get there */
export async function startServer(env, cwd) {
  const server = await launch(env, cwd)
  const isReady = () =>
    fetch(`http://127.0.0.1:${server.port}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
      ({ ok }) => ok,
      () => false,
    )
  for (const started = performance.now(); !(await isReady()); await wait(100)) {
    if (server.gone || performance.now() - started > START_LIMIT)
      throw new Error(`The server did not start:\n${server.log()}`)
  }
  return server
}
