/** The journeys of e2e/, in Chromium, against a server of their own with a database of its own. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { findShell } from './chromium.mjs'
import { leaksIn } from './log-sentinels.mjs'
import { freePort } from './postgres.mjs'
import { exitCode, root, runNode, startNode } from './runtime.mjs'
import { noSettings } from './serve.mjs'
import { readReport, reportFile, step } from './steps.mjs'

const startLimit = 120_000
const playwright = ['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/playwright.config.ts']

/**
 * @typedef {(dataDir: string, log: string) => Promise<Server>} Desk starts the built console on the demo, its files in
 *   `dataDir`; what it prints goes to `log`. It throws with the log when the console does not answer in time.
 * @typedef {{ url: string, otherUrl?: string, stop(): Promise<void> }} Server
 */

/**
 * @param {{ on: string, chromium: string, desks: Desk[], project?: string, databaseUrl?: string, args?: string[] }}
 *   options `on` says in the output what they run on; each desk has a worker of its own that calls no other; `project`
 *   is one of e2e/playwright.config.ts; `args` go to Playwright
 * @returns {Promise<import('./steps.mjs').Tally>}
 */
export function runJourneys({ on, chromium, desks, project = 'journeys', databaseUrl, args = [] }) {
  const name = `journeys on ${on}`
  return step(name, async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'nlos-e2e-'))
    const removeData = () => rmSync(dataDir, { recursive: true, force: true })
    process.on('exit', removeData)
    const report = reportFile(name)
    const log = report.replace(/json$/, 'log')
    rmSync(log, { force: true })
    const started = await Promise.allSettled(desks.map((start, at) => start(join(dataDir, `${at}`), log)))
    const servers = started.flatMap(({ value }) => value ?? [])
    try {
      const failure = started.find(({ reason }) => reason)
      if (failure) throw failure.reason
      const { code } = await runNode([...playwright, `--project=${project}`, ...args], {
        env: {
          // Without it, on a machine with no locale, Chromium calls a download with a Chinese name "download".
          LC_ALL: 'C.UTF-8',
          BASE_URLS: servers.map(({ url }) => url).join(' '),
          OTHER_URL: servers[0]?.otherUrl,
          DATABASE_URL: databaseUrl,
          CHROMIUM_PATH: chromium,
          CHROMIUM_SHELL: findShell(),
          E2E_REPORT: report,
          E2E_OUTPUT: join(root, 'test-results', on),
        },
      })
      const { stats, errors, suites } = readReport(report)
      const failed = stats.unexpected + stats.flaky + errors.length
      // Everything that people typed on their way through the whole product stands in no line of its log.
      const leaks = leaksIn(readFileSync(log, 'utf8'))
      const complaints = [...suites.flatMap(complaintsOf), ...leaks.slice(0, 10)]
      return {
        passed: stats.expected + Number(leaks.length === 0),
        failed: (failed || Number(code !== 0)) + leaks.length,
        output: [...complaints, `Server log: ${log}`].join('\n'),
        fell: complaints.map((complaint) => `${name}: ${complaint.split('\n', 1)}`),
        files: suites.map((suite) => ({ file: suite.file, seconds: secondsOf(suite) })),
      }
    } finally {
      await Promise.all(servers.map((server) => server.stop()))
      process.off('exit', removeData)
      removeData()
    }
  })
}

const secondsOf = ({ suites = [], specs = [] }) =>
  specs
    .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
    .reduce((sum, { duration }) => sum + duration / 1000, 0) +
  suites.reduce((sum, suite) => sum + secondsOf(suite), 0)

/**
 * The reason why the journeys of a suite of Playwright's report failed, once more: what it said meanwhile stands
 * hundreds of lines above.
 * @returns {string[]}
 */
function complaintsOf({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .flatMap(({ results }) => results)
      .flatMap(({ errors }) => errors)
      .map(({ message }) => `${title}: ${stripVTControlCharacters(message)}`),
  )
  return [...own, ...suites.flatMap(complaintsOf)]
}

/**
 * A console with the embedded backend.
 * @param {string} [databaseUrl] a PostgreSQL; PGlite without it
 * @returns {Desk}
 */
