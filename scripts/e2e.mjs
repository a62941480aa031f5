/**
 * `npm run e2e`: the journeys on the embedded database, with `-- --postgres` on a PostgreSQL of their own, with
 * `-- --service` on the backend as a process of its own. Other
 * arguments go to Playwright: `npm run e2e -- journeys/session`. With `-- --screenshots` no journeys but the pictures
 * of docs/screenshots.
 */
import { ensureBuilt } from './build.mjs'
import { ensureChromium } from './chromium.mjs'
import { ensureInstalled } from './install.mjs'
import { runJourneys } from './journeys.mjs'
import { startPostgres } from './postgres.mjs'
import { script } from './runtime.mjs'

const own = ['--postgres', '--service', '--screenshots']
const args = process.argv.slice(2).filter((arg) => !own.includes(arg))
const onPostgres = process.argv.includes('--postgres')
const asService = process.argv.includes('--service')
if (process.argv.includes('--screenshots')) process.env.E2E_SCREENSHOTS = '1'

await script(async () => {
  await ensureInstalled()
  const chromium = await ensureChromium()
  await ensureBuilt()
  const { failed } = onPostgres ? await journeysOnPostgres(chromium) : await journeys(chromium)
  return failed ? 1 : 0
})

function journeys(chromium) {
  const engine = asService ? 'a backend of its own' : 'PGlite'
  return runJourneys({ engine, chromium, asService, args })
}

async function journeysOnPostgres(chromium) {
  const postgres = await startPostgres(['journeys'])
  try {
    return await runJourneys({
      engine: 'PostgreSQL',
      chromium,
      databaseUrl: postgres.urls.journeys,
      asService,
      args,
    })
  } finally {
    await postgres.stop()
  }
}
