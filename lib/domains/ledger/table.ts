import { sql } from 'drizzle-orm'
import { date, index, integer, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, looseId, money, ref } from '../../platform/db/columns.ts'
import { tenantTable } from '../../platform/db/tenant-table.ts'
import { accountKinds, accountSides, glAccountCodes, glEvents } from './rules/ledger.ts'

/** 会计科目 as a tenant calls them. Another name is another row from its day on: an older report keeps the old one. */
export const glAccount = tenantTable(
  'gl_account',
  {
    code: text({ enum: glAccountCodes }).notNull(),
    validFrom: date({ mode: 'string' }).notNull(),
    name: text().notNull(),
    kind: text({ enum: accountKinds }).notNull(),
    normalSide: text({ enum: accountSides }).notNull(),
    parent: text(),
    /** The code of the account in the tenant's accounting program. */
    outsideCode: text().notNull().default(''),
  },
  (t) => [uniqueIndex('gl_account_version').on(t.tenantId, t.code, t.validFrom)],
)

/** 记账凭证: never changed, only reversed. */
export const glVoucher = tenantTable(
  'gl_voucher',
  {
    /** 凭证号 · per tenant and month, gap-free */
    voucherNo: text().notNull(),
    event: text({ enum: glEvents }).notNull(),
    bizDate: date({ mode: 'string' }).notNull(),
    refType: text().notNull(),
    refId: looseId('of the table that ref_type names').notNull(),
    orderId: ref('application'),
    reversedOf: ref('gl_voucher'),
    /** The entry of its loan that it posts, and the number of the time. */
    entryKey: text(),
    entryNo: integer(),
  },
  (t) => [
    uniqueIndex('gl_voucher_no').on(t.tenantId, t.voucherNo),
    uniqueIndex('gl_voucher_once').on(t.tenantId, t.event, t.refType, t.refId).where(sql`entry_key IS NULL`),
    uniqueIndex('gl_voucher_entry')
      .on(t.tenantId, t.refId, t.entryKey, t.entryNo)
      .where(sql`entry_key IS NOT NULL`),
    uniqueIndex('gl_voucher_mirror').on(t.tenantId, t.reversedOf).where(sql`reversed_of IS NOT NULL`),
    index('gl_voucher_order').on(t.tenantId, t.orderId, t.id),
    index('gl_voucher_day').on(t.tenantId, t.bizDate.desc(), t.id.desc()),
  ],
)

/** 分录. */
export const glLine = tenantTable(
  'gl_line',
  {
    voucherId: ref('gl_voucher').notNull(),
    accountCode: text({ enum: glAccountCodes }).notNull(),
    loanId: ref('loan_account'),
    debit: money().notNull(),
    credit: money().notNull(),
    /** Of its voucher. */
    bizDate: date({ mode: 'string' }).notNull(),
  },
  (t) => [
    index('gl_line_voucher').on(t.tenantId, t.voucherId),
    index('gl_line_loan').on(t.tenantId, t.loanId, t.accountCode),
    index('gl_line_account').on(t.tenantId, t.accountCode, t.bizDate, t.id, t.debit, t.credit),
  ],
)

/** 营业日 of a tenant's loans and books: the day that its last close of day opened. Without a row it is the calendar's. */
export const businessDay = tenantTable('business_day', { day: date({ mode: 'string' }).notNull() }, (t) => [
  uniqueIndex('business_day_own').on(t.tenantId),
])

export const periodStates = ['open', 'closed'] as const

/** 会计期间, a month: nothing is posted into one that is closed, nor before one. It begins with its first voucher. */
export const glPeriod = tenantTable(
  'gl_period',
  {
    /** `2025-03` */
    month: text().notNull(),
    state: text({ enum: periodStates }).notNull().default('open'),
    /** The time when it was closed or opened again, with the people and the reason. */
    movedAt: instant(),
    movedBy: ref('sys_user'),
    checkedBy: ref('sys_user'),
    reason: text().notNull().default(''),
  },
  (t) => [uniqueIndex('gl_period_month').on(t.tenantId, t.month)],
)
