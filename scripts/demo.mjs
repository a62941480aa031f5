/**
 * `npm run demo`: deletes what is in the database and seeds the demo again; `-- --orders 200000` for another number
 * of orders than 500.
 */
import { parseArgs } from 'node:util'
import { ensureInstalled } from './install.mjs'
import { onPinnedNode, say, script, secondsSince } from './runtime.mjs'

await script(async () => {
  await ensureInstalled()
  if (await onPinnedNode()) await seed()
})

async function seed() {
  const started = performance.now()
  const { values } = parseArgs({ options: { orders: { type: 'string', default: '500' } } })
  const orders = Number(values.orders)
  if (!Number.isSafeInteger(orders) || orders < 0)
    throw new Error(`--orders ${values.orders} is not a number.`)
  if (Object.keys(process.env).some((name) => name.startsWith('SESSION_SECRET'))) {
    throw new Error('SESSION_SECRET is set, so this is no demo: npm run demo would delete its data.')
  }
  process.env.NLOS_DEMO = '1'
  const { getEnv } = await import('../lib/env.ts')
  const { resetDemo } = await import('../lib/domains/demo.ts')
  const { databaseUrl, dataDir, s3 } = getEnv()
  say(`Seeding ${orders} orders …`)
  await resetDemo({ orders, databaseUrl, dataDir, s3 })
  say(`Seeded in ${secondsSince(started)}.`)
}
