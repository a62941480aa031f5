import { and, asc, desc, eq } from 'drizzle-orm'
import type * as z from 'zod'
import { say } from '../../../i18n/say.ts'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { notFound } from '../../../platform/errors.ts'
import { maskAddress, maskIdNo, maskMobile } from '../../../rules/mask.ts'
import { applicant, linkedPerson } from '../../customers/table.ts'
import { sysUser } from '../../identity/table.ts'
import { type OrderHeader, type ProgressStep, type personView, riskView } from '../contract.ts'
import { isInternalOpinion } from '../rules/internal-opinion.ts'
import { application, reviewLog, reviewTask, riskDecision } from '../table.ts'
import { orderScope } from './data-scope.ts'
import type { Order } from './move-order.ts'
import { readOrderRows } from './order-rows.ts'

/**
 * Everything that the pages about one order show; every read begins with {@link findOrder}, which asks the data scope.
 */

/** @throws 404 for an order that is missing, another tenant's or outside the caller's data scope */
export async function findOrder(orderId: number, call: Call): Promise<Order> {
  const [order] = await db()
    .select()
    .from(application)
    .where(and(eq(application.id, orderId), eq(application.tenantId, call.tenantId), orderScope(call.actor)))
  if (!order) throw notFound()
  return order
}

export async function readHeader(order: Order): Promise<OrderHeader> {
  const [header] = await readOrderRows([order.id])
  if (!header) throw notFound()
  return header
}

/** The timeline, oldest first; actor 0 is the system. A decision has the internal note of the task that it ended. */
export async function readProgress(order: Order): Promise<ProgressStep[]> {
  const rows = await db()
    .select({ log: reviewLog, actorName: sysUser.name, internalNote: reviewTask.internalNote })
    .from(reviewLog)
    .leftJoin(sysUser, eq(sysUser.id, reviewLog.actorId))
    .leftJoin(
      reviewTask,
      and(eq(reviewTask.orderId, reviewLog.orderId), eq(reviewTask.finishedAt, reviewLog.at)),
    )
    .where(eq(reviewLog.orderId, order.id))
    .orderBy(asc(reviewLog.seq))
    .limit(500)
  return rows.map(({ log, actorName, internalNote }) => ({
    seq: log.seq,
    event: log.event,
    fromStatus: log.fromStatus,
    toStatus: log.toStatus,
    actorName: actorName ?? say('workbook.system'),
    actorRole: log.actorRole,
    ...spokenTo(log.opinion, isInternalOpinion(log.event, log.actorId)),
    internalNote,
    stayMinutes: log.stayMinutes,
    at: log.at,
  }))
}

/** An opinion in the field of those whom it is for. */
export const spokenTo = (opinion: string | null, internal: boolean) => ({
  opinion: internal ? null : opinion,
  internalOpinion: internal ? opinion : null,
})

/** Decisions of the risk scenes, newest first. */
export async function readRisks(order: Order): Promise<z.infer<typeof riskView>[]> {
  const rows = await db()
    .select()
    .from(riskDecision)
    .where(eq(riskDecision.orderId, order.id))
    .orderBy(desc(riskDecision.decidedAt), desc(riskDecision.id))
    .limit(50)
  return rows.map((row) => ({
    sceneCode: row.sceneCode,
    sceneVersion: row.sceneVersion,
    suggestion: row.suggestion,
    score: row.score,
    grade: row.grade,
    hits: riskView.shape.hits.parse(row.hits),
    decidedAt: row.decidedAt,
  }))
}

type Person = z.infer<typeof personView>

/** Linked persons of the order, masked. */
export async function readLinkedPersons(order: Order): Promise<Person[]> {
  const rows = await db()
    .select()
    .from(linkedPerson)
    .where(eq(linkedPerson.applicationId, order.id))
    .orderBy(asc(linkedPerson.sort), asc(linkedPerson.id))
  return rows.map((row) => ({
    id: row.id,
    role: row.role,
    relation: row.relation,
    name: row.name,
    idNo: row.idNo && maskIdNo(row.idNo),
    mobile: maskMobile(row.mobile),
    employerName: row.employerName,
    monthlyIncome: row.monthlyIncome,
    address: row.address && maskAddress(row.address),
  }))
}

/** The applicant as entered, as a person of the order, masked. */
export async function readCustomer(order: Order): Promise<Person> {
  const [row] = await db().select().from(applicant).where(eq(applicant.orderId, order.id))
  if (!row) throw notFound()
  return {
    id: order.customerId,
    role: 'customer',
    relation: null,
    name: order.customerName,
    idNo: maskIdNo(order.idNo),
    mobile: maskMobile(order.mobile),
    employerName: row.employerName,
    monthlyIncome: row.monthlyIncome,
    address: row.liveAddress && maskAddress(row.liveAddress),
  }
}
