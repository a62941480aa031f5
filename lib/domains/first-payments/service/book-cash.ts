import { and, eq, isNotNull, isNull, notExists, sql } from 'drizzle-orm'
import type { By } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { cashPostings } from '../../ledger/rules/ledger.ts'
import { post, reverse, type Source } from '../../ledger/service/post.ts'
import { glVoucher } from '../../ledger/table.ts'
import { firstPayment, firstRefund } from '../table.ts'

/**
 * E00: what a customer pays before the release, and gets back, is cash of our account on the day it moves. The books
 * follow from what is registered, so that whoever changes one of the two asks for the same thing.
 */

type CashKind = Extract<Source['refType'], 'first_payment' | 'first_refund'>

/** The voucher of a movement, of which there is one at most. */
const voucherOf = (refType: CashKind, refId: typeof firstPayment.id | typeof firstRefund.id) =>
  db()
    .select({ one: sql`1` })
    .from(glVoucher)
    .where(and(eq(glVoucher.refType, refType), eq(glVoucher.refId, refId)))

/** Posts what of an order has moved and is in no voucher yet: what was just registered, or before the books had E00. */
export async function bookCash(orderId: number, by: By): Promise<void> {
  const received = await db()
    .select({ id: firstPayment.id, amount: firstPayment.amount, bizDate: firstPayment.paidOn })
    .from(firstPayment)
    .where(
      and(
        ...[eq(firstPayment.orderId, orderId), isNotNull(firstPayment.confirmedAt)],
        ...[isNull(firstPayment.cancelledAt), notExists(voucherOf('first_payment', firstPayment.id))],
      ),
    )
    .orderBy(firstPayment.id)
  const paidBack = await db()
    .select({ id: firstRefund.id, amount: firstRefund.amount, bizDate: firstRefund.refundedOn })
    .from(firstRefund)
    .where(
      and(
        ...[eq(firstRefund.orderId, orderId), eq(firstRefund.status, '已退款')],
        notExists(voucherOf('first_refund', firstRefund.id)),
      ),
    )
    .orderBy(firstRefund.id)
  const moved = [
    ...received.map((row) => ({ ...row, refType: 'first_payment' as const, moves: 'in' as const })),
    ...paidBack.map((row) => ({ ...row, refType: 'first_refund' as const, moves: 'back' as const })),
  ]
  for (const { id, amount, bizDate, refType, moves } of moved) {
    if (bizDate === null) throw new Error('money that moved has its day')
    for (const one of cashPostings(amount, moves))
      await post(one, { refType, refId: id, orderId, loanId: null, bizDate }, by)
  }
}

/** A receipt that never came, or a refund whose money came back: what was posted of it is reversed today. */
export const unbookCash = (refType: CashKind, refId: number, orderId: number, today: string, by: By) =>
  reverse({ refType, refId, orderId, loanId: null }, today, by)
