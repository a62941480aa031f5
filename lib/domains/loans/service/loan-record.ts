import { and, asc, eq, inArray, type SQL } from 'drizzle-orm'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { subject } from '../../../platform/subject.ts'
import { orderScope } from '../../orders/service/data-scope.ts'
import { application } from '../../orders/table.ts'
import type { LoanTerms } from '../rules/terms.ts'
import { loanAccount } from '../table.ts'

/** A loan with the terms by which it is folded, and the order whose scope it has. */
export type Loan = typeof loanAccount.$inferSelect & {
  terms: LoanTerms
  orderNo: string
  customerName: string
}

/** Of the caller's tenant and data scope, by which each loan is as its order is. Without a call there is no scope. */
const inScope = (call: Call | undefined): SQL | undefined =>
  call && and(eq(loanAccount.tenantId, call.tenantId), orderScope(call.actor))

/** Those of the loans that may be seen, in the order of their ids; locked where they are to change. */
export async function readLoans(
  ids: readonly number[],
  call: Call | undefined,
  lock = false,
): Promise<Loan[]> {
  const query = db()
    .select({ loan: loanAccount, orderNo: application.orderNo, customerName: application.customerName })
    .from(loanAccount)
    .innerJoin(application, eq(application.id, loanAccount.orderId))
    .where(and(inArray(loanAccount.id, [...ids]), inScope(call)))
    .orderBy(asc(loanAccount.id))
  const rows = await (lock ? query.for('update', { of: loanAccount }) : query)
  return rows.flatMap(({ loan, orderNo, customerName }) =>
    loan.terms ? [{ ...loan, terms: loan.terms, orderNo, customerName }] : [],
  )
}

export const loanSubject = subject({
  noun: 'loan_account',
  nameOf: ({ id }: Loan) => id,
  lock: async (id: number, call: Call) => (await readLoans([id], call, true))[0],
  lockAll: (ids: readonly number[], call: Call) => readLoans(ids, call, true),
})
