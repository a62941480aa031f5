import { ApiError } from '@/lib/client/api-error'
import { call, request } from '@/lib/client/call'
import { newEventId } from '@/lib/client/event-id'
import { voice } from '@/lib/domains/voice/contract'

/** A seat that this window has taken. `name` is the agent's account at the call platform (specification point 1). */
export type SeatHold = { seat: string; hold: string; name: string; secret: string | null }

/**
 * Takes a seat that is free (specification points 4 and 7). @returns undefined when somebody else has it
 * @throws {ApiError} for a number that is no seat; whatever else failed has been shown
 */
export async function takeSeat(seats_number: string): Promise<SeatHold | undefined> {
  const { data } = await call(voice.getSeats, { seats_number })
  if (data.status !== '1') return undefined
  const hold = newEventId()
  try {
    const taken = await request(voice.updateVoiceStatus, { seats_number, status: '2', hold })
    return { seat: seats_number, hold, name: taken.data.name ?? seats_number, secret: taken.data.secret }
  } catch (error) {
    // Somebody was quicker between the two calls.
    if (error instanceof ApiError && error.status === 409) return undefined
    throw error
  }
}

/** Gives a seat back; also while the page goes away. The server does it itself when this never arrives. */
export function freeSeat({ seat, hold }: SeatHold): void {
  request(voice.updateVoiceStatus, { seats_number: seat, status: '1', hold }, { keepalive: true }).catch(
    () => undefined,
  )
}
