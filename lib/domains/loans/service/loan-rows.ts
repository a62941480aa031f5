import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { quickSearch } from '../../../platform/db/quick-search.ts'
import { maskIdNo, maskMobile } from '../../../rules/mask.ts'
import { branch, capital, shop } from '../../channels/table.ts'
import { bookDays } from '../../ledger/service/days.ts'
import { application } from '../../orders/table.ts'
import { product } from '../../products/table.ts'
import type { LoanListRow, OverdueRow, SettledRow } from '../contract.ts'
import { dayOf } from '../rules/day.ts'
import { moneyOf } from '../rules/exact.ts'
import { foldLoan } from '../rules/fold.ts'
import { paidOf, sumOf } from '../rules/totals.ts'
import { loanAccount, repayPlan } from '../table.ts'
import { factsOf } from './loan-facts.ts'
import { loanColumns } from './project-loan.ts'

/** A loan as lists show it: its projected columns, and who and what it is of. */

/** Of the rows of its plan in force that meet a condition, as a subquery of a loan. */
const planned = <T>(what: SQL, condition: SQL) => sql<T>`(select ${what} from ${repayPlan}
  where ${repayPlan.tenantId} = ${loanAccount.tenantId} and ${repayPlan.loanId} = ${loanAccount.id}
    and ${repayPlan.status} <> '已作废' and ${condition})`

const isPaidRent = sql`${repayPlan.paidOffOn} is not null and ${repayPlan.kind} in ('rent', 'interest_only')`

async function readLoans(ids: readonly number[]) {
  const rows = await db()
    .select({
      loan: loanAccount,
      orderNo: application.orderNo,
      customerName: application.customerName,
      idNo: application.idNo,
      mobile: application.mobile,
      productName: sql<string>`coalesce(${product.name}, '')`,
      shopName: shop.name,
      branchName: branch.name,
      capitalName: capital.name,
      paidPeriods: planned<number>(sql`count(*)::int`, isPaidRent),
    })
    .from(loanAccount)
    .innerJoin(application, eq(application.id, loanAccount.orderId))
    .innerJoin(shop, eq(shop.id, application.shopId))
    .innerJoin(branch, eq(branch.id, application.branchId))
    .leftJoin(product, eq(product.id, application.productId))
    .leftJoin(capital, eq(capital.id, loanAccount.capitalId))
    .where(inArray(loanAccount.id, [...ids]))
  return rows.map(({ loan, idNo, mobile, ...others }) => ({
    ...loan,
    ...others,
    idNo: maskIdNo(idNo),
    mobile: maskMobile(mobile),
  }))
}

/** @param asOf the day at whose end its figures are, folded from its facts; without one those of its columns */
export async function readLoanRows(
  ids: readonly number[],
  call: Call,
  asOf: string | undefined,
): Promise<LoanListRow[]> {
  const rows = await readLoans(ids)
  if (asOf === undefined || asOf >= (await bookDays(call)).today) return rows
  const facts = await factsOf(ids)
  return rows.map((row) => {
    const own = facts.get(row.id)
    if (!row.terms || !own) return row
    const { periodsPaid, ...columns } = loanColumns(foldLoan(row.terms, own, dayOf(asOf)))
    return { ...row, ...columns, paidPeriods: periodsPaid }
  })
}

const principalLeft = sql`${repayPlan.principal} - ${repayPlan.paidPrincipal}`
const interestLeft = sql`${repayPlan.interest} - ${repayPlan.paidInterest} - ${repayPlan.waivedInterest}`
const feesLeft = sql`${repayPlan.serviceFee} - ${repayPlan.paidServiceFee} + ${repayPlan.fee} - ${repayPlan.paidFee} - ${repayPlan.waivedFee}`
const isOverdue = sql`${repayPlan.status} in ('逾期', '已代偿') and ${repayPlan.overdueDays} > 0`
/** 逾期判定容差 of the loan, which its terms have in fen. */
const tolerance = sql`coalesce((${loanAccount.terms} ->> 'tolerance')::numeric / 100, 1)`

export async function readOverdueRows(ids: readonly number[]): Promise<OverdueRow[]> {
  const rows = await readLoans(ids)
  const isCounted = sql`${principalLeft} + ${interestLeft} + ${feesLeft} > ${tolerance}`
  const sums = await db()
    .select({
      id: loanAccount.id,
      overdueCount: sql<number>`(count(*) filter (where ${isCounted}))::int`,
      overduePrincipal: sql<string>`coalesce(sum(${principalLeft}), 0.00)::text`,
      overdueInterest: sql<string>`coalesce(sum(${interestLeft}), 0.00)::text`,
    })
    .from(loanAccount)
    .innerJoin(repayPlan, eq(repayPlan.loanId, loanAccount.id))
    .where(and(inArray(loanAccount.id, [...ids]), isOverdue))
    .groupBy(loanAccount.id)
  const sumsOf = new Map(sums.map((one) => [one.id, one]))
  const none = { overdueCount: 0, overduePrincipal: '0.00', overdueInterest: '0.00' }
  return rows.map((row) => ({ ...row, ...(sumsOf.get(row.id) ?? none) }))
}

/** Everything that was paid for it in all is folded: no column has it. */
export async function readSettledRows(ids: readonly number[]): Promise<SettledRow[]> {
  const rows = await readLoans(ids)
  const facts = await factsOf(ids)
  return rows.flatMap(({ settledOn, ...row }) => {
    if (settledOn === null) return []
    const own = facts.get(row.id)
    const fold = row.terms && own && foldLoan(row.terms, own, dayOf(settledOn))
    return [
      {
        ...row,
        settledOn,
        interestPaid: moneyOf(fold ? sumOf(fold.instalments, paidOf).interest : 0),
        breachPaid: moneyOf(fold ? fold.breachPaid : 0),
      },
    ]
  })
}

/** Loans of orders that a condition finds. */
export const ofOrders = (condition: SQL | undefined): SQL | undefined =>
  condition &&
  inArray(loanAccount.orderId, db().select({ id: application.id }).from(application).where(condition))

/** A number of a loan, or what lists of orders search. */
export async function searchLoans(q: string): Promise<SQL | undefined> {
  const number = q.toUpperCase()
  if (/^L\d{8,21}$/.test(number)) return sql`starts_with(${loanAccount.loanNo}, ${number})`
  return ofOrders((await quickSearch(q))?.where)
}
