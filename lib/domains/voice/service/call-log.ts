import { randomInt } from 'node:crypto'
import { and, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Actor, Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { is, peopleNamed } from '../../../platform/db/list-conditions.ts'
import { maskMobile } from '../../../rules/mask.ts'
import { sysUser } from '../../identity/table.ts'
import { orderScope } from '../../orders/service/data-scope.ts'
import { application } from '../../orders/table.ts'
import { type CallRow, voice } from '../contract.ts'
import { type CallResult, callResults } from '../rules/call-bar.ts'
import { callRecord } from '../table.ts'

/** Calls as rows, with their times by the server's clock (domain.md, call_record). */

export type CallRecord = typeof callRecord.$inferSelect
export type Party = { customerId: number; orderId: number; name: string; orderNo: string }

export type BeginningCall = {
  seatNo: string
  direction: 'in' | 'out'
  phone: string
  source: 'server' | 'browser'
  party: Party | undefined
}

/** The customer of a mobile number, by the newest of the orders that the actor may see. */
export async function findParty(phone: string, actor: Actor): Promise<Party | undefined> {
  if (phone === '') return undefined
  const [found] = await db()
    .select({
      customerId: application.customerId,
      name: application.customerName,
      orderId: application.id,
      orderNo: application.orderNo,
    })
    .from(application)
    .where(and(eq(application.mobile, phone), orderScope(actor)))
    .orderBy(desc(application.id))
    .limit(1)
  return found
}

/** The phone rings. A call that is still on at the seat ends before. */
export async function beginCall(beginning: BeginningCall, call: Call): Promise<CallRecord> {
  await endLiveCall(beginning.seatNo, call.now)
  const { seatNo, direction, phone, source, party } = beginning
  const [row] = await db()
    .insert(callRecord)
    .values({
      callId: newCallId(call.today),
      seatNo,
      agentId: call.actor.id,
      createdBy: call.actor.id,
      direction: direction === 'in' ? '呼入' : '呼出',
      phone,
      source,
      customerId: party?.customerId ?? null,
      orderId: party?.orderId ?? null,
      startAt: call.now.toISOString(),
    })
    .returning()
  if (!row) throw new Error('no call was begun')
  return row
}

/** Both sides are connected; said twice, the first time counts. @returns undefined without a call on the seat */
export async function connectCall(seatNo: string, now: Date): Promise<CallRecord | undefined> {
  const at = now.toISOString()
  const [row] = await db()
    .update(callRecord)
    .set({
      answerAt: sql`coalesce(${callRecord.answerAt}, greatest(${callRecord.startAt}, ${at}))`,
      ringSeconds: sql`coalesce(${callRecord.ringSeconds}, ${seconds(callRecord.startAt, at)})`,
    })
    .where(and(eq(callRecord.seatNo, seatNo), isNull(callRecord.endAt)))
    .returning()
  return row
}

/**
 * Ends the call on a seat, if there is one. A call that was answered was 接通, whatever else is said of it.
 * @param result of one that was not answered
 */
export async function endLiveCall(
  seatNo: string,
  now: Date,
  result: CallResult = 'missed',
): Promise<CallRecord | undefined> {
  const at = now.toISOString()
  const unanswered = result === 'answered' ? callResults.missed : callResults[result]
  const [row] = await db()
    .update(callRecord)
    .set({
      endAt: sql`greatest(${callRecord.startAt}, ${callRecord.answerAt}, ${at})`,
      ringSeconds: sql`coalesce(${callRecord.ringSeconds}, ${seconds(callRecord.startAt, at)})`,
      talkSeconds: sql`case when ${callRecord.answerAt} is null then 0 else ${seconds(callRecord.answerAt, at)} end`,
      result: sql`case when ${callRecord.answerAt} is null then ${unanswered} else ${callResults.answered} end`,
    })
    .where(and(eq(callRecord.seatNo, seatNo), isNull(callRecord.endAt)))
    .returning()
  return row
}

/** The call on a seat that has not ended. */
export async function liveCall(seatNo: string): Promise<CallRecord | undefined> {
  const [row] = await db()
    .select()
    .from(callRecord)
    .where(and(eq(callRecord.seatNo, seatNo), isNull(callRecord.endAt)))
  return row
}

/** The last calls of the actor, newest first. */
export async function recentCalls({ actor }: Call): Promise<CallRow[]> {
  const rows = await callRows(eq(callRecord.agentId, actor.id), actor).limit(20)
  return rows.map((row) => shownCall(row, actor))
}

/** The calls of a seat, whoever made them; those of orders that the caller may not see stay without their customer. */
export const seatCalls = defineList(voice.seatCalls, {
  table: callRecord,
  scope: 'tenant',
  filters: { seats_number: is(callRecord.seatNo) },
  search: (q) => inArray(callRecord.agentId, peopleNamed(q)),
  sorts: { startAt: callRecord.startAt },
  async rows(ids, { actor }) {
    const rows = await callRows(inArray(callRecord.id, ids), actor)
    return rows.map((row) => ({ ...shownCall(row, actor), agentName: row.agentName, id: row.record.id }))
  },
})

/** Calls with whom they were with; the customer of an order that the actor may not see stays unnamed. */
function callRows(where: SQL | undefined, actor: Actor) {
  return db()
    .select({
      record: callRecord,
      customerName: application.customerName,
      orderNo: application.orderNo,
      agentName: sysUser.name,
    })
    .from(callRecord)
    .leftJoin(application, and(eq(application.id, callRecord.orderId), orderScope(actor)))
    .leftJoin(sysUser, eq(sysUser.id, callRecord.agentId))
    .where(where)
    .orderBy(desc(callRecord.startAt), desc(callRecord.id))
}

type CallFound = Awaited<ReturnType<typeof callRows>>[number]

const shownCall = ({ record, customerName, orderNo }: CallFound, actor: Actor): CallRow => ({
  ...record,
  direction: record.direction === '呼入' ? '呼入' : '呼出',
  phone: shownNumber(record.phone, actor),
  customerName,
  orderNo,
})

/** A number as the actor may see it. */
export const shownNumber = (phone: string, { permissions }: Actor): string =>
  permissions.has('sensitive:view') ? phone : maskMobile(phone)

const seconds = (from: typeof callRecord.startAt | typeof callRecord.answerAt, at: string) =>
  sql`greatest(0, round(extract(epoch from ${at}::timestamptz - ${from})))::int`

/** 通话ID: C, the business date, eight characters that nobody guesses. */
function newCallId(today: string): string {
  const mark = randomInt(36 ** 8)
    .toString(36)
    .padStart(8, '0')
  return `C${today.replaceAll('-', '')}-${mark.toUpperCase()}`
}
