import { text, uniqueIndex } from 'drizzle-orm/pg-core'
import { tenantTable } from '../../platform/db/tenant-table.ts'
import { courierStates, reaches } from './rules/courier.ts'

/** 快递公司: who brings papers of the archive. */
export const courier = tenantTable(
  'courier',
  {
    code: text().notNull(),
    name: text().notNull(),
    reach: text({ enum: reaches }).notNull(),
    phone: text().notNull().default(''),
    state: text({ enum: courierStates }).notNull().default('active'),
    stopReason: text(),
  },
  (t) => [uniqueIndex('courier_code').on(t.tenantId, t.code)],
)
