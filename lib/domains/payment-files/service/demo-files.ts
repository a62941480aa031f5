import { and, asc, eq, inArray, notExists, sql } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import type { JobRun } from '../../../platform/jobs/jobs.ts'
import { systemCall } from '../../../platform/system-call.ts'
import { businessDate } from '../../../rules/business-date.ts'
import { application } from '../../orders/table.ts'
import { disbursement } from '../../releases/table.ts'
import { stateOfFile } from '../rules/payment-file.ts'
import { paymentFile, paymentFileLine } from '../table.ts'
import type { FiledPayment } from './file-record.ts'
import { writeFile } from './make-file.ts'

/**
 * 付款文件 of the demo's releases that went as files: one a day, answered but for the newest. Those of today are left to
 * the cashier: some may be no demo's, but checked by somebody who did not wait for it.
 */

const mostFiles = 20

export async function demoFiles(job: Pick<JobRun, 'tenantId' | 'signal' | 'step'>): Promise<void> {
  const rows = await inTenant(job.tenantId, unfiledRows)
  const dayOf = ({ payment }: (typeof rows)[number]) => businessDate(payment.checkedAt ?? payment.createdAt)
  const today = businessDate(new Date())
  const days = Map.groupBy(
    rows.filter((row) => dayOf(row) < today),
    dayOf,
  )
  for (const all of [...days.values()].slice(-mostFiles)) {
    job.signal.throwIfAborted()
    // Some wait for the cashier to make their file.
    const filed = all.filter(({ payment }, at) => payment.status !== '付款中' || at % 3 !== 2)
    if (filed.length === 0) continue
    await job.step(() => keepFile(filed, job.tenantId))
  }
}

const unfiledRows = () =>
  db()
    .select({ payment: disbursement, orderNo: application.orderNo })
    .from(disbursement)
    .innerJoin(application, eq(application.id, disbursement.orderId))
    .where(
      and(
        eq(disbursement.payBy, 'file'),
        inArray(disbursement.status, ['付款中', '成功', '失败']),
        notExists(
          db()
            .select({ one: sql`1` })
            .from(paymentFileLine)
            .where(eq(paymentFileLine.disbursementId, disbursement.id)),
        ),
      ),
    )
    .orderBy(asc(disbursement.checkedAt), asc(disbursement.id))
    .limit(500)

async function keepFile(rows: readonly FiledPayment[], tenantId: number): Promise<void> {
  const [first] = rows
  if (!first) return
  const now = new Date(first.payment.checkedAt ?? first.payment.createdAt)
  const call = systemCall(tenantId, now)
  const file = await writeFile(rows, { ...call, actor: { id: first.payment.makerId } })
  const answered = rows.filter(({ payment }) => payment.status !== '付款中')
  for (const { payment } of answered) {
    const { bankReference, failReason: reason, paidAt, updatedAt } = payment
    const result = payment.status === '失败' ? ('失败' as const) : ('成功' as const)
    await db()
      .update(paymentFileLine)
      .set({ result, bankReference, reason, answeredAt: paidAt ?? updatedAt })
      .where(eq(paymentFileLine.disbursementId, payment.id))
  }
  const lines = rows.map(({ payment }) => ({
    result: payment.status === '付款中' ? null : ('成功' as const),
  }))
  await db()
    .update(paymentFile)
    .set({ status: stateOfFile(lines) })
    .where(eq(paymentFile.id, file.id))
}
