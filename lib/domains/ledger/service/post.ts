import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { By } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { insertMany } from '../../../platform/db/write-many.ts'
import { nextVoucherNos } from '../../orders/service/number-series.ts'
import { type GlLine, type Posting, reversalOf } from '../rules/ledger.ts'
import { glLine, glVoucher } from '../table.ts'
import { openFrom } from './days.ts'

/**
 * 记账: a voucher and its lines are written with what they are of, in its transaction. One event of one source posts
 * once, which the database holds; so it does that debit is credit, and that what is posted stays.
 */

export type Source = {
  refType: 'disbursement' | 'first_payment' | 'first_refund' | 'voucher' | 'loan' | 'balance_flow'
  refId: number
  /** Null of what is of no order. */
  orderId: number | null
  loanId: number | null
  bizDate: string
  /** Of a posting of a loan's fold: which entry it is, and the how manieth time. */
  entryKey?: string
  entryNo?: number
}

export type Voucher = { posting: Posting; source: Source; reversedOf?: number }

/** Posts vouchers, in their order, however many they are: what happened in a closed month on the first open day. */
export async function postAll(vouchers: readonly Voucher[], { actor }: By): Promise<void> {
  if (vouchers.length === 0) return
  const first = await openFrom()
  const days = vouchers.map(({ source: { bizDate } }) => (bizDate.localeCompare(first) < 0 ? first : bizDate))
  const numbers = await nextVoucherNos(days)
  const written = await insertMany(
    glVoucher,
    vouchers.map(({ posting: { event }, source, reversedOf }, at) => ({
      event,
      refType: source.refType,
      refId: source.refId,
      orderId: source.orderId,
      bizDate: days[at] ?? '',
      entryKey: source.entryKey ?? null,
      entryNo: source.entryNo ?? null,
      voucherNo: numbers[at] ?? '',
      createdBy: actor.id,
      reversedOf: reversedOf ?? null,
    })),
    sql`returning id, voucher_no`,
  )
  const ids = new Map(written.map(({ id, voucher_no }) => [voucher_no, Number(id)]))
  await insertMany(
    glLine,
    vouchers.flatMap(({ posting, source: { loanId } }, at) =>
      posting.lines.map(({ account, debit, credit }) => ({
        voucherId: ids.get(numbers[at] ?? '') ?? 0,
        accountCode: account,
        loanId,
        debit,
        credit,
        bizDate: days[at] ?? '',
        createdBy: actor.id,
      })),
    ),
  )
}

export const post = (posting: Posting, source: Source, by: By): Promise<void> =>
  postAll([{ posting, source }], by)

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
    const mirror = { refType: 'voucher' as const, refId: id, orderId, loanId, bizDate }
    await postAll([{ posting: reversalOf({ event, lines: own }), source: mirror, reversedOf: id }], by)
  }
}
