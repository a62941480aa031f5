import { and, eq, inArray, sql } from 'drizzle-orm'
import { pendingChange } from '../../../platform/changes/table.ts'
import { db } from '../../../platform/db/client.ts'
import { firstPayment } from '../../first-payments/table.ts'
import { disbursement } from '../../releases/table.ts'

/**
 * True where a file of an order is a proof of money: a statement of a bank names other customers too, so it is opened
 * by the calls of its payment alone, and not among the papers by whoever sees the order.
 */
export async function isMoneyProof(orderId: number, fileId: number): Promise<boolean> {
  const receipts = await db().$count(
    firstPayment,
    and(eq(firstPayment.orderId, orderId), eq(firstPayment.proofId, fileId)),
  )
  const vouchers = await db().$count(
    disbursement,
    and(eq(disbursement.orderId, orderId), eq(disbursement.voucherFile, fileId)),
  )
  const registered = await db().$count(
    pendingChange,
    and(
      ...[eq(pendingChange.orderId, orderId), inArray(pendingChange.kind, ['bankResult', 'funder'])],
      sql`(${pendingChange.content} ->> 'proofId')::bigint = ${fileId}`,
    ),
  )
  return receipts + vouchers + registered > 0
}
