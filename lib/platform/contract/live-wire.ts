import * as z from 'zod'
import { seatNumber } from '../../domains/voice/contract.ts'
import { eventId } from './wire.ts'

/** A service offers this to its consoles beside the calls; paths below its address, as those of calls are. */

/**
 * GET: what happens to signed-in users, one `LiveEvent` as JSON a line. `null` after a break in which some may have
 * been missed, an empty line at least every 30 s, the first one at once.
 */
export const LIVE_EVENTS = '/live/events'

/**
 * A WebSocket, one for each phone bar, with the headers of a call and the query {@link lineQuery}: text frames as
 * `lineCommand` describes them to the service, those of lib/domains/voice/rules/call-bar.ts from it. A ping says that the browser is
 * still there. 401 and 403 at the upgrade, or {@link LINE_NOT_HELD} later: the line is not the caller's.
 */
export const LIVE_LINE = '/live/line'
export const lineQuery = z.object({ seat: seatNumber, hold: eventId() })
/** Close code of a line that is no longer its holder's. */
export const LINE_NOT_HELD = 4403
