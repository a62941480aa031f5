import { eq } from 'drizzle-orm'
import { db } from '../../../platform/db/client.ts'
import type { HandlersOf } from '../../../platform/handler.ts'
import type { Contracts } from '../../endpoints.ts'
import { seat } from '../table.ts'
import { recentCalls, seatCalls } from './call-log.ts'
import { watchHolds } from './lapse-watch.ts'
import { exportSeats, releaseSeat, saveSeat, seats } from './manage-seats.ts'
import { reportCall } from './report-call.ts'
import { isSealed, openSecret, sealSecret } from './seat-secret.ts'
import { freeSeat, occupySeat, readSeat, type Seat } from './seats.ts'

/** A caller that names no hold, as an older client: one for the person. */
const personal = (userId: number) => `user-${userId}`.padEnd(16, '-')

export const voiceHandlers: HandlersOf<Contracts['voice']> = {
  async getSeats({ seats_number }, call) {
    const { status } = await readSeat(seats_number, call)
    return { data: { seats_number, status: status === '1' || status === '2' ? status : '0' } }
  },

  async updateVoiceStatus({ seats_number, status, hold }, call) {
    if (status === '1') {
      const freed = await freeSeat(seats_number, hold, call)
      return { data: { status: freed.status === '2' ? '2' : '1', name: null, secret: null } }
    }
    const occupied = await occupySeat(seats_number, hold ?? personal(call.actor.id), call)
    watchHolds(call.tenantId)
    return { data: { status: '2', name: occupied.agentAccount, secret: await secretOf(occupied) } }
  },

  async reportCall(input, call) {
    await reportCall(input, call)
    watchHolds(call.tenantId)
    return {}
  },

  recentCalls: (_input, call) => recentCalls(call),
  seatList: seats.page,
  exportSeats,
  saveSeat,
  releaseSeat,
  seatCalls: seatCalls.page,
}

/** The secret for who holds the seat. One that was written into the table by hand is sealed on this first use. */
async function secretOf({ id, agentSecret }: Seat): Promise<string | null> {
  if (agentSecret === null) return null
  if (!isSealed(agentSecret)) {
    await db()
      .update(seat)
      .set({ agentSecret: sealSecret(agentSecret) })
      .where(eq(seat.id, id))
  }
  return openSecret(agentSecret)
}
