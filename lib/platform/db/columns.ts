import { sql } from 'drizzle-orm'
import { bigint, integer, numeric, timestamp } from 'drizzle-orm/pg-core'

/** An amount in CNY, exact, two decimals; a string in code. */
export const money = () => numeric({ precision: 18, scale: 2 })
/** A rate as a fraction, four decimals: 0.0720 is 7.20 %. */
export const rate = () => numeric({ precision: 9, scale: 4 })
/** A daily or monthly rate as a fraction, six decimals. */
export const rate6 = () => numeric({ precision: 10, scale: 6 })
/** A point in time; ISO text in code. */
export const instant = () => timestamp({ withTimezone: true, mode: 'string' })

const id = () => bigint({ mode: 'number' })

/** The target of a column made by ref(). Kept by the builder, which is all there is before a table is made of it. */
export type Reference = { table: string; onDelete?: 'cascade' }
export const references = new WeakMap<object, Reference>()

/**
 * The id of a row of `table`, of the same tenant: tenantTable() makes the foreign key of it. By name, because tables
 * refer to each other in circles.
 */
export function ref(table: string, onDelete?: 'cascade') {
  const column = id()
  references.set(column, { table, onDelete })
  return column
}

/** Milliseconds since 1970, where times are reckoned with. */
export const epochMs = () => bigint({ mode: 'number' })

/** Ids that no foreign key holds, and why not. */
export const looseId = (_why: string) => id()

/** Every table has these (domain.md 3.1). The tenant comes from the session of the transaction, never from a caller. */
export const rowColumns = {
  id: id().generatedByDefaultAsIdentity(),
  tenantId: integer().notNull().default(sql`nlos_tenant()`),
  createdAt: instant().notNull().default(sql`now()`),
  createdBy: looseId('0 is the system, which is nobody’s row').notNull().default(0),
  updatedAt: instant().notNull().default(sql`now()`),
  updatedBy: looseId('as createdBy').notNull().default(0),
  rowVersion: integer().notNull().default(1),
}
