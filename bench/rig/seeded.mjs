/** A demo of many orders on a PostgreSQL of its own, and the server in front of it. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '../../scripts/postgres.mjs'
import { runNode, say, secondsSince } from '../../scripts/runtime.mjs'
import { withDemoServer } from './demo-desk.mjs'
import { cpuMicros, reapedMicros } from './machine.mjs'

/**
 * Seeds the demo and starts the built server on it; both end after the work. Where BENCH_DATABASE_URL names a database
 * that was seeded before (`DATABASE_URL=… npm run demo -- --orders 200000`), that one is measured and left as it is.
 * @template R
 * @param {number} orders
 * @param {(at: { url: string, databaseUrl: string, cpu: () => number }) => Promise<R>} work `cpu` is what server and
 *   database have used together, in µs
 * @param {(databaseUrl: string) => Promise<void>} [prepare] before the server starts
 * @returns {Promise<R>}
 */
export async function withSeededServer(orders, work, prepare) {
  const known = process.env.BENCH_DATABASE_URL
  const postgres = known ? undefined : await startPostgres(['orders'])
  try {
    const databaseUrl = known ?? postgres.urls.orders
    if (!known) await seed(databaseUrl, orders)
    await prepare?.(databaseUrl)
    const database = await postmasterOf(databaseUrl)
    return await withDemoServer(
      ({ url, pid }) =>
        work({ url, databaseUrl, cpu: () => cpuMicros(pid) + cpuMicros(database) + reapedMicros(database) }),
      databaseUrl,
    )
  } finally {
    await postgres?.stop()
  }
}

async function seed(databaseUrl, orders) {
  const dataDir = mkdtempSync(join(tmpdir(), 'nlos-bench-files-'))
  const started = performance.now()
  try {
    const { code } = await runNode(['scripts/demo.mjs', '--orders', String(orders)], {
      env: { DATABASE_URL: databaseUrl, DATA_DIR: dataDir },
    })
    if (code !== 0) throw new Error('The orders were not seeded.')
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
  say(`seeded ${orders} orders in ${secondsSince(started)}`)
}

/** One statement after the other, as the owner of the database. */
export async function asOwner(databaseUrl, work) {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  return Promise.resolve(work(client)).finally(() => client.end())
}

/** The process whose children serve the connections; it is on this machine. */
export const postmasterOf = (databaseUrl) =>
  asOwner(databaseUrl, async (client) => {
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${rows[0].pid}/status`, 'utf8'))[1])
  })
