import type { Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import type { voice } from '../contract.ts'
import { beginCall, connectCall, endLiveCall, findParty } from './call-log.ts'
import { heldSeat, keepAlive, prolongHold } from './seats.ts'

/**
 * A call as a vendor's control in the browser tells it: believed only of the seat that the caller holds, with the
 * server's own times. @throws 403 for a seat that the caller does not hold
 */
export async function reportCall(
  { seats_number, hold, event, direction, number, result }: ParsedInputOf<typeof voice.reportCall>,
  call: Call,
): Promise<void> {
  if (event === 'alive') return keepAlive(seats_number, hold, call)
  await heldSeat(seats_number, hold, call)
  if (event === 'ring') {
    const phone = number.replace(/\D/g, '')
    const party = await findParty(phone, call.actor)
    await beginCall({ seatNo: seats_number, direction, phone, source: 'browser', party }, call)
  }
  if (event === 'answer') await connectCall(seats_number, call.now)
  if (event === 'end') await endLiveCall(seats_number, call.now, result)
  await prolongHold(seats_number, call)
}
