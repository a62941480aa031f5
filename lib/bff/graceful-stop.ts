import type { Server } from 'node:http'
import { Server as Listener } from 'node:net'

export type StopOptions = {
  server: Server
  /** Ends what would last, streams and lines, and has every answer from now on close its connection. */
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
/**
 * Connections that a proxy keeps open for its next call are left alone for this many ms. One that is closed at once
 * may have a call on its way, which a proxy must not send a second time; one that is used within them is closed by its
 * answer.
 */
const IDLE_GRACE = 1_000

/**
 * The end of a process: new connections are refused, calls under way finish, and then, or at the deadline, it goes. A
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
    const look = setInterval(() => server.closeIdleConnections(), IDLE_GRACE)
    // Not the close of node:http, which ends idle connections at once.
    await new Promise((resolve) => Listener.prototype.close.call(server, resolve))
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
