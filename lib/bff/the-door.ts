import { endpointTable } from '../contracts/index.ts'
import { createDoor, type Door } from './door.ts'
import { oncePerProcess } from './once-per-process.ts'
import { chosenUpstream } from './upstream.ts'

/** The door of this process: all contracts, and the upstream of the environment. */
export function theDoor(): Door {
  return oncePerProcess('door', () => createDoor(endpointTable, chosenUpstream().call))
}
