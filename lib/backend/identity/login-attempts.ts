import { and, count, eq, gt, max, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { db } from '../db/client.ts'
import { loginAttempt, sysUser } from '../db/schema/identity.ts'
import { takeTurn } from '../db/turns.ts'

/** What failed tries of the last quarter of an hour ask of the next one; threats.md S11. */

const WINDOW_MINUTES = 15
const CAPTCHA_FROM = 3
const ACCOUNT_LIMIT = 10
const ADDRESS_LIMIT = 30

export type Tries = { account: string; address: string }

/** Failed tries: of the account and the address since they last got in, and of the address in the whole window. */
export type Failures = { account: number; address: number; addressTotal: number }

/** Keeps other tries of the account or the address waiting, so that parallel ones are counted one after another. */
export async function lockTries({ account, address }: Tries): Promise<void> {
  // Always in this order: two tries never wait for each other crosswise.
  await takeTurn('login-address', address)
  await takeTurn('login-account', account)
}

export async function countFailures({ account, address }: Tries): Promise<Failures> {
  const ofAccount = eq(loginAttempt.account, account)
  const ofAddress = eq(loginAttempt.ip, address)
  const unlocked = db()
    .select({ at: max(sysUser.unlockedAt) })
    .from(sysUser)
    .where(eq(sysUser.account, account))
  const [byAccount, byAddress, total] = [
    await countSince(and(ofAccount, afterOrNever(unlocked)), true),
    await countSince(ofAddress, true),
    await countSince(ofAddress, false),
  ]
  return { account: byAccount, address: byAddress, addressTotal: total }
}

const afterOrNever = (instant: SQLWrapper) =>
  sql`${loginAttempt.createdAt} > coalesce((${instant}), '-infinity'::timestamptz)`

async function countSince(whose: SQL | undefined, sinceSuccess: boolean): Promise<number> {
  const inWindow = gt(loginAttempt.createdAt, sql`now() - make_interval(mins => ${WINDOW_MINUTES})`)
  const lastSuccess = db()
    .select({ at: max(loginAttempt.createdAt) })
    .from(loginAttempt)
    .where(and(whose, inWindow, eq(loginAttempt.ok, true)))
  const after = sinceSuccess ? afterOrNever(lastSuccess) : undefined
  const [row] = await db()
    .select({ failures: count() })
    .from(loginAttempt)
    .where(and(whose, inWindow, eq(loginAttempt.ok, false), after))
  return row?.failures ?? 0
}

export const needsCaptcha = ({ account, address }: Failures) => Math.max(account, address) >= CAPTCHA_FROM

export const isThrottled = ({ account, addressTotal }: Failures) =>
  account >= ACCOUNT_LIMIT || addressTotal >= ADDRESS_LIMIT

/** Accounts that no password opens for now, as a subquery: the same count for all of them together. */
export const throttledSince = () => sql`(
  select a.account from ${loginAttempt} a
  where a.created_at > now() - make_interval(mins => ${WINDOW_MINUTES}) and not a.ok
    and a.created_at > coalesce((select max(s.created_at) from ${loginAttempt} s
      where s.account = a.account and s.ok and s.created_at > now() - make_interval(mins => ${WINDOW_MINUTES})), '-infinity')
    and a.created_at > coalesce((select u.unlocked_at from ${sysUser} u where u.account = a.account), '-infinity')
  group by a.account having count(*) >= ${ACCOUNT_LIMIT})`

/** Which of the accounts are among them. */
export async function throttledAccounts(accounts: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await db().execute<{ account: string }>(
    sql`select account from ${throttledSince()} as throttled where account = any(${sql.param(accounts)}::text[])`,
  )
  return new Set(rows.map(({ account }) => account))
}

export const throttleMinutes = WINDOW_MINUTES

/** Counts as failed until {@link markSucceeded}: parallel tries see each other. @returns its id */
export async function recordTry({ account, address }: Tries): Promise<number> {
  const [row] = await db()
    .insert(loginAttempt)
    .values({ account, ip: address, ok: false })
    .returning({ id: loginAttempt.id })
  if (!row) throw new Error('the try was not recorded')
  return row.id
}

export async function markSucceeded(id: number): Promise<void> {
  await db().update(loginAttempt).set({ ok: true }).where(eq(loginAttempt.id, id))
}

/** What of an address counts as one: IPv4 whole, of IPv6 the /64 that one subscriber has. */
export function addressOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped?.[1]) return mapped[1]
  if (!ip.includes(':')) return ip
  const [head = '', tail] = ip.split('::')
  const groups = head === '' ? [] : head.split(':')
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length)
  const all = [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...(tail ? tail.split(':') : [])]
  return `${all
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
