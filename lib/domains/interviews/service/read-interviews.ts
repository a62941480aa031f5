import { and, asc, count, desc, eq, inArray, isNull, or, type SQL, sql, sum } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { is } from '../../../platform/db/list-conditions.ts'
import { maskRecord } from '../../../platform/mask-values.ts'
import { maskMobile } from '../../../rules/mask.ts'
import { sysUser } from '../../identity/table.ts'
import { readMaterials } from '../../materials/service/material-sets.ts'
import { templateOf } from '../../orders/rules/entry/templates.ts'
import { entryOf } from '../../orders/service/form-values.ts'
import { orders } from '../../orders/service/list-orders.ts'
import { type Order, statusOf } from '../../orders/service/move-order.ts'
import { readOrderRows } from '../../orders/service/order-rows.ts'
import { findOrder, readHeader } from '../../orders/service/read-order.ts'
import { approvedOf } from '../../orders/service/signed-terms.ts'
import { application } from '../../orders/table.ts'
import { product } from '../../products/table.ts'
import { dictItem } from '../../system/table.ts'
import { interviews as calls, type InterviewRow, type InterviewView } from '../contract.ts'
import { type InterviewStatus, interviewAt, scriptOf } from '../rules/interview.ts'
import { interviewPiece, interviewSnapshot, videoInterview } from '../table.ts'
import type { Interview } from './move-interview.ts'

/** 面签列表, and the room of an order. */

const ofOrder = sql`${videoInterview.tenantId} = ${application.tenantId} and ${videoInterview.orderId} = ${application.id}
  and ${videoInterview.redoneAt} is null`
const some = (more: SQL) => sql`exists (select from ${videoInterview} where ${ofOrder} and ${more})`
const has = some(sql`true`)
/** An order that nobody has invited yet waits for its interview, too. */
const standsAt = (states: readonly InterviewStatus[]): SQL => {
  const own = some(sql`${videoInterview.status} = any(${sql.param([...states])}::text[])`)
  return states.includes('待面签') ? sql`(${own} or not ${has})` : own
}
const unclaimed = sql`${videoInterview.agentId} is not null`

const { stageEnteredAt, createdAt, financeAmount } = application

export const interviewList = defineList(calls.list, {
  ...orders,
  only: () => or(inArray(application.status, [...interviewAt]), has),
  filters: {
    interviewStatus: standsAt,
    whose: (whose, { actor }) =>
      whose === 'mine' ? some(sql`${videoInterview.agentId} = ${actor.id}`) : sql`not ${some(unclaimed)}`,
    productId: is(application.productId),
    shopId: is(application.shopId),
  },
  sorts: { stageEnteredAt, createdAt, financeAmount },
  rows: readRows,
})

async function readRows(ids: number[]): Promise<InterviewRow[]> {
  const rows = await readOrderRows(ids)
  const found = await db()
    .select({
      orderId: videoInterview.orderId,
      interviewId: videoInterview.id,
      roomNo: videoInterview.roomNo,
      interviewStatus: videoInterview.status,
      agentId: videoInterview.agentId,
      agentName: sysUser.name,
      startedAt: videoInterview.startedAt,
      endedAt: videoInterview.endedAt,
    })
    .from(videoInterview)
    .leftJoin(sysUser, eq(sysUser.id, videoInterview.agentId))
    .where(and(inArray(videoInterview.orderId, ids), isNull(videoInterview.redoneAt)))
  const byOrder = new Map(found.map(({ orderId, ...row }) => [orderId, row]))
  return rows.map((row) => ({ ...row, ...(byOrder.get(row.id) ?? none) }))
}

const none = {
  interviewId: null,
  roomNo: null,
  interviewStatus: '待面签' as const,
  agentId: null,
  agentName: null,
  startedAt: null,
  endedAt: null,
}

/** True where contracts of an order wait for a passed interview (G10): its template says so. */
export const wantsInterview = (order: Pick<Order, 'templateCode'>): boolean =>
  templateOf(order).milestones.includes('video')

export async function readRoom(orderId: number, call: Call): Promise<OutputOf<typeof calls.get>> {
  const order = await findOrder(orderId, call)
  const views = await readViews(order.id)
  const live = views.find(({ redone }) => !redone)
  const { items } = await readMaterials(order.id)
  return {
    order: await readHeader(order),
    open: interviewAt.includes(statusOf(order)),
    interview: live?.view ?? null,
    former: views.filter((one) => one !== live).map(({ view }) => view),
    script: await readScript(order),
    facts: await readFacts(order, call),
    idPhotos: ['id_front', 'id_back'].flatMap((type) =>
      items
        .filter(({ materialType }) => materialType === type)
        .flatMap(({ files }) => files.filter(({ mime }) => mime.startsWith('image/')))
        .map(({ id, name }) => ({ id, name })),
    ),
    required: wantsInterview(order),
    mobile: maskMobile(order.mobile),
  }
}

