/**
 * `npm run books -- check`: folds every loan from its facts and compares with what is stored and posted of it. Ends with 1
 * and a line for each difference, else with 0.
 * `npm run books -- correct [--apply]`: brings the loans that check names to what their facts say, in the open period, and
 * says what it posts; without --apply all of it is taken back. Ends with 1 where something is left.
 */
import { ensureInstalled } from './install.mjs'
import { onPinnedNode, say, script, secondsSince } from './runtime.mjs'

await script(async () => {
  await ensureInstalled()
  const [verb, ...flags] = process.argv.slice(2)
  const isKnown =
    (verb === 'check' && flags.length === 0) ||
    (verb === 'correct' && flags.every((flag) => flag === '--apply'))
  if (!isKnown) throw new Error('Usage: npm run books -- check | correct [--apply]')
  if (!(await onPinnedNode())) return undefined
  return onData(verb === 'check' ? check : () => correct(flags.length > 0))
})

async function onData(work) {
  const { commandEnv } = await import('./command-env.mjs')
  const { closeDatabase, openDatabase } = await import('../lib/platform/db/client.ts')
  const { databaseUrl, dataDir } = await commandEnv()
  await openDatabase({ databaseUrl, dataDir })
  try {
    return await work()
  } finally {
    await closeDatabase()
  }
}

async function correct(applies) {
  const started = performance.now()
  const { correctBooks } = await import('../lib/domains/books/service/correct-books.ts')
  let left = 0
  const { loans, vouchers } = await correctBooks(applies, ({ tenantId, loanNo, posted, differences }) => {
    for (const { voucherNo, event, bizDate, mirrors, lines } of posted)
      say(
        `tenant ${tenantId} ${loanNo} ${voucherNo} ${bizDate} ${event}${mirrors ? ` of ${mirrors}` : ''}: ${lines}`,
      )
    for (const { what, stored, folded } of differences)
      say(`tenant ${tenantId} ${loanNo} ${what} is left: ${stored}, should be ${folded}`)
    left += differences.length
  })
  const done = applies ? 'corrected' : 'to correct; nothing was written, --apply does it'
  say(`${loans} loans, ${vouchers} vouchers ${done}, ${left} differences left in ${secondsSince(started)}.`)
  return left === 0 ? 0 : 1
}

async function check() {
  const started = performance.now()
  const { checkBooks } = await import('../lib/domains/loans/service/check-books.ts')
  const { loans, entries, differences } = await checkBooks()
  for (const { tenantId, loanNo, what, stored, folded } of differences)
    say(`tenant ${tenantId} ${loanNo} ${what}: ${stored}, should be ${folded}`)
  say(`${loans} loans, ${entries} postings, ${differences.length} differences in ${secondsSince(started)}.`)
  return differences.length === 0 ? 0 : 1
}
