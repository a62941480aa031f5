import { eq, inArray, or, sql } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import type { OutputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import {
  from,
  is,
  lastDays,
  mostCounted,
  peopleNamed,
  textIn,
  to,
} from '../../../platform/db/list-conditions.ts'
import { chinaTime } from '../../../platform/db/list-file.ts'
import { deviceOf } from '../../identity/rules/device.ts'
import { type LoginReason, loginReasons } from '../../identity/rules/login-log.ts'
import { loginLog, orgUnit, sysUser } from '../../identity/table.ts'
import { oversight } from '../contract.ts'

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
  title: say('routes.loginLog'),
  columns: {
    createdAt: { title: say('oversight.at'), value: ({ createdAt }) => chinaTime(createdAt) },
    name: { title: say('oversight.name'), value: ({ name }) => name },
    account: { title: say('oversight.account'), value: ({ account }) => account },
    event: {
      title: say('oversight.loginEvent'),
      value: ({ event }) => say(`oversight.loginEvents.${event}`),
    },
    ok: {
      title: say('oversight.result'),
      value: ({ ok }) => say(ok ? 'oversight.ok' : 'oversight.failed'),
    },
    reason: {
      title: say('oversight.reason'),
      value: ({ reason, note }) =>
        [reason && say(`oversight.reasons.${reason}`), note].filter(Boolean).join('：'),
    },
    ip: { title: say('oversight.ip'), value: ({ ip }) => ip },
    device: { title: say('oversight.device'), value: ({ device }) => device },
    orgName: { title: say('oversight.orgName'), value: ({ orgName }) => orgName },
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
