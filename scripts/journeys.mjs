/** The journeys of e2e/, in Chromium, against a server of their own with a database of its own. */
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { leaksIn } from './log-sentinels.mjs'
import { freePort } from './postgres.mjs'
import { exitCode, root, runNode, startNode } from './runtime.mjs'
import { readReport, reportFile, step } from './steps.mjs'

const startLimit = 120_000

/**
 * @param {{ engine: string, chromium: string, databaseUrl?: string, args?: string[] }} options `engine` names the
 *   database in the output; `args` go to Playwright
 * @returns {Promise<import('./steps.mjs').Tally>}
 */
export function runJourneys({ engine, chromium, databaseUrl, args = [] }) {
  const name = `journeys on ${engine}`
  return step(name, async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'nlos-e2e-'))
    const removeData = () => rmSync(dataDir, { recursive: true, force: true })
    process.on('exit', removeData)
    const report = reportFile(name)
    const server = await startServer(dataDir, databaseUrl, report.replace(/json$/, 'log'))
    try {
      const { code } = await runNode(
        ['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/playwright.config.ts', ...args],
        {
          env: {
            // Without it, on a machine with no locale, Chromium calls a download with a Chinese name "download".
            LC_ALL: 'C.UTF-8',
            BASE_URL: server.url,
            CHROMIUM_PATH: chromium,
            E2E_REPORT: report,
            E2E_OUTPUT: join(root, 'test-results', engine),
          },
        },
      )
      const { stats, errors } = readReport(report)
      const failed = stats.unexpected + stats.flaky + errors.length
      // What people typed on their way through the whole product stands in no line of its log.
      const leaks = leaksIn(readFileSync(server.log, 'utf8'))
      return {
        passed: stats.expected + Number(leaks.length === 0),
        failed: (failed || Number(code !== 0)) + leaks.length,
        output: [`Server log: ${server.log}`, ...leaks.slice(0, 10)].join('\n'),
      }
    } finally {
      await server.stop()
      process.off('exit', removeData)
      removeData()
    }
  })
}

/**
 * Starts the built server on the demo, its database and files in `dataDir` unless `databaseUrl` names a PostgreSQL.
 * @param {string} dataDir
 * @param {string | undefined} databaseUrl
 * @param {string} log file that takes what the server prints
 * @throws {Error} with the log when it does not answer in time
 */
export async function startServer(dataDir, databaseUrl, log) {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const output = openSync(log, 'w')
  const server = startNode(['server.ts'], {
    stdio: ['ignore', output, output],
    env: {
      ...withoutSettings(),
      NODE_ENV: 'production',
      NLOS_DEMO: '1',
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
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

/** The journeys are about the demo, whatever the person's own environment says. */
function withoutSettings() {
  const names = ['NLOS_UPSTREAM_URL', 'TENANTS_FILE', 'TRUSTED_PROXIES', 'SESSION_SECRET']
  return Object.fromEntries(names.map((name) => [name, undefined]))
}

async function answers(url) {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok
  } catch {
    return false
  }
}
