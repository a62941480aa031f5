/** The proof of the product: `npm test` is its short form for every change, `npm run proof` the whole. */
import { ensureBuilt } from './build.mjs'
import { runTools } from './checks.mjs'
import { ensureChromium } from './chromium.mjs'
import { proveContract } from './contract-step.mjs'
import { ensureInstalled } from './install.mjs'
import { runJourneys, startOnCopy, startServer, startTwo } from './journeys.mjs'
import { ensurePoppler } from './poppler.mjs'
import { startPostgres } from './postgres.mjs'
import { say } from './runtime.mjs'
import { jestStep, step, sum, toolStep } from './steps.mjs'
import { makeWholeDemo } from './whole-demo.mjs'

/** Everything that the engine decides and not the code above it: reading and writing rows, backup. */
const ofTheEngine = ['lib/platform/db/', 'lib/platform/backup/', 'lib/domains/tenant-walls']
/** Writes of two people at once, on the database of a first look: it has one connection for all of them. */
const firstJourneys = ['e2e/journeys/stale-save', 'e2e/journeys/two-reviewers']
/** A person's day and the frame around it: what a change breaks where people feel it at once. */
const journeys = ['e2e/journeys/', 'e2e/frame/']
/** Half of a journey is waiting for the eye: three side by side keep two processors busy. */
const deskDatabases = ['desk-1', 'desk-2', 'desk-3']
/**
 * Everything that looks at one room or one bad day with a browser: laws and tests beside the code guard it between
 * releases. On one database, for what the other does differently is said by the tests of the backend and a person's
 * day.
 */
const longOnes = 'e2e/long/'

/** A whole proof takes hours: `npm run proof -- torture figures` runs these parts of it alone. */
const everyPart = ['tools', 'tests', 'pglite', 'contract', 'journeys', 'other-servers', 'torture', 'figures']

/**
 * @param {{ full: boolean, parts?: string[] }} options `full` adds what a change seldom breaks: every test on PGlite
 *   too, properties at full count, scans of every screen, torture; `parts` are those that run, all without any
 * @returns {Promise<number>} the exit code
 * @throws {Error} for a part that there is not
 */
export async function prove({ full, parts = [] }) {
  const unknown = parts.find((part) => !everyPart.includes(part))
  if (unknown) throw new Error(`There is no part ${unknown}: ${everyPart.join(', ')}.`)
  if (full) process.env.NLOS_PROOF = 'full'
  const started = performance.now()
  const tallies = []
  const isWanted = (part) => parts.length === 0 || parts.includes(part)
  await runEverything({ full, isWanted, add: (tally) => tallies.push(tally) })
  tellTimes(tallies, (performance.now() - started) / 1000)
  for (const title of tallies.flatMap(({ fell }) => fell)) say(`FAIL ${title}`)
  const { passed, failed } = sum(tallies)
  say(`${passed} passed, ${failed} failed`)
  return failed ? 1 : 0
}

async function runEverything({ full, isWanted, add }) {
  /** Something later steps need: without it they are left out, and it is a failure itself. */
  const need = async (name, prepare) => {
    let made
    const tally = await step(name, async () => {
      made = await prepare()
      return { passed: 1, failed: 0 }
    })
    add(tally)
    return tally.failed === 0 && (made ?? true)
  }

  if (!(await need('packages', ensureInstalled))) return
  if (isWanted('tools')) for (const tally of await runTools()) add(tally)
  const postgres = await need('PostgreSQL', () => startPostgres(['tests', 'demo', 'two']))
  if (!postgres) return
  const { urls } = postgres
  try {
    await need('readers of PDF', ensurePoppler)
    if (isWanted('tests')) {
      const onPostgres = { NLOS_TEST_DATABASE_URL: urls.tests }
      add(await jestStep('tests', ['unit', 'next', 'browser', 'backend'], { env: onPostgres }))
    }
    // Everything that waits (for a lock, for a child to start) and what computes go side by side.
    const inProcess = { env: { NLOS_TEST_DATABASE_URL: undefined }, files: full ? [] : ofTheEngine }
    const onPglite =
      isWanted('pglite') && jestStep('backend tests on PGlite', ['pglite', 'backend'], inProcess)
    const built = need('build', ensureBuilt)
    const needsDemo = isWanted('contract') || isWanted('journeys')
    const made = needsDemo && need('demo', () => makeWholeDemo(postgres))
    if (onPglite) add(await onPglite)
    const demo = await made
    if (needsDemo && !demo) return
    if (isWanted('contract')) add(await proveContract(demo))

    const chromium = await need('Chromium', ensureChromium)
    if (!(await built)) return
    if (isWanted('journeys')) add(await toolStep('bytes of pages', ['bench/pages.mjs']))
    if (!chromium) return
    if (isWanted('journeys')) {
      const desks = deskDatabases.map((name) => startOnCopy(demo, name))
      const all = [...journeys, ...(full ? [longOnes] : [])]
      add(await runJourneys({ on: 'PostgreSQL', chromium, desks, args: all }))
    }
    if (isWanted('other-servers')) {
      const args = full ? journeys : firstJourneys
      const pgliteDesks = full ? [startServer(), startServer()] : [startServer()]
      add(await runJourneys({ on: 'PGlite', chromium, desks: pgliteDesks, args }))
      // After it: three servers that fill their databases at once leave no page an answer in its time.
      const onTwo = { chromium, desks: [startTwo(urls.two)], project: 'two-processes', databaseUrl: urls.two }
      add(await runJourneys({ on: 'two processes', ...onTwo }))
    }
    if (!full) return
    if (isWanted('torture')) add(await toolStep('torture', ['scripts/torture.mjs']))
    if (isWanted('figures')) add(await toolStep('figures', ['bench/figures.mjs']))
  } finally {
    await postgres.stop()
  }
}

/** The time that each step took, the longest first, and which files of it: a slow proof is the first thing to mend. */
function tellTimes(tallies, wall) {
  say(`\n${wall.toFixed(0)} s:`)
  for (const { name, seconds, slowest = [] } of tallies.toSorted((a, b) => b.seconds - a.seconds)) {
    if (seconds < 1) continue
    const files = slowest.map(({ file, seconds }) => `${file} ${seconds.toFixed(0)}`)
    say(`${seconds.toFixed(0).padStart(5)} s  ${name}${files.length ? `: ${files.join(', ')}` : ''}`)
  }
}
