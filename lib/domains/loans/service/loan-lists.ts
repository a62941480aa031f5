import { and, eq, gt, isNotNull, ne } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { defineList } from '../../../platform/db/list.ts'
import { from, oneOf, to } from '../../../platform/db/list-conditions.ts'
import type { FileColumn } from '../../../platform/db/list-file.ts'
import { badInput } from '../../../platform/errors.ts'
import { formatPercent } from '../../../rules/money-text.ts'
import { application } from '../../orders/table.ts'
import { type LoanListRow, loans, type OverdueRow, type SettledRow } from '../contract.ts'
import { loanAccount } from '../table.ts'
import { ofOrders, readLoanRows, readOverdueRows, readSettledRows, searchLoans } from './loan-rows.ts'

/** The lists of loans, views of one table. */

const inScope = { table: loanAccount, scope: 'order' as const, search: searchLoans }

/** Everything that columns say of today is no filter and no order for another day. */
const ofToday = /^(outstandingPrincipal|dpd):/

export const loanList = defineList(loans.list, {
  ...inScope,
  only: (_call, { asOf, sort, status, bucket }) => {
    if (asOf !== undefined && (status?.length || bucket || ofToday.test(sort)))
      throw badInput({ asOf: 'loans.refusals.asOfToday' })
    return undefined
  },
  filters: {
    asOf: to(loanAccount.valueDate),
    status: oneOf(loanAccount.status),
    productId: (product) => ofOrders(eq(application.productId, Number(product))),
    valueFrom: from(loanAccount.valueDate),
    valueTo: to(loanAccount.valueDate),
  },
  rows: (ids, call, { asOf }) => readLoanRows(ids, call, asOf),
})

/** 逾期客户. */
export const overdueList = defineList(loans.overdue, {
  ...inScope,
  only: () => and(gt(loanAccount.dpd, 0), ne(loanAccount.status, '核销')),
  filters: {
    dpdMin: from(loanAccount.dpd),
    dpdMax: to(loanAccount.dpd),
    branchId: (branch) => ofOrders(eq(application.branchId, Number(branch))),
  },
  rows: readOverdueRows,
})

/** 结清客户. */
export const settledList = defineList(loans.settled, {
  ...inScope,
  only: () => isNotNull(loanAccount.settledOn),
  filters: {
    settledFrom: from(loanAccount.settledOn),
    settledTo: to(loanAccount.settledOn),
  },
  rows: readSettledRows,
})

/** Decimal text as a number: a column of NUMERIC(18,2) below 90 trillion is exact in it. */
export const amount = (text: string | null) => (text === null ? null : Number(text))

const rateText = (rate: string | null) => rate && formatPercent(rate)

/** Columns of a file that show a loan, by the names of the list's columns. */
const loanColumns: Readonly<Record<string, FileColumn<LoanListRow>>> = {
  loanNo: { title: say('loans.loanNo'), value: ({ loanNo }) => loanNo },
  orderNo: { title: say('columns.orderNo'), value: ({ orderNo }) => orderNo },
  customerName: { title: say('columns.customerName'), value: ({ customerName }) => customerName },
  idNo: { title: say('columns.idNo'), value: ({ idNo }) => idNo },
  mobile: { title: say('columns.mobile'), value: ({ mobile }) => mobile },
  productName: { title: say('columns.productName'), value: ({ productName }) => productName },
  shopName: { title: say('columns.shopName'), value: ({ shopName }) => shopName },
  branchName: { title: say('columns.branchName'), value: ({ branchName }) => branchName },
  capitalName: { title: say('columns.capitalName'), value: ({ capitalName }) => capitalName },
  principal: { title: say('loans.principal'), value: (row) => amount(row.principal), money: true },
  annualRate: {
    title: say('loans.annualRate'),
    value: ({ annualRate, flatRateMonth }) => rateText(annualRate ?? flatRateMonth),
  },
  term: { title: say('columns.term'), value: ({ term }) => term },
  paidPeriods: { title: say('loans.paidPeriods'), value: ({ paidPeriods }) => paidPeriods },
  valueDate: { title: say('loans.valueDate'), value: ({ valueDate }) => valueDate },
  maturity: { title: say('loans.maturity'), value: ({ maturity }) => maturity },
  outstandingPrincipal: {
    title: say('loans.outstandingPrincipal'),
    value: (row) => amount(row.outstandingPrincipal),
    money: true,
  },
  nextDueDate: { title: say('loans.nextDueDate'), value: ({ nextDueDate }) => nextDueDate },
  nextDueAmount: {
    title: say('loans.nextDueAmount'),
    value: (row) => amount(row.nextDueAmount),
    money: true,
  },
  dpd: { title: say('loans.dpd'), value: ({ dpd }) => dpd },
  bucket: { title: say('loans.bucket'), value: ({ bucket }) => bucket },
  fiveClass: { title: say('loans.fiveClass'), value: ({ fiveClass }) => say(`loans.classes.${fiveClass}`) },
  status: { title: say('loans.status'), value: ({ status }) => say(`loans.states.${status}`) },
}

export const exportLoans = loanList.file({
  list: 'loans',
  title: say('routes.loans'),
  columns: loanColumns,
})

const overdueColumns: Readonly<Record<string, FileColumn<OverdueRow>>> = {
  ...loanColumns,
  overdueCount: { title: say('loans.overdueCount'), value: ({ overdueCount }) => overdueCount },
  overduePrincipal: {
    title: say('loans.overduePrincipal'),
    value: (row) => amount(row.overduePrincipal),
    money: true,
  },
  overdueInterest: {
    title: say('loans.overdueInterest'),
    value: (row) => amount(row.overdueInterest),
    money: true,
  },
  penaltyDue: { title: say('loans.penaltyDue'), value: (row) => amount(row.penaltyDue), money: true },
}
export const exportOverdue = overdueList.file({
  list: 'loans.overdue',
  title: say('routes.overdueCustomers'),
  columns: overdueColumns,
})

const settledColumns: Readonly<Record<string, FileColumn<SettledRow>>> = {
  ...loanColumns,
  settledOn: { title: say('loans.settledOn'), value: ({ settledOn }) => settledOn },
  interestPaid: {
    title: say('loans.interestPaid'),
    value: (row) => amount(row.interestPaid),
    money: true,
  },
  breachPaid: { title: say('loans.breachPaid'), value: (row) => amount(row.breachPaid), money: true },
}
export const exportSettled = settledList.file({
  list: 'loans.settled',
  title: say('routes.settledCustomers'),
  columns: settledColumns,
})
