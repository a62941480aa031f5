import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'

export type OwnConsole = {
  url: string
  /** Ends it and starts it again on what it kept, so many days later. Whoever was signed in is out. */
  restart: (daysLater: number) => Promise<void>
  stop: () => Promise<void>
}

/**
 * A console of the demo beside the one that the journeys share, for what a server reads once, when it starts, and for
 * what takes days.
 * @param changes of its first tenant, the one of localhost
 */
export async function startOwnConsole(changes: object): Promise<OwnConsole> {
  const folder = mkdtempSync(join(tmpdir(), 'nlos-own-console-'))
  const [first, ...others] = JSON.parse(readFileSync(join(import.meta.dirname, 'tenants.json'), 'utf8'))
  const tenants = join(folder, 'tenants.json')
  writeFileSync(tenants, JSON.stringify([{ ...first, ...changes }, ...others]))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  const start = async (daysLater: number) => {
    // The settings of the shared one do not reach it.
    const { PATH, HOME, LC_ALL } = process.env
    const server = spawn(process.execPath, ['server.ts'], {
      stdio: 'ignore',
      env: {
        PATH,
        HOME,
        LC_ALL,
        NODE_ENV: 'production',
        NLOS_DEMO: '1',
        TENANTS_FILE: tenants,
        DATA_DIR: folder,
        PORT: String(port),
        ...(daysLater > 0 && { NODE_OPTIONS: `--import ${laterClock(daysLater)}` }),
      },
    })
    const ended = once(server, 'exit')
    await expect.poll(isReady, { timeout: 120_000 }).toBe(true)
    return async () => {
      server.kill('SIGTERM')
      await ended
    }
  }
  let end = await start(0)
  return {
    url,
    async restart(daysLater) {
      await end()
      end = await start(daysLater)
    },
    async stop() {
      await end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A module that sets a process's clock ahead: of all that Node asks for the time, Date alone says the day. */
function laterClock(days: number): string {
  const code = `const Real = Date
const now = () => Real.now() + ${days} * 86400000
globalThis.Date = new Proxy(Real, {
  apply: () => new Real(now()).toString(),
  construct: (real, given, made) => Reflect.construct(real, given.length === 0 ? [now()] : given, made),
  get: (real, name) => (name === 'now' ? now : Reflect.get(real, name)),
})`
  return `data:text/javascript,${encodeURIComponent(code)}`
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}
