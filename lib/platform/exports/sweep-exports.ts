import { and, eq, inArray, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm'
import { say } from '../../i18n/say.ts'
import { db } from '../db/client.ts'
import { deleteUnnamed } from '../files/sweep-files.ts'
import { defineJob, type JobRun } from '../jobs/jobs.ts'
import { job } from '../jobs/table.ts'
import { endExport, exportJobName } from './exports.ts'
import { listedDays } from './rules/exports.ts'
import { listExport } from './table.ts'

/** Every hour: files that have expired, exports whose job has ended without them, and what is too old to be listed. */
export const sweepExports = defineJob({
  name: 'exports.sweep',
  schedule: '20 * * * *',
  run: (_data, run) => sweep(run),
})

export async function sweep(
  { tenantId, step }: Pick<JobRun, 'tenantId' | 'step'>,
  now = new Date(),
): Promise<void> {
  const hashes = await step(async () => {
    await endBroken(now)
    await forgetOld(now)
    return expire(now)
  })
  // A kill leaves a file without a row here, which the nightly sweep takes.
  for (const hash of hashes) await deleteUnnamed(tenantId, hash)
}

async function expire(now: Date): Promise<string[]> {
  const due = and(isNotNull(listExport.fileHash), lte(listExport.expiresAt, now.toISOString()))
  const found = await db()
    .select({ id: listExport.id, hash: listExport.fileHash })
    .from(listExport)
    .where(due)
    .for('update')
  if (found.length === 0) return []
  await db()
    .update(listExport)
    .set({ state: 'expired', fileHash: null })
    .where(
      inArray(
        listExport.id,
        found.map(({ id }) => id),
      ),
    )
  return found.flatMap(({ hash }) => hash ?? [])
}

/** A job that was stopped in 任务中心, or ended its process each time, tells its export nothing. */
async function endBroken(now: Date): Promise<void> {
  const rows = await db()
    .select({ row: listExport })
    .from(listExport)
    .innerJoin(job, and(eq(job.name, exportJobName), eq(job.onceKey, sql`${listExport.id}::text`)))
    .where(
      and(
        inArray(listExport.state, ['queued', 'running']),
        inArray(job.status, ['failed', 'stopped', 'done']),
      ),
    )
  for (const { row } of rows)
    await endExport(row, { state: 'failed', reason: say('ownExports.brokenOff') }, now)
}

async function forgetOld(now: Date): Promise<void> {
  const longAgo = new Date(now.getTime() - listedDays * 86_400_000).toISOString()
  await db()
    .delete(listExport)
    .where(and(isNull(listExport.fileHash), lt(listExport.endedAt, longAgo)))
}
