import { isDemo } from '../../domains/identity/service/demo-offer.ts'
import type { PortName } from './rules/outside.ts'

/** The ports of this process lead to an address of the environment, in a demo to the simulator, or nowhere. */

export type PortAddress = { url: URL; key: string }

let addresses: Partial<Record<PortName, PortAddress>> = {}

/** Chosen once, when the backend opens. */
export function wirePorts(wired: Partial<Record<PortName, PortAddress>> = {}): void {
  addresses = wired
}

export const addressOf = (port: PortName): PortAddress | undefined => addresses[port]

/** True where the demo's simulator answers for the port. */
export const isSimulated = (port: PortName): boolean => !addresses[port] && isDemo()

/** True where somebody answers. */
export const isWired = (port: PortName): boolean => addresses[port] !== undefined || isSimulated(port)
