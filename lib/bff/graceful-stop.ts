import type { Server } from 'node:http'

export type StopOptions = {
  server: Server
  /** Refuses what is new and ends what would last: streams, lines. */
  drain: () => void
  /** Gives back what answers stood on, once there are none under way. */
  close: () => Promise<void>
  /** Calls under way have this many ms, then their connections are cut. */
  drainDeadline?: number
  /** After this many ms more it ends whatever `close` waits for. */
  closeDeadline?: number
  exit: (code: number) => void
}

/** Together under the 30 s after which a service manager kills. */
const DRAIN_DEADLINE = 25_000
const CLOSE_DEADLINE = 4_000
/** A connection that a proxy keeps open for the next call is closed this soon, in ms, after the one under way. */
const IDLE_LOOK = 100

/**
 * How a process ends: new requests are refused, those under way finish, and then, or at the deadline, it goes. A
 * second signal ends it at once.
 * @returns what a signal calls; resolves when the process has been told to exit
 */
export function gracefulStop(options: StopOptions): () => Promise<void> {
  const { server, drain, close, exit } = options
  const { drainDeadline = DRAIN_DEADLINE, closeDeadline = CLOSE_DEADLINE } = options
  let stopping = false

  return async () => {
    if (stopping) return exit(1)
    stopping = true
    drain()
    const cut = setTimeout(() => server.closeAllConnections(), drainDeadline)
    const look = setInterval(() => server.closeIdleConnections(), IDLE_LOOK)
    await new Promise((resolve) => server.close(resolve))
    clearTimeout(cut)
    clearInterval(look)
    const closed = close().then(
      () => 0,
      () => 1,
    )
    exit(await Promise.race([closed, later(closeDeadline, 1)]))
  }
}

/** A clock that keeps nothing alive. */
const later = <T>(ms: number, value: T) =>
  new Promise<T>((resolve) => {
    setTimeout(() => resolve(value), ms).unref()
  })
