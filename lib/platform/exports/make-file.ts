import { eq } from 'drizzle-orm'
import { say } from '../../i18n/say.ts'
import { fileFor } from '../answer-call.ts'
import { withCall } from '../context.ts'
import { nextVersion } from '../db/changed-by.ts'
import { db } from '../db/client.ts'
import { answerOf, refused } from '../errors.ts'
import { storeStream } from '../files/file-store.ts'
import { deleteUnnamed } from '../files/sweep-files.ts'
import type { FileAnswer } from '../handler.ts'
import { defineJob, type JobRun } from '../jobs/jobs.ts'
import { describeError, log } from '../log.ts'
import { sendMessages } from '../messages/send-messages.ts'
import { isOutage } from '../outage.ts'
import { staffCall } from '../staff-call.ts'
import { type Export, endExport, exportJobName } from './exports.ts'
import { isOpen, keptDays } from './rules/exports.ts'
import { listExport } from './table.ts'

/**
 * The job that makes the file of a list: the same call that sends a short one at once, made in the name of whoever asked
 * and by the rights that he has now. A job that is broken off begins again; a row names one file, and what no row names
 * is swept.
 */
export const exportJob = defineJob({
  name: exportJobName,
  run: ({ exportId }, job) => makeFile(Number(exportId), job),
})

export type ExportRun = Pick<JobRun, 'tenantId' | 'signal' | 'step'>

/** Somebody cancelled it while it was written. */
class Cancelled extends Error {
  override name = 'Cancelled'
}

export async function makeFile(id: number, job: ExportRun): Promise<void> {
  try {
    const answer = await job.step(() => begin(id, job))
    if (!answer) return
    const file = await storeStream(job.tenantId, piecesOf(answer))
    const isNamed = await job.step(() => finish(id, { ...file, name: answer.name }))
    if (!isNamed) await deleteUnnamed(job.tenantId, file.hash)
  } catch (error) {
    // A job that is told to end is no fault of the export, and is run again; so is a database that is gone, below.
    if (job.signal.aborted) throw error
    if (error instanceof Cancelled) return
    await job.step(() => fail(id, error))
  }
}

/** Judges anew who asks for what, and gives what the file is made from; undefined where nobody waits for it. */
async function begin(id: number, job: ExportRun): Promise<FileAnswer | undefined> {
  const row = await openRow(id)
  if (!row) return undefined
  const now = new Date()
  const staff = await staffCall(row.userId, job.tenantId, now)
  if (!staff) throw refused('ownExports.makerLeft')
  const caller = {
    ...staff,
    ip: row.ip,
    background: {
      noted: row.state === 'running',
      progress: (done: number, total: number) => goOn(id, job, done, total),
    },
  }
  const answer = await withCall(caller, () => fileFor(row.path, row.fields, caller))
  await db()
    .update(listExport)
    .set({ state: 'running', done: 0, updatedAt: now.toISOString(), rowVersion: nextVersion(listExport) })
    .where(eq(listExport.id, id))
  return answer
}

async function openRow(id: number): Promise<Export | undefined> {
  const [row] = await db().select().from(listExport).where(eq(listExport.id, id)).for('update')
  return row && isOpen(row.state) ? row : undefined
}

/** @throws {Cancelled} */
const goOn = (id: number, { step }: ExportRun, done: number, total: number) =>
  step(
    async () => {
      if (!(await openRow(id))) throw new Cancelled()
      await db().update(listExport).set({ done, total }).where(eq(listExport.id, id))
    },
    { done, total },
  )

async function* piecesOf({ body }: FileAnswer): AsyncGenerator<Uint8Array> {
  const made = typeof body === 'function' ? await body() : body
  if (made instanceof Uint8Array) yield made
  else yield* made
}

/** @returns whether somebody still waits for it, and the row names it */
async function finish(
  id: number,
  { hash, name, size }: { hash: string; name: string; size: number },
): Promise<boolean> {
  const row = await openRow(id)
  if (!row) return false
  const now = new Date()
  const done = row.total ?? 0
  const expiresAt = new Date(now.getTime() + keptDays * 86_400_000).toISOString()
  const file = { fileHash: hash, fileName: name, size, expiresAt }
  await endExport(row, { state: 'done', done, total: done, ...file }, now)
  await tell(
    row,
    say('ownExports.doneTitle', { title: row.title }),
    say('ownExports.doneBody', { count: done, days: keptDays }),
  )
  return true
}

async function fail(id: number, error: unknown): Promise<void> {
  const row = await openRow(id)
  if (!row) return
  const reason = reasonOf(error)
  if (!answerOf(error)) log({ event: 'export failed', call: row.path, number: id, ...describeError(error) })
  await endExport(row, { state: 'failed', reason }, new Date())
  await tell(row, say('ownExports.failedTitle', { title: row.title }), reason)
}

function reasonOf(error: unknown): string {
  const refusal = answerOf(error)?.body
  if (!refusal) return say(isOutage(error) ? 'ownExports.noRoom' : 'errors.server')
  // The columns and the filter were right when he asked: the list has changed, or his sight of it.
  if (refusal.fields)
    return say('columns' in refusal.fields ? 'ownExports.columnGone' : 'ownExports.filterGone')
  return [refusal.message, refusal.hint].filter(Boolean).join(' ')
}

const tell = ({ userId }: Export, title: string, body: string) =>
  sendMessages([{ userId, kind: 'notice', title, body, opens: 'ownExports' }])