export const startServer = (databaseUrl) => (dataDir, log) =>
  startProcess('server.ts', log, { DATA_DIR: dataDir, DATABASE_URL: databaseUrl })

/** The same on a copy of a demo that is whole. @param {import('./whole-demo.mjs').WholeDemo} demo @returns {Desk} */
export const startOnCopy = (demo, name) => (dataDir, log) =>
  startServer(demo.copyTo(name, dataDir))(dataDir, log)

/** The console and, as a service of its own, the backend that it calls. @returns {Desk} */
export const startWithService = (databaseUrl) => async (dataDir, log) => {
  const backend = await startService(join(dataDir, 'backend'), databaseUrl, log)
  const env = { ...backend.settings, DATA_DIR: dataDir, DATABASE_URL: undefined }
  const server = await startProcess('server.ts', log, env)
  return {
    ...server,
    async stop() {
      await server.stop()
      await backend.stop()
    },
  }
}

/**
 * Two processes as on two machines: they share the database, the bucket of files and the secret, no folder, and start at
 * once.
 * @returns {Desk}
 */
export const startTwo = (databaseUrl) => async (dataDir, log) => {
  const bucket = await startBucket(join(dataDir, 'bucket'))
  const env = {
    ...bucket.env,
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: randomBytes(32).toString('base64'),
  }
  const starting = ['one', 'two'].map((own) =>
    startProcess('server.ts', log, { ...env, DATA_DIR: join(dataDir, own) }),
  )
  const [server, other] = await Promise.all(starting).catch(async (error) => {
    await bucket.stop()
    throw error
  })
  return {
    ...server,
    otherUrl: other.url,
    async stop() {
      await Promise.all([server.stop(), other.stop()])
      await bucket.stop()
    },
  }
}

/** Everything that plays a bucket of S3. */
async function startBucket(directory) {
  const { default: S3rver } = await import('s3rver')
  const configureBuckets = [{ name: 'files', configs: [] }]
  const bucket = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets })
  const { port } = await bucket.run()
  return {
    env: { S3_URL: `http://127.0.0.1:${port}/files`, S3_KEY_ID: 'S3RVER', S3_SECRET: 'S3RVER' },
    stop: () => bucket.close(),
  }
}

/** The backend as a service of its own; `settings` are those of a console that calls it. */
export async function startService(dataDir, databaseUrl, log) {
  const NLOS_UPSTREAM_KEY = randomBytes(32).toString('base64')
  const env = { NLOS_UPSTREAM_KEY, DATA_DIR: dataDir, DATABASE_URL: databaseUrl }
  const service = await startProcess('scripts/backend-process.mjs', log, env)
  const NLOS_UPSTREAM_URL = `http://127.0.0.1:${new URL(service.url).port}/nlos`
  return { ...service, settings: { NLOS_UPSTREAM_KEY, NLOS_UPSTREAM_URL } }
}

/** Starts a process of the demo and waits until it says that it is ready. */
async function startProcess(file, log, env) {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const output = openSync(log, 'a')
  const server = startNode([file], {
    stdio: ['ignore', output, output],
    env: {
      ...noSettings(),
      NODE_ENV: 'production',
      NLOS_DEMO: '1',
      // Journeys cannot read a captcha; no start outside the demo takes this.
      NLOS_SHOW_CAPTCHA: '1',
      // The tenants of the demo, two of them with telephones of other makers.
      TENANTS_FILE: join(root, 'e2e/support/tenants.json'),
      PORT: String(port),
      ...env,
    },
  })
  const ended = exitCode(server)
  for (const started = performance.now(); !(await answers(`${url}/readyz`)); await wait(100)) {
    const gone = server.exitCode !== null || performance.now() - started > startLimit
    if (gone) throw new Error(`The server did not start:\n${readFileSync(log, 'utf8')}`)
  }
  return {
    url,
    log,
    pid: server.pid,
    async stop() {
      server.kill('SIGTERM')
      await ended
    },
  }
}

async function answers(url) {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok
  } catch {
    return false
  }
}
