import { eq } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { withOneRetry } from '../../../platform/db/one-retry.ts'
import { answerOf, refused } from '../../../platform/errors.ts'
import { defineJob, type JobRun } from '../../../platform/jobs/jobs.ts'
import { describeError, log } from '../../../platform/log.ts'
import { sendMessages } from '../../../platform/messages/send-messages.ts'
import { cleanReference } from '../../../rules/clean-value.ts'
import { bankAnswered } from '../../releases/service/bank-answers.ts'
import { tellContradiction } from '../../releases/service/contradiction.ts'
import { type AnswerLine, rightLines } from '../rules/payment-file.ts'
import { paymentAnswer, paymentFile } from '../table.ts'
import { answerLine, writeLine } from './answer-line.ts'
import { bookJob, saidOf } from './answers.ts'
import { linesOf, lockFile } from './file-record.ts'

/**
 * Everything that the bank said, booked line by line as its interface would have said it: each in a transaction of its
 * own, in which the line is answered too. Broken off anywhere, the next run finds what is answered, and goes on behind
 * it.
 */

export const bookAnswers = defineJob({
  name: bookJob,
  awaited: true,
  run: ({ answerId, by }, job) => bookLines(Number(answerId), Number(by), job),
})

export type BookRun = Pick<JobRun, 'tenantId' | 'signal' | 'step'>

export async function bookLines(answerId: number, by: number, job: BookRun): Promise<void> {
  const answer = await inTenant(job.tenantId, async () => {
    const [found] = await db().select().from(paymentAnswer).where(eq(paymentAnswer.id, answerId))
    return found
  })
  if (!answer) return
  const right = rightLines(answer.lines)
  const kept = { booked: 0, hindered: 0 }
  for (const said of right) {
    job.signal.throwIfAborted()
    try {
      if (await withOneRetry(() => job.step(() => bookLine(answer, said, job.tenantId)))) kept.booked++
    } catch (error) {
      if (job.signal.aborted) throw error
      log({ event: 'answered payment not booked', payment: said.payNo, ...describeError(error) })
      kept.hindered++
      const hindered = answerOf(error)?.body.message ?? say('errors.server')
      await job.step(() => writeLine(answer.fileId, said.payNo, { hindered: hindered.slice(0, 200) }))
    }
  }
  // A run that found all of it done says nothing a second time.
  if (kept.booked + kept.hindered > 0) await job.step(() => tell(answer.fileId, [by, answer.createdBy], kept))
}

async function bookLine(
  { id, fileId }: Pick<typeof paymentAnswer.$inferSelect, 'id' | 'fileId'>,
  said: AnswerLine,
  tenantId: number,
): Promise<boolean> {
  const file = await lockFile(fileId)
  if (!file || file.status === '已作废') return false
  // Brought in once more while this ran, and refused then: what is refused is not booked.
  const [now] = await db()
    .select({ refusedAt: paymentAnswer.refusedAt })
    .from(paymentAnswer)
    .where(eq(paymentAnswer.id, id))
  if (!now || now.refusedAt !== null) return false
  const lines = await linesOf(fileId)
  const own = lines.find(({ payment }) => payment.payNo === said.payNo)
  if (!own) return false
  const { paidAt, reason } = said
  const bankReference = cleanReference(said.bankReference)
  const isPaid = said.result === '成功'
  if (own.line.result !== null) {
    await tellContradiction(own.payment.id, saidOf(said))
    return false
  }
  const taken = await bankAnswered(
    own.payment.id,
    tenantId,
    isPaid ? { ok: true, bankReference, paidAt } : { ok: false, reason },
  )
  if (!taken) throw refused('paymentFiles.refusals.notPaying')
  await answerLine(file, own.payment, isPaid ? { ok: true, bankReference } : { ok: false, reason })
  return true
}

/** Whoever brought it, and whoever booked it, hears what came of it. */
async function tell(
  fileId: number,
  userIds: readonly number[],
  kept: { booked: number; hindered: number },
): Promise<void> {
  const [file] = await db().select().from(paymentFile).where(eq(paymentFile.id, fileId))
  if (!file) return
  await sendMessages(
    [...new Set(userIds)].map((userId) => ({
      kind: 'notice' as const,
      userId,
      createdAt: new Date().toISOString(),
      createdBy: 0,
      title: say('paymentFiles.told', { fileNo: file.fileNo }),
      body: say(kept.hindered > 0 ? 'paymentFiles.toldHindered' : 'paymentFiles.toldBody', kept),
    })),
  )
}
