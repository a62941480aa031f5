import { sql } from 'drizzle-orm'
import { date, integer, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { money, ref } from '../../platform/db/columns.ts'
import { tenantTable } from '../../platform/db/tenant-table.ts'
import { enterpriseKinds, enterpriseStates } from './rules/enterprise.ts'

/** 企业. A company that is a customer has a row from its first order on; its name and code stand with the customer alone. */
export const enterprise = tenantTable(
  'enterprise',
  {
    kind: text({ enum: enterpriseKinds }).notNull(),
    customerId: ref('customer'),
    name: text(),
    uscc: text(),
    /** 保险公司 · code of the dictionary `insurer`, by which policies name it */
    insurer: text().notNull().default(''),
    legalName: text().notNull().default(''),
    legalIdNo: text().notNull().default(''),
    legalMobile: text().notNull().default(''),
    /** 注册资本(万元) */
    regCapital: money(),
    establishedOn: date({ mode: 'string' }),
    /** Null: 长期 */
    licenceValidTo: date({ mode: 'string' }),
    region: text().array().notNull().default(sql`'{}'`),
    address: text().notNull().default(''),
    businessScope: text().notNull().default(''),
    contactName: text().notNull().default(''),
    contactMobile: text().notNull().default(''),
    employees: integer(),
    /** 上年营业收入(万元) */
    annualRevenue: money(),
    state: text({ enum: enterpriseStates }).notNull().default('active'),
    stopReason: text(),
  },
  (t) => [
    uniqueIndex('enterprise_customer').on(t.tenantId, t.customerId).where(sql`customer_id IS NOT NULL`),
    uniqueIndex('enterprise_name').on(t.tenantId, t.name).where(sql`name IS NOT NULL`),
    uniqueIndex('enterprise_uscc').on(t.tenantId, t.uscc).where(sql`uscc IS NOT NULL`),
  ],
)
