import { eq, inArray, ne, type SQL } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { from, mostCounted, oneOf, to } from '../../../platform/db/list-conditions.ts'
import { sum } from '../../../rules/money.ts'
import { orderScope } from '../../orders/service/data-scope.ts'
import { application } from '../../orders/table.ts'
import { type InstalmentRow, loans } from '../contract.ts'
import { loanAccount, repayPlan } from '../table.ts'
import { amount } from './loan-lists.ts'
import { ofOrders, searchLoans } from './loan-rows.ts'

/** 还款计划列表: instalments of the plans in force, of the loans that the caller sees. */

const ofLoans = (condition: SQL | undefined): SQL | undefined =>
  condition &&
  inArray(repayPlan.loanId, db().select({ id: loanAccount.id }).from(loanAccount).where(condition))

export const instalmentList = defineList(loans.instalments, {
  table: repayPlan,
  scope: { rows: ({ actor }: Call) => ofLoans(ofOrders(orderScope(actor))) },
  only: () => ne(repayPlan.status, '已作废'),
  filters: {
    status: oneOf(repayPlan.status),
    dueFrom: from(repayPlan.dueDate),
    dueTo: to(repayPlan.dueDate),
  },
  search: async (q) => ofLoans(await searchLoans(q)),
  rows: readRows,
  // A loan has dozens of them.
  countTo: mostCounted,
})

async function readRows(ids: number[]): Promise<InstalmentRow[]> {
  const rows = await db()
    .select({
      row: repayPlan,
      loanNo: loanAccount.loanNo,
      orderId: loanAccount.orderId,
      orderNo: application.orderNo,
      customerName: application.customerName,
    })
    .from(repayPlan)
    .innerJoin(loanAccount, eq(loanAccount.id, repayPlan.loanId))
    .innerJoin(application, eq(application.id, loanAccount.orderId))
    .where(inArray(repayPlan.id, ids))
  return rows.map(({ row, ...others }) => ({
    ...row,
    ...others,
    fees: sum([row.serviceFee, row.fee]),
    amountDue: sum([row.amount, row.fee]),
    received: sum([row.paidPrincipal, row.paidInterest, row.paidServiceFee, row.paidFee, row.paidPenalty]),
  }))
}

export const exportInstalments = instalmentList.file({
  list: 'loans.instalments',
  title: say('routes.repaymentPlans'),
  columns: {
    loanNo: { title: say('loans.loanNo'), value: ({ loanNo }) => loanNo },
    orderNo: { title: say('columns.orderNo'), value: ({ orderNo }) => orderNo },
    customerName: { title: say('columns.customerName'), value: ({ customerName }) => customerName },
    periodNo: { title: say('loans.plan.periodNo'), value: ({ periodNo }) => periodNo },
    dueDate: { title: say('loans.plan.dueDate'), value: ({ dueDate }) => dueDate },
    principal: { title: say('loans.plan.principalDue'), value: (row) => amount(row.principal), money: true },
    interest: { title: say('loans.plan.interestDue'), value: (row) => amount(row.interest), money: true },
    fees: { title: say('loans.plan.feeAsked'), value: (row) => amount(row.fees), money: true },
    amountDue: { title: say('loans.plan.amountDue'), value: (row) => amount(row.amountDue), money: true },
    received: { title: say('loans.plan.received'), value: (row) => amount(row.received), money: true },
    penalty: { title: say('loans.plan.penalty'), value: (row) => amount(row.penalty), money: true },
    overdueDays: { title: say('loans.plan.overdueDays'), value: ({ overdueDays }) => overdueDays },
    paidOffOn: { title: say('loans.paidOffOn'), value: ({ paidOffOn }) => paidOffOn },
    status: { title: say('loans.plan.planState'), value: ({ status }) => say(`loans.planStates.${status}`) },
  },
})
