import type { Contracts } from '../../contracts/index.ts'
import type { HandlersOf } from '../handler.ts'
import { recentCalls } from './call-log.ts'
import { watchHolds } from './lapse-watch.ts'
import { reportCall } from './report-call.ts'
import { freeSeat, occupySeat, readSeat } from './seats.ts'

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
    return { data: { status: '2', name: occupied.agentAccount, secret: occupied.agentSecret } }
  },

  async reportCall(input, call) {
    await reportCall(input, call)
    watchHolds(call.tenantId)
    return {}
  },

  recentCalls: (_input, call) => recentCalls(call),
}
