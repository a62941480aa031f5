import { and, eq } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Call } from './context.ts'
import { db } from './db/client.ts'
import type { FieldChange, Versioned } from './row-version.ts'

/** The frame of a write knows this of a kind of record; each domain says it beside its code. */
export type SubjectRules<Row = unknown, Id = unknown> = {
  /** The audit log's name of the kind: `user` of `user:12`. */
  noun: string
  /** Behind the noun in the audit log. */
  nameOf(row: Row): string | number
  /** The record in the caller's tenant and data scope, locked until the transaction ends; undefined for none. */
  lock(id: Id, call: Call): Promise<Row | undefined>
  /** The same of many, where that is less than one after the other; those that are none are left out. */
  lockAll?(ids: readonly Id[], call: Call): Promise<Row[]>
  /** Comes before any lock: changes that are judged together wait for one another. */
  turn?(call: Call): Promise<void>
  /** The row that carries the version, where it is not the record itself. */
  versionOf?(row: Row): Versioned
  /** The user who comes second is told where his input differs from these fields of the record. */
  shown?(row: Row): Record<string, unknown>
  /** The same where the two are not compared field by field. @param verb `applications.saveEntry` */
  differs?(row: Row, input: Record<string, unknown>, verb: string): FieldChange[]
}

/** Declares one; the types of row and id follow. */
export const subject = <Row, Id>(rules: SubjectRules<Row, Id>): SubjectRules<Row, Id> => rules

type TenantTable = PgTable & { id: PgColumn; tenantId: PgColumn }

/** Locks that ask for no data scope. */
const everywhere = new WeakSet<object>()

/** True where everybody with the permission may write such a record, wherever in the tenant it belongs. */
export const isEverywhere = ({ lock }: SubjectRules): boolean => everywhere.has(lock)

/** The lock of a record that everybody with the permission may write: by its id, in the caller's tenant. */
export function byId<T extends TenantTable>(table: T) {
  const lock = async (id: number, { tenantId }: Call): Promise<T['$inferSelect'] | undefined> => {
    const [row] = await db()
      .select()
      .from(table as PgTable)
      .where(and(eq(table.id, id), eq(table.tenantId, tenantId)))
      .for('no key update')
    return row as T['$inferSelect'] | undefined
  }
  everywhere.add(lock)
  return lock
}
