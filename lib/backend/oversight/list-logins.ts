import { eq, ilike, inArray, or, sql } from 'drizzle-orm'
import type { OutputOf, ParsedInputOf } from '../../contracts/endpoint.ts'
import type { oversight } from '../../contracts/oversight.ts'
import { deviceOf } from '../../rules/device.ts'
import { type LoginReason, loginReasons } from '../../rules/login-log.ts'
import type { Call } from '../context.ts'
import { db } from '../db/client.ts'
import { orgUnit, sysUser } from '../db/schema/identity.ts'
import { loginLog } from '../db/schema/oversight.ts'
import { anywhere, listPage, listQuery, logDays, peopleNamed, within } from './log-page.ts'

type Page = OutputOf<typeof oversight.logins>

/** 登录日志. */
export function listLogins(
  { q, sort, event, result, ...input }: ParsedInputOf<typeof oversight.logins>,
  call: Call,
): Promise<Page> {
  const where = [
    within(loginLog.createdAt, logDays(input, call.today)),
    event && eq(loginLog.event, event),
    result && eq(loginLog.ok, result === 'ok'),
    q
      ? or(
          inArray(loginLog.userId, peopleNamed(q)),
          ilike(loginLog.account, anywhere(q)),
          ilike(loginLog.ip, anywhere(q)),
        )
      : undefined,
  ]
  const query = listQuery({ table: loginLog, sorts: { createdAt: loginLog.createdAt }, where }, sort, call)
  return listPage(query, input, readLogins)
}

async function readLogins(ids: number[]): Promise<Page['data']> {
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
