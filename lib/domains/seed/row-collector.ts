import { getTableColumns, getTableName, SQL } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgTable } from 'drizzle-orm/pg-core'
import { toText } from '../../platform/db/values.ts'

/** Rows as the text that COPY reads: what is made by the million leaves nothing behind for the garbage collector. */

/** Everything that one COPY takes. `target` names the table and its columns. */
export type Batch = { target: string; rows: Uint8Array<ArrayBuffer> }

export type RowCollector = {
  /**
   * Begins the rows of an order. Their ids follow from its own, so that orders can be made in any order, and again.
   * @param order id; from 0 on
   */
  begin(order: number): void
  /** Keeps a row. @returns its id: the next of the order in its table unless the row has one */
  add<T extends PgTable>(table: T, row: T['$inferInsert']): number
  /** Everything that is kept, tables in the order in which `collectRows` got them; begins anew. */
  take(): Batch[]
}

/** Most rows of an order in one table. */
const rowsAnOrder = 64
const firstBytes = 100_000

type Column = { key: string; json: boolean; fallback: unknown }
type Kept = {
  target: string
  columns: readonly Column[]
  bytes: Buffer<ArrayBuffer>
  used: number
  lastId: number
}

/**
 * Collects rows of tables that are empty so far. A column left out takes its default when that is a plain value, and
 * NULL when it is one that the database computes.
 */
export function collectRows(tables: readonly PgTable[]): RowCollector {
  const kept = new Map(tables.map((table) => [table, emptyOf(table)]))
  let first = 0
  return {
    begin(order) {
      first = order * rowsAnOrder
      for (const rows of kept.values()) rows.lastId = first
    },
    add(table, row) {
      const rows = kept.get(table)
      if (!rows) throw new Error(`${getTableName(table)} is not among the tables to collect`)
      const values: Readonly<Record<string, unknown>> = row
      const id = typeof values.id === 'number' ? values.id : ++rows.lastId
      let line = String(id)
      for (const { key, json, fallback } of rows.columns)
        line += `\t${copyText(values[key] ?? fallback, json)}`
      write(rows, `${line}\n`)
      return id
    },
    take() {
      return [...kept.values()].flatMap((rows) => {
        const { target, bytes, used } = rows
        if (used === 0) return []
        rows.bytes = allocate(firstBytes)
        rows.used = 0
        return [{ target, rows: bytes.subarray(0, used) }]
      })
    },
  }
}

/** Memory of its own, which may be handed to another thread. */
const allocate = (size: number) => Buffer.from(new ArrayBuffer(size))

function emptyOf(table: PgTable): Kept {
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => key !== 'id')
  return {
    target: `"${getTableName(table)}" (id, ${columns.map(([key]) => `"${toSnakeCase(key)}"`).join(', ')})`,
    columns: columns.map(([key, column]) => ({
      key,
      json: column.dataType === 'json',
      fallback: column.default instanceof SQL ? null : column.default,
    })),
    bytes: allocate(firstBytes),
    used: 0,
    lastId: 0,
  }
}

function write(kept: Kept, line: string): void {
  const most = kept.used + 3 * line.length
  if (most > kept.bytes.length) {
    const larger = allocate(2 * most)
    kept.bytes.copy(larger, 0, 0, kept.used)
    kept.bytes = larger
  }
  kept.used += kept.bytes.write(line, kept.used)
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
