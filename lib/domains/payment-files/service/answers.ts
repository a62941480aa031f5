import { createHash } from 'node:crypto'
import { and, eq, inArray, notInArray } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { nextVersion } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import { badInput, notFound, refused } from '../../../platform/errors.ts'
import { storeFile } from '../../../platform/files/file-store.ts'
import { scanFile } from '../../../platform/files/scan-file.ts'
import { deleteUnnamed } from '../../../platform/files/sweep-files.ts'
import type { SlowHandler } from '../../../platform/handler.ts'
import { startJob } from '../../../platform/jobs/jobs.ts'
import { publish } from '../../../platform/live-events.ts'
import { sendMessages } from '../../../platform/messages/send-messages.ts'
import type { Final } from '../../../platform/outside/answered.ts'
import { cleanReference } from '../../../rules/clean-value.ts'
import { decodeText, parseCsv } from '../../../rules/csv.ts'
import { judgeAnswer } from '../../../rules/judge-answer.ts'
import { shownName } from '../../materials/service/shown-name.ts'
import { holdersOf } from '../../orders/service/holders.ts'
import { tellContradiction } from '../../releases/service/contradiction.ts'
import { lockPayments } from '../../releases/service/release-record.ts'
import { disbursement } from '../../releases/table.ts'
import type { paymentFiles } from '../contract.ts'
import {
  type AnswerLine,
  answerRows,
  isCancelledFile,
  isToTell,
  mostOfFile,
  rightLines,
  unbookedLines,
} from '../rules/payment-file.ts'
import { paymentAnswer } from '../table.ts'
import { changeFile, linesOf, type PaymentFile, saidOfLine } from './file-record.ts'

/** 导入回盘: an answer is read and judged line by line first; what is right of it is booked when a person says so. */

export const bookJob = 'releases.book'

export const readAnswer: SlowHandler<typeof paymentFiles.readAnswer> = {
  async prepare(_input, call, upload) {
    if (!upload || upload.bytes.length === 0) throw badInput({ file: 'refusals.fileEmpty' })
    const rows = answerRows(parseCsv(decodeText(upload.bytes)))
    if (!rows) throw badInput({ file: 'paymentFiles.refusals.columns' })
    if (rows.length === 0) throw badInput({ file: 'refusals.fileEmpty' })
    if (rows.length > mostOfFile * 2) throw badInput({ file: 'paymentFiles.refusals.tooLong' })
    await scanFile(upload.bytes)
    const hash = createHash('sha256').update(upload.bytes).digest('hex')
    await storeFile(call.tenantId, hash, upload.bytes)
    return {
      async run(inside, file) {
        const { lines, idOf } = await judged(file, rows, inside)
        const by = { createdAt: inside.now.toISOString(), createdBy: inside.actor.id }
        await db()
          .insert(paymentAnswer)
          .values({
            fileId: file.id,
            name: shownName(upload.name),
            hash,
            lines,
            ...by,
            updatedAt: by.createdAt,
          })
          .onConflictDoUpdate({
            target: [paymentAnswer.tenantId, paymentAnswer.fileId, paymentAnswer.hash],
            set: {
              lines,
              bookedAt: null,
              createdBy: by.createdBy,
              updatedAt: by.createdAt,
              refusedAt: null,
              refusedBy: null,
              refuseReason: null,
            },
          })
        const toBook = rightLines(lines).length
        await audit({ after: { hash, lines: lines.length, toBook } })
        if (toBook > 0) await tellCheckers(file, toBook, inside)
        const toTell = lines.filter((line) => isToTell(line, isCancelledFile(file.status)))
        // All of them first, in the order in which everybody locks orders.
        if (toTell.length > 0) await lockPayments(toTell.map(idOf), undefined)
        for (const line of toTell) await tellContradiction(idOf(line), saidOf(line))
        return { ...(await changeFile(file, {}, inside)), toBook, left: lines.length - toBook }
      },
      settle: async (kept) => {
        if (kept) await storeFile(call.tenantId, hash, upload.bytes)
        else await deleteUnnamed(call.tenantId, hash)
      },
    }
  },
}

/** Somebody else holds it against the bank and books it. */
async function tellCheckers({ fileNo }: PaymentFile, count: number, { actor, now }: Call): Promise<void> {
  const checkers = (await holdersOf('release:check')).filter((id) => id !== actor.id)
  await sendMessages(
    checkers.map((userId) => ({
      kind: 'notice' as const,
      userId,
      createdAt: now.toISOString(),
      createdBy: actor.id,
      title: say('paymentFiles.toCheck', { fileNo }),
      body: say('paymentFiles.toCheckBody', { count }),
    })),
  )
}

type Rows = NonNullable<ReturnType<typeof answerRows>>

