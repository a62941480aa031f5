/** The engine that PGlite and PostgreSQL have in common, as far as the backend sees them. */

/** Rows as arrays in the order of the columns, or as objects by column name; values as `parseValue` makes them. */
export type SqlResult = { rows: unknown[]; rowCount: number }

export type Connection = {
  /** Under a `name`, which is of this text alone, the connection keeps the statement with its plan. */
  query(
    text: string,
    params: readonly unknown[],
    rowMode: 'array' | 'object',
    name?: string,
  ): Promise<SqlResult>
  /** Several statements without parameters in one round trip; answers the last one's rows as objects. */
  exec(text: string): Promise<SqlResult>
  /**
   * COPY into `target`, a table with its columns: `customer (id, name)`. `rows` are in PostgreSQL's text format. Row
   * security refuses it, so it is for the owner of the tables.
   */
  copyIn(target: string, rows: Uint8Array): Promise<void>
}

export type Engine = {
  readonly name: 'pglite' | 'postgres'
  /** Runs with a connection that nobody else uses until `run` settles. */
  withConnection<T>(run: (connection: Connection) => Promise<T>): Promise<T>
  /**
   * Hears from now on what transactions of any process told `channel` by pg_notify, once they have committed. `hear`
   * gets the payload; null after a break in which some may have been missed. For the life of the engine, once.
   */
  listen(channel: string, hear: (payload: string | null) => void): Promise<void>
  /** Connections of callers by state; `waiting` counts callers who have none yet. */
  load(): { open: number; idle: number; waiting: number }
  close(): Promise<void>
}

/** A statement that ran longer than the engine allows is ended with this error. */
export const STATEMENT_TIMEOUT = '57014'

/** A refusal of the database, the same for both engines. `code` is the SQLSTATE. Holds no values of rows. */
export class DatabaseError extends Error {
  override name = 'DatabaseError'
  readonly code: string
  readonly constraint: string | undefined
  readonly table: string | undefined

  constructor(message: string, code: string, constraint?: string, table?: string) {
    super(message)
    this.code = code
    this.constraint = constraint
    this.table = table
  }
}

/** The database's refusal inside an error: Drizzle wraps it in one whose message repeats the parameters. */
export function databaseError(error: unknown): DatabaseError | undefined {
  let inner = error
  for (let depth = 0; depth < 5 && inner instanceof Error; depth++) {
    if (inner instanceof DatabaseError) return inner
    inner = inner.cause
  }
  return undefined
}
