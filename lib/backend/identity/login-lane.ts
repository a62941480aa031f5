import { tooMany } from '../errors.ts'

/** Logins that are judged at once in this process: whoever works must not wait behind all of a flood. */
const WIDTH = 4
/** Logins of one address under way or waiting; the next one is refused unread. */
const PER_ADDRESS = 24

const waiting: (() => void)[] = []
const byAddress = new Map<string, number>()
let running = 0

/**
 * Runs a login when it is its turn.
 * @throws 429 when its address has too many of them under way
 */
export async function inLoginLane<T>(address: string, work: () => Promise<T>): Promise<T> {
  const own = byAddress.get(address) ?? 0
  if (own >= PER_ADDRESS) throw tooMany()
  byAddress.set(address, own + 1)
  try {
    if (running >= WIDTH) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    return await work()
  } finally {
    const left = (byAddress.get(address) ?? 1) - 1
    if (left > 0) byAddress.set(address, left)
    else byAddress.delete(address)
    // The turn is handed on, not given back: nobody comes in between.
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
