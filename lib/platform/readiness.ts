import { sql } from 'drizzle-orm'
import { tenant } from '../domains/identity/table.ts'
import { db, inTenant } from './db/client.ts'
import { fileStore } from './files/file-store.ts'
import { describeError, log } from './log.ts'

/** A strangers' question is answered from memory for so many ms: it costs the disk a write. */
const FRESH_MS = 1_000

/** Says whether calls can be answered now. Each change is in the log, with the reason. */
export function createReadiness(): () => Promise<boolean> {
  let asked: Promise<boolean> | undefined
  let last = true

  async function ask(): Promise<boolean> {
    const found = await Promise.all([tryDatabase(), fileStore().tryWrite()]).then(
      () => true,
      (error: unknown) => {
        if (last) log({ event: 'not ready', ...describeError(error) })
        return false
      },
    )
    if (found && !last) log({ event: 'ready again' })
    last = found
    setTimeout(() => {
      asked = undefined
    }, FRESH_MS).unref()
    return found
  }

  return () => {
    asked ??= ask()
    return asked
  }
}

/** Reads a table, and commits something that leaves no row behind. */
const tryDatabase = () =>
  inTenant(0, async () => {
    await db().select({ id: tenant.id }).from(tenant).limit(1)
    await db().execute(sql`select pg_logical_emit_message(true, 'nlos', 'ready')`)
  })
