import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { from, is, oneOf, to } from '../../../platform/db/list-conditions.ts'
import type { FileColumn } from '../../../platform/db/list-file.ts'
import { branch, capital, shop } from '../../channels/table.ts'
import { releaseFact } from '../../loans/service/loan-entries.ts'
import { loanAccount, loanFact } from '../../loans/table.ts'
import { materialSet } from '../../materials/table/materials.ts'
import { application } from '../../orders/table.ts'
import { product } from '../../products/table.ts'
import { books, type LedgerRow } from '../contract.ts'
import { searchOrders } from './data-scope.ts'

/** 业务台账 (domain.md 3.2 `ledger_view`): each loan with what came in of it, and what it brought besides. */

const ofOrder = (condition: (value: number) => SQL) => (value: number) =>
  inArray(loanAccount.orderId, db().select({ id: application.id }).from(application).where(condition(value)))

const ledger = defineList(books.list, {
  table: loanAccount,
  scope: 'order',
  filters: {
    releasedFrom: from(loanAccount.valueDate),
    releasedTo: to(loanAccount.valueDate),
    branchId: ofOrder((id) => eq(application.branchId, id)),
    capitalId: is(loanAccount.capitalId),
    productId: ofOrder((id) => eq(application.productId, id)),
    status: oneOf(loanAccount.status),
  },
  search: (q) => searchOrders(loanAccount.orderId, q),
  sorts: { releasedAt: loanAccount.valueDate },
  rows: readRows,
})

/** An amount of the release, which a fact says in fen. */
const released = (...names: string[]) =>
  sql<string>`round((${sql.join(
    names.map((name) => sql`coalesce((${loanFact.details} ->> ${name})::numeric, 0)`),
    sql` + `,
  )}) / 100, 2)`

const isReleaseOf = and(eq(loanFact.loanId, loanAccount.id), eq(loanFact.factNo, releaseFact))

/** The amounts of a row; those of all rows are their sums. */
const amounts = {
  principal: sql<string>`${loanAccount.principal}`,
  receivedPrincipal: sql<string>`case when ${loanAccount.status} = '已撤销' then 0.00
    else ${loanAccount.principal} - ${loanAccount.outstandingPrincipal} end`,
  receivedInterest: sql<string>`${loanAccount.receivedInterest}`,
  receivedPenalty: sql<string>`${loanAccount.receivedPenalty}`,
  outstandingPrincipal: sql<string>`${loanAccount.outstandingPrincipal}`,
  deposit: sql<string>`${loanAccount.depositBalance}`,
  serviceFee: sql<string>`coalesce(${released('keptService', 'upfrontService')}, 0.00)`,
  rebate: sql<string>`coalesce(${released('rebate')}, 0.00)`,
}

function readRows(ids: number[]): Promise<LedgerRow[]> {
  return db()
    .select({
      id: loanAccount.id,
      orderId: loanAccount.orderId,
      loanNo: loanAccount.loanNo,
      orderNo: application.orderNo,
      customerName: application.customerName,
      branchName: branch.name,
      shopName: shop.name,
      capitalName: capital.name,
      productName: sql<string>`coalesce(${product.name}, '')`,
      releasedAt: loanAccount.valueDate,
      ...amounts,
      periodsPaid: loanAccount.periodsPaid,
      mortgageStatus: materialSet.status,
      bucket: loanAccount.bucket,
      status: loanAccount.status,
    })
    .from(loanAccount)
    .innerJoin(application, eq(application.id, loanAccount.orderId))
    .innerJoin(shop, eq(shop.id, application.shopId))
    .innerJoin(branch, eq(branch.id, application.branchId))
    .leftJoin(capital, eq(capital.id, loanAccount.capitalId))
    .leftJoin(product, eq(product.id, application.productId))
    .leftJoin(loanFact, isReleaseOf)
    .leftJoin(
      materialSet,
      and(eq(materialSet.orderId, loanAccount.orderId), eq(materialSet.kind, 'mortgage')),
    )
    .where(inArray(loanAccount.id, ids))
}

async function totals(
  input: ParsedInputOf<typeof books.totals>,
  call: Call,
): Promise<OutputOf<typeof books.totals>> {
  const sums = Object.fromEntries(
    Object.entries(amounts).map(([name, amount]) => [name, sql<string>`coalesce(sum(${amount}), 0.00)`]),
  ) as typeof amounts
  const [row] = await db()
    .select(sums)
    .from(loanAccount)
    .leftJoin(loanFact, isReleaseOf)
    .where(await ledger.where(input, call))
  if (!row) throw new Error('a sum is always one row')
  return row
}

/** Of a group the sums that the table of loans has; those of a release are told of all alone. */
const groups = ledger.groups({
  principal: loanAccount.principal,
  receivedInterest: loanAccount.receivedInterest,
  receivedPenalty: loanAccount.receivedPenalty,
  outstandingPrincipal: loanAccount.outstandingPrincipal,
  deposit: loanAccount.depositBalance,
})

const money = (key: keyof typeof amounts): FileColumn<LedgerRow> => ({
  title: say(`books.${key}`),
  value: (row) => Number(row[key]),
  money: true,
})
const text = (key: Exclude<keyof LedgerRow, 'id' | 'orderId'>): FileColumn<LedgerRow> => ({
  title: say(`books.${key}`),
  value: (row) => row[key],
})

const exportList = ledger.file({
  list: 'ledger',
  title: say('routes.ledger'),
  columns: {
    loanNo: text('loanNo'),
    orderNo: text('orderNo'),
    customerName: text('customerName'),
    branchName: text('branchName'),
    shopName: text('shopName'),
    capitalName: text('capitalName'),
    productName: text('productName'),
    releasedAt: text('releasedAt'),
    principal: money('principal'),
    receivedPrincipal: money('receivedPrincipal'),
    receivedInterest: money('receivedInterest'),
    receivedPenalty: money('receivedPenalty'),
    outstandingPrincipal: money('outstandingPrincipal'),
    periodsPaid: text('periodsPaid'),
    deposit: money('deposit'),
    serviceFee: money('serviceFee'),
    rebate: money('rebate'),
    mortgageStatus: text('mortgageStatus'),
    bucket: text('bucket'),
    status: text('status'),
  },
})

export const ledgerHandlers = { list: ledger.page, totals, groups, exportList }
