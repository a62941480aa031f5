import { AsyncLocalStorage } from 'node:async_hooks'
import { drizzle, type NodePgClient, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Connection, Engine } from './engine.ts'
import { migrate } from './migrate.ts'
import { openPglite } from './pglite-engine.ts'
import { openPostgres } from './postgres-engine.ts'

/** Drizzle on the current transaction. Its own `transaction()` is not for use: a call is one transaction already. */
export type Db = Omit<NodePgDatabase, 'transaction'>

export type DatabaseOptions = {
  /** PostgreSQL; absent: PGlite in `dataDir`. */
  databaseUrl: string | undefined
  dataDir: string
  /** After this long a statement is ended; 20 s unless given. */
  statementTimeoutMs?: number
}

/** No tenant of that code, or it is stopped. */
export class UnknownTenantError extends Error {
  override name = 'UnknownTenantError'
}

type Transaction = { db: Db; tenantId: number }

const current = new AsyncLocalStorage<Transaction>()
let opened: { engine: Engine; dataDir: string } | undefined

/**
 * Opens the database of this process and brings its schema up to date.
 * @throws {LockedError} when another process has the data directory.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Engine> {
  if (opened) throw new Error('The database is open already.')
  const { databaseUrl, dataDir, statementTimeoutMs = 20_000 } = options
  const engine = databaseUrl
    ? openPostgres(databaseUrl, statementTimeoutMs)
    : await openPglite(dataDir, statementTimeoutMs)
  try {
    await migrate(engine)
  } catch (error) {
    await engine.close()
    throw error
  }
  opened = { engine, dataDir }
  return engine
}

export async function closeDatabase(): Promise<void> {
  const closing = opened
  opened = undefined
  await closing?.engine.close()
}

/** Where files are kept, and PGlite's cluster. @throws {Error} before the database is open. */
export function dataDir(): string {
  if (!opened) throw new Error('The database is not open.')
  return opened.dataDir
}

/** Drizzle on the transaction of the current call. @throws {Error} outside one. */
export function db(): Db {
  const transaction = current.getStore()
  if (!transaction)
    throw new Error('There is no transaction here: reads and writes happen inside inTenant().')
  return transaction.db
}

/**
 * One transaction as the role nlos_app that sees the rows of one tenant; rolled back when `run` throws.
 * @throws {Error} inside another transaction: with PGlite's one connection it would wait for itself.
 */
export function inTenant<T>(tenantId: number, run: () => Promise<T>): Promise<T> {
  if (!Number.isSafeInteger(tenantId)) throw new Error('A tenant id is a whole number.')
  return transact(`SELECT set_config('app.tenant_id', '${tenantId}', true), ${tenantId} AS tenant_id`, run)
}

/** The same for the tenant of a code, which `run` gets the id of. @throws {UnknownTenantError} */
export function inTenantOf<T>(code: string, run: (tenantId: number) => Promise<T>): Promise<T> {
  if (!/^[a-z0-9-]{1,20}$/.test(code)) throw new UnknownTenantError()
  return transact(`SELECT nlos_enter('${code}') AS tenant_id`, run)
}

async function transact<T>(enter: string, run: (tenantId: number) => Promise<T>): Promise<T> {
  if (!opened) throw new Error('The database is not open.')
  if (current.getStore())
    throw new Error('A transaction is open already: use db(), or detached() for work of its own.')
  return opened.engine.withConnection(async (connection) => {
    const { rows } = await connection.exec(`BEGIN; SET LOCAL ROLE nlos_app; ${enter}`)
    const tenantId = (rows[0] as { tenant_id: number | null }).tenant_id
    const life = { over: false }
    try {
      if (tenantId === null) throw new UnknownTenantError()
      const transaction = { db: drizzleOn(connection, life), tenantId }
      const answer = await current.run(transaction, () => run(tenantId))
      // COMMIT of a transaction that an error has ended rolls back and says nothing; a statement before it says so.
      await connection.exec('SELECT 1; COMMIT')
      return answer
    } catch (error) {
      // A broken connection cannot roll back; the server does when it notices.
      await connection.exec('ROLLBACK').catch(() => undefined)
      throw error
    } finally {
      life.over = true
    }
  })
}

/** Drizzle's node-postgres driver calls one method of its client; both engines answer to it. */
function drizzleOn(connection: Connection, life: { over: boolean }): Db {
  const client = {
    query(config: { text: string; rowMode?: string }, params: unknown[] = []) {
      if (life.over) throw new Error('The transaction is over: somebody did not await a query.')
      return connection.query(config.text, params, config.rowMode === 'array' ? 'array' : 'object')
    },
  }
  return drizzle({ client: client as unknown as NodePgClient, casing: 'snake_case' })
}
