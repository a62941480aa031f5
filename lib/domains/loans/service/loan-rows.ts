import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import { db } from '../../../platform/db/client.ts'
import { quickSearch } from '../../../platform/db/quick-search.ts'
import { maskIdNo, maskMobile } from '../../../rules/mask.ts'
import { branch, capital, shop } from '../../channels/table.ts'
import { application } from '../../orders/table.ts'
import { product } from '../../products/table.ts'
import type { LoanListRow } from '../contract.ts'
import { loanAccount, repayPlan } from '../table.ts'

/** A loan as lists show it: its projected columns, and who and what it is of. */

/** Rows of the plan that is in force which meet a condition, as a subquery of their loan. */
const planned = (what: SQL, condition: SQL) => sql`(select ${what} from ${repayPlan}
  where ${repayPlan.tenantId} = ${loanAccount.tenantId} and ${repayPlan.loanId} = ${loanAccount.id}
    and ${repayPlan.status} <> '已作废' and ${condition})`

const isRent = sql`${repayPlan.kind} in ('rent', 'interest_only')`

export async function readLoanRows(ids: readonly number[]): Promise<LoanListRow[]> {
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
      paidPeriods: sql<number>`${planned(sql`count(*)::int`, sql`${repayPlan.paidOffOn} is not null and ${isRent}`)}`,
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
