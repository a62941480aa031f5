import { desc, eq, inArray, sql } from 'drizzle-orm'
import type { OutputOf } from '../../contracts/endpoint.ts'
import type { paymentFiles } from '../../contracts/payment-files.ts'
import { isContradicted } from '../../rules/disbursement.ts'
import { maskCard } from '../../rules/mask.ts'
import { isCancelledFile } from '../../rules/payment-file.ts'
import { audit } from '../audit.ts'
import type { Call } from '../context.ts'
import { db } from '../db/client.ts'
import { application } from '../db/schema/applications.ts'
import { paymentAnswer, paymentFile } from '../db/schema/payment-files.ts'
import { notFound, refused } from '../errors.ts'
import { storedBody } from '../files/file-store.ts'
import type { FileAnswer } from '../handler.ts'
import { linesOf, readFiles } from './file-record.ts'

/** One 付款文件: its payments, what the bank said of each, and the file itself. */

/** More answers of one file than anybody reads. */
const mostAnswers = 20

/** @throws 404 */
export async function readFile({ fileId }: { fileId: number }): Promise<OutputOf<typeof paymentFiles.get>> {
  const [file] = await readFiles([fileId])
  if (!file) throw notFound()
  const lines = await linesOf(fileId)
  const orders = await db()
    .select({ id: application.id, orderNo: application.orderNo })
    .from(application)
    .where(
      inArray(
        application.id,
        lines.map(({ payment }) => payment.orderId),
      ),
    )
  const numbers = new Map(orders.map(({ id, orderNo }) => [id, orderNo]))
  const isOpen = sql`(${paymentAnswer.bookedAt} is null and ${paymentAnswer.refusedAt} is null)`
  const answers = await db()
    .select()
    .from(paymentAnswer)
    .where(eq(paymentAnswer.fileId, fileId))
    .orderBy(desc(isOpen), desc(paymentAnswer.updatedAt), desc(paymentAnswer.id))
    .limit(mostAnswers)
  return {
    file,
    lines: lines.map(({ line, payment }) => {
      const { orderId, payNo, payeeName, amount } = payment
      const { id, result, bankReference, reason, hindered, answeredAt } = line
      return {
        ...{ id, orderId, orderNo: numbers.get(orderId) ?? '', payNo, payeeName, amount },
        ...{ payeeAccount: maskCard(payment.payeeAccount) },
        ...{ result, bankReference, reason, hindered, answeredAt },
      }
    }),
    answers,
  }
}

/**
 * @throws 404, 422 for one that is cancelled: its payments may be in another one; and for one with a payment that a bank
 * may have paid already, by a file that was given up
 */
export async function downloadFile({ fileId }: { fileId: number }, call: Call): Promise<FileAnswer> {
  // Held: whoever cancels it at the same moment knows of the download, or the download of the cancel.
  const [file] = await db().select().from(paymentFile).where(eq(paymentFile.id, fileId)).for('update')
  if (!file) throw notFound()
  if (isCancelledFile(file.status)) throw refused('paymentFiles.refusals.isCancelled')
  const paid = (await linesOf(file.id)).find(
    ({ payment }) => payment.status === '付款中' && isContradicted(payment),
  )
  if (paid) throw refused('paymentFiles.refusals.contradicted', { payNo: paid.payment.payNo })
  await audit({ object: `payment_file:${file.id}`, after: { fileNo: file.fileNo, hash: file.hash } })
  return {
    mime: 'text/csv; charset=utf-8',
    name: `${file.fileNo}.csv`,
    body: storedBody(call.tenantId, file.hash),
  }
}
