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
/** The id of a row of another table; the constraints stand in the migrations. */
export const ref = () => bigint({ mode: 'number' })

/** What every table has (domain.md 3.1). The tenant comes from the session of the transaction, never from a caller. */
export const rowColumns = {
  id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
  tenantId: integer().notNull().default(sql`nlos_tenant()`),
  createdAt: instant().notNull().default(sql`now()`),
  createdBy: ref().notNull().default(0),
  updatedAt: instant().notNull().default(sql`now()`),
  updatedBy: ref().notNull().default(0),
  rowVersion: integer().notNull().default(1),
}
