import { date, index, integer, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { money, rate, ref } from '../../platform/db/columns.ts'
import { tenantTable } from '../../platform/db/tenant-table.ts'
import {
  billedParties,
  interfaceStates,
  manufacturerStates,
  policyModes,
  settleCycles,
} from './rules/subsidy-policy.ts'

/** 主机厂. */
export const manufacturer = tenantTable(
  'manufacturer',
  {
    code: text().notNull(),
    /** As orders name it */
    name: text().notNull(),
    /** Of which its policies are; none: of any. */
    brands: text().array().notNull(),
    interfaceState: text({ enum: interfaceStates }).notNull(),
    /** The last four characters of 接口标识: the whole of it is kept nowhere. */
    keyTail: text().notNull().default(''),
    contact: text().notNull().default(''),
    /** No order takes its policies behind this day. */
    agreementTo: date({ mode: 'string' }),
    settleCycle: text({ enum: settleCycles }).notNull(),
    state: text({ enum: manufacturerStates }).notNull().default('active'),
    stopReason: text(),
  },
  (t) => [
    uniqueIndex('manufacturer_code').on(t.tenantId, t.code),
    uniqueIndex('manufacturer_name').on(t.tenantId, t.name),
  ],
)

/** 贴息政策: other terms are another row. */
export const subsidyPolicy = tenantTable(
  'subsidy_policy',
  {
    manufacturerId: ref('manufacturer').notNull(),
    mode: text({ enum: policyModes }).notNull(),
    rate: rate(),
    amount: money(),
    terms: integer().array().notNull(),
    firstDay: date({ mode: 'string' }).notNull(),
    lastDay: date({ mode: 'string' }).notNull(),
    billedTo: text({ enum: billedParties }).notNull(),
  },
  (t) => [index('subsidy_policy_of').on(t.tenantId, t.manufacturerId, t.id)],
)
