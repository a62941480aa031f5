import { desc, inArray, sql } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { refused } from '../../../platform/errors.ts'
import { defineJob, startJob } from '../../../platform/jobs/jobs.ts'
import { job } from '../../../platform/jobs/table.ts'
import { publish } from '../../../platform/live-events.ts'
import { checkTenant, noProof } from '../../loans/service/check-books.ts'
import { loanAccount } from '../../loans/table.ts'
import { mostDifferences } from '../rules/closing.ts'
import { booksProof } from '../table.ts'

/** 账务自证: all loans of the tenant folded and compared with the books, behind the calls. */

const proofJob = 'books.prove'

export const proveBooks = defineJob({
  name: proofJob,
  awaited: true,
  async run({ by }, { tenantId, progress, step }) {
    const total = await inTenant(tenantId, () => db().$count(loanAccount))
    const { loans, entries, differences } = await proofOf(tenantId, (done) => progress(done, total))
    await step(async () => {
      await keepProof({ loans, entries, differences })
      await publish({ userIds: [Number(by)], type: 'records', data: { of: 'period' } })
    })
  },
})

async function proofOf(tenantId: number, told: (loans: number) => Promise<void>) {
  const proof = noProof()
  await checkTenant(tenantId, proof, told)
  return proof
}

type Proof = Awaited<ReturnType<typeof proofOf>>

/** In the tenant's transaction. */
export async function keepProof({ loans, entries, differences }: Proof): Promise<void> {
  await db()
    .insert(booksProof)
    .values({
      provedAt: new Date().toISOString(),
      loans,
      entries,
      count: differences.length,
      differences: differences
        .slice(0, mostDifferences)
        .map(({ loanNo, what, stored, folded }) => ({ loanNo, what, stored, folded })),
    })
}

export async function lastProof(): Promise<typeof booksProof.$inferSelect | undefined> {
  const [last] = await db().select().from(booksProof).orderBy(desc(booksProof.provedAt)).limit(1)
  return last
}

export const isProving = async (): Promise<boolean> =>
  (await db().$count(job, sql`${job.name} = ${proofJob} and ${inArray(job.status, ['queued', 'running'])}`)) >
  0

/** @throws 422 while one is being made */
export async function prove(_input: object, { actor }: Call) {
  if (await isProving()) throw refused('books.refusals.proving')
  await startJob(proofJob, { by: actor.id })
  await audit({})
  return {}
}
