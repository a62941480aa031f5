import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { By, Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { oneOf } from '../../../platform/db/list-conditions.ts'
import { notFound, refused } from '../../../platform/errors.ts'
import { subject } from '../../../platform/subject.ts'
import { orderScope } from '../../orders/service/data-scope.ts'
import { application } from '../../orders/table.ts'
import { vehicle } from '../../vehicles/table.ts'
import { type ArchiveRow, archives as calls, type Paper } from '../contract.ts'
import { type ArchiveFact, type ArchiveFold, archiveRefusal, foldArchive } from '../rules/archive.ts'
import { itemCode } from '../rules/papers.ts'
import { archive, archiveFact, archiveItem, archiveMail, archiveMailOrder } from '../table.ts'
import { archiveSearch } from './search.ts'

/** A file as verbs lock it, as lists show it, and the one way in which something happens to it. */

export type Archive = typeof archive.$inferSelect & { orderNo: string; customerName: string }
type Item = typeof archiveItem.$inferSelect

/**
 * Files with the names of their orders, in the caller's data scope and locked; without a call in nobody's. Whatever holds
 * an order asks for its file next, so that a file is asked for behind its order, and an application behind its file.
 */
export async function lockArchives(ids: readonly number[], call: Call | undefined): Promise<Archive[]> {
  const wanted = and(
    inArray(archive.id, [...ids]),
    call && and(eq(archive.tenantId, call.tenantId), orderScope(call.actor)),
  )
  await db()
    .select({ id: application.id })
    .from(application)
    .innerJoin(archive, eq(archive.orderId, application.id))
    .where(wanted)
    .orderBy(asc(application.id))
    .for('key share', { of: application })
  const rows = await db()
    .select({ row: archive, orderNo: application.orderNo, customerName: application.customerName })
    .from(archive)
    .innerJoin(application, eq(application.id, archive.orderId))
    .where(wanted)
    // Always in one order: two parcels never wait for each other crosswise.
    .orderBy(asc(archive.id))
    .for('update', { of: archive })
  return rows.map(({ row, ...names }) => ({ ...row, ...names }))
}

export async function lockArchive(id: number, call: Call | undefined): Promise<Archive | undefined> {
  return (await lockArchives([id], call))[0]
}

export const archiveSubject = subject({
  noun: 'archive',
  nameOf: ({ id }: Archive) => id,
  lock: (id: number, call: Call) => lockArchive(id, call),
  lockAll: (ids: readonly number[], call: Call) => lockArchives(ids, call),
  shown: ({ status, boxNo, location }) => ({ status, boxNo, location }),
})

export type Stand = { row: Archive; items: readonly Item[]; facts: readonly ArchiveFact[]; fold: ArchiveFold }

/** Locked files with what happened to them. */
export async function standsOf(rows: readonly Archive[]): Promise<Stand[]> {
  const ids = rows.map(({ id }) => id)
  const items = await db()
    .select()
    .from(archiveItem)
    .where(inArray(archiveItem.archiveId, ids))
    .orderBy(asc(archiveItem.itemNo))
  const stored = await db()
    .select()
    .from(archiveFact)
    .where(inArray(archiveFact.archiveId, ids))
    .orderBy(asc(archiveFact.factNo))
  return rows.map((row) => {
    const own = items.filter(({ archiveId }) => archiveId === row.id)
    const facts = stored.filter(({ archiveId }) => archiveId === row.id).map(factOf)
    const fold = foldArchive(
      own.map(({ itemNo }) => itemNo),
      facts,
    )
    return { row, items: own, facts, fold }
  })
}

export async function standOf(row: Archive): Promise<Stand> {
  const [stand] = await standsOf([row])
  if (!stand) throw new Error(`there is no file ${row.id}`)
  return stand
}

/** A row has what its kind has: the columns of the others are empty. */
const factOf = ({ kind, items, boxNo, location }: typeof archiveFact.$inferSelect): ArchiveFact =>
  ({ kind, ...(items && { items }), ...(boxNo !== null && { boxNo, location }) }) as ArchiveFact

type Said = { mailId?: number; outboundId?: number; note?: string }

/** @throws 422 that says of which paper, and how it stands */
export function requireFact(fact: ArchiveFact, { row, items, fold }: Stand): void {
  const refusal = archiveRefusal(fact, fold)
  if (!refusal) return
  const named = (refusal.items ?? [])
    .map((no) => {
      const item = items.find(({ itemNo }) => itemNo === no)
      return item ? `${item.docType}（${fold.items.get(no)}）` : String(no)
    })
    .join('、')
  throw refused(refusal.why, { archiveNo: row.archiveNo, status: fold.status, items: named })
}

/**
 * The one way in which something happens to a file: what follows from it is written with it.
 *
 * @throws 422 where it cannot happen to a file that stands so
 */
export async function bookArchive(
  stand: Stand,
  fact: ArchiveFact,
  { mailId, outboundId, note = '' }: Said,
  by: By,
): Promise<Stand> {
  requireFact(fact, stand)
  const { row, items } = stand
  const at = by.now.toISOString()
  const facts = [...stand.facts, fact]
  await db()
    .insert(archiveFact)
    .values({
      archiveId: row.id,
      factNo: facts.length,
      kind: fact.kind,
      items: 'items' in fact ? [...fact.items] : null,
      boxNo: fact.kind === 'filed' ? fact.boxNo : null,
      location: fact.kind === 'filed' ? fact.location : null,
      note,
      createdAt: at,
      createdBy: by.actor.id,
      ...(mailId !== undefined && { mailId }),
      ...(outboundId !== undefined && { outboundId }),
    })
  const fold = foldArchive(
    items.map(({ itemNo }) => itemNo),
    facts,
  )
  for (const state of new Set(fold.items.values())) {
    const moved = items.filter(({ itemNo, itemStatus }) => {
      const now = fold.items.get(itemNo)
      return now === state && itemStatus !== state
    })
    if (moved.length === 0) continue
    await db()
      .update(archiveItem)
      .set({ itemStatus: state, updatedAt: at, updatedBy: by.actor.id })
      .where(
        inArray(
          archiveItem.id,
          moved.map(({ id }) => id),
        ),
      )
  }
  const came = fact.kind === 'signed' || fact.kind === 'entered'
  const { status, complete, boxNo, location } = fold
  const set = {
    status,
    complete,
    boxNo,
    location,
    ...(came && { receivedBy: by.actor.id || null, receivedAt: at }),
    ...(fact.kind === 'filed' && complete && { archivedAt: at }),
    rowVersion: row.rowVersion + 1,
    updatedAt: at,
    updatedBy: by.actor.id,
  }
  await db().update(archive).set(set).where(eq(archive.id, row.id))
  return {
    facts,
    fold,
    row: { ...row, ...set },
    items: items.map((item) => ({ ...item, itemStatus: fold.items.get(item.itemNo) ?? item.itemStatus })),
  }
}

export const paperOf = (archiveNo: string, item: Item): Paper => ({
  itemNo: item.itemNo,
  code: itemCode(archiveNo, item.itemNo),
  docType: item.docType,
  copies: item.copies,
  isOriginal: item.isOriginal,
  itemStatus: item.itemStatus,
})

/** Papers of files by the ids of those. */
export async function papersOf(ids: readonly number[]): Promise<Map<number, Paper[]>> {
  const rows = await db()
    .select({ item: archiveItem, archiveNo: archive.archiveNo })
    .from(archiveItem)
    .innerJoin(archive, eq(archive.id, archiveItem.archiveId))
    .where(inArray(archiveItem.archiveId, [...ids]))
    .orderBy(asc(archiveItem.itemNo))
  const found = new Map<number, Paper[]>(ids.map((id) => [id, []]))
  for (const { item, archiveNo } of rows) found.get(item.archiveId)?.push(paperOf(archiveNo, item))
  return found
}

/** The rows as they are shown. */
export async function readArchives(ids: readonly number[]): Promise<ArchiveRow[]> {
  const rows = await db()
    .select({
      row: archive,
      orderNo: application.orderNo,
      customerName: application.customerName,
      plateNo: vehicle.plateNo,
    })
    .from(archive)
    .innerJoin(application, eq(application.id, archive.orderId))
    .leftJoin(vehicle, eq(vehicle.id, application.vehicleId))
    .where(inArray(archive.id, [...ids]))
  const papers = await papersOf(ids)
  const parcels = await db()
    .select({ orderId: archiveMailOrder.orderId, id: archiveMail.id })
    .from(archiveMailOrder)
    .innerJoin(archiveMail, eq(archiveMail.id, archiveMailOrder.mailId))
    .where(
      and(
        inArray(
          archiveMailOrder.orderId,
          rows.map(({ row }) => row.orderId),
        ),
        eq(archiveMail.direction, '门店→总部'),
        inArray(archiveMail.status, ['已寄出', '已签收']),
      ),
    )
    .orderBy(desc(archiveMail.id))
  const said = await db()
    .select({ archiveId: archiveFact.archiveId, kind: archiveFact.kind })
    .from(archiveFact)
    .where(
      and(
        inArray(archiveFact.archiveId, [...ids]),
        inArray(archiveFact.kind, ['settled', 'unsettled', 'voided']),
      ),
    )
    .orderBy(desc(archiveFact.factNo))
  return rows.map(({ row, ...names }) => {
    const { archiveNo, orderId, boxNo, location, complete, secretLevel, status } = row
    return {
      id: row.id,
      rowVersion: row.rowVersion,
      archiveNo,
      orderId,
      ...names,
      boxNo,
      location,
      complete,
      settled: ['settled', 'voided'].includes(said.find(({ archiveId }) => archiveId === row.id)?.kind ?? ''),
      secretLevel,
      status,
      receivedAt: row.receivedAt,
      archivedAt: row.archivedAt,
      createdAt: row.createdAt,
      items: papers.get(row.id) ?? [],
      mailId: parcels.find((parcel) => parcel.orderId === orderId)?.id ?? null,
    }
  })
}

/** A release that was undone before any paper came left nothing to keep. */
const isKept = sql`(${archive.status} <> '待收件' or exists (select from application o
  where o.tenant_id = archive.tenant_id and o.id = archive.order_id and o.status in ('released', 'settled')))`

export const archiveList = defineList(calls.list, {
  table: archive,
  scope: 'order',
  only: () => isKept,
  filters: {
    status: oneOf(archive.status),
    complete: (wanted) => eq(archive.complete, wanted === 'whole'),
  },
  search: archiveSearch(archive.orderId, archive.archiveNo, archive.boxNo),
  rows: readArchives,
})

/** @throws 404 outside the caller's scope */
export async function readArchive({ id }: ParsedInputOf<typeof calls.get>, call: Call): Promise<ArchiveRow> {
  await requireSeen([id], call)
  const [row] = await readArchives([id])
  if (!row) throw notFound()
  return row
}

/** @throws 404 where one of them is outside the caller's scope */
export async function requireSeen(ids: readonly number[], { tenantId, actor }: Call): Promise<void> {
  const seen = await db()
    .select({ id: archive.id })
    .from(archive)
    .innerJoin(application, eq(application.id, archive.orderId))
    .where(and(eq(archive.tenantId, tenantId), inArray(archive.id, [...ids]), orderScope(actor)))
  if (seen.length < new Set(ids).size) throw notFound()
}
