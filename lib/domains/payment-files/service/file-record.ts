import { and, asc, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { pendingChange } from '../../../platform/changes/table.ts'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { is, textIn } from '../../../platform/db/list-conditions.ts'
import { byId, subject } from '../../../platform/subject.ts'
import { sysUser } from '../../identity/table.ts'
import { application } from '../../orders/table.ts'
import { disbursement } from '../../releases/table.ts'
import { auditLog } from '../../system/table.ts'
import { paymentFiles as calls, type PaymentFileRow } from '../contract.ts'
import { paymentAnswer, paymentFile, paymentFileLine } from '../table.ts'

/** 付款文件 as its verbs lock it, and as lists show it. */

export type PaymentFile = typeof paymentFile.$inferSelect

export const paymentFileSubject = subject({
  noun: 'payment_file',
  nameOf: ({ id }: PaymentFile) => id,
  lock: byId(paymentFile),
})

export const fileList = defineList(calls.list, {
  table: paymentFile,
  scope: 'tenant',
  filters: { status: is(paymentFile.status) },
  search: textIn(paymentFile.fileNo),
  sorts: { createdAt: paymentFile.createdAt },
  rows: readFiles,
})

/** Somebody took it from here, as its log has it: whoever takes a file is noted, and a log is never rewritten. */
export const wasDownloaded = (
  fileId: typeof paymentFile.id | typeof paymentFileLine.fileId,
  tenantId: typeof paymentFile.tenantId | typeof paymentFileLine.tenantId,
) =>
  sql<boolean>`exists (select from ${auditLog} where ${auditLog.tenantId} = ${tenantId}
    and ${auditLog.object} = 'payment_file:' || ${fileId} and ${auditLog.action} = 'payment_file.download')`

const canceller = alias(sysUser, 'canceller')

export async function readFiles(ids: readonly number[]): Promise<PaymentFileRow[]> {
  const counted = (condition: ReturnType<typeof sql>) =>
    sql<number>`(select count(*)::int from ${paymentFileLine}
      where ${paymentFileLine.tenantId} = ${paymentFile.tenantId} and ${paymentFileLine.fileId} = ${paymentFile.id} and ${condition})`
  return db()
    .select({
      ...getTableColumns(paymentFile),
      answered: counted(sql`${paymentFileLine.result} is not null`),
      failed: counted(sql`${paymentFileLine.result} = '失败'`),
      downloaded: wasDownloaded(paymentFile.id, paymentFile.tenantId),
      createdByName: sysUser.name,
      cancelledByName: canceller.name,
    })
    .from(paymentFile)
    .leftJoin(sysUser, eq(sysUser.id, paymentFile.createdBy))
    .leftJoin(canceller, eq(canceller.id, paymentFile.cancelledBy))
    .where(inArray(paymentFile.id, [...ids]))
}

/** A payment as a file names it. */
export type FiledPayment = { payment: typeof disbursement.$inferSelect; orderNo: string }

/** The payments of a file, in its order, with what the bank said of each. */
export const linesOf = (fileId: number) =>
  db()
    .select({ line: paymentFileLine, payment: disbursement, orderNo: application.orderNo })
    .from(paymentFileLine)
    .innerJoin(disbursement, eq(disbursement.id, paymentFileLine.disbursementId))
    .innerJoin(application, eq(application.id, disbursement.orderId))
    .where(eq(paymentFileLine.fileId, fileId))
    .orderBy(asc(paymentFileLine.id))

/** Everything that was read of the bank about a file, booked or not; nothing that people refused. */
export const answersOf = (fileId: number) =>
  db()
    .select({ lines: paymentAnswer.lines })
    .from(paymentAnswer)
    .where(and(eq(paymentAnswer.fileId, fileId), isNull(paymentAnswer.refusedAt)))

/** Everything that the bank did with a payment of the file waits for a second person. */
export async function isRegistered(fileId: number): Promise<boolean> {
  const found = await db()
    .select({ one: sql`1` })
    .from(paymentFileLine)
    .innerJoin(
      pendingChange,
      and(
        ...[eq(pendingChange.kind, 'bankResult'), eq(pendingChange.aboutId, paymentFileLine.disbursementId)],
        eq(pendingChange.state, 'waiting'),
      ),
    )
    .where(and(eq(paymentFileLine.fileId, fileId), eq(paymentFileLine.live, true)))
    .limit(1)
  return found.length > 0
}

/** Everything that the books say of a line. */
export const saidOfLine = ({ line, payment }: Awaited<ReturnType<typeof linesOf>>[number]) => ({
  payNo: payment.payNo,
  result: line.result,
})

/** Changes the row of a file, which is locked. */
export async function changeFile(
  { id, rowVersion }: PaymentFile,
  set: Partial<PaymentFile>,
  { actor, now }: Pick<Call, 'now'> & { actor: { id: number } },
): Promise<{ id: number; rowVersion: number }> {
  await db()
    .update(paymentFile)
    .set({ ...set, updatedAt: now.toISOString(), updatedBy: actor.id, rowVersion: rowVersion + 1 })
    .where(and(eq(paymentFile.id, id), eq(paymentFile.rowVersion, rowVersion)))
  return { id, rowVersion: rowVersion + 1 }
}

/** Whoever changes a file, or books a line of it, holds it. */
export const lockFile = async (id: number): Promise<PaymentFile | undefined> => {
  const [file] = await db().select().from(paymentFile).where(eq(paymentFile.id, id)).for('update')
  return file
}
