import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { OutageError } from '../outage.ts'
import { type Connection, DatabaseError, type Engine } from './engine.ts'
import { type Listener, startListening } from './postgres-listener.ts'
import { parserFor, toText } from './values.ts'

/** PostgreSQL 15 or newer through a pool of `poolSize` connections. Nothing connects before the first query. */
export function openPostgres(url: string, timeoutMs: number, poolSize = 10): Engine {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    statement_timeout: timeoutMs,
    lock_timeout: timeoutMs,
    idle_in_transaction_session_timeout: 2 * timeoutMs,
    connectionTimeoutMillis: 10_000,
    application_name: 'nlos-console',
    // Compiling a statement takes longer than any of ours.
    options: '-c TimeZone=UTC -c jit=off',
  })
  // A connection that breaks is replaced at the next use; without a listener its error would end the process. The pool
  // hears those that are idle, and nobody one that is between two statements of a call.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  let listener: Listener | undefined

  return {
    name: 'postgres',
    async withConnection(run) {
      const client = await pool.connect().catch((error: unknown) => {
        throw new OutageError(
          `The database takes no connection: ${error instanceof Error ? error.message : error}`,
        )
      })
      let broken: Error | undefined
      try {
        return await run(connectionOf(client))
      } catch (error) {
        if (error instanceof DatabaseError && /^(08|57P)/.test(error.code)) broken = error
        throw error
      } finally {
        client.release(broken)
      }
    },
    async listen(channel, hear) {
      listener = await startListening(url, channel, hear)
    },
    load: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async close() {
      await listener?.close()
      await pool.end()
    },
  }
}

const types = { getTypeParser: (typeId: number) => parserFor(typeId) } as pg.CustomTypesConfig

function connectionOf(client: pg.PoolClient): Connection {
  return {
    async query(text, params, rowMode, name) {
      try {
        const config = { name, text, values: params.map(toText), types }
        const result =
          rowMode === 'array' ? await client.query({ ...config, rowMode }) : await client.query(config)
        return { rows: result.rows, rowCount: result.rowCount ?? 0 }
      } catch (error) {
        throw translated(error)
      }
    },
    async exec(text) {
      try {
        // pg answers an array when the text holds several statements, which its types do not say.
        const answer: unknown = await client.query({ text, types })
        const last = (Array.isArray(answer) ? answer.at(-1) : answer) as pg.QueryResult
        return { rows: last.rows, rowCount: last.rowCount ?? 0 }
      } catch (error) {
        throw translated(error)
      }
    },
    async copyIn(target, rows) {
      try {
        await pipeline(Readable.from([rows]), client.query(copyFrom(`COPY ${target} FROM STDIN`)))
      } catch (error) {
        throw translated(error)
      }
    },
  }
}

function translated(error: unknown): unknown {
  if (error instanceof pg.DatabaseError) {
    return new DatabaseError(error.message, error.code ?? 'XX000', error.constraint, error.table)
  }
  if (error instanceof Error) return new DatabaseError(error.message, '08006')
  return error
}
