/** Everything that failed tries ask of the next one (threats.md S11, N6): a captcha, work, and from some on a turn. */

export const windowMinutes = 15
/** Failed tries from which on a captcha is asked. */
export const captchaFrom = 3
/** Tries of an account by browsers that never signed in to it: from so many on they are slowed. */
export const slowFrom = 10
/** Of a browser that has signed in before: from so many on it counts as any other. */
export const deviceLimit = 10
/** Tries of one address, whatever the accounts. */
export const addressLimit = 30

const leastBits = 14
const mostBits = 19

/** The hardness of the work beneath a captcha: each second failure past the first captcha doubles it. */
export const proofBits = (failures: number) =>
  Math.min(mostBits, leastBits + Math.max(0, Math.floor((failures - captchaFrom) / 2)))

/** Seconds between the tries of a slowed account: they grow, and never become a lock. */
export const turnSeconds = (failures: number) => Math.min(60, 5 + 2 * Math.max(0, failures - slowFrom))

/** True where a SHA-256 begins with so many zero bits. */
export function hasZeroBits(hash: Uint8Array, bits: number): boolean {
  for (let at = 0; at * 8 < bits; at++) {
    const wanted = Math.min(8, bits - at * 8)
    if ((hash[at] ?? 255) >> (8 - wanted) !== 0) return false
  }
  return true
}

/** Everything that is hashed: the captcha's salt and the number that was looked for. */
export const proofText = (salt: string, nonce: number) => `${salt}:${nonce}`
