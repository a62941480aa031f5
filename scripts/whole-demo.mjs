/**
 * A demo that is whole, made once for everybody who starts on one: its loans are told and booked behind its first start,
 * which takes a server more than a minute, and whoever sits at a desk meanwhile waits for it.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startService } from './journeys.mjs'

/** Told within it on any machine that proves anything. */
const limit = 900_000

/**
 * @typedef {{ copyTo(database: string, dataDir: string): string }} WholeDemo `copyTo` makes a database and a folder of
 *   its own out of it, and returns the URL of the first
 */

/**
 * @param {Awaited<ReturnType<typeof import('./postgres.mjs').startPostgres>>} postgres with a database `demo`
 * @returns {Promise<WholeDemo>}
 * @throws {Error} when it is not told in time
 */
export async function makeWholeDemo({ urls, copy }) {
  const home = mkdtempSync(join(tmpdir(), 'nlos-demo-'))
  process.on('exit', () => rmSync(home, { recursive: true, force: true }))
  const folder = join(home, 'data')
  mkdirSync(folder)
  const service = await startService(folder, urls.demo, join(home, 'service.log'))
  try {
    await untilTold(urls.demo)
  } finally {
    await service.stop()
  }
  return {
    copyTo(database, dataDir) {
      cpSync(folder, dataDir, { recursive: true })
      return copy('demo', database)
    },
  }
}

async function untilTold(connectionString) {
  // Packages come after this module: the first thing that a proof does is to install them.
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    // Contracts are drawn half a second each for as long as a proof takes: no journey reads one that is not its own.
    await client.query(`UPDATE job SET run_at = now() + interval '1 day' WHERE name = 'contracts.demo'`)
    const open = `SELECT 1 FROM job WHERE name IN ('releases.demo', 'closings.demo') AND status IN ('queued', 'running')`
    for (const started = performance.now(); (await client.query(open)).rows.length > 0; await wait(1_000))
      if (performance.now() - started > limit) throw new Error('The demo was not told in time.')
  } finally {
    await client.end()
  }
}
