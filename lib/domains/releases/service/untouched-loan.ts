import { and, eq, ne } from 'drizzle-orm'
import { db } from '../../../platform/db/client.ts'
import { countingFacts } from '../../loans/rules/facts.ts'
import { factsOf } from '../../loans/service/loan-facts.ts'
import { loanAccount } from '../../loans/table.ts'

/**
 * Nothing counts of the loan of a payment but its release. It is locked: money that comes in meanwhile waits, and is
 * then of a loan that is no more.
 */
export async function isUntouched(paymentId: number): Promise<boolean> {
  const [loan] = await db()
    .select({ id: loanAccount.id })
    .from(loanAccount)
    .where(and(eq(loanAccount.disbursementId, paymentId), ne(loanAccount.status, '已撤销')))
    .for('update')
  const facts = loan ? ((await factsOf([loan.id])).get(loan.id) ?? []) : []
  return countingFacts(facts, Number.POSITIVE_INFINITY).every(({ kind }) => kind === 'release')
}
