import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'

/**
 * A console of the demo beside the one that the journeys share, for what a server reads once, when it starts.
 * @param changes of its first tenant, the one of localhost
 */
export async function startOwnConsole(changes: object): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'nlos-own-console-'))
  const [first, ...others] = JSON.parse(readFileSync(join(import.meta.dirname, 'tenants.json'), 'utf8'))
  const tenants = join(folder, 'tenants.json')
  writeFileSync(tenants, JSON.stringify([{ ...first, ...changes }, ...others]))
  const port = await freePort()
  const url = `http://localhost:${port}`
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
    },
  })
  const ended = once(server, 'exit')
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(isReady, { timeout: 120_000 }).toBe(true)
  return {
    url,
    async stop() {
      server.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}
