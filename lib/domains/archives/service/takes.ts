import { and, asc, count, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import { change } from '../../../platform/change-row.ts'
import type { Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { textIn } from '../../../platform/db/list-conditions.ts'
import { badInput, notFound, refused } from '../../../platform/errors.ts'
import { byId, subject } from '../../../platform/subject.ts'
import { sysUser } from '../../identity/table.ts'
import { orderScope } from '../../orders/service/data-scope.ts'
import { nextTakeNo } from '../../orders/service/number-series.ts'
import { application } from '../../orders/table.ts'
import { archives as calls, type TakeRow, type TakeView } from '../contract.ts'
import { boxForm } from '../rules/archive.ts'
import { readCode } from '../rules/papers.ts'
import { differencesOf, type Placed, resolutionsOf, takeStateOf } from '../rules/stocktake.ts'
import { archive, archiveItem, archiveTake, archiveTakeDifference, archiveTakeScan } from '../table.ts'
import { bookArchive, lockArchive, standOf } from './archive-record.ts'

/** 盘点: boxes and files are scanned where they stand; what is not where it should be, a person resolves. */

type Take = typeof archiveTake.$inferSelect

export const takeSubject = subject({
  noun: 'archive_take',
  nameOf: ({ id }: Take) => id,
  lock: byId(archiveTake),
})

/**
 * The papers of a shelf are compared whole: names and numbers of other people's orders are in it.
 *
 * @throws 422 for somebody who sees some of the orders alone
 */
function requireWhole({ actor }: Call): void {
  if (orderScope(actor)) throw refused('archives.refusals.wholeScope')
}

/** Files that have a place within the scope, and a paper in it. */
async function expectedOf(scope: string): Promise<Placed[]> {
  const rows = await db()
    .selectDistinct({ archiveId: archive.id, boxNo: archive.boxNo })
    .from(archive)
    .innerJoin(archiveItem, and(eq(archiveItem.archiveId, archive.id), eq(archiveItem.itemStatus, '在库')))
    .where(and(isNotNull(archive.boxNo), sql`starts_with(${archive.location}, ${scope})`))
    .orderBy(asc(archive.id))
  return rows.map(({ archiveId, boxNo }) => ({ archiveId, boxNo: boxNo ?? '' }))
}

const scansOf = (takeId: number) =>
  db()
    .select({
      id: archiveTakeScan.id,
      boxNo: archiveTakeScan.boxNo,
      archiveNo: archive.archiveNo,
      archiveId: archive.id,
    })
    .from(archiveTakeScan)
    .leftJoin(archive, eq(archive.id, archiveTakeScan.archiveId))
    .where(eq(archiveTakeScan.takeId, takeId))
    .orderBy(desc(archiveTakeScan.id))

async function rowsOf(ids: readonly number[]): Promise<TakeRow[]> {
  const rows = await db()
    .select({ row: archiveTake, createdByName: sysUser.name })
    .from(archiveTake)
    .leftJoin(sysUser, eq(sysUser.id, archiveTake.createdBy))
    .where(inArray(archiveTake.id, [...ids]))
  const scanned = await db()
    .select({ takeId: archiveTakeScan.takeId, all: count(), files: count(archiveTakeScan.archiveId) })
    .from(archiveTakeScan)
    .where(inArray(archiveTakeScan.takeId, [...ids]))
    .groupBy(archiveTakeScan.takeId)
  const unresolved = await db()
    .select({ takeId: archiveTakeDifference.takeId, open: count() })
    .from(archiveTakeDifference)
    .where(and(inArray(archiveTakeDifference.takeId, [...ids]), isNull(archiveTakeDifference.resolution)))
    .groupBy(archiveTakeDifference.takeId)
  const expected = new Map<string, number>()
  for (const scope of new Set(rows.map(({ row }) => row.scope)))
    expected.set(scope, (await expectedOf(scope)).length)
  return rows.map(({ row, createdByName }) => {
    const scans = scanned.find(({ takeId }) => takeId === row.id)
    const open = unresolved.find(({ takeId }) => takeId === row.id)?.open ?? 0
    const files = scans?.files ?? 0
    return {
      id: row.id,
      rowVersion: row.rowVersion,
      takeNo: row.takeNo,
      scope: row.scope,
      status: takeStateOf(row.finishedAt, open),
      boxes: (scans?.all ?? 0) - files,
      files,
      expected: expected.get(row.scope) ?? 0,
      open,
      createdByName,
      createdAt: row.createdAt,
      finishedAt: row.finishedAt,
    }
  })
}

export const takeList = defineList(calls.takes, {
  table: archiveTake,
  scope: 'tenant',
  search: textIn(archiveTake.takeNo, archiveTake.scope),
  rows: rowsOf,
})

export async function readTake({ id }: ParsedInputOf<typeof calls.take>, call: Call): Promise<TakeView> {
  requireWhole(call)
  const [row] = await rowsOf([id])
  if (!row) throw notFound()
  const differences = await db()
    .select({
      row: archiveTakeDifference,
      archiveNo: archive.archiveNo,
      customerName: application.customerName,
      name: sysUser.name,
    })
    .from(archiveTakeDifference)
    .innerJoin(archive, eq(archive.id, archiveTakeDifference.archiveId))
    .innerJoin(application, eq(application.id, archive.orderId))
    .leftJoin(sysUser, eq(sysUser.id, archiveTakeDifference.resolvedBy))
    .where(eq(archiveTakeDifference.takeId, id))
    .orderBy(asc(archiveTakeDifference.id))
  return {
    ...row,
    scans: (await scansOf(id)).map(({ id: scanId, boxNo, archiveNo }) => ({ id: scanId, boxNo, archiveNo })),
    differences: differences.map(({ row: one, archiveNo, customerName, name }) => ({
      id: one.id,
      archiveNo,
      customerName,
      kind: one.kind,
      expectedBox: one.expectedBox,
      foundBox: one.foundBox,
      resolution: one.resolution,
      note: one.note,
      resolvedByName: name,
      resolvedAt: one.resolvedAt,
    })),
  }
}

export async function startTake({ scope }: ParsedInputOf<typeof calls.startTake>, call: Call) {
  requireWhole(call)
  const takeNo = await nextTakeNo(call.today)
  const [made] = await db()
    .insert(archiveTake)
    .values({ takeNo, scope, createdBy: call.actor.id })
    .returning({ id: archiveTake.id })
  if (!made) throw new Error('the stock-taking was not written')
  await audit({ object: `archive_take:${made.id}`, after: { takeNo, scope } })
  return { id: made.id, rowVersion: 1 }
}

function requireRunning(row: Take): void {
  if (row.finishedAt !== null) throw refused('archives.refusals.takeOver', { takeNo: row.takeNo })
}

/** @throws 422 for what was scanned already, for no code of ours, and for a file before any box */
export async function scanTake({ code, boxNo }: ParsedInputOf<typeof calls.scanTake>, call: Call, row: Take) {
  requireWhole(call)
  requireRunning(row)
  const read = readCode(code)
  const found = read ? await fileOf(read.archiveNo) : undefined
  if (read && !found) throw refused('archives.refusals.unknownFile', { code })
  if (!read && !boxForm.test(code)) throw refused('archives.refusals.noCode', { code })
  if (read && boxNo === '') throw refused('archives.refusals.noBox')
  const box = read ? boxNo : code
  const [made] = await db()
    .insert(archiveTakeScan)
    .values({ takeId: row.id, boxNo: box, archiveId: found?.id ?? null, createdBy: call.actor.id })
    .onConflictDoNothing()
    .returning({ id: archiveTakeScan.id })
  if (!made) throw refused(read ? 'archives.refusals.fileScanned' : 'archives.refusals.boxScanned', { code })
  await db()
    .update(archiveTake)
    .set({ rowVersion: row.rowVersion + 1 })
    .where(eq(archiveTake.id, row.id))
  await audit({ after: { takeNo: row.takeNo, boxNo: box, ...(read && { archiveNo: read.archiveNo }) } })
  return { boxNo: box, archiveNo: read?.archiveNo ?? null }
}

async function fileOf(archiveNo: string) {
  const [found] = await db().select({ id: archive.id }).from(archive).where(eq(archive.archiveNo, archiveNo))
  return found
}

const written = ({ id, rowVersion }: Take) => ({ id, rowVersion: rowVersion + 1 })

export async function finishTake(_input: object, call: Call, row: Take) {
  requireWhole(call)
  requireRunning(row)
  const found = (await scansOf(row.id)).flatMap(({ archiveId, boxNo }) =>
    archiveId === null ? [] : [{ archiveId, boxNo }],
  )
  const differences = differencesOf(await expectedOf(row.scope), found)
  if (differences.length > 0)
    await db()
      .insert(archiveTakeDifference)
      .values(differences.map((one) => ({ ...one, takeId: row.id, createdBy: call.actor.id })))
  await change(
    archiveTake,
    row,
    { finishedAt: call.now.toISOString(), finishedBy: call.actor.id },
    { after: { takeNo: row.takeNo, found: found.length, differences: differences.length } },
  )
  return written(row)
}

/** @throws 400 for what cannot be said of such a difference, 422 for one that somebody resolved */
export async function resolveTake(
  { differenceId, resolution, note }: ParsedInputOf<typeof calls.resolveTake>,
  call: Call,
  row: Take,
) {
  requireWhole(call)
  const [found] = await db()
    .select()
    .from(archiveTakeDifference)
    .where(and(eq(archiveTakeDifference.id, differenceId), eq(archiveTakeDifference.takeId, row.id)))
  if (!found) throw notFound()
  if (found.resolution !== null) throw refused('archives.refusals.resolved', { resolution: found.resolution })
  if (!resolutionsOf[found.kind].includes(resolution)) throw badInput({ resolution: 'refusals.badField' })
  if (resolution === '已说明' && note === '') throw badInput({ note: 'rules.required' })
  const file = await lockArchive(found.archiveId, undefined)
  if (!file) throw new Error(`there is no file ${found.archiveId}`)
  if (resolution === '改记' && found.foundBox !== null) {
    const location = (await placeOf(found.foundBox)) ?? file.location ?? ''
    await bookArchive(
      await standOf(file),
      { kind: 'filed', boxNo: found.foundBox, location },
      { note: row.takeNo },
      call,
    )
  }
  const at = call.now.toISOString()
  await db()
    .update(archiveTakeDifference)
    .set({
      resolution,
      note,
      resolvedAt: at,
      resolvedBy: call.actor.id,
      updatedAt: at,
      updatedBy: call.actor.id,
    })
    .where(eq(archiveTakeDifference.id, found.id))
  await change(
    archiveTake,
    row,
    {},
    { after: { archiveNo: file.archiveNo, difference: found.kind, resolution, note } },
  )
  return written(row)
}

/** The place of a box, as the files in it have it. */
async function placeOf(boxNo: string): Promise<string | null> {
  const [found] = await db()
    .select({ location: archive.location })
    .from(archive)
    .where(and(eq(archive.boxNo, boxNo), isNotNull(archive.location)))
    .orderBy(desc(archive.archivedAt))
    .limit(1)
  return found?.location ?? null
}
