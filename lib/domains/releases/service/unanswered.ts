import { and, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { nextVersion } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import { takeTurn } from '../../../platform/db/turns.ts'
import { outsideCall } from '../../../platform/outside/table.ts'
import { answerLine } from '../../payment-files/service/answer-line.ts'
import { wasDownloaded } from '../../payment-files/service/file-record.ts'
import { paymentAnswer, paymentFile, paymentFileLine } from '../../payment-files/table.ts'
import { isContradicted } from '../rules/disbursement.ts'
import { disbursement } from '../table.ts'
import type { Payment } from './release-record.ts'
import type { BankSays } from './settle-payment.ts'

/**
 * Payments that the bank has and says nothing of: what became of them only its own paper tells. Of the interface those
 * that it was asked about in vain, while nobody asks again: one that is on its way could still be paid after two people
 * said that it failed, and its order would be paid a second time. Of files those that somebody took to the bank; and
 * what is in no file, which nobody sent: it can be stopped.
 */

const asked = eq(outsideCall.aboutType, 'payment')

/** Of payments by their ids. */
export async function unansweredOf(payments: readonly Payment[]): Promise<ReadonlySet<number>> {
  const paying = payments.filter(({ status }) => status === '付款中').map(({ id }) => id)
  if (paying.length === 0) return new Set()
  const { id, tenantId, payNo, payBy, silent } = disbursement
  const isAsked = db()
    .select({ one: sql`1` })
    .from(outsideCall)
    .where(and(asked, eq(outsideCall.aboutId, id), isNotNull(outsideCall.nextAt)))
  const isAnswered = db()
    .select({ one: sql`1` })
    .from(paymentAnswer)
    .where(
      and(
        ...[eq(paymentAnswer.tenantId, tenantId), eq(paymentAnswer.fileId, paymentFileLine.fileId)],
        isNull(paymentAnswer.refusedAt),
        sql`${paymentAnswer.lines} @> jsonb_build_array(jsonb_build_object('payNo', ${payNo}, 'finding', null))`,
      ),
    )
  const isFiled = db()
    .select({ one: sql`1` })
    .from(paymentFileLine)
    .where(
      and(
        ...[eq(paymentFileLine.tenantId, tenantId), eq(paymentFileLine.disbursementId, id)],
        eq(paymentFileLine.live, true),
      ),
    )
  const isWithBank = db()
    .select({ one: sql`1` })
    .from(paymentFileLine)
    .where(
      and(
        ...[eq(paymentFileLine.tenantId, tenantId), eq(paymentFileLine.disbursementId, id)],
        ...[eq(paymentFileLine.live, true), sql`${paymentFileLine.result} is null`],
        // Its answer has come and is to be booked; one that could not be is left to people.
        sql`(${paymentFileLine.hindered} is not null or not exists ${isAnswered})`,
        wasDownloaded(paymentFileLine.fileId, paymentFileLine.tenantId),
      ),
    )
  const found = await db()
    .select({ id })
    .from(disbursement)
    .where(
      and(
        inArray(id, paying),
        sql`case ${payBy} when 'port' then ${silent} and not exists ${isAsked}
          else not exists ${isFiled} or exists ${isWithBank} end`,
      ),
    )
  return new Set(found.map((row) => row.id))
}

/**
 * Everything that a bank was asked by when somebody registers what it did: asked once more, or by another file, it may
 * have paid since.
 */
export async function askedOf(payment: Payment): Promise<string> {
  const asked = await askedBy(payment)
  // Everything that it said since then nobody has seen who registered before.
  return isContradicted(payment) ? `${asked} said ${payment.contradiction?.saidAt}` : asked
}

async function askedBy({ id, payBy }: Payment): Promise<string> {
  if (payBy === 'port') {
    const [row] = await db()
      .select({ id: outsideCall.id, rowVersion: outsideCall.rowVersion })
      .from(outsideCall)
      .where(and(asked, eq(outsideCall.aboutId, id)))
    return `call ${row?.id} ${row?.rowVersion}`
  }
  return `file ${await liveFileOf(id)}`
}

/** The file in which a payment goes to its bank; undefined as long as it is in none. */
async function liveFileOf(paymentId: number): Promise<number | undefined> {
  const [row] = await db()
    .select({ fileId: paymentFileLine.fileId })
    .from(paymentFileLine)
    .where(and(eq(paymentFileLine.disbursementId, paymentId), eq(paymentFileLine.live, true)))
  return row?.fileId
}

/** True where a bank may have the payment: its file may have run though it was given up, or the bank itself says so. */
export const wasAsked = async (payment: Payment): Promise<boolean> =>
  payment.payBy === 'port' || isContradicted(payment) || (await wasFiled(payment.id))

const wasFiled = async (paymentId: number): Promise<boolean> =>
  (await db().$count(
    paymentFileLine,
    and(
      eq(paymentFileLine.disbursementId, paymentId),
      or(eq(paymentFileLine.live, true), wasDownloaded(paymentFileLine.fileId, paymentFileLine.tenantId)),
    ),
  )) > 0

/**
 * Holds what asked the bank, so that nobody asks again and no answer is taken meanwhile. Whoever takes one holds this
 * first and the order then: it is not waited for, as both would wait for each other.
 *
 * @returns undefined while an answer is taken; null where nobody was asked, of which the payment's own row is enough
 */
export async function holdAsked({ id, payBy }: Payment): Promise<number | null | undefined> {
  if (payBy === 'port') {
    const [row] = await db()
      .select({ id: outsideCall.id })
      .from(outsideCall)
      .where(and(asked, eq(outsideCall.aboutId, id)))
      .for('update', { skipLocked: true })
    return row?.id
  }
  const fileId = await liveFileOf(id)
  if (fileId === undefined) return null
  const [row] = await db()
    .select({ id: paymentFile.id })
    .from(paymentFile)
    .where(eq(paymentFile.id, fileId))
    .for('update', { skipLocked: true })
  return row?.id
}

/** True where another payment has the number of the bank: of one receipt two loans would be opened. */
export async function isReferenceTaken(payment: Payment, bankReference: string): Promise<boolean> {
  // No unique index: rows of before may share one.
  await takeTurn('bank-reference', payment.tenantId, bankReference)
  const others = and(eq(disbursement.bankReference, bankReference), ne(disbursement.id, payment.id))
  return (await db().$count(disbursement, others)) > 0
}

/** For whoever reads the call: it was no word of the bank's interface. */
const byHand = (said: BankSays): string =>
  said.ok ? say('releases.result') : `${say('releases.result')}: ${said.reason}`

/**
 * Everything that asked the bank is answered: nobody asks on, and what the bank still says is heard and changes
 * nothing.
 */
export async function endAsked(payment: Payment, askedId: number | null, said: BankSays): Promise<void> {
  if (askedId === null) return
  if (payment.payBy === 'port') {
    await db()
      .update(outsideCall)
      .set({
        status: said.ok ? 'done' : 'failed',
        nextAt: null,
        request: null,
        answeredAt: sql`now()`,
        reason: byHand(said),
        rowVersion: nextVersion(outsideCall),
      })
      .where(eq(outsideCall.id, askedId))
    return
  }
  const [file] = await db().select().from(paymentFile).where(eq(paymentFile.id, askedId))
  if (file) await answerLine(file, payment, said)
}
