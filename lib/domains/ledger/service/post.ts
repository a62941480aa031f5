import { and, asc, eq, inArray } from 'drizzle-orm'
import type { By } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { nextVoucherNo } from '../../orders/service/number-series.ts'
import { type GlLine, type Posting, reversalOf } from '../rules/ledger.ts'
import { glLine, glVoucher } from '../table.ts'
import { openDay } from './days.ts'

/**
 * 记账: a voucher and its lines are written with what they are of, in its transaction. One event of one source posts
 * once, which the database holds; so it does that debit is credit, and that what is posted stays.
 */

export type Source = {
  refType: 'disbursement' | 'first_payment' | 'first_refund' | 'voucher' | 'loan'
  refId: number
  /** Null of what is of no order. */
  orderId: number | null
  loanId: number | null
  bizDate: string
  /** Of a posting of a loan's fold: which entry it is, and the how manieth time. */
  entryKey?: string
  entryNo?: number
}

/** What happened in a closed month is posted on the first open day. */
export async function post(
  { event, lines }: Posting,
  { loanId, ...source }: Source,
  { actor }: By,
  reversedOf?: number,
): Promise<number> {
  const bizDate = await openDay(source.bizDate)
  const [voucher] = await db()
    .insert(glVoucher)
    .values({
      event,
      ...source,
      bizDate,
      voucherNo: await nextVoucherNo(bizDate),
      createdBy: actor.id,
      reversedOf: reversedOf ?? null,
    })
    .returning({ id: glVoucher.id })
  if (!voucher) throw new Error('the voucher was not written')
  await db()
    .insert(glLine)
    .values(
      lines.map(({ account, debit, credit }) => ({
        voucherId: voucher.id,
        accountCode: account,
        loanId,
        debit,
        credit,
        bizDate,
        createdBy: actor.id,
      })),
    )
  return voucher.id
}

/** Posts the mirror of all that a source has posted. */
export async function reverse(
  source: Pick<Source, 'refType' | 'refId' | 'orderId' | 'loanId'>,
  bizDate: string,
  by: By,
): Promise<void> {
  const vouchers = await db()
    .select()
    .from(glVoucher)
    .where(and(eq(glVoucher.refType, source.refType), eq(glVoucher.refId, source.refId)))
    .orderBy(asc(glVoucher.id))
  if (vouchers.length === 0) return
  const lines = await db()
    .select()
    .from(glLine)
    .where(
      inArray(
        glLine.voucherId,
        vouchers.map(({ id }) => id),
      ),
    )
    .orderBy(asc(glLine.id))
  for (const { id, event } of vouchers) {
    const own = lines
      .filter(({ voucherId }) => voucherId === id)
      .map(({ accountCode, debit, credit }): GlLine => ({ account: accountCode, debit, credit }))
    const { orderId, loanId } = source
    await post(
      reversalOf({ event, lines: own }),
      { refType: 'voucher', refId: id, orderId, loanId, bizDate },
      by,
      id,
    )
  }
}
