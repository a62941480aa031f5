import { and, asc, eq, inArray } from 'drizzle-orm'
import { asOwner, closeDatabase, db, inTenant, openDatabase } from '../platform/db/client.ts'
import { type FilePlace, keepFilesIn } from '../platform/files/file-store.ts'
import type { JobRun } from '../platform/jobs/jobs.ts'
import { job } from '../platform/jobs/table.ts'
import { copyLoans } from './closings/service/copy-loans.ts'
import { demoPortfolioJob } from './closings/service/demo-portfolio.ts'
import { glVoucher } from './ledger/table.ts'
import { type BooksProof, checkLoans, noProof } from './loans/service/check-books.ts'
import { loanAccount } from './loans/table.ts'
import { demoReleasesJob } from './releases/service/demo-releases.ts'
import { demoTenants } from './seed/tenants.ts'

/** So many of the loans that were released last are made by the engine, whose books are short. */
const released = 200

/** Of the first of the demo's tenants. */
const tenantId = demoTenants[0]?.id ?? 0

/**
 * Brings a seeded demo to so many loans: the engine makes those of its orders, now instead of behind the first start,
 * and the rest are copies of them.
 */
export async function fillLoans(
  options: FilePlace & { databaseUrl: string | undefined },
  wanted: number,
  told: (written: number) => void,
): Promise<void> {
  await openDatabase({ ...options, statementTimeoutMs: 3_600_000 })
  try {
    keepFilesIn(options)
    const run: JobRun = {
      tenantId,
      signal: new AbortController().signal,
      step: (work) => inTenant(tenantId, work),
      progress: async () => undefined,
      id: 0,
      done: 0,
      total: null,
    }
    for (const one of [demoReleasesJob, demoPortfolioJob]) {
      await one.run({ most: released }, run)
      await inTenant(tenantId, () =>
        db()
          .delete(job)
          .where(and(eq(job.name, one.name), inArray(job.status, ['queued']))),
      )
    }
    const made = await inTenant(tenantId, () => db().$count(loanAccount))
    if (wanted > made)
      await asOwner((connection) =>
        copyLoans(connection, tenantId, wanted - made, (written) => told(made + written)),
      )
  } finally {
    await closeDatabase()
  }
}

/** Compares so many loans, spread over all of them, with what is stored and posted of them. */
export async function proveLoans(
  options: { databaseUrl: string | undefined; dataDir: string },
  sample: number,
): Promise<BooksProof> {
  await openDatabase({ ...options, statementTimeoutMs: 3_600_000 })
  try {
    const proof = noProof()
    await inTenant(tenantId, async () => {
      const rows = await db().select({ id: loanAccount.id }).from(loanAccount).orderBy(asc(loanAccount.id))
      const every = Math.max(Math.floor(rows.length / sample), 1)
      const ids = rows.flatMap(({ id }, at) => (at % every === 0 ? [id] : [])).slice(0, sample)
      proof.loans = ids.length
      proof.differences = await checkLoans(tenantId, ids)
      proof.entries = await db().$count(
        glVoucher,
        and(eq(glVoucher.refType, 'loan'), inArray(glVoucher.refId, ids)),
      )
    })
    return proof
  } finally {
    await closeDatabase()
  }
}
