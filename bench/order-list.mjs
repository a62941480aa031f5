/**
 * The order list at 200,000 orders on a PostgreSQL of its own: page 5,000 against page 1 through the door, total
 * included; the quick search for a text that very many orders have; the two-character name search in the database.
 *
 *     npm run bench -- order-list [orders]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { ensureBuilt } from '../scripts/build.mjs'
import { startPostgres } from '../scripts/postgres.mjs'
import { runNode, say, script, secondsSince } from '../scripts/runtime.mjs'
import { signIn, withDemoServer } from './rig/demo-desk.mjs'
import { wantedCount } from './rig/machine.mjs'
import { quantile } from './rig/ratios.ts'

const length = 20
const rounds = 60

const pageStatement = `SELECT id FROM application WHERE id = any($1::bigint[])
  ORDER BY created_at DESC NULLS LAST, id DESC NULLS LAST LIMIT ${length}`

await script(async () => {
  const orders = wantedCount(200_000)
  await ensureBuilt()
  const postgres = await startPostgres(['orders'])
  const dataDir = mkdtempSync(join(tmpdir(), 'nlos-bench-files-'))
  try {
    const url = postgres.urls.orders
    const started = performance.now()
    const seeding = await runNode(['scripts/demo.mjs', '--orders', String(orders)], {
      env: { DATABASE_URL: url, DATA_DIR: dataDir },
    })
    if (seeding.code !== 0) throw new Error('The orders were not seeded.')
    say(`seeded ${orders} orders in ${secondsSince(started)}`)
    await withDemoServer(({ url: server }) => pages(server), url)
    await search(url)
  } finally {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return 0
})

/** Pages 1 and 5,000 by turns, so that both meet the same machine. */
async function pages(url) {
  const { call } = await signIn(url, 'admin')
  const at = async (page) => {
    const started = performance.now()
    const answer = await call('/biz/order/order/list', {
      start: String((page - 1) * length),
      length: String(length),
    })
    return { ms: performance.now() - started, answer }
  }
  const first = await at(1)
  say(`total ${first.answer.total}, first call ${first.ms.toFixed(1)} ms`)
  const last = Math.min(5000, first.answer.allPage)
  say(`first jump to page ${last}: ${(await at(last)).ms.toFixed(1)} ms`)
  const times = { 1: [], [last]: [] }
  for (let n = 0; n < rounds; n += 1) {
    for (const page of [1, last]) times[page].push((await at(page)).ms)
  }
  const [near, far] = [quantile(times[1], 0.5), quantile(times[last], 0.5)]
  say(
    `p50 page 1: ${near.toFixed(1)} ms, page ${last}: ${far.toFixed(1)} ms, ratio ${(far / near).toFixed(2)}`,
  )
  await commonSearch(call)
}

/** A year is part of many orders' numbers; of the two that the demo covers whole, one is far from page 1. */
async function commonSearch(call) {
  for (const q of ['2025', '2024']) {
    const times = []
    let answer
    for (let n = 0; n < 20; n += 1) {
      const started = performance.now()
      answer = await call('/biz/order/order/list', { start: '0', length: String(length), q })
      times.push(performance.now() - started)
    }
    const total = `${answer.total}${answer.more ? '+' : ''}`
    say(
      `search ${q}: total ${total}, p50 ${quantile(times, 0.5).toFixed(1)} ms, first ${times[0].toFixed(1)} ms`,
    )
  }
}

/** As the backend asks: as the restricted role in the tenant, first which orders, then the page of them. */
async function search(url) {
  const client = new pg.Client(url)
  await client.connect()
  const times = []
  try {
    await client.query("BEGIN; SET LOCAL ROLE nlos_app; SELECT nlos_enter('blq')")
    for (const name of ['李建', '王丽', '建国', '晓梅']) {
      for (let n = 0; n < 20; n += 1) {
        const started = performance.now()
        const { rows } = await client.query('SELECT nlos_search($1::text[], $2) AS id', [[name], name])
        await client.query(pageStatement, [rows.map(({ id }) => id)])
        times.push(performance.now() - started)
      }
    }
  } finally {
    await client.end()
  }
  const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)]
  say(`two-character name search: p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`)
}
