/** The reason why a call ends before its answer. */
export type StopReason = 'left' | 'deadline'

/**
 * The end of a call before its answer: its client has left, or its time is over. An AbortController for each call says
 * the same at ten times the cost.
 */
export class Stop {
  /** Undefined while the call goes on. */
  reason: StopReason | undefined
  readonly #hear: (() => void)[] = []

  /** The stop of a call whose client leaves by a signal. */
  static of(signal: AbortSignal): Stop {
    const stop = new Stop()
    const leave = () => stop.now('left')
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
    return stop
  }

  /** Ends the call; what has ended stays as it is. */
  now(reason: StopReason): void {
    if (this.reason !== undefined) return
    this.reason = reason
    for (const hear of this.#hear) hear()
  }

  /** Calls `hear` when the call ends before its answer, or at once when it has. */
  onStop(hear: () => void): void {
    if (this.reason === undefined) this.#hear.push(hear)
    else hear()
  }

  /** The same as a signal, for who needs one. */
  signal(): AbortSignal {
    const controller = new AbortController()
    this.onStop(() => controller.abort(this.reason))
    return controller.signal
  }
}
