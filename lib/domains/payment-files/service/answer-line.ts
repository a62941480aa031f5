import { and, eq, inArray } from 'drizzle-orm'
import { db } from '../../../platform/db/client.ts'
import { disbursement } from '../../releases/table.ts'
import { stateOfFile } from '../rules/payment-file.ts'
import { paymentFile, paymentFileLine } from '../table.ts'
import { linesOf, type PaymentFile } from './file-record.ts'

/** A payment of a file is answered: by the bank's own file, or by two people with its paper in hand. */

type Said = { ok: true; bankReference: string } | { ok: false; reason: string }

/** The line, and where its file stands now; the file is locked. */
export async function answerLine(file: PaymentFile, { payNo }: { payNo: string }, said: Said): Promise<void> {
  await writeLine(file.id, payNo, {
    result: said.ok ? '成功' : '失败',
    hindered: null,
    answeredAt: new Date().toISOString(),
    ...(said.ok ? { bankReference: said.bankReference } : { reason: said.reason.slice(0, 200) }),
  })
  const lines = await linesOf(file.id)
  await db()
    .update(paymentFile)
    .set({ status: stateOfFile(lines.map(({ line }) => line)), rowVersion: file.rowVersion + 1 })
    .where(eq(paymentFile.id, file.id))
}

export async function writeLine(
  fileId: number,
  payNo: string,
  set: Partial<typeof paymentFileLine.$inferInsert>,
): Promise<void> {
  const payment = db().select({ id: disbursement.id }).from(disbursement).where(eq(disbursement.payNo, payNo))
  await db()
    .update(paymentFileLine)
    .set(set)
    .where(and(eq(paymentFileLine.fileId, fileId), inArray(paymentFileLine.disbursementId, payment)))
}
