import { redact } from '../rules/redact.ts'
import { runningCall } from './context.ts'
import { databaseError } from './db/engine.ts'

type LogEntry = { event: string; id?: string; call?: string; [detail: string]: unknown }

/**
 * One line of JSON on standard error, as the console's own: `time`, `level`, `message`, and of the call that is being
 * answered `id`, `tenant` and `user`. No text in it holds a number of a person or a secret ({@link redact}).
 */
export function log({ event, ...details }: LogEntry): void {
  const running = runningCall()
  const who = running && { id: running.requestId, tenant: running.tenantCode, user: running.actor.id }
  const level = 'error' in details || 'reason' in details ? 'error' : 'info'
  const line = { time: new Date().toISOString(), level, message: event, ...who, ...details }
  const text = JSON.stringify(line, (_name, value) => (typeof value === 'string' ? redact(value) : value))
  process.stderr.write(`${text}\n`)
}

/**
 * The part of an error that the log may hold: where it happened and what kind it is. Messages of the database and of
 * Drizzle repeat values of rows, so of those only codes and names are kept.
 */
export function describeError(error: unknown): Record<string, unknown> {
  const refusedBy = databaseError(error)
  const stack = error instanceof Error ? frames(error) : []
  if (refusedBy) {
    const { code, constraint, table } = refusedBy
    return { error: 'DatabaseError', code, constraint, table, stack }
  }
  if (error instanceof Error) return { error: error.name, reason: error.message.slice(0, 300), stack }
  return { error: typeof error }
}

function frames(error: Error): string[] {
  const lines = error.stack?.split('\n') ?? []
  return lines
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .map((line) => line.trim())
}
