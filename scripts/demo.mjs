/**
 * `npm run demo`: deletes what is in the database and seeds the demo again; `-- --orders 200000` for another number
 * of orders than 500; `-- --loans 1000000` for a portfolio: the loans of the orders by the engine, the rest copies of
 * them, a thousand of which are folded again and compared with what is stored and posted.
 */
import { parseArgs } from 'node:util'
import { ensureInstalled } from './install.mjs'
import { onPinnedNode, say, script, secondsSince } from './runtime.mjs'

/** Loans that are compared. */
const sample = 1_000

await script(async () => {
  await ensureInstalled()
  return (await onPinnedNode()) ? seed() : undefined
})

async function seed() {
  const started = performance.now()
  const { values } = parseArgs({ options: { orders: { type: 'string' }, loans: { type: 'string' } } })
  const loans = countOf('--loans', values.loans ?? '0')
  // Enough of them that loans come due on every day and stand in every bucket.
  const orders = countOf('--orders', values.orders ?? (loans > 0 ? '1500' : '500'))
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
  if (loans === 0) return 0
  const { fillLoans, proveLoans } = await import('../lib/domains/demo-loans.ts')
  const written = (many) => say(`${many} loans after ${secondsSince(started)}`)
  await fillLoans({ databaseUrl, dataDir, s3 }, loans, written)
  const { loans: compared, entries, differences } = await proveLoans({ databaseUrl, dataDir }, sample)
  for (const { loanNo, what, stored, folded } of differences)
    say(`${loanNo} ${what}: ${stored}, should be ${folded}`)
  say(
    `${loans} loans in ${secondsSince(started)}; of ${compared} with ${entries} postings ${differences.length} differences.`,
  )
  return differences.length === 0 ? 0 : 1
}

function countOf(flag, text) {
  const count = Number(text)
  if (!Number.isSafeInteger(count) || count < 0) throw new Error(`${flag} ${text} is not a number.`)
  return count
}
