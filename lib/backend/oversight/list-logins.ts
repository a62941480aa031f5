import { eq, inArray, or, sql } from 'drizzle-orm'
import type { OutputOf } from '../../contracts/endpoint.ts'
import { oversight } from '../../contracts/oversight.ts'
import { zhCN } from '../../i18n/zh-cn.ts'
import { deviceOf } from '../../rules/device.ts'
import { type LoginReason, loginReasons } from '../../rules/login-log.ts'
import { db } from '../db/client.ts'
import { defineList } from '../db/list.ts'
import { from, is, lastDays, mostCounted, peopleNamed, textIn, to } from '../db/list-conditions.ts'
import { chinaTime } from '../db/list-file.ts'
import { orgUnit, sysUser } from '../db/schema/identity.ts'
import { loginLog } from '../db/schema/oversight.ts'

type Row = OutputOf<typeof oversight.logins>['data'][number]

/** 登录日志. */
export const logins = defineList(oversight.logins, {
  table: loginLog,
  scope: 'tenant',
  only: lastDays(loginLog.createdAt),
  filters: {
    from: from(loginLog.createdAt),
    to: to(loginLog.createdAt),
    event: is(loginLog.event),
    result: (result) => eq(loginLog.ok, result === 'ok'),
  },
  search: (q) => or(inArray(loginLog.userId, peopleNamed(q)), textIn(loginLog.account, loginLog.ip)(q)),
  sorts: { createdAt: loginLog.createdAt },
  rows: readLogins,
  countTo: mostCounted,
})

/** 登录日志 as a file. */
export const exportLogins = logins.file({
  list: 'logins',
  title: zhCN('routes.loginLog'),
  columns: {
    createdAt: { title: zhCN('oversight.at'), value: ({ createdAt }) => chinaTime(createdAt) },
    name: { title: zhCN('oversight.name'), value: ({ name }) => name },
    account: { title: zhCN('oversight.account'), value: ({ account }) => account },
    event: {
      title: zhCN('oversight.loginEvent'),
      value: ({ event }) => zhCN(`oversight.loginEvents.${event}`),
    },
    ok: {
      title: zhCN('oversight.result'),
      value: ({ ok }) => zhCN(ok ? 'oversight.ok' : 'oversight.failed'),
    },
    reason: {
      title: zhCN('oversight.reason'),
      value: ({ reason, note }) =>
        [reason && zhCN(`oversight.reasons.${reason}`), note].filter(Boolean).join('：'),
    },
    ip: { title: zhCN('oversight.ip'), value: ({ ip }) => ip },
    device: { title: zhCN('oversight.device'), value: ({ device }) => device },
    orgName: { title: zhCN('oversight.orgName'), value: ({ orgName }) => orgName },
  },
})

async function readLogins(ids: number[]): Promise<Row[]> {
  const rows = await db()
    .select({
      id: loginLog.id,
      createdAt: loginLog.createdAt,
      event: loginLog.event,
      userId: loginLog.userId,
      name: sql<string>`coalesce(${sysUser.name}, '')`,
      account: loginLog.account,
      orgName: sql<string>`coalesce(${orgUnit.name}, '')`,
      ok: loginLog.ok,
      reason: loginLog.reason,
      note: loginLog.note,
      ip: loginLog.ip,
      userAgent: loginLog.userAgent,
    })
    .from(loginLog)
    .leftJoin(sysUser, eq(sysUser.id, loginLog.userId))
    .leftJoin(orgUnit, eq(orgUnit.id, sysUser.orgUnitId))
    .where(inArray(loginLog.id, ids))
  return rows.map(({ userAgent, reason, ...row }) => ({
    ...row,
    reason: isReason(reason) ? reason : null,
    device: deviceOf(userAgent),
  }))
}

const isReason = (text: string): text is LoginReason => (loginReasons as readonly string[]).includes(text)
