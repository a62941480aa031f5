/** A portfolio on PostgreSQL, and the service on it in this process: what is measured is calls, without the door. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { resetDemo } from '../../lib/domains/demo.ts'
import { fillLoans } from '../../lib/domains/demo-loans.ts'
import { identity } from '../../lib/domains/identity/contract.ts'
import { demoPassword } from '../../lib/domains/identity/service/demo-offer.ts'
import { clientHash } from '../../lib/domains/identity/service/password-hash.ts'
import { openBackend } from '../../lib/domains/open-backend.ts'
import { startPostgres } from '../../scripts/postgres.mjs'
import { say } from '../../scripts/runtime.mjs'
import { cpuMicros, reapedMicros } from './machine.mjs'
import { postmasterOf } from './seeded.mjs'

/** Enough of them that loans come due on every day and stand in every bucket. */
const orders = 1_500

/**
 * A database that was filled before (`DATABASE_URL=… npm run demo -- --loans 1000000`) is measured where
 * BENCH_DATABASE_URL names it; else one is filled, and ends after the work.
 * @template R
 * @param {number} loans
 * @param {(options: { databaseUrl: string, dataDir: string, statementTimeoutMs: number }) => Promise<R>} work
 * @returns {Promise<R>}
 */
export async function withPortfolio(loans, work) {
  const known = process.env.BENCH_DATABASE_URL
  const postgres = known ? undefined : await startPostgres(['portfolio'])
  const dataDir = mkdtempSync(join(tmpdir(), 'nlos-bench-portfolio-'))
  const options = { databaseUrl: known ?? postgres.urls.portfolio, dataDir, statementTimeoutMs: 600_000 }
  try {
    if (!known) {
      await resetDemo({ ...options, orders })
      await fillLoans(options, loans, (written) => say(`${written} loans`))
    }
    return await work(options)
  } finally {
    await postgres?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/**
 * The same with the service in front of it.
 * @template R
 * @param {number} loans
 * @param {(at: { as: (account: string) => (path: string, fields?: Record<string, string>) => Promise<any>, cpu: () => number }) => Promise<R>} work
 *   `cpu` is what this process and the database have used together, in µs
 * @returns {Promise<R>}
 */
export function withPortfolioService(loans, work) {
  return withPortfolio(loans, async (options) => {
    const postmaster = await postmasterOf(options.databaseUrl)
    const backend = await openBackend({
      ...options,
      demo: true,
      background: false,
      production: true,
      sessionSecrets: { 1: 'x'.repeat(32) },
    })
    const ask = async (path, fields, token) => {
      const headers = {
        'x-nlos-tenant': 'blq',
        'x-nlos-client-ip': '192.0.2.1',
        'content-type': 'application/x-www-form-urlencoded',
      }
      if (token) headers.token = token
      const answer = await backend.fetch(
        new Request(`http://backend${path}`, {
          method: 'POST',
          headers,
          body: new URLSearchParams(fields).toString(),
        }),
      )
      const body = await answer.json()
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(body)}`)
      return body
    }
    const as = (account) => {
      const signedIn = ask(identity.login.path, { account, password: clientHash(demoPassword) })
      return async (path, fields = {}) => ask(path, fields, (await signedIn).token)
    }
    const cpu = () => {
      const { user, system } = process.cpuUsage()
      return user + system + cpuMicros(postmaster) + reapedMicros(postmaster)
    }
    try {
      return await work({ as, cpu })
    } finally {
      await backend.close()
    }
  })
}
