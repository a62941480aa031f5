import { oncePerProcess } from './once-per-process.ts'

export type LogFields = Record<string, string | number | boolean | undefined>
type Log = { lines: string[]; timer: NodeJS.Timeout | undefined; write: (text: string) => void }

/** Lines are written together this many ms later: a write for each request would cost more than the request. */
const FLUSH_DELAY = 50

function state(): Log {
  return oncePerProcess('log', (): Log => {
    process.once('exit', flushLog)
    return { lines: [], timer: undefined, write: (text) => process.stdout.write(text) }
  })
}

/**
 * Writes one JSON line. Callers pass paths without their query and never a body, a cookie or a token:
 * what is not here cannot leak from here.
 */
export function log(message: string, fields: LogFields = {}): void {
  const current = state()
  current.lines.push(JSON.stringify({ time: new Date().toISOString(), message, ...fields }))
  current.timer ??= setTimeout(flushLog, FLUSH_DELAY).unref()
}

/** Writes what is waiting, before the process ends. */
export function flushLog(): void {
  const current = state()
  clearTimeout(current.timer)
  current.timer = undefined
  if (current.lines.length === 0) return
  current.write(`${current.lines.join('\n')}\n`)
  current.lines = []
}

/** Sends the lines elsewhere, such as to a test; returns how to undo it. */
export function redirectLog(write: (text: string) => void): () => void {
  const current = state()
  flushLog()
  const previous = current.write
  current.write = write
  return () => {
    flushLog()
    current.write = previous
  }
}
