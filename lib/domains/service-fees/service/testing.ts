import { eq } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import { businessDate } from '../../../rules/business-date.ts'
import { capital } from '../../channels/table.ts'
import { loanAccount, repayPlan } from '../../loans/table.ts'
import { releasedLoan } from '../../releases/service/testing.ts'
import type { TestBackend } from '../../testing.ts'
import { serviceFees } from '../contract.ts'

/** Batches of tests. */

let last = 0

/** A loan that a funder of its own assists, whose first instalment is due this month with a fee of 78.07. */
export async function assistedLoan(backend: TestBackend) {
  const loanId = await releasedLoan(backend)
  last += 1
  return inTenant(1, async () => {
    const [funder] = await db()
      .insert(capital)
      .values({ code: `FEE${Date.now()}${last}`, name: `助贷资方${last}` })
      .returning()
    const [before] = await db().select().from(loanAccount).where(eq(loanAccount.id, loanId))
    if (!before?.terms || !funder) throw new Error('no loan with terms')
    const terms = { ...before.terms, funder: { kind: 'assisted' as const, annualRate: 52_000 } }
    await db().update(loanAccount).set({ capitalId: funder.id, terms }).where(eq(loanAccount.id, loanId))
    const [row] = await db()
      .select()
      .from(repayPlan)
      .where(eq(repayPlan.loanId, loanId))
      .orderBy(repayPlan.periodNo)
      .limit(1)
    if (!row) throw new Error('no plan')
    const today = businessDate(new Date())
    await db()
      .update(repayPlan)
      .set({
        dueDate: today,
        capitalPrincipal: row.principal,
        capitalInterest: (Number(row.interest) - 78.07).toFixed(2),
      })
      .where(eq(repayPlan.id, row.id))
    return {
      loanId,
      loanNo: before.loanNo,
      capitalId: funder.id,
      periodNo: row.periodNo,
      month: today.slice(0, 7),
    }
  })
}

export const feeStatement = (...rows: (string | number)[][]) => ({
  name: '资方对账单.csv',
  bytes: Buffer.from([['借据号', '期次', '服务费'], ...rows].map((row) => row.join(',')).join('\n')),
})

/** A batch of a loan of its own, just made. */
export async function madeBatch(backend: TestBackend) {
  const loan = await assistedLoan(backend)
  const { id: batchId, rowVersion } = await backend
    .as('capital_mgr')
    .call(serviceFees.make, { capitalId: loan.capitalId, month: loan.month })
  return { ...loan, batchId, rowVersion }
}

/** The same with a statement that says these amounts of the loan's first fee. */
export async function comparedBatch(backend: TestBackend, amount = '78.07') {
  const { batchId, rowVersion, ...loan } = await madeBatch(backend)
  const by = backend.as('capital_mgr')
  const file = feeStatement([loan.loanNo, loan.periodNo, amount])
  const read = await by.upload(serviceFees.readStatement, { batchId, rowVersion }, file)
  const compared = await by.call(serviceFees.compare, { batchId, rowVersion: read.rowVersion })
  return { ...loan, batchId, rowVersion: compared.rowVersion }
}

/** The same, confirmed by two. */
export async function confirmedBatch(backend: TestBackend) {
  const batch = await comparedBatch(backend)
  const { batchId } = batch
  const first = await backend
    .as('capital_mgr')
    .call(serviceFees.confirmFirst, { batchId, rowVersion: batch.rowVersion })
  const { rowVersion } = await backend
    .as('finance_checker')
    .call(serviceFees.confirm, { batchId, rowVersion: first.rowVersion })
  return { ...batch, rowVersion }
}

/** The same with its invoice. */
export async function invoicedBatch(backend: TestBackend) {
  const batch = await confirmedBatch(backend)
  const { rowVersion } = await backend.as('finance_checker').call(serviceFees.invoice, {
    batchId: batch.batchId,
    rowVersion: batch.rowVersion,
    invoiceNo: `INV${batch.batchId}`,
  })
  return { ...batch, rowVersion }
}
