/** `npm test`: everything that proves the product, on a fresh clone too. Its last line is `N passed, N failed`. */
import { ensureBuilt } from './build.mjs'
import { runChecks } from './checks.mjs'
import { ensureChromium } from './chromium.mjs'
import { proveContract } from './contract-step.mjs'
import { ensureInstalled } from './install.mjs'
import { runJourneys, startTwo } from './journeys.mjs'
import { startPostgres } from './postgres.mjs'
import { say, script } from './runtime.mjs'
import { jestStep, step, sum } from './steps.mjs'

await script(async () => {
  const { passed, failed } = sum(await runEverything())
  say(`${passed} passed, ${failed} failed`)
  return failed ? 1 : 0
})

async function runEverything() {
  const tallies = []
  /** Something later steps need: without it they are left out, and it is a failure itself. */
  const need = async (name, prepare) => {
    let made
    const tally = await step(name, async () => {
      made = await prepare()
      return { passed: 1, failed: 0 }
    })
    tallies.push(tally)
    return { ready: tally.failed === 0, made }
  }

  const installed = await need('packages', ensureInstalled)
  if (!installed.ready) return tallies
  tallies.push(await runChecks())
  tallies.push(await jestStep('backend tests on PGlite', ['backend'], { NLOS_TEST_DATABASE_URL: undefined }))

  tallies.push(await proveContract())

  const postgres = await need('PostgreSQL', () => startPostgres(['backend', 'journeys', 'two']))
  if (postgres.ready) {
    const env = { NLOS_TEST_DATABASE_URL: postgres.made.urls.backend }
    tallies.push(await jestStep('backend tests on PostgreSQL', ['backend'], env))
  }

  const chromium = await need('Chromium', ensureChromium)
  const build = await need('build', ensureBuilt)
  if (chromium.ready && build.ready) {
    const journeys = (options) => runJourneys({ chromium: chromium.made, ...options })
    tallies.push(await journeys({ on: 'PGlite' }))
    if (postgres.ready) {
      const { journeys: databaseUrl, two } = postgres.made.urls
      // What the browser alone decides, e2e/frame, is the same on any database.
      tallies.push(await journeys({ on: 'PostgreSQL', databaseUrl, args: ['e2e/journeys/'] }))
      const shared = { serve: startTwo, project: 'two-processes', databaseUrl: two }
      tallies.push(await journeys({ on: 'two processes', ...shared }))
    }
  }
  await postgres.made?.stop()
  return tallies
}