/** The lines of an answer held against the file as it stands now. */
async function judged(file: PaymentFile, rows: Rows, { now }: Pick<Call, 'now'>) {
  const own = await linesOf(file.id)
  const numbers = own.map(({ payment }) => payment.payNo)
  const others = await db()
    .select({ payNo: disbursement.payNo })
    .from(disbursement)
    .where(
      and(
        inArray(
          disbursement.payNo,
          rows.map(({ 放款单号 }) => 放款单号),
        ),
        notInArray(disbursement.payNo, numbers),
      ),
    )
  const taken = await db()
    .select({ payNo: disbursement.payNo, bankReference: disbursement.bankReference })
    .from(disbursement)
    .where(
      inArray(
        disbursement.bankReference,
        rows.map(({ 银行流水号 }) => cleanReference(银行流水号)),
      ),
    )
  const ids = new Map(own.map(({ payment }) => [payment.payNo, payment.id]))
  const lines = judgeAnswer(rows, {
    lines: own.map(({ line, payment }) => ({
      payNo: payment.payNo,
      amount: payment.amount,
      checkedAt: payment.checkedAt,
      result: line.result,
      bankReference: line.bankReference,
    })),
    others: new Set(others.map(({ payNo }) => payNo)),
    taken,
    now,
    isCancelled: isCancelledFile(file.status),
  })
  return { lines, idOf: ({ payNo }: AnswerLine) => ids.get(payNo) ?? 0 }
}

/** A line as the bank's interface would have said it. */
export const saidOf = ({ result, bankReference, reason }: AnswerLine): Final =>
  result === '成功' ? { result: 'done', answer: { bankReference } } : { result: 'refused', reason }

type Answer = typeof paymentAnswer.$inferSelect

/** @throws 404 */
async function lockAnswer(id: number, file: PaymentFile): Promise<Answer> {
  const [answer] = await db()
    .select()
    .from(paymentAnswer)
    .where(and(eq(paymentAnswer.id, id), eq(paymentAnswer.fileId, file.id)))
    .for('update')
  if (!answer) throw notFound()
  return answer
}

/** @throws 422 */
function requireOpen({ bookedAt, refusedAt }: Answer): void {
  if (bookedAt) throw refused('paymentFiles.refusals.isBooked')
  if (refusedAt) throw refused('paymentFiles.refusals.isRefused')
}

/** Whoever brought it, and has its file open, sees what became of it. */
const showBringer = ({ createdBy }: Answer): Promise<void> =>
  publish({ userIds: [createdBy], type: 'records', data: { of: 'paymentFile' } })

export async function book(
  { answerId }: ParsedInputOf<typeof paymentFiles.book>,
  call: Call,
  file: PaymentFile,
) {
  const answer = await lockAnswer(answerId, file)
  if (file.status === '已作废') throw refused('paymentFiles.refusals.isCancelled')
  requireOpen(answer)
  const toBook = unbookedLines(answer.lines, (await linesOf(file.id)).map(saidOfLine)).length
  if (toBook === 0) throw refused('paymentFiles.refusals.nothingToBook')
  if (answer.createdBy === call.actor.id) throw refused('paymentFiles.refusals.isOwn')
  const bookedAt = call.now.toISOString()
  await db()
    .update(paymentAnswer)
    .set({ bookedAt, updatedAt: bookedAt, rowVersion: nextVersion(paymentAnswer) })
    .where(eq(paymentAnswer.id, answer.id))
  await showBringer(answer)
  await startJob(bookJob, { answerId: answer.id, by: call.actor.id })
  await audit({ after: { answer: answer.hash, toBook } })
  return changeFile(file, {}, call)
}

/** 驳回回盘: what was read is no answer of the bank's; its payments wait for one that is. */
export async function refuseAnswer(
  { answerId, reason }: ParsedInputOf<typeof paymentFiles.refuseAnswer>,
  call: Call,
  file: PaymentFile,
) {
  const answer = await lockAnswer(answerId, file)
  requireOpen(answer)
  if (answer.createdBy === call.actor.id) throw refused('paymentFiles.refusals.isOwnAnswer')
  const refusedAt = call.now.toISOString()
  await db()
    .update(paymentAnswer)
    .set({
      refusedAt,
      refusedBy: call.actor.id,
      refuseReason: reason,
      updatedAt: refusedAt,
      rowVersion: nextVersion(paymentAnswer),
    })
    .where(eq(paymentAnswer.id, answer.id))
  await audit({ after: { answer: answer.hash, reason } })
  await sendMessages([
    {
      kind: 'notice',
      userId: answer.createdBy,
      createdAt: refusedAt,
      createdBy: call.actor.id,
      title: say('paymentFiles.toldRefused', { fileNo: file.fileNo, name: answer.name }),
      body: reason,
    },
  ])
  await showBringer(answer)
  return changeFile(file, {}, call)
}
