import { createHash, randomBytes, randomInt } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { and, count, eq, gt, lt, sql } from 'drizzle-orm'
import { db, inTenantOf } from '../../../platform/db/client.ts'
import { takeTurn } from '../../../platform/db/turns.ts'
import { tooMany, unavailable } from '../../../platform/errors.ts'
import { createLane } from '../../../platform/lane.ts'
import { hasZeroBits, proofBits, proofText } from '../rules/login-slowing.ts'
import { captcha } from '../table.ts'
import { drawCaptcha } from './captcha-drawing.ts'
import { glyphs } from './captcha-glyphs.ts'

/**
 * Captchas: four characters bound to the `redomStr` the page chose, good for five minutes and one answer. Beneath each
 * lies work: a number whose SHA-256 with the captcha's salt begins with zero bits, found by the page while the
 * characters are read, and said by a call of its own, so that an answer stays `code` and `redomStr`.
 */

const CHARACTERS = Object.keys(glyphs)
/** One captcha is drawn at a time, and whatever else is ready comes in between; the next beyond the line gets 503. */
const drawingLane = createLane({ width: 1, line: 40, full: () => unavailable() })

/** Captchas of one address that nobody has answered; who draws on has to wait for some to end. */
const PER_ADDRESS = 60

export type DrawnCaptcha = { image: string; salt: string; bits: number; code: string }

/**
 * Draws a new captcha; one of the same `redomStr` is replaced. Written first and drawn after it: drawing holds no
 * connection.
 * @throws 429 when the address has drawn too many, 503 when too many wait to be drawn
 */
export async function newCaptcha(
  redomStr: string,
  { tenantCode, address, bitsOf }: { tenantCode: string; address: string; bitsOf: () => Promise<number> },
): Promise<DrawnCaptcha> {
  const code = Array.from({ length: 4 }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('')
  const salt = randomBytes(9).toString('base64url')
  const bits = await inTenantOf(tenantCode, async () => {
    await takeTurn('captcha', address)
    await db().delete(captcha).where(lt(captcha.expiresAt, sql`now()`))
    const [drawn] = await db().select({ waiting: count() }).from(captcha).where(eq(captcha.ip, address))
    if ((drawn?.waiting ?? 0) >= PER_ADDRESS) throw tooMany()
    const bits = await bitsOf()
    const values = {
      code,
      salt,
      bits,
      ip: address,
      proven: false,
      expiresAt: sql`now() + interval '5 minutes'`,
    }
    await db()
      .insert(captcha)
      .values({ redomStr, ...values })
      .onConflictDoUpdate({ target: [captcha.tenantId, captcha.redomStr], set: values })
    return bits
  })
  const png = await drawingLane('', async () => {
    await setImmediate()
    return drawCaptcha(code)
  })
  return { image: png.toString('base64'), salt, bits, code }
}

/** Takes the work of a captcha; whether it is right is told by nothing but the answer to the captcha. */
export async function proveCaptcha(redomStr: string, nonce: number): Promise<void> {
  const [drawn] = await db()
    .select({ id: captcha.id, salt: captcha.salt, bits: captcha.bits })
    .from(captcha)
    .where(eq(captcha.redomStr, redomStr))
  if (!drawn || !isProof(drawn.salt, nonce, drawn.bits)) return
  await db().update(captcha).set({ proven: true }).where(eq(captcha.id, drawn.id))
}

const isProof = (salt: string, nonce: number, bits: number) =>
  hasZeroBits(createHash('sha256').update(proofText(salt, nonce)).digest(), bits)

/** Failures that others add while somebody reads the characters make no work too little. */
const SLACK = 1

/**
 * True where a captcha was answered rightly and worked for. It is used up either way.
 * @param failures that ask for it: one drawn for fewer, and so for less work, is none
 */
export async function consumeCaptcha(
  redomStr: string | undefined,
  answer: string | undefined,
  failures = 0,
): Promise<boolean> {
  if (!redomStr || !answer) return false
  const [drawn] = await db()
    .delete(captcha)
    .where(and(eq(captcha.redomStr, redomStr), gt(captcha.expiresAt, sql`now()`)))
    .returning({ code: captcha.code, proven: captcha.proven, bits: captcha.bits })
  if (!drawn?.proven || drawn.bits < proofBits(failures) - SLACK) return false
  return drawn.code === answer.trim().toUpperCase()
}
