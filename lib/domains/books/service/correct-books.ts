import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { recordAudit } from '../../../platform/audit.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { businessDate } from '../../../rules/business-date.ts'
import { bookCash } from '../../first-payments/service/book-cash.ts'
import { bookDays } from '../../ledger/service/days.ts'
import { glLine, glVoucher } from '../../ledger/table.ts'
import {
  checkLoans,
  checkTenant,
  type Difference,
  everyTenant,
  noProof,
} from '../../loans/service/check-books.ts'
import { syncLoan } from '../../loans/service/project-loan.ts'
import { loanAccount } from '../../loans/table.ts'

/**
 * 账务更正: loans that were released before the books had all of today's postings are brought to what their facts say, by
 * the fold that every fact goes through. What the books say of a closed month is corrected on the first open day.
 */

type Posted = {
  voucherNo: string
  event: string
  bizDate: string
  /** The number of what it mirrors. */
  mirrors: string | null
  lines: string
}
export type Correction = { tenantId: number; loanNo: string; posted: Posted[]; differences: Difference[] }

/** The end of a trial: its transaction is rolled back. */
class TrialEnds extends Error {}

/**
 * Corrects the loans of all tenants that differ, each in a transaction of its own.
 * @param applies false to take all of it back
 */
export async function correctBooks(
  applies: boolean,
  told: (correction: Correction) => void,
): Promise<{ loans: number; vouchers: number }> {
  const counted = { loans: 0, vouchers: 0 }
  for (const tenantId of await everyTenant()) {
    const proof = noProof()
    await checkTenant(tenantId, proof)
    for (const loanId of new Set(proof.differences.map((difference) => difference.loanId))) {
      const correction = await correctLoan(tenantId, loanId, applies)
      counted.loans += 1
      counted.vouchers += correction.posted.length
      told(correction)
    }
  }
  return counted
}

async function correctLoan(tenantId: number, loanId: number, applies: boolean): Promise<Correction> {
  let correction: Correction | undefined
  try {
    await inTenant(tenantId, async () => {
      correction = await corrected(tenantId, loanId)
      if (!applies) throw new TrialEnds()
    })
  } catch (error) {
    if (!(error instanceof TrialEnds)) throw error
  }
  if (!correction) throw new Error(`loan ${loanId} was not looked at`)
  return correction
}

async function corrected(tenantId: number, loanId: number): Promise<Correction> {
  const now = new Date()
  const by = { actor: { id: 0 }, now }
  const [loan] = await db().select().from(loanAccount).where(eq(loanAccount.id, loanId)).for('update')
  if (!loan) throw new Error(`there is no loan ${loanId}`)
  const { orderId, loanNo } = loan
  const [last] = await db()
    .select({ id: sql<number>`coalesce(max(${glVoucher.id}), 0)::int8` })
    .from(glVoucher)
    .where(eq(glVoucher.orderId, orderId))
  if (loan.terms) {
    // Its fees and deposit come out of the cash of the order, which E00 has to have put there.
    await bookCash(orderId, by)
    await syncLoan(loanId, await bookDays({ today: businessDate(now) }), by)
  }
  const posted = await postedAfter(orderId, Number(last?.id ?? 0))
  const after = { vouchers: posted.map(({ voucherNo }) => voucherNo) }
  await recordAudit(
    { action: 'loan.correct', object: `loan_account:${loanId}`, after },
    { actorId: 0, ip: '', now },
  )
  return { tenantId, loanNo, posted, differences: await checkLoans(tenantId, [loanId]) }
}

async function postedAfter(orderId: number, id: number): Promise<Posted[]> {
  const mirrored = alias(glVoucher, 'mirrored')
  const vouchers = await db()
    .select({ voucher: glVoucher, mirrors: mirrored.voucherNo })
    .from(glVoucher)
    .leftJoin(mirrored, eq(mirrored.id, glVoucher.reversedOf))
    .where(and(eq(glVoucher.orderId, orderId), gt(glVoucher.id, id)))
    .orderBy(asc(glVoucher.id))
  const ids = vouchers.map(({ voucher }) => voucher.id)
  const lines = await db().select().from(glLine).where(inArray(glLine.voucherId, ids)).orderBy(asc(glLine.id))
  return vouchers.map(({ voucher: { voucherNo, event, bizDate, ...voucher }, mirrors }) => ({
    voucherNo,
    event,
    bizDate,
    mirrors,
    lines: lines
      .filter(({ voucherId }) => voucherId === voucher.id)
      .map(({ accountCode, debit, credit }) =>
        debit === '0.00' ? `${accountCode} -${credit}` : `${accountCode} ${debit}`,
      )
      .join(', '),
  }))
}
