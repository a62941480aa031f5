import { addressOf } from '../../domains/identity/service/login-attempts.ts'
import { minuteLimit } from '../minute-limit.ts'

/** A limit on how often the address of the official account's platform is heard. */

/** Tokens that are none: of one address for one tenant; then not even a right one is looked at. */
const wrongTokens = minuteLimit(10)
/** Messages of one tenant: more than its customers write, less than would keep its staff's bells ringing. */
const messages = minuteLimit(600)

type Caller = { tenantCode: string; ip: string; now: Date }

const ofAddress = ({ tenantCode, ip }: Caller) => `${tenantCode} ${addressOf(ip)}`

/** @throws 429 for an address with too many wrong tokens, before the database is asked */
export const checkAddress = (caller: Caller): void => wrongTokens.check(ofAddress(caller), caller.now)

export const countWrongToken = (caller: Caller): void => wrongTokens.count(ofAddress(caller), caller.now)

/** @throws 429 past the messages of a tenant's minute */
export function countMessage({ tenantCode, now }: Caller): void {
  messages.check(tenantCode, now)
  messages.count(tenantCode, now)
}
