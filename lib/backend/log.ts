import { databaseError } from './db/engine.ts'

type LogEntry = { event: string; id?: string; call?: string; [detail: string]: unknown }

/** One line of JSON on standard error. */
export function log(entry: LogEntry): void {
  process.stderr.write(`${JSON.stringify({ at: new Date().toISOString(), ...entry })}\n`)
}

/**
 * What the log may hold of an error: where it happened and what kind it is. Messages of the database and of Drizzle
 * repeat values of rows, so of those only codes and names are kept.
 */
export function describeError(error: unknown): Record<string, unknown> {
  const refusedBy = databaseError(error)
  const stack = error instanceof Error ? frames(error) : []
  if (refusedBy) {
    const { code, constraint, table } = refusedBy
    return { error: 'DatabaseError', code, constraint, table, stack }
  }
  if (error instanceof Error) return { error: error.name, message: error.message.slice(0, 300), stack }
  return { error: typeof error }
}

function frames(error: Error): string[] {
  const lines = error.stack?.split('\n') ?? []
  return lines
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .map((line) => line.trim())
}