export async function readOfOrder(orderId: number, call: Call): Promise<OutputOf<typeof calls.ofOrder>> {
  const order = await findOrder(orderId, call)
  const views = await readViews(order.id)
  return { required: wantsInterview(order), interviews: views.map(({ view }) => view) }
}

/** Everything that the script asks for: as it was entered and, of the terms, as it was approved. */
async function readFacts(order: Order, call: Call): Promise<OutputOf<typeof calls.get>['facts']> {
  const { customer, vehicle, financing } = maskRecord(entryOf(order)) as Record<
    'customer' | 'vehicle' | 'financing',
    Record<string, unknown>
  >
  const approved = await approvedOf(order, call)
  return {
    customer: { name: customer.name, idNo: customer.idNo },
    vehicle: { brand: vehicle.brand, series: vehicle.series, model: vehicle.model },
    financing: {
      carPrice: approved?.carPrice ?? financing.carPrice,
      downPayment: approved?.downPayment ?? financing.downPayment,
      financeAmount: approved?.financeAmount ?? financing.financeAmount,
      term: String(approved?.term ?? financing.term),
    },
    quote: { monthlyPayment: approved?.monthlyPayment ?? null },
  }
}

/** Everything that the customer of an order is asked. */
export async function readScript(order: Order) {
  const [sold] =
    order.productId === null
      ? []
      : await db().select({ code: product.code }).from(product).where(eq(product.id, order.productId))
  const dictionary = await db()
    .select({ code: dictItem.code, label: dictItem.label, parentCode: dictItem.parentCode })
    .from(dictItem)
    .where(and(eq(dictItem.type, 'interview_script'), eq(dictItem.enabled, true)))
    .orderBy(asc(dictItem.sort), asc(dictItem.id))
  return scriptOf(dictionary, sold?.code)
}

const decider = alias(sysUser, 'decider')

async function readViews(orderId: number): Promise<{ redone: boolean; view: InterviewView }[]> {
  const rows = await db()
    .select({ row: videoInterview, agentName: sysUser.name, decidedByName: decider.name })
    .from(videoInterview)
    .leftJoin(sysUser, eq(sysUser.id, videoInterview.agentId))
    .leftJoin(decider, eq(decider.id, videoInterview.decidedBy))
    .where(eq(videoInterview.orderId, orderId))
    .orderBy(desc(videoInterview.id))
  const ids = rows.map(({ row }) => row.id)
  const pictures = await db()
    .select({ of: interviewSnapshot.interviewId, file: interviewSnapshot.attachmentId })
    .from(interviewSnapshot)
    .where(inArray(interviewSnapshot.interviewId, ids))
    .orderBy(asc(interviewSnapshot.id))
  const recorded = await db()
    .select({
      of: interviewPiece.interviewId,
      pieces: count(),
      ms: sum(interviewPiece.length).mapWith(Number),
    })
    .from(interviewPiece)
    .where(inArray(interviewPiece.interviewId, ids))
    .groupBy(interviewPiece.interviewId)
  const recordOf = new Map(recorded.map((one) => [one.of, one]))
  return rows.map(({ row, agentName, decidedByName }) => ({
    redone: row.redoneAt !== null,
    view: viewOf(row, {
      agentName,
      decidedByName,
      snapshots: pictures.filter(({ of }) => of === row.id).map(({ file }) => file),
      pieces: recordOf.get(row.id)?.pieces ?? 0,
      recordedMs: recordOf.get(row.id)?.ms ?? 0,
    }),
  }))
}

const viewOf = (
  row: Interview,
  more: Pick<InterviewView, 'agentName' | 'decidedByName' | 'snapshots' | 'pieces' | 'recordedMs'>,
): InterviewView => ({
  id: row.id,
  rowVersion: row.rowVersion,
  roomNo: row.roomNo,
  orderId: row.orderId,
  signer: row.signer,
  status: row.status,
  agentId: row.agentId,
  script: row.script,
  identityCheck: row.identityCheck,
  startedAt: row.startedAt,
  endedAt: row.endedAt,
  reason: row.reason,
  redoReason: row.redoReason,
  linkExpiresAt: row.linkExpiresAt,
  consentedAt: row.consentedAt,
  ...more,
})
