import { AsyncLocalStorage } from 'node:async_hooks'
import { drizzle, type NodePgClient, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Connection, Engine } from './engine.ts'
import { migrate } from './migrate.ts'
import { openPglite } from './pglite-engine.ts'
import { openPostgres } from './postgres-engine.ts'
import { preparedAs } from './prepared.ts'

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

type Transaction = {
  connection: Connection
  over: boolean
  /** A statement of it is under way. */
  busy: boolean
}

const current = new AsyncLocalStorage<Transaction>()
/** The connection of asOwner(), whose transaction inTenant() joins. */
const owners = new AsyncLocalStorage<Connection>()
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

/** The load of the database, as {@link Engine.load} says; undefined while it is not open. */
export const databaseLoad = (): ReturnType<Engine['load']> | undefined => opened?.engine.load()

/** Hears the channel as {@link Engine.listen} says. @throws {Error} before the database is open. */
export function listenTo(channel: string, hear: (payload: string | null) => void): Promise<void> {
  if (!opened) throw new Error('The database is not open.')
  return opened.engine.listen(channel, hear)
}

/** The folder where files are kept, and PGlite's cluster. @throws {Error} before the database is open. */
export function dataDir(): string {
  if (!opened) throw new Error('The database is not open.')
  return opened.dataDir
}

/**
 * Drizzle on the transaction of the current call. A query that ends in `.prepare(name).execute()` is planned once a
 * connection instead of at each call: for what every page asks, and whose filters no user chooses.
 * @throws {Error} outside a transaction
 */
export function db(): Db {
  here()
  return shared
}

function here(): Transaction {
  const transaction = current.getStore()
  if (!transaction)
    throw new Error('There is no transaction here: reads and writes happen inside inTenant().')
  return transaction
}

/**
 * One Drizzle for the process, which knows the names of columns once it has said them; a query goes to the transaction in
 * which it is awaited. Its node-postgres driver calls one method of its client; both engines answer to it.
 */
const client = {
  async query(
    { text, rowMode, name }: { text: string; rowMode?: string; name?: string },
    params: unknown[] = [],
  ) {
    const transaction = here()
    if (transaction.over) throw new Error('The transaction is over: somebody did not await a query.')
    // A connection does one thing at a time: side by side they would only wait, unseen, in an order that nobody chose.
    if (transaction.busy) throw new Error('Two queries of one transaction at once: await the first.')
    transaction.busy = true
    try {
      const rows = rowMode === 'array' ? 'array' : 'object'
      return await transaction.connection.query(text, params, rows, name && preparedAs(name, text))
    } finally {
      transaction.busy = false
    }
  },
}
const shared: Db = drizzle({ client: client as unknown as NodePgClient, casing: 'snake_case' })

/**
 * Slow work (decoding, hashing, files, programs) says here that it begins. Nobody else gets the connection that waits for
 * it: one picture at a time would stall every tenant.
 * @throws {Error} inside a call's transaction
 */
export function holdsNoConnection(work: string): void {
  const transaction = current.getStore()
  if (transaction && !transaction.over)
    throw new Error(`${work} inside a transaction: it belongs into the handler's prepare().`)
}

/**
 * One transaction as the role nlos_app that sees the rows of one tenant; rolled back when `run` throws.
 * @throws {Error} inside another transaction: with PGlite's one connection it would wait for itself.
 */
export async function inTenant<T>(tenantId: number, run: () => Promise<T>): Promise<T> {
  if (!Number.isSafeInteger(tenantId)) throw new Error('A tenant id is a whole number.')
  return transact(`SELECT set_config('app.tenant_id', '${tenantId}', true), ${tenantId} AS tenant_id`, run)
}

/** The same for the tenant of a code, which `run` gets the id of. @throws {UnknownTenantError} */
export async function inTenantOf<T>(code: string, run: (tenantId: number) => Promise<T>): Promise<T> {
  if (!/^[a-z0-9-]{1,20}$/.test(code)) throw new UnknownTenantError()
  return transact(`SELECT nlos_enter('${code}') AS tenant_id`, run)
}

/**
 * One transaction as the owner of the tables, for seeding: statements take as long as they need, and inTenant() inside
 * `run` works in the same transaction, so that all of it is kept or nothing.
 */
export function asOwner<T>(run: (connection: Connection) => Promise<T>): Promise<T> {
  if (!opened) throw new Error('The database is not open.')
  if (current.getStore() || owners.getStore()) throw new Error('A transaction is open already.')
  return opened.engine.withConnection((connection) =>
    whole(connection, async () => {
      await connection.exec(
        `BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0;
         SET LOCAL idle_in_transaction_session_timeout = 0`,
      )
      return owners.run(connection, () => run(connection))
    }),
  )
}

async function transact<T>(enter: string, run: (tenantId: number) => Promise<T>): Promise<T> {
  if (!opened) throw new Error('The database is not open.')
  if (current.getStore())
    throw new Error('A transaction is open already: use db(), or detached() for work of its own.')
  const begin = `SET LOCAL ROLE nlos_app; ${enter}`
  const owner = owners.getStore()
  if (owner) {
    const leave = "SET LOCAL ROLE NONE; SELECT set_config('app.tenant_id', '', true)"
    // After an error of the database nothing but the rollback of the whole works.
    return runAs(owner, begin, run).finally(() => owner.exec(leave).catch(() => undefined))
  }
  return opened.engine.withConnection((connection) =>
    whole(connection, () => runAs(connection, `BEGIN; ${begin}`, run)),
  )
}

async function runAs<T>(
  connection: Connection,
  begin: string,
  run: (tenantId: number) => Promise<T>,
): Promise<T> {
  const { rows } = await connection.exec(begin)
  const tenantId = (rows[0] as { tenant_id: number | null }).tenant_id
  if (tenantId === null) throw new UnknownTenantError()
  const transaction = { connection, over: false, busy: false }
  try {
    // A query that `run` gives back unawaited is awaited in here.
    const answer = await current.run(transaction, async () => await run(tenantId))
    if (transaction.busy) throw new Error('The transaction would end in the middle of a query: await it.')
    return answer
  } finally {
    transaction.over = true
  }
}

/** Commits what `run` begins and does, or rolls it back. */
async function whole<T>(connection: Connection, run: () => Promise<T>): Promise<T> {
  try {
    const answer = await run()
    // COMMIT of a transaction that an error has ended rolls back and says nothing; a statement before it says so.
    await connection.exec('SELECT 1; COMMIT')
    return answer
  } catch (error) {
    // A broken connection cannot roll back; the server does when it notices.
    await connection.exec('ROLLBACK').catch(() => undefined)
    throw error
  }
}
