import { randomUUID } from 'node:crypto'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { type Contracts, endpointTable } from '../../domains/endpoints.ts'
import { audit } from '../audit.ts'
import type { Call } from '../context.ts'
import type { Endpoint, OutputOf, ParsedInputOf } from '../contract/endpoint.ts'
import { nextVersion } from '../db/changed-by.ts'
import { db } from '../db/client.ts'
import { defineList } from '../db/list.ts'
import { is, textIn } from '../db/list-conditions.ts'
import { badInput, badParse, forbidden, notFound } from '../errors.ts'
import type { HandlersOf } from '../handler.ts'
import { startJob } from '../jobs/jobs.ts'
import { publish } from '../live-events.ts'
import { byId, subject } from '../subject.ts'
import { type BulkRun, bulk as calls } from './contract.ts'
import { bulkRow, bulkRun } from './table.ts'

/** 批量操作: what is asked for, stopped and looked at; the work itself is work-rows.ts. */

export type Run = typeof bulkRun.$inferSelect

export const bulkJob = 'bulk.run'

const ownRuns = ({ actor }: Pick<Call, 'actor'>) => eq(bulkRun.userId, actor.id)

const list = defineList(calls.list, {
  table: bulkRun,
  scope: { own: [bulkRun.userId] },
  filters: { state: is(bulkRun.state) },
  search: textIn(bulkRun.title),
  sorts: { startedAt: bulkRun.startedAt },
  rows: readRuns,
})

async function readRuns(ids: readonly number[]): Promise<BulkRun[]> {
  const counted = (state: string) => sql<number>`count(*) filter (where ${bulkRow.state} = ${state})::int`
  return db()
    .select({
      id: bulkRun.id,
      title: bulkRun.title,
      state: bulkRun.state,
      total: bulkRun.total,
      startedAt: bulkRun.startedAt,
      endedAt: bulkRun.endedAt,
      done: counted('done'),
      refused: counted('refused'),
    })
    .from(bulkRun)
    .innerJoin(bulkRow, eq(bulkRow.runId, bulkRun.id))
    .where(inArray(bulkRun.id, [...ids]))
    .groupBy(bulkRun.tenantId, bulkRun.id)
}

async function get({ id }: { id: number }, call: Call): Promise<OutputOf<typeof calls.get>> {
  const own = await db()
    .select({ id: bulkRun.id })
    .from(bulkRun)
    .where(and(eq(bulkRun.id, id), ownRuns(call)))
  const [run] = own.length > 0 ? await readRuns([id]) : []
  if (!run) throw notFound()
  const { name, state, reason, hint } = bulkRow
  const rows = await db()
    .select({ name, state, reason, hint })
    .from(bulkRow)
    .where(eq(bulkRow.runId, id))
    .orderBy(asc(bulkRow.id))
  return { ...run, rows }
}

/** A write whose contract says that it is done to many rows. */
function writeOnMany(path: string): Endpoint {
  const endpoint = endpointTable.get(`POST ${path}`)
  const writes = endpoint?.writes
  if (!endpoint || !writes || !('many' in writes) || !writes.many)
    throw badInput({ path: 'refusals.badField' })
  return endpoint
}

async function start(
  { title, path, rows }: ParsedInputOf<typeof calls.start>,
  call: Call,
): Promise<{ id: number }> {
  const { access, input } = writeOnMany(path)
  const { permissions, id: userId } = call.actor
  if (typeof access !== 'string' && !access.some((one) => permissions.has(one))) throw forbidden()
  // Each row is an event of its own, of which a second run of the job is a repeat.
  const each = rows.map(({ name, fields }) => ({ name, fields: { ...fields, eventId: randomUUID() } }))
  for (const { fields } of each) {
    const parsed = input.safeParse(fields)
    if (!parsed.success) throw badParse(parsed.error)
  }
  const [run] = await db()
    .insert(bulkRun)
    .values({
      userId,
      title,
      path,
      total: rows.length,
      ip: call.ip,
      origin: call.origin ?? null,
      startedAt: call.now.toISOString(),
      createdBy: userId,
    })
    .returning({ id: bulkRun.id })
  if (!run) throw new Error('the run was not written')
  const { id: runId } = run
  await db()
    .insert(bulkRow)
    .values(each.map((row) => ({ ...row, runId, createdBy: userId })))
  await startJob(bulkJob, { runId }, { key: String(runId) })
  await audit({ object: `bulk:${runId}`, after: { title, total: rows.length } })
  return run
}

async function stop({ id }: { id: number }, call: Call): Promise<Record<string, never>> {
  const [run] = await db()
    .select()
    .from(bulkRun)
    .where(and(eq(bulkRun.id, id), ownRuns(call)))
    .for('update')
  if (!run) throw notFound()
  if (run.state === 'running') await endRun(run, 'stopped', call.now)
  return {}
}

/** The pages of whoever asked are told; what is not begun any more is forgotten. */
export async function endRun({ id, userId }: Run, state: 'stopped' | 'done', now: Date): Promise<void> {
  const endedAt = now.toISOString()
  await db()
    .update(bulkRun)
    .set({ state, endedAt, updatedAt: endedAt, rowVersion: nextVersion(bulkRun) })
    .where(eq(bulkRun.id, id))
  await db().update(bulkRow).set({ fields: null }).where(eq(bulkRow.runId, id))
  await tellRun({ userId })
}

export const tellRun = ({ userId }: Pick<Run, 'userId'>, of = 'bulk'): Promise<void> =>
  publish({ userIds: [userId], type: 'records', data: { of } })

export const bulkSubject = subject({ noun: 'bulk', nameOf: ({ id }: Run) => id, lock: byId(bulkRun) })

export const bulkHandlers: HandlersOf<Contracts['bulk']> = { list: list.page, get, start, stop }
