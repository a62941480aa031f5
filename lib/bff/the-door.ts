import { endpointTable } from '../domains/endpoints.ts'
import { createDoor, type Door } from './door.ts'
import { LIMITS } from './forward.ts'
import { log } from './log.ts'
import { oncePerProcess } from './once-per-process.ts'
import { resumeRevocations } from './revoke-session.ts'
import { chosenUpstream } from './upstream.ts'

/** The door of this process: all contracts, and the upstream of the environment. */
export function theDoor(): Door {
  return oncePerProcess('door', () => {
    const upstream = chosenUpstream().call
    resumeRevocations(upstream, LIMITS).catch((error) =>
      log('revocations not resumed', { reason: String(error) }, 'error'),
    )
    return createDoor(endpointTable, upstream)
  })
}
