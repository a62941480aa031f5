import { getTableColumns, getTableName, SQL } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Connection } from '../db/engine.ts'
import { toText } from '../db/values.ts'

/** Rows by the hundred thousand: COPY on both engines, indexes and references made once at the end. */

/** Bytes of one COPY; a batch begins with so much room. */
const batchBytes = 1_000_000

export type BulkCopy = {
  /** Keeps a row. @returns its id: the next of the table unless the row has one */
  add<T extends PgTable>(table: T, row: T['$inferInsert']): number
  /** Sends the tables that have enough to send, whatever refers to whatever: for bare tables. */
  sendFull(): Promise<void>
  /** Sends the rest, tables in the order in which `openBulkCopy` got them. */
  sendAll(): Promise<void>
  /** Lets the tables' own ids go on behind the highest one kept. */
  moveSequences(): Promise<void>
}

type Column = { key: string; json: boolean; fallback: unknown }
type Target = {
  name: string
  sql: string
  columns: readonly Column[]
  /** Rows as bytes, so that millions of them leave nothing behind for the garbage collector. */
  bytes: Buffer
  used: number
  lastId: number
}

/**
 * Collects rows of tables that are empty so far. A column left out takes its default when that is a plain value, and
 * NULL when it is one that the database computes.
 */
export function openBulkCopy(connection: Connection, tables: readonly PgTable[]): BulkCopy {
  const targets = new Map(tables.map((table) => [table, targetOf(table)]))
  /** The database reads a batch while the next one is made. */
  let sending: Promise<void> = Promise.resolve()

  async function send(target: Target): Promise<void> {
    const rows = target.bytes.subarray(0, target.used)
    target.bytes = Buffer.allocUnsafe(batchBytes)
    target.used = 0
    await sending
    sending = connection.copyIn(target.sql, rows)
    // Awaited at the next batch; until then a failure must not count as unhandled.
    sending.catch(() => undefined)
  }

  return {
    add(table, row) {
      const target = targets.get(table)
      if (!target) throw new Error(`${getTableName(table)} is not among the tables to copy`)
      const values: Readonly<Record<string, unknown>> = row
      const id = typeof values.id === 'number' ? values.id : target.lastId + 1
      target.lastId = Math.max(target.lastId, id)
      let line = String(id)
      for (const { key, json, fallback } of target.columns)
        line += `\t${copyText(values[key] ?? fallback, json)}`
      write(target, `${line}\n`)
      return id
    },
    async sendFull() {
      for (const target of targets.values()) if (target.used > 0.9 * batchBytes) await send(target)
    },
    async sendAll() {
      for (const target of targets.values()) if (target.used > 0) await send(target)
      await sending
    },
    async moveSequences() {
      const moves = [...targets.values()].flatMap(({ name, lastId }) =>
        lastId > 0 ? [`SELECT setval(pg_get_serial_sequence('"${name}"', 'id'), ${lastId});`] : [],
      )
      if (moves.length > 0) await connection.exec(moves.join('\n'))
    },
  }
}

function targetOf(table: PgTable): Target {
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => key !== 'id')
  const name = getTableName(table)
  return {
    name,
    sql: `"${name}" (id, ${columns.map(([key]) => `"${toSnakeCase(key)}"`).join(', ')})`,
    columns: columns.map(([key, column]) => ({
      key,
      json: column.dataType === 'json',
      fallback: column.default instanceof SQL ? null : column.default,
    })),
    bytes: Buffer.allocUnsafe(batchBytes),
    used: 0,
    lastId: 0,
  }
}

function write(target: Target, line: string): void {
  const most = target.used + 3 * line.length
  if (most > target.bytes.length) {
    const larger = Buffer.allocUnsafe(2 * most)
    target.bytes.copy(larger, 0, 0, target.used)
    target.bytes = larger
  }
  target.used += target.bytes.write(line, target.used)
}

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function copyText(value: unknown, json: boolean): string {
  if (value === null || value === undefined) return '\\N'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = json ? JSON.stringify(value) : (plainList(value) ?? toText(value))
  if (text === null) return '\\N'
  return /[\\\t\n\r]/.test(text)
    ? text.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? character)
    : text
}

/** A list of texts without anything to escape, which most lists are; null for everything else. */
function plainList(value: unknown): string | null {
  if (!Array.isArray(value) || typeof value[0] !== 'string') return null
  const text = value.join('","')
  return /[\\{}]/.test(text) || text.split('"').length !== 2 * value.length - 1 ? null : `{"${text}"}`
}

/**
 * Runs with the tables bare of references, of indexes that no constraint needs and of triggers, and restores all
 * of it: an index and a check of references over a full table cost a fraction of what they cost row by row. Inside one
 * transaction, so that a failure restores them too.
 */
export async function withBareTables(
  connection: Connection,
  tables: readonly PgTable[],
  run: () => Promise<void>,
) {
  const names = tables.map((table) => getTableName(table))
  const list = names.map((name) => `'public.${name}'::regclass`).join(', ')
  const constraints = await texts(
    connection,
    `SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS restore,
       format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS remove
     FROM pg_constraint WHERE contype = 'f' AND conrelid IN (${list}) ORDER BY conname`,
  )
  const indexes = await texts(
    connection,
    `SELECT pg_get_indexdef(indexrelid) AS restore, format('DROP INDEX %s', indexrelid::regclass) AS remove
     FROM pg_index WHERE indrelid IN (${list})
       AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid) ORDER BY indexrelid`,
  )
  const all = (action: string) => names.map((name) => `ALTER TABLE "${name}" ${action};`).join('\n')
  await connection.exec(
    [...[...constraints, ...indexes].map(({ remove }) => `${remove};`), all('DISABLE TRIGGER USER')].join(
      '\n',
    ),
  )
  await run()
  for (const { restore } of [...indexes, ...constraints]) await connection.exec(restore)
  await connection.exec(all('ENABLE TRIGGER USER'))
}

/**
 * Runs with row security off for the owner of the tables: COPY refuses tables where it holds, and a check of references
 * would not see what they refer to. A superuser would not notice. On again at the end, or by the rollback.
 */
export async function withoutRowSecurity(connection: Connection, run: () => Promise<void>) {
  const tables = await texts(
    connection,
    `SELECT format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', oid::regclass) AS restore,
       format('ALTER TABLE %s NO FORCE ROW LEVEL SECURITY', oid::regclass) AS remove
     FROM pg_class WHERE relforcerowsecurity ORDER BY oid`,
  )
  await connection.exec(tables.map(({ remove }) => `${remove};`).join('\n'))
  await run()
  await connection.exec(tables.map(({ restore }) => `${restore};`).join('\n'))
}

async function texts(connection: Connection, sql: string) {
  const { rows } = await connection.query(sql, [], 'object')
  return rows as { restore: string; remove: string }[]
}
