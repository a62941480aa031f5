import { tooMany } from '../errors.ts'
import { addressOf } from '../identity/login-attempts.ts'

/** How often the address of the official account's platform is heard, counted by the minute in each process. */

const MINUTE = 60_000
/** Tokens that are none: of one address for one tenant; then not even a right one is looked at. */
const WRONG_TOKENS = 10
/** Messages of one tenant: more than its customers write, less than would keep its staff's bells ringing. */
const MESSAGES = 600

let minute = 0
const counts = new Map<string, number>()

const countOf = (key: string) => counts.get(key) ?? 0

type Caller = { tenantCode: string; ip: string; now: Date }

const ofAddress = ({ tenantCode, ip }: Caller) => `${tenantCode} ${addressOf(ip)}`

/** @throws 429 for an address with too many wrong tokens, before the database is asked */
export function checkAddress(caller: Caller): void {
  const current = Math.floor(caller.now.getTime() / MINUTE)
  if (current !== minute) counts.clear()
  minute = current
  if (countOf(ofAddress(caller)) >= WRONG_TOKENS) throw tooMany()
}

export function countWrongToken(caller: Caller): void {
  counts.set(ofAddress(caller), countOf(ofAddress(caller)) + 1)
}

/** @throws 429 past the messages of a tenant's minute */
export function countMessage({ tenantCode }: Caller): void {
  counts.set(tenantCode, countOf(tenantCode) + 1)
  if (countOf(tenantCode) > MESSAGES) throw tooMany()
}
