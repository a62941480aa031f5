import { and, eq, gt, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { from, to } from '../../../platform/db/list-conditions.ts'
import { chinaTime, type FileColumn } from '../../../platform/db/list-file.ts'
import { quickSearch } from '../../../platform/db/quick-search.ts'
import { maskIdNo, maskMobile } from '../../../rules/mask.ts'
import { customer } from '../../customers/table.ts'
import { orderScope } from '../../orders/service/data-scope.ts'
import { application } from '../../orders/table.ts'
import { type BorrowerRow, loans } from '../contract.ts'
import { loanAccount } from '../table.ts'
import { amount } from './loan-lists.ts'
import { ofOrders } from './loan-rows.ts'

/** Customers with their orders and loans: of these the caller sees those of his data scope, and their sums alone. */

const withOrders = (condition: SQL | undefined) =>
  inArray(customer.id, db().select({ id: application.customerId }).from(application).where(condition))
const withLoans = ({ actor }: Pick<Call, 'actor'>, condition?: SQL) =>
  inArray(
    customer.id,
    db()
      .select({ id: loanAccount.customerId })
      .from(loanAccount)
      .where(and(isLoan, ofOrders(orderScope(actor)), condition)),
  )
/** A release that was undone left none. */
const isLoan = ne(loanAccount.status, '已撤销')
const isOpen = gt(loanAccount.outstandingPrincipal, '0')

/** A name or a number, as lists of orders search it, within the orders that the caller sees. */
const search = async (q: string, { actor }: Call) => {
  const found = (await quickSearch(q))?.where
  return found && withOrders(and(found, orderScope(actor)))
}

/** 客户信息. */
export const borrowerList = defineList(loans.borrowers, {
  table: customer,
  scope: { rows: (call: Call) => withLoans(call) },
  filters: { status: (status, call) => withLoans(call, eq(loanAccount.status, status)) },
  search,
  rows: readRows,
})

/** 客户列表. */
export const customerList = defineList(loans.customers, {
  table: customer,
  scope: { rows: ({ actor }: Call) => withOrders(orderScope(actor)) },
  filters: {
    borrowing: (which, call) =>
      which === 'open' ? withLoans(call, isOpen) : sql`not ${withLoans(call, isOpen)}`,
    createdFrom: from(customer.createdAt),
    createdTo: to(customer.createdAt),
  },
  search,
  rows: readRows,
})

async function readRows(ids: number[], { actor }: Call): Promise<BorrowerRow[]> {
  const rows = await db().select().from(customer).where(inArray(customer.id, ids))
  const orders = await db()
    .select({
      customerId: application.customerId,
      orderId: sql<number>`max(${application.id})`.mapWith(Number),
      orderCount: sql<number>`count(*)::int`,
    })
    .from(application)
    .where(and(inArray(application.customerId, ids), orderScope(actor)))
    .groupBy(application.customerId)
  const own = await db()
    .select({
      customerId: loanAccount.customerId,
      newest: sql<number>`max(${loanAccount.id})`.mapWith(Number),
      loanCount: sql<number>`(count(*) filter (where ${isOpen}))::int`,
      outstandingPrincipal: sql<string>`coalesce(sum(${loanAccount.outstandingPrincipal}), 0.00)::text`,
      dpd: sql<number>`coalesce(max(${loanAccount.dpd}), 0)::int`,
    })
    .from(loanAccount)
    .where(and(inArray(loanAccount.customerId, ids), isLoan, ofOrders(orderScope(actor))))
    .groupBy(loanAccount.customerId)
  const newest = await db()
    .select({ id: loanAccount.id, orderId: loanAccount.orderId })
    .from(loanAccount)
    .where(
      inArray(
        loanAccount.id,
        own.map((one) => one.newest),
      ),
    )
  const ordersOf = new Map(orders.map((one) => [one.customerId, one]))
  const loansOf = new Map(own.map((one) => [one.customerId, one]))
  const loanOf = new Map(newest.map((one) => [one.id, one]))
  return rows.map((row) => {
    const order = ordersOf.get(row.id)
    const sums = loansOf.get(row.id)
    return {
      id: row.id,
      customerNo: row.customerNo,
      customerName: row.name,
      idNo: maskIdNo(row.idNo),
      mobile: maskMobile(row.mobile),
      orderId: order?.orderId ?? null,
      orderCount: order?.orderCount ?? 0,
      loan: (sums && loanOf.get(sums.newest)) ?? null,
      loanCount: sums?.loanCount ?? 0,
      outstandingPrincipal: sums?.outstandingPrincipal ?? '0.00',
      dpd: sums?.dpd ?? 0,
      grade: row.riskGrade,
      createdAt: row.createdAt,
    }
  })
}

const columns: Readonly<Record<string, FileColumn<BorrowerRow>>> = {
  customerNo: { title: say('loans.customerNo'), value: ({ customerNo }) => customerNo },
  customerName: { title: say('columns.customerName'), value: ({ customerName }) => customerName },
  idNo: { title: say('columns.idNo'), value: ({ idNo }) => idNo },
  mobile: { title: say('columns.mobile'), value: ({ mobile }) => mobile },
  orderCount: { title: say('loans.orderCount'), value: ({ orderCount }) => orderCount },
  loanCount: { title: say('loans.loanCount'), value: ({ loanCount }) => loanCount },
  outstandingPrincipal: {
    title: say('loans.borrowed'),
    value: (row) => amount(row.outstandingPrincipal),
    money: true,
  },
  dpd: { title: say('loans.dpd'), value: ({ dpd }) => dpd },
  grade: { title: say('loans.grade'), value: ({ grade }) => grade ?? null },
  createdAt: { title: say('columns.createdAt'), value: ({ createdAt }) => chinaTime(createdAt) },
}

export const exportBorrowers = borrowerList.file({
  list: 'loans.borrowers',
  title: say('routes.loanCustomers'),
  columns,
})
export const exportCustomers = customerList.file({
  list: 'loans.customers',
  title: say('routes.customers'),
  columns,
})
