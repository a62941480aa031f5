import { and, count, eq, gt, isNull, notExists, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { db } from '../../../platform/db/client.ts'
import { takeTurn } from '../../../platform/db/turns.ts'
import { addressLimit, captchaFrom, deviceLimit, slowFrom, windowMinutes } from '../rules/login-slowing.ts'
import { loginAttempt, sysUser } from '../table.ts'

/** Everything that failed tries of the last quarter of an hour ask of the next one; threats.md S11, N6. */

/**
 * `device`: the browser, when it has signed in to this account before. It has a count of its own, which no stranger can
 * fill; once that is full it is as any other.
 */
export type Tries = { account: string; address: string; device?: string | undefined }

/**
 * Failed tries that count for the next one. A success forgives those of the same account, address and browser, and no
 * others: neither a stranger's own account nor the owner at his desk wipes out what somebody else has tried.
 */
export type Failures = {
  /** Of the account by browsers that never signed in to it; of a known browser its own. */
  account: number
  /** Of the address; a known browser has nothing to do with it. */
  address: number
  /** Of the address, forgiven or not. */
  addressTotal: number
  /** The browser whose own count it is; undefined for any other browser. */
  device: string | undefined
}

/** Keeps other tries of the account or the address waiting, so that parallel ones are counted one after another. */
export async function lockTries({ account, address }: Tries): Promise<void> {
  // Always in this order: two tries never wait for each other crosswise.
  await takeTurn('login-address', address)
  await takeTurn('login-account', account)
}

export async function countFailures({ account, address, device }: Tries): Promise<Failures> {
  const ofAccount = eq(loginAttempt.account, account)
  const ofAddress = eq(loginAttempt.ip, address)
  if (device !== undefined) {
    const own = await countOf(and(ofAccount, eq(loginAttempt.device, device), afterUnlock, unforgiven()))
    if (own < deviceLimit) return { account: own, address: 0, addressTotal: 0, device }
  }
  return {
    account: await countOf(and(ofAccount, isNull(loginAttempt.device), afterUnlock, unforgiven())),
    address: await countOf(and(ofAddress, isNull(loginAttempt.device), unforgiven())),
    addressTotal: await countOf(and(ofAddress, isNull(loginAttempt.device))),
    device: undefined,
  }
}

const inWindow = sql`${loginAttempt.createdAt} > now() - make_interval(mins => ${windowMinutes})`

/** An administrator who unlocks an account forgives what came before. */
const afterUnlock = sql`${loginAttempt.createdAt} > coalesce((
  select u.unlocked_at from ${sysUser} u where u.account = ${loginAttempt.account}), '-infinity')`

/** A try that was judged so, or is being judged; one that a stopped server never judged says nothing of anybody. */
const failed = sql`(${loginAttempt.ok} is false or ${loginAttempt.ok} is null
  and ${loginAttempt.createdAt} > now() - interval '30 seconds')`

const success = alias(loginAttempt, 'success')

/** No success of the same account, address and browser came after it. */
function unforgiven(): SQL {
  const later = db()
    .select({ id: success.id })
    .from(success)
    .where(
      and(
        eq(success.ok, true),
        eq(success.account, loginAttempt.account),
        eq(success.ip, loginAttempt.ip),
        sql`${success.device} is not distinct from ${loginAttempt.device}`,
        gt(success.createdAt, loginAttempt.createdAt),
      ),
    )
  return notExists(later)
}

async function countOf(which: SQL | undefined): Promise<number> {
  const [row] = await db()
    .select({ failures: count() })
    .from(loginAttempt)
    .where(and(which, inWindow, failed))
  return row?.failures ?? 0
}

/** Everything that counts towards captcha and work. */
export const mostOf = ({ account, address }: Failures) => Math.max(account, address)

export const needsCaptcha = (failures: Failures) => mostOf(failures) >= captchaFrom

/** The address has tried too much, whatever the accounts. */
export const isThrottled = ({ addressTotal }: Failures) => addressTotal >= addressLimit

/** Tries of the account take turns: slowed, not locked. */
export const needsTurn = ({ account, device }: Failures) => device === undefined && account >= slowFrom

/** Accounts whose tries from unknown browsers are slowed now, as a subquery: the same count for all of them together. */
export const throttledSince = () => sql`(
  select ${loginAttempt.account} as account from ${loginAttempt}
  where ${inWindow} and ${failed} and ${loginAttempt.device} is null and ${afterUnlock} and ${unforgiven()}
  group by ${loginAttempt.account} having count(*) >= ${slowFrom})`

/** The accounts that are among them. */
export async function throttledAccounts(accounts: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await db().execute<{ account: string }>(
    sql`select account from ${throttledSince()} as throttled where account = any(${sql.param(accounts)}::text[])`,
  )
  return new Set(rows.map(({ account }) => account))
}

export const throttleMinutes = windowMinutes

/** Counts as failed until {@link markTry}: parallel tries see each other. @returns its id */
export async function recordTry({ account, address, device }: Tries): Promise<number> {
  const [row] = await db()
    .insert(loginAttempt)
    .values({ account, ip: address, ok: null, device: device ?? null })
    .returning({ id: loginAttempt.id })
  if (!row) throw new Error('the try was not recorded')
  return row.id
}

export async function markTry(id: number, ok: boolean): Promise<void> {
  await db().update(loginAttempt).set({ ok }).where(eq(loginAttempt.id, id))
}

/** The part of an address that counts as one: IPv4 whole, of IPv6 the /64 that one subscriber has. */
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
