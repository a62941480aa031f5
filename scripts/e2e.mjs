/**
 * `npm run e2e`: the journeys on the embedded database, with `-- --postgres` on copies of a demo that is whole, with
 * `-- --service` on the backend as a process of its own. With `-- --two` those of two processes that share a
 * PostgreSQL, with `-- --screenshots` the pictures of docs/screenshots. Other arguments go to Playwright:
 * `npm run e2e -- journeys/session`.
 */
import { ensureBuilt } from './build.mjs'
import { ensureChromium } from './chromium.mjs'
import { ensureInstalled } from './install.mjs'
import { runJourneys, startOnCopy, startServer, startTwo, startWithService } from './journeys.mjs'
import { startPostgres } from './postgres.mjs'
import { script } from './runtime.mjs'
import { makeWholeDemo } from './whole-demo.mjs'

const kinds = {
  two: 'two processes',
  service: 'a backend of its own',
  postgres: 'PostgreSQL',
  screenshots: 'PGlite',
}
const own = Object.keys(kinds).map((name) => `--${name}`)
const args = process.argv.slice(2).filter((arg) => !own.includes(arg))
const kind = Object.keys(kinds).find((name) => process.argv.includes(`--${name}`))
const project = { two: 'two-processes', screenshots: 'screenshots' }[kind] ?? 'journeys'
/** All journeys at once go to as many desks as in the proof; a few are quicker at one. */
const copies = args.length === 0 ? ['desk-1', 'desk-2', 'desk-3'] : ['desk-1']

await script(async () => {
  await ensureInstalled()
  const chromium = await ensureChromium()
  await ensureBuilt()
  const postgres = kind === 'postgres' || kind === 'two' ? await startPostgres(['demo', 'two']) : undefined
  try {
    const desks = await desksOf(postgres)
    const databaseUrl = kind === 'two' ? postgres.urls.two : undefined
    const on = kinds[kind] ?? 'PGlite'
    const { failed } = await runJourneys({ on, chromium, desks, project, databaseUrl, args })
    return failed ? 1 : 0
  } finally {
    await postgres?.stop()
  }
})

async function desksOf(postgres) {
  if (kind === 'two') return [startTwo(postgres.urls.two)]
  if (kind === 'service') return [startWithService()]
  if (kind !== 'postgres') return [startServer()]
  const demo = await makeWholeDemo(postgres)
  return copies.map((name) => startOnCopy(demo, name))
}
