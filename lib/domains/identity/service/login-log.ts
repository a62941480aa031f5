import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { db } from '../../../platform/db/client.ts'
import {
  type LoginReason,
  type LoginRefusal,
  maskUnknownAccount,
  userAgentLength,
} from '../rules/login-log.ts'
import { loginLog, sysUser } from '../table.ts'

/** 登录日志, as it is written: in the transaction of what it tells. */

/** The address that a browser calls from, and the name that it gives itself. */
export type Browser = { ip: string; userAgent: string }
type User = { id: number; account: string }

/** Tries that are refused unread are written once in so many minutes for an account: a flood fills no table. */
const floodMinutes = 15

const browserColumns = ({ ip, userAgent }: Browser) => ({
  ip,
  userAgent: userAgent.slice(0, userAgentLength),
})

export async function logSignIn(user: User, browser: Browser): Promise<void> {
  await db()
    .insert(loginLog)
    .values({
      event: 'login',
      userId: user.id,
      account: user.account,
      ok: true,
      createdBy: user.id,
      ...browserColumns(browser),
    })
}

/** A try that was refused. `user` is whose account it was, when it is somebody's. */
export async function logRefusal(
  reason: LoginRefusal,
  account: string,
  user: User | undefined,
  browser: Browser,
): Promise<void> {
  const shown = user?.account ?? maskUnknownAccount(account)
  if (reason === 'throttled' && (await wasThrottled(shown))) return
  await db()
    .insert(loginLog)
    .values({
      event: 'login',
      userId: user?.id ?? null,
      account: shown,
      ok: false,
      reason,
      ...browserColumns(browser),
    })
}

async function wasThrottled(account: string): Promise<boolean> {
  const [row] = await db()
    .select({ id: loginLog.id })
    .from(loginLog)
    .where(
      and(
        eq(loginLog.account, account),
        eq(loginLog.ok, false),
        eq(loginLog.reason, 'throttled'),
        gt(loginLog.createdAt, sql`now() - make_interval(mins => ${floodMinutes})`),
      ),
    )
    .limit(1)
  return row !== undefined
}

/** The reason why a session is over; without a reason its user logged out. */
export type Ending = { reason?: LoginReason; note?: string; by?: number }

type EndedSession = { userId: number; ip: string | null; userAgent: string }

/** Sessions that are over. */
export async function logEndings(sessions: readonly EndedSession[], ending: Ending): Promise<void> {
  const { reason = '', note = '', by } = ending
  const ids = [...new Set(sessions.map(({ userId }) => userId))]
  const users = await db()
    .select({ id: sysUser.id, account: sysUser.account })
    .from(sysUser)
    .where(inArray(sysUser.id, ids))
  const accounts = new Map(users.map(({ id, account }) => [id, account]))
  await db()
    .insert(loginLog)
    .values(
      sessions.map(({ userId, ip, userAgent }) => ({
        event: reason === '' ? ('logout' as const) : ('ended' as const),
        userId,
        account: accounts.get(userId) ?? '',
        ok: true,
        reason,
        note,
        createdBy: by ?? userId,
        ip: ip ?? '',
        userAgent,
      })),
    )
}
