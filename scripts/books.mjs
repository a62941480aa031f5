/**
 * `npm run books -- check`: folds every loan from its facts and compares with what is stored and posted of it. Ends with 1
 * and a line for each difference, else with 0.
 */
import { ensureInstalled } from './install.mjs'
import { onPinnedNode, say, script, secondsSince } from './runtime.mjs'

await script(async () => {
  await ensureInstalled()
  if (process.argv[2] !== 'check') throw new Error('Usage: npm run books -- check')
  return (await onPinnedNode()) ? check() : undefined
})

async function check() {
  const started = performance.now()
  const { commandEnv } = await import('./command-env.mjs')
  const { closeDatabase, openDatabase } = await import('../lib/platform/db/client.ts')
  const { checkBooks } = await import('../lib/domains/loans/service/check-books.ts')
  const { databaseUrl, dataDir } = await commandEnv()
  await openDatabase({ databaseUrl, dataDir })
  try {
    const { loans, entries, differences } = await checkBooks()
    for (const { tenantId, loanNo, what, stored, folded } of differences)
      say(`tenant ${tenantId} ${loanNo} ${what}: ${stored}, should be ${folded}`)
    say(`${loans} loans, ${entries} postings, ${differences.length} differences in ${secondsSince(started)}.`)
    return differences.length === 0 ? 0 : 1
  } finally {
    await closeDatabase()
  }
}
