/** Everything that the benches share: a demo server of their own, and a signed-in caller. */
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '../../scripts/journeys.mjs'

/** Of every demo account. */
export const password = 'Demo@2026'

/**
 * Starts the built server on a demo of its own and ends it after the work.
 * @template R
 * @param {(server: { url: string, pid: number }) => Promise<R>} work
 * @param {string} [databaseUrl] PostgreSQL instead of PGlite
 * @returns {Promise<R>}
 */
export async function withDemoServer(work, databaseUrl) {
  const dataDir = mkdtempSync(join(tmpdir(), 'nlos-bench-'))
  try {
    const server = await startServer(databaseUrl)(dataDir, join(dataDir, 'server.log'))
    try {
      return await work(server)
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/**
 * Signs in as the login page does.
 * @returns {Promise<{ cookie: string, call: (path: string, fields?: Record<string, string>) => Promise<any> }>}
 */
export async function signIn(url, account) {
  const headers = { 'x-nlos': '1', origin: url, 'content-type': 'application/x-www-form-urlencoded' }
  const post = async (path, fields = {}, cookie = '') => {
    const answer = await fetch(`${url}/nlos${path}`, {
      method: 'POST',
      headers: { ...headers, cookie },
      body: new URLSearchParams(fields).toString(),
    })
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
  const hashed = createHash('md5').update(password).digest('hex')
  const answer = await post('/login/go', { account, password: hashed })
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0]
  return { cookie, call: async (path, fields) => (await post(path, fields, cookie)).json() }
}
