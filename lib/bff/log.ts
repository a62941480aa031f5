import { redact } from '../rules/redact.ts'
import { oncePerProcess } from './once-per-process.ts'

export type LogFields = Record<string, string | number | boolean | undefined>
export type LogLevel = 'info' | 'warn' | 'error'
type Log = { lines: string[]; timer: NodeJS.Timeout | undefined; write: (text: string) => void }

/** Lines are written together this many ms later: a write for each request would cost more than the request. */
const FLUSH_DELAY = 50
/** So much text waits at most; a burst is written as it comes. */
const MOST_LINES = 500
/** No shorter text holds a number of a person, a token or a password. */
const LEAST_SUSPECT = 11

function state(): Log {
  return oncePerProcess('log', (): Log => {
    process.once('exit', flushLog)
    return { lines: [], timer: undefined, write: (text) => process.stdout.write(text) }
  })
}

/**
 * Writes one JSON line: `time`, `level`, `message`, and the fields; those of a request are `id`, `tenant` and `user`.
 * Callers pass paths without their query and never a body, a cookie or a token; what an error's text brings along
 * all the same is taken out ({@link redact}).
 */
export function log(message: string, fields: LogFields = {}, level: LogLevel = 'info'): void {
  const current = state()
  let line = `{"time":"${timeOf(Date.now())}","level":"${level}","message":${quoted(message)}`
  for (const name in fields) {
    const value = fields[name]
    if (value !== undefined)
      line += `,"${name}":${typeof value === 'string' ? quoted(value) : JSON.stringify(value)}`
  }
  if (current.lines.push(`${line}}`) >= MOST_LINES) flushLog()
  else current.timer ??= setTimeout(flushLog, FLUSH_DELAY).unref()
}

/** Everything that stands in JSON as it is; a line is written by hand, because each request has one. */
const PLAIN = /^[\w./ :@+-]*$/

function quoted(text: string): string {
  const safe = text.length >= LEAST_SUSPECT ? redact(text) : text
  return PLAIN.test(safe) ? `"${safe}"` : JSON.stringify(safe)
}

let second = Number.NaN
let secondText = ''

/** ISO 8601 of a time in ms, of which most lines share all but the milliseconds. */
function timeOf(now: number): string {
  const ms = now % 1000
  if (now - ms !== second) {
    second = now - ms
    secondText = new Date(second).toISOString().slice(0, -4)
  }
  return `${secondText}${String(ms).padStart(3, '0')}Z`
}

/** The weight of a status to whoever watches: our faults, then what somebody was refused. */
export const levelOf = (status: number): LogLevel =>
  status >= 500 ? 'error' : status === 401 || status === 403 || status === 429 ? 'warn' : 'info'

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
