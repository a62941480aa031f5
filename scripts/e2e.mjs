/**
 * `npm run e2e`: the journeys on the embedded database, with `-- --postgres` on a PostgreSQL of their own, with
 * `-- --service` on the backend as a process of its own. With `-- --two` those of two processes that share a
 * PostgreSQL, with `-- --screenshots` the pictures of docs/screenshots. Other arguments go to Playwright:
 * `npm run e2e -- journeys/session`.
 */
import { ensureBuilt } from './build.mjs'
import { ensureChromium } from './chromium.mjs'
import { ensureInstalled } from './install.mjs'
import { runJourneys, startServer, startTwo, startWithService } from './journeys.mjs'
import { startPostgres } from './postgres.mjs'
import { script } from './runtime.mjs'

const own = ['--postgres', '--service', '--two', '--screenshots']
const args = process.argv.slice(2).filter((arg) => !own.includes(arg))
const has = (flag) => process.argv.includes(flag)

const [on, start] = has('--two')
  ? ['two processes', startTwo]
  : has('--service')
    ? ['a backend of its own', startWithService]
    : [has('--postgres') ? 'PostgreSQL' : 'PGlite', startServer]
const project = has('--two') ? 'two-processes' : has('--screenshots') ? 'screenshots' : 'journeys'

await script(async () => {
  await ensureInstalled()
  const chromium = await ensureChromium()
  await ensureBuilt()
  // All of them at once go to as many desks as in the proof; a few are quicker at one.
  const names = has('--postgres') && args.length === 0 ? ['desk-1', 'desk-2', 'desk-3'] : ['journeys']
  const postgres = has('--postgres') || has('--two') ? await startPostgres(names) : undefined
  try {
    const urls = names.map((name) => postgres?.urls[name])
    const [databaseUrl] = urls
    const desks = urls.map((url) => start(url))
    const { failed } = await runJourneys({ on, chromium, desks, project, databaseUrl, args })
    return failed ? 1 : 0
  } finally {
    await postgres?.stop()
  }
})
