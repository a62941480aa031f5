import { desc, eq, inArray, sql } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import type { OutputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { notFound, refused } from '../../../platform/errors.ts'
import type { FileAnswer } from '../../../platform/handler.ts'
import { log } from '../../../platform/log.ts'
import { maskCard } from '../../../rules/mask.ts'
import { application } from '../../orders/table.ts'
import { isPayable, payeesFor } from '../../releases/service/payees.ts'
import { contradictedOf, type Payment } from '../../releases/service/release-record.ts'
import type { paymentFiles } from '../contract.ts'
import { downloadPermit } from '../rules/payment-file.ts'
import { paymentAnswer, paymentFile } from '../table.ts'
import { fileIn, formOf, hashOfRows } from './file-form.ts'
import { answersOf, isRegistered, linesOf, readFiles } from './file-record.ts'

/** One 付款文件: its payments, what the bank said of each, and the file itself. */

/** More answers of one file than anybody reads. */
const mostAnswers = 20

/** @throws 404 */
export async function readFile({ fileId }: { fileId: number }): Promise<OutputOf<typeof paymentFiles.get>> {
  const [file] = await readFiles([fileId])
  if (!file) throw notFound()
  const lines = await linesOf(fileId)
  const isOpen = sql`(${paymentAnswer.bookedAt} is null and ${paymentAnswer.refusedAt} is null)`
  const answers = await db()
    .select()
    .from(paymentAnswer)
    .where(eq(paymentAnswer.fileId, fileId))
    .orderBy(desc(isOpen), desc(paymentAnswer.updatedAt), desc(paymentAnswer.id))
    .limit(mostAnswers)
  return {
    file,
    lines: lines.map(({ line, payment, orderNo }) => {
      const { orderId, payNo, payeeName, amount } = payment
      const { id, result, bankReference, reason, hindered, answeredAt } = line
      return {
        id,
        orderId,
        orderNo,
        payNo,
        payeeName,
        amount,
        payeeAccount: maskCard(payment.payeeAccount),
        result,
        bankReference,
        reason,
        hindered,
        answeredAt,
      }
    }),
    answers,
  }
}

/**
 * The last moment before the bank has it.
 *
 * @throws 422 for a payment that may be paid already, by another one of its order, or whose account may not be paid any more
 */
async function requireToPay(payments: readonly Payment[]): Promise<void> {
  const due = payments.filter(({ status }) => status === '付款中')
  const orderIds = due.map(({ orderId }) => orderId)
  const disputed = await contradictedOf(orderIds)
  const paid = due.map(({ orderId }) => disputed.get(orderId)).find((one) => one !== undefined)
  if (paid) throw refused('paymentFiles.refusals.contradicted', { payNo: paid.payNo })
  const { id, templateCode, repayCardId, shopId } = application
  const orders = await db()
    .select({ id, templateCode, repayCardId, shopId })
    .from(application)
    .where(inArray(id, orderIds))
  const orderOf = new Map(orders.map((order) => [order.id, order]))
  const payees = await payeesFor(orders)
  const gone = due.find((payment) => {
    const order = orderOf.get(payment.orderId)
    return !order || !isPayable(payees(order), payment)
  })
  if (gone) throw refused('paymentFiles.refusals.payeeGone', { payNo: gone.payNo })
}

/**
 * @throws 404, 422 for one that is cancelled: its payments may be in another one; for one of which the bank has said
 * anything; for one with a payment that a bank may have paid already, or whose account may not be paid any more; and for
 * one whose rows are not those that were filed
 */
export async function downloadFile({ fileId }: { fileId: number }): Promise<FileAnswer> {
  // Held: whoever cancels it at the same moment knows of the download, or the download of the cancel.
  const [file] = await db().select().from(paymentFile).where(eq(paymentFile.id, fileId)).for('update')
  if (!file) throw notFound()
  const lines = await linesOf(file.id)
  const answers = await answersOf(file.id)
  const hasWord = answers.length > 0 || lines.some(({ line }) => line.result !== null)
  const permit = downloadPermit({ status: file.status, hasWord })
  if (!permit.ok) throw refused(permit.reason)
  if (await isRegistered(file.id)) throw refused('paymentFiles.refusals.isRegistered')
  await requireToPay(lines.map(({ payment }) => payment))
  const { fileNo, hash } = file
  if (hashOfRows(lines) !== hash) {
    log({ event: 'payment file changed', file: fileNo, reason: 'its rows are not those that were filed' })
    throw refused('paymentFiles.refusals.rowsChanged', { fileNo })
  }
  const form = await formOf(file.payerAccount)
  await audit({ object: `payment_file:${file.id}`, after: { fileNo, hash, form } })
  return fileIn(form, fileNo, lines)
}
