import { asc, inArray, sql } from 'drizzle-orm'
import type { By } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { post } from '../../ledger/service/post.ts'
import { glLine, glVoucher } from '../../ledger/table.ts'
import { type BookEntry, correctionOf, type PostedEntry, voucherOf } from '../rules/books.ts'
import { type Day, dayOf } from '../rules/day.ts'
import { fenOf } from '../rules/exact.ts'
import type { loanAccount } from '../table.ts'

/** What is posted of loans, as entries of their folds, and what brings it to what their facts say. */

export type LoanRow = typeof loanAccount.$inferSelect

/** A release is posted by its 放款单; all else by its loan, which says the entry. The release is a loan's first fact. */
export const releaseFact = 1

/** What stands of each loan: neither a mirror nor mirrored. By the ids of the loans. */
export async function postedEntries(loans: readonly LoanRow[]): Promise<Map<number, PostedEntry[]>> {
  const byLoan = new Map(loans.map(({ id }) => [id, [] as PostedEntry[]]))
  if (loans.length === 0) return byLoan
  const loanOf = new Map(loans.map(({ id, disbursementId }) => [disbursementId, id]))
  const vouchers = await db()
    .select()
    .from(glVoucher)
    .where(
      sql`((${glVoucher.refType} = 'loan' and ${inArray(glVoucher.refId, [...byLoan.keys()])})
        or (${glVoucher.refType} = 'disbursement' and ${inArray(glVoucher.refId, [...loanOf.keys()])}))
        and not exists (select from gl_voucher m
          where m.tenant_id = ${glVoucher.tenantId} and m.reversed_of = ${glVoucher.id})`,
    )
    .orderBy(asc(glVoucher.id))
  if (vouchers.length === 0) return byLoan
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
  const ofVoucher = Map.groupBy(lines, ({ voucherId }) => voucherId)
  for (const { id, event, bizDate, refType, refId, entryKey } of vouchers) {
    const loanId = refType === 'loan' ? refId : loanOf.get(refId)
    byLoan.get(loanId ?? 0)?.push({
      voucherId: id,
      key: entryKey ?? `${event}:${releaseFact}`,
      event,
      day: dayOf(bizDate),
      fact: refType === 'loan' ? null : releaseFact,
      lines: (ofVoucher.get(id) ?? []).map(({ accountCode, debit, credit }) => ({
        account: accountCode,
        fen: fenOf(debit) - fenOf(credit),
      })),
    })
  }
  return byLoan
}

/**
 * Posts what the facts say and the books have not, and mirrors what no longer follows.
 * @param openFrom the first day of the open period
 */
export async function correctBooks(
  loan: LoanRow,
  entries: readonly BookEntry[],
  openFrom: Day,
  by: By,
): Promise<void> {
  const posted = (await postedEntries([loan])).get(loan.id) ?? []
  const { mirror, post: fresh } = correctionOf(posted, entries, openFrom)
  const source = { orderId: loan.orderId, loanId: loan.id }
  for (const { of, entry } of mirror) {
    const { event, lines, bizDate } = voucherOf(entry)
    await post(
      { event, lines },
      { ...source, refType: 'voucher', refId: of.voucherId, bizDate },
      by,
      of.voucherId,
    )
  }
  const times = await timesPosted(loan.id)
  for (const entry of fresh) {
    const { event, lines, bizDate } = voucherOf(entry)
    const entryNo = (times.get(entry.key) ?? 0) + 1
    await post(
      { event, lines },
      { ...source, refType: 'loan', refId: loan.id, bizDate, entryKey: entry.key, entryNo },
      by,
    )
  }
}

/** How often each entry of a loan was posted, mirrored or not. */
async function timesPosted(loanId: number): Promise<Map<string, number>> {
  const rows = await db()
    .select({ key: glVoucher.entryKey, times: sql<number>`count(*)::int` })
    .from(glVoucher)
    .where(sql`${glVoucher.refType} = 'loan' and ${glVoucher.refId} = ${loanId}`)
    .groupBy(glVoucher.entryKey)
  return new Map(rows.flatMap(({ key, times }) => (key === null ? [] : [[key, times] as const])))
}
