import { eq, ilike, inArray, or, sql } from 'drizzle-orm'
import type { OutputOf, ParsedInputOf } from '../../contracts/endpoint.ts'
import { oversight } from '../../contracts/oversight.ts'
import { zhCN } from '../../i18n/zh-cn.ts'
import { deviceOf } from '../../rules/device.ts'
import { type LoginReason, loginReasons } from '../../rules/login-log.ts'
import { chinaTime, type FileColumn, listFile } from '../applications/list-file.ts'
import type { Call } from '../context.ts'
import { db } from '../db/client.ts'
import type { PagedQuery } from '../db/page-map.ts'
import { orgUnit, sysUser } from '../db/schema/identity.ts'
import { loginLog } from '../db/schema/oversight.ts'
import type { FileAnswer } from '../handler.ts'
import { anywhere, inOrder, listPage, listQuery, logDays, peopleNamed, within } from './log-page.ts'

type Row = Page['data'][number]
type Page = OutputOf<typeof oversight.logins>

/** 登录日志. */
export function listLogins(input: ParsedInputOf<typeof oversight.logins>, call: Call): Promise<Page> {
  return listPage(loginQuery(input, call), input, readLogins)
}

type Filter = Pick<ParsedInputOf<typeof oversight.logins>, 'q' | 'sort' | 'event' | 'result' | 'from' | 'to'>

function loginQuery({ q, sort, event, result, ...days }: Filter, call: Call): PagedQuery {
  const where = [
    within(loginLog.createdAt, logDays(days, call.today)),
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
  return listQuery({ table: loginLog, sorts: { createdAt: loginLog.createdAt }, where }, sort, call)
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

/** By the ids of the list's columns. */
const columns: Readonly<Record<string, FileColumn<Row>>> = {
  createdAt: { title: zhCN('oversight.at'), value: ({ createdAt }) => chinaTime(createdAt) },
  name: { title: zhCN('oversight.name'), value: ({ name }) => name },
  account: { title: zhCN('oversight.account'), value: ({ account }) => account },
  event: {
    title: zhCN('oversight.loginEvent'),
    value: ({ event }) => zhCN(`oversight.loginEvents.${event}`),
  },
  ok: { title: zhCN('oversight.result'), value: ({ ok }) => zhCN(ok ? 'oversight.ok' : 'oversight.failed') },
  reason: {
    title: zhCN('oversight.reason'),
    value: ({ reason, note }) =>
      [reason && zhCN(`oversight.reasons.${reason}`), note].filter(Boolean).join('：'),
  },
  ip: { title: zhCN('oversight.ip'), value: ({ ip }) => ip },
  device: { title: zhCN('oversight.device'), value: ({ device }) => device },
  orgName: { title: zhCN('oversight.orgName'), value: ({ orgName }) => orgName },
}

/** 登录日志 as a file. */
export const exportLogins = (
  input: ParsedInputOf<typeof oversight.exportLogins>,
  call: Call,
): Promise<FileAnswer> =>
  listFile(
    {
      list: 'logins',
      of: oversight.logins,
      title: zhCN('routes.loginLog'),
      filter: input,
      columnOf: (key) => (Object.hasOwn(columns, key) ? columns[key] : undefined),
      query: async () => loginQuery(input, call),
      read: async (ids) => inOrder(ids, await readLogins(ids)),
    },
    call,
  )
