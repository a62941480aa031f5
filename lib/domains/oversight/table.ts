import { sql } from 'drizzle-orm'
import { boolean, index, integer, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, ref } from '../../platform/db/columns.ts'
import { tenantTable } from '../../platform/db/tenant-table.ts'
import type { LoginEvent } from '../identity/rules/login-log.ts'
import type { ErrorGroupStatus, ErrorType } from './rules/error-log.ts'

/** 登录日志: every try to sign in, every logout, every session that was ended; append-only. */
export const loginLog = tenantTable(
  'login_log',
  {
    event: text().$type<LoginEvent>().notNull(),
    /** Null for an account that there is not. */
    userId: ref('sys_user'),
    account: text().notNull(),
    ok: boolean().notNull(),
    /** A code of lib/domains/identity/rules/login-log.ts; empty for a login and a logout that went as usual. */
    reason: text().notNull().default(''),
    /** What an administrator wrote who ended the session. */
    note: text().notNull().default(''),
    ip: text().notNull().default(''),
    userAgent: text().notNull().default(''),
  },
  (t) => [
    index('login_log_newest').on(t.tenantId, t.createdAt.desc(), t.id.desc()),
    index('login_log_refused').on(t.tenantId, t.account, t.createdAt).where(sql`not ${t.ok}`),
    index('login_log_user').on(t.tenantId, t.userId, t.createdAt.desc(), t.id.desc()),
  ],
)

/** Uploaded errors that differ in nothing but numbers, as one. */
export const errorGroup = tenantTable(
  'error_group',
  {
    fingerprint: text().notNull(),
    type: text().$type<ErrorType>().notNull(),
    /** Of the newest of them. */
    message: text().notNull(),
    /** Of all that were ever uploaded; error_log keeps the newest of each user. */
    count: integer().notNull(),
    firstAt: instant().notNull(),
    lastAt: instant().notNull(),
    /** 状态 · 待解决/已解决; 待解决 again when it comes back */
    status: text().$type<ErrorGroupStatus>().notNull().default('待解决'),
    solvedAt: instant(),
    solvedBy: ref('sys_user'),
    note: text().notNull().default(''),
  },
  (t) => [
    uniqueIndex('error_group_fingerprint').on(t.tenantId, t.fingerprint),
    index('error_group_newest').on(t.tenantId, t.lastAt.desc(), t.id.desc()),
    index('error_group_count').on(t.tenantId, t.count.desc(), t.id.desc()),
  ],
)
