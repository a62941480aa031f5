import { and, asc, eq, exists, isNull, lte, sql } from 'drizzle-orm'
import { audit, recordAudit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { forbidden, refused, taken } from '../../../platform/errors.ts'
import { callRecord, seat } from '../table.ts'
import { endLiveCall } from './call-log.ts'

/** The holders of seats (domain.md 2.17). */

/** A seat without a call is given back after this, in ms: the dialog closes itself at 30 s. */
export const holdMs = 35_000

export type Seat = typeof seat.$inferSelect

/** A seat as others see it now. @throws 422 for a number that is none */
export async function readSeat(seatsNumber: string, call: Call): Promise<{ status: string }> {
  const [row] = await db().select().from(seat).where(eq(seat.seatsNumber, seatsNumber))
  if (!row) throw refused('phone.noSeat')
  return { status: isLapsed(row, call.now) ? '1' : row.status }
}

/**
 * Takes a seat, under the lock of its row: of two who ask at once one gets it. Asking again with the same hold changes
 * nothing.
 * @throws 409 when it is not free
 */
export async function occupySeat(seatsNumber: string, hold: string, call: Call): Promise<Seat> {
  let row = await lockSeat(seatsNumber)
  if (isLapsed(row, call.now)) row = await vacate(row, call.now, 0)
  if (row.status === '2' && row.agentId === call.actor.id && row.hold === hold) return row
  if (row.status !== '1') throw taken('phone.seatBusy')
  const changes = {
    status: '2',
    agentId: call.actor.id,
    hold,
    heldUntil: new Date(call.now.getTime() + holdMs).toISOString(),
  }
  const occupied = await change(row, changes, call.now, call.actor.id)
  await audit({ action: 'seat.occupy', object: `seat:${seatsNumber}` })
  return occupied
}

/**
 * Gives a seat back and ends the call on it. A window that is late, whose hold is not the one any more, changes nothing.
 * @throws 403 for a seat that somebody else has
 */
export async function freeSeat(seatsNumber: string, hold: string | undefined, call: Call): Promise<Seat> {
  const row = await lockSeat(seatsNumber)
  if (row.status !== '2') return row
  if (row.agentId !== call.actor.id) throw forbidden()
  if (hold !== undefined && row.hold !== hold) return row
  const freed = await vacate(row, call.now, call.actor.id)
  await audit({ action: 'seat.free', object: `seat:${seatsNumber}` })
  return freed
}

/** The seat of a hold, locked, for what happens on it. @throws 403 when the caller does not hold it */
export async function heldSeat(seatsNumber: string, hold: string, call: Call): Promise<Seat> {
  const row = await lockSeat(seatsNumber)
  const isMine = row.status === '2' && row.agentId === call.actor.id && row.hold === hold
  if (!isMine || isLapsed(row, call.now)) throw forbidden()
  return row
}

/** A call began, goes on or has ended on the seat: it is held for another 35 s from now. */
export async function prolongHold(seatsNumber: string, call: Call): Promise<void> {
  await db()
    .update(seat)
    .set({ heldUntil: new Date(call.now.getTime() + holdMs).toISOString() })
    .where(and(eq(seat.seatsNumber, seatsNumber), eq(seat.status, '2')))
}

/** The sign of life during a call. Without one it changes nothing: a seat is not kept by being looked at. */
export async function keepAlive(seatsNumber: string, hold: string, call: Call): Promise<void> {
  const live = db()
    .select({ id: callRecord.id })
    .from(callRecord)
    .where(and(eq(callRecord.seatNo, seatsNumber), isNull(callRecord.endAt)))
  await db()
    .update(seat)
    .set({ heldUntil: new Date(call.now.getTime() + holdMs).toISOString() })
    .where(
      and(
        eq(seat.seatsNumber, seatsNumber),
        eq(seat.hold, hold),
        eq(seat.agentId, call.actor.id),
        exists(live),
      ),
    )
}

/**
 * Frees the seats of the tenant whose hold has lapsed and ends what was on them; by the system.
 * @returns when the next hold lapses, or null when no seat is occupied
 */
export async function freeLapsedSeats(now: Date): Promise<Date | null> {
  const lapsed = await db()
    .select()
    .from(seat)
    .where(and(eq(seat.status, '2'), lte(seat.heldUntil, now.toISOString())))
    .orderBy(asc(seat.id))
    .for('update', { skipLocked: true })
  for (const row of lapsed) await vacate(row, now, 0)
  const [next] = await db()
    .select({ at: sql<string | null>`min(${seat.heldUntil})` })
    .from(seat)
    .where(eq(seat.status, '2'))
  return next?.at ? new Date(next.at) : null
}

async function lockSeat(seatsNumber: string): Promise<Seat> {
  const [row] = await db().select().from(seat).where(eq(seat.seatsNumber, seatsNumber)).for('update')
  if (!row) throw refused('phone.noSeat')
  return row
}

/** True where an occupied seat is free by now: nobody has spoken for it in time. */
export const isLapsed = ({ status, heldUntil }: Seat, now: Date) =>
  status === '2' && heldUntil !== null && new Date(heldUntil) <= now

/** Frees a locked seat and ends its call. The lapse is the system's doing (user 0) and says so in the audit log. */
export async function vacate(row: Seat, now: Date, userId: number): Promise<Seat> {
  await endLiveCall(row.seatsNumber, now)
  const freed = await change(row, { status: '1', agentId: null, hold: null, heldUntil: null }, now, userId)
  if (userId === 0) {
    const entry = {
      action: 'seat.lapse' as const,
      object: `seat:${row.seatsNumber}`,
      before: { agentId: row.agentId },
    }
    await recordAudit(entry, { actorId: 0, ip: '', now })
  }
  return freed
}

type Change = Pick<Seat, 'status' | 'agentId' | 'hold' | 'heldUntil'>

async function change(row: Seat, set: Change, now: Date, userId: number): Promise<Seat> {
  const at = now.toISOString()
  const [changed] = await db()
    .update(seat)
    .set({ ...set, changedAt: at, updatedAt: at, updatedBy: userId })
    .where(eq(seat.id, row.id))
    .returning()
  if (!changed) throw new Error('a locked seat is gone')
  return changed
}
