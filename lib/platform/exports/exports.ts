import { and, eq, inArray, sql } from 'drizzle-orm'
import { type Contracts, endpointTable } from '../../domains/endpoints.ts'
import { audit } from '../audit.ts'
import type { Call } from '../context.ts'
import type { Endpoint, ParsedInputOf } from '../contract/endpoint.ts'
import { nextVersion } from '../db/changed-by.ts'
import { db } from '../db/client.ts'
import { defineList } from '../db/list.ts'
import { textIn } from '../db/list-conditions.ts'
import { limitFiles, xlsx } from '../db/list-file.ts'
import { badInput, badParse, forbidden, notFound, refused } from '../errors.ts'
import { storedAnswer } from '../files/file-store.ts'
import type { FileAnswer, HandlersOf } from '../handler.ts'
import { startJob } from '../jobs/jobs.ts'
import { publish } from '../live-events.ts'
import { subject } from '../subject.ts'
import { listExports as calls, type ExportRow } from './contract.ts'
import { type ExportState, isOpen } from './rules/exports.ts'
import { listExport } from './table.ts'

/** 我的导出: what is asked for, cancelled, looked at and handed out; the work itself is make-file.ts. */

export type Export = typeof listExport.$inferSelect

export const exportJobName = 'exports.run'

/** Its file is no longer handed out, whether the sweep has been there or not. */
const stateNow = sql<ExportState>`case when ${listExport.state} = 'done' and ${listExport.expiresAt} <= now()
  then 'expired' else ${listExport.state} end`

const list = defineList(calls.list, {
  table: listExport,
  scope: { own: [listExport.userId] },
  filters: { state: (state) => eq(stateNow, state) },
  search: textIn(listExport.title, listExport.filter),
  rows: (ids): Promise<ExportRow[]> =>
    db()
      .select({
        id: listExport.id,
        title: listExport.title,
        filter: listExport.filter,
        state: stateNow,
        done: listExport.done,
        total: listExport.total,
        size: listExport.size,
        reason: listExport.reason,
        createdAt: listExport.createdAt,
        endedAt: listExport.endedAt,
        expiresAt: listExport.expiresAt,
      })
      .from(listExport)
      .where(inArray(listExport.id, ids)),
})

/** The call that makes the file of a list, and that the caller may make. @throws 400, 403 */
function fileCall(path: string, { actor: { permissions } }: Call): Endpoint {
  const endpoint = endpointTable.get(`POST ${path}`)
  if (endpoint?.kind !== 'file' || endpoint.leaves !== 'list.export' || !hasColumns(endpoint))
    throw badInput({ path: 'refusals.badField' })
  const { access } = endpoint
  if (typeof access !== 'string' && !access.some((one) => permissions.has(one))) throw forbidden()
  return endpoint
}

/** The file of a list is asked for with the columns that it has. */
const hasColumns = ({ input }: Endpoint) => 'columns' in ((input as { shape?: object }).shape ?? {})

/** It is counted among the files of the hour when it is asked for. */
async function start(
  { title, filter, path, fields }: ParsedInputOf<typeof calls.start>,
  call: Call,
): Promise<{ id: number }> {
  const parsed = fileCall(path, call).input.safeParse(fields)
  if (!parsed.success) throw badParse(parsed.error)
  await limitFiles(call)
  const { id: userId, roles, dataScope } = call.actor
  const [made] = await db()
    .insert(listExport)
    .values({ userId, title, filter, path, fields, ip: call.ip, createdBy: userId })
    .returning({ id: listExport.id })
  if (!made) throw new Error('the export was not written')
  await startJob(exportJobName, { exportId: made.id }, { key: String(made.id) })
  await audit({ object: `export:${made.id}`, after: { title, roles, dataScope } })
  return made
}

async function cancel(_input: unknown, call: Call, row: Export): Promise<Record<string, never>> {
  if (!isOpen(row.state)) throw refused('ownExports.hasEnded')
  await endExport(row, { state: 'cancelled' }, call.now)
  await audit({ before: { state: row.state }, after: { title: row.title, state: 'cancelled' } })
  return {}
}

async function download({ id }: { id: number }, call: Call): Promise<FileAnswer> {
  const [row] = await db()
    .select()
    .from(listExport)
    .where(and(eq(listExport.id, id), eq(listExport.userId, call.actor.id)))
  if (!row) throw notFound()
  fileCall(row.path, call)
  const { title, fileHash, fileName, expiresAt } = row
  if (row.state === 'expired' || (expiresAt && Date.parse(expiresAt) <= call.now.getTime()))
    throw refused('ownExports.hasExpired')
  if (!fileHash || !fileName) throw refused('ownExports.notReady')
  await audit({ object: `export:${id}`, after: { title } })
  return storedAnswer(call.tenantId, { hash: fileHash, name: fileName, mime: xlsx })
}

type End = Pick<Export, 'state'> &
  Partial<Pick<Export, 'reason' | 'done' | 'total' | 'fileHash' | 'fileName' | 'size' | 'expiresAt'>>

/** Ends one that waits or is under way; its maker's pages are told. @returns whether it had not ended before */
export async function endExport({ id, userId }: Export, end: End, now: Date): Promise<boolean> {
  const endedAt = now.toISOString()
  const ended = await db()
    .update(listExport)
    .set({ ...end, endedAt, updatedAt: endedAt, rowVersion: nextVersion(listExport) })
    .where(and(eq(listExport.id, id), inArray(listExport.state, ['queued', 'running'])))
    .returning({ id: listExport.id })
  if (ended.length > 0) await publish({ userIds: [userId], type: 'records', data: { of: 'export' } })
  return ended.length > 0
}

export const exportSubject = subject({
  noun: 'export',
  nameOf: ({ id }: Export) => id,
  /** Of one's own: those of others are not there. */
  async lock(id: number, { tenantId, actor }: Call): Promise<Export | undefined> {
    const [row] = await db()
      .select()
      .from(listExport)
      .where(and(eq(listExport.id, id), eq(listExport.tenantId, tenantId), eq(listExport.userId, actor.id)))
      .for('no key update')
    return row
  },
})

export const exportHandlers: HandlersOf<Contracts['listExports']> = {
  list: list.page,
  start,
  cancel,
  download,
}
