import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { and, count, desc, eq, gt, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { db } from '../../../platform/db/client.ts'
import { takeTurn } from '../../../platform/db/turns.ts'
import { type CallError, tooMany } from '../../../platform/errors.ts'
import { codeDigits, codeMinutes, codeWaitSeconds } from '../rules/collect.ts'
import { collectCode } from '../table.ts'

/** Codes that prove a mobile: six digits, five minutes, five tries, one use; limits by number and by address. */

const mostTries = 5
const aDayByMobile = 5
const anHourByAddress = 30

/**
 * The page that a code is asked for on: a link of the form or the open form, or who signs contracts. Each has its own
 * count.
 */
export type CodeUse = { linkId: number | null } | { signingId: number }
type Asked = { mobile: string; address: string; use: CodeUse }

const columnsOf = (use: CodeUse) => ({
  linkId: 'linkId' in use ? use.linkId : null,
  signingId: 'signingId' in use ? use.signingId : null,
})
const sameKind = (use: CodeUse) =>
  'signingId' in use ? isNotNull(collectCode.signingId) : isNull(collectCode.signingId)
const sameUse = (use: CodeUse) => {
  if ('signingId' in use) return eq(collectCode.signingId, use.signingId)
  const { linkId } = use
  return and(sameKind(use), linkId === null ? isNull(collectCode.linkId) : eq(collectCode.linkId, linkId))
}

const hashOf = (mobile: string, code: string) =>
  createHash('sha256').update(`${mobile} ${code}`).digest('hex')

/**
 * Makes a code, or answers 429. What asks for the same number or from the same address at once waits for it.
 *
 * @returns the code and its row, for {@link dropCode} when it could not be sent
 */
export async function newCode({
  mobile,
  address,
  use,
}: Asked): Promise<{ id: number; code: string } | CallError> {
  // Always in this order: two of them never wait for each other crosswise.
  await takeTurn('collect-code-address', address)
  await takeTurn('collect-code-mobile', mobile)
  await db().delete(collectCode).where(lt(collectCode.createdAt, sql`now() - interval '2 days'`))
  // Whoever asks on the open form for a number that is not his keeps its owner from no code to sign with.
  const ofMobile = and(eq(collectCode.mobile, mobile), sameKind(use))
  if ((await countSince(ofMobile, codeWaitSeconds)) > 0)
    return tooMany('collectPage.tooSoon', { seconds: String(codeWaitSeconds) })
  if ((await countSince(ofMobile, 86_400)) >= aDayByMobile) return tooMany('collectPage.tooManyCodes')
  if ((await countSince(eq(collectCode.ip, address), 3_600)) >= anHourByAddress)
    return tooMany('collectPage.tooManyCodes')
  const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0')
  const [row] = await db()
    .insert(collectCode)
    .values({
      mobile,
      ip: address,
      ...columnsOf(use),
      codeHash: hashOf(mobile, code),
      expiresAt: sql`now() + make_interval(mins => ${codeMinutes})`,
    })
    .returning({ id: collectCode.id })
  if (!row) throw new Error('the code was not written')
  return { id: row.id, code }
}

async function countSince(whose: SQL | undefined, seconds: number): Promise<number> {
  const [row] = await db()
    .select({ codes: count() })
    .from(collectCode)
    .where(and(whose, gt(collectCode.createdAt, sql`now() - make_interval(secs => ${seconds})`)))
  return row?.codes ?? 0
}

/** Takes back a code that never arrived: it counts for no limit of the number. */
export async function dropCode(id: number): Promise<void> {
  await db().delete(collectCode).where(eq(collectCode.id, id))
}

/**
 * True where the newest code of a mobile for this use was answered rightly. Used up when it was; a wrong try counts.
 */
export async function consumeCode(mobile: string, use: CodeUse, answer: string): Promise<boolean> {
  const [sent] = await db()
    .select({ id: collectCode.id, codeHash: collectCode.codeHash, tries: collectCode.tries })
    .from(collectCode)
    .where(
      and(
        eq(collectCode.mobile, mobile),
        sameUse(use),
        isNull(collectCode.usedAt),
        gt(collectCode.expiresAt, sql`now()`),
      ),
    )
    .orderBy(desc(collectCode.id))
    .limit(1)
    .for('update')
  // Its tries are its own: when they are used up, no older code counts instead.
  if (!sent || sent.tries >= mostTries) return false
  const right = timingSafeEqual(Buffer.from(sent.codeHash), Buffer.from(hashOf(mobile, answer)))
  await db()
    .update(collectCode)
    .set(right ? { usedAt: sql`now()` } : { tries: sql`${collectCode.tries} + 1` })
    .where(eq(collectCode.id, sent.id))
  return right
}
