import { and, asc, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { from, mostCounted, to } from '../../../platform/db/list-conditions.ts'
import { minus, sum } from '../../../rules/money.ts'
import { capital } from '../../channels/table.ts'
import { deductTask } from '../../deductions/table.ts'
import { loanAccount, repayPlan } from '../../loans/table.ts'
import { orderScope } from '../../orders/service/data-scope.ts'
import { application } from '../../orders/table.ts'
import { repayments as calls, type DueRow } from '../contract.ts'
import { ofLoans } from './list-repayments.ts'

/** 今日还款: instalments that are due on a day, paid or not. */

const inScope = (actor: Actor): SQL | undefined => {
  const seen = orderScope(actor)
  const orders = seen && db().select({ id: application.id }).from(application).where(seen)
  return (
    orders &&
    inArray(
      repayPlan.loanId,
      db().select({ id: loanAccount.id }).from(loanAccount).where(inArray(loanAccount.orderId, orders)),
    )
  )
}

export const dueList = defineList(calls.due, {
  table: repayPlan,
  scope: { rows: ({ actor }) => inScope(actor) },
  only: ({ today }, { when, dueFrom, dueTo }) => {
    const day = sql`nlos_business_day(${today}::date)`
    const isOf = when === 'today' ? sql`${repayPlan.dueDate} = ${day}` : undefined
    const isSoon = when === 'week' ? sql`${repayPlan.dueDate} between ${day} and ${day} + 7` : undefined
    return and(ne(repayPlan.status, '已作废'), ...(dueFrom || dueTo ? [] : [isOf, isSoon]))
  },
  filters: {
    // Everything that it means hangs on the day: see above.
    when: () => undefined,
    dueFrom: from(repayPlan.dueDate),
    dueTo: to(repayPlan.dueDate),
    capitalId: (capitalId) =>
      inArray(
        repayPlan.loanId,
        db().select({ id: loanAccount.id }).from(loanAccount).where(eq(loanAccount.capitalId, capitalId)),
      ),
  },
  search: (q) => ofLoans(repayPlan.loanId, q),
  rows: readRows,
  // Of all days a loan has dozens of them.
  countTo: mostCounted,
})

async function readRows(ids: readonly number[]): Promise<DueRow[]> {
  const rows = await db()
    .select({
      plan: repayPlan,
      loanNo: loanAccount.loanNo,
      loanStatus: loanAccount.status,
      rowVersion: loanAccount.rowVersion,
      orderId: loanAccount.orderId,
      customerName: application.customerName,
      capitalName: capital.name,
    })
    .from(repayPlan)
    .innerJoin(loanAccount, eq(loanAccount.id, repayPlan.loanId))
    .innerJoin(application, eq(application.id, loanAccount.orderId))
    .leftJoin(capital, eq(capital.id, loanAccount.capitalId))
    .where(sql`${repayPlan.id} = any(${sql.param([...ids])}::bigint[])`)
  const tasks = await newestTasks(ids)
  return rows.map(({ plan, ...loan }) => {
    const fee = sum([plan.fee, plan.serviceFee])
    const paid = sum([
      plan.paidPrincipal,
      plan.paidInterest,
      plan.paidServiceFee,
      plan.paidFee,
      plan.paidPenalty,
    ])
    const waived = sum([plan.waivedInterest, plan.waivedFee, plan.waivedPenalty])
    const amount = sum([plan.principal, plan.interest, fee])
    return {
      ...loan,
      id: plan.id,
      loanId: plan.loanId,
      periodNo: plan.periodNo,
      kind: plan.kind,
      dueDate: plan.dueDate,
      principal: plan.principal,
      interest: plan.interest,
      fee,
      amount,
      paid,
      // Before a loan's end, interest that is agreed is never asked.
      left: plan.paidOffOn ? '0.00' : minus(sum([amount, plan.penalty]), sum([paid, waived])),
      status: plan.status,
      deductState: tasks.get(plan.id)?.status ?? null,
      deductReason: tasks.get(plan.id)?.failReason ?? null,
    }
  })
}

/** The newest deduction of each instalment that has one. */
async function newestTasks(planIds: readonly number[]) {
  const rows = await db()
    .selectDistinctOn([deductTask.planId], {
      planId: deductTask.planId,
      status: deductTask.status,
      failReason: deductTask.failReason,
    })
    .from(deductTask)
    .where(inArray(deductTask.planId, [...planIds]))
    .orderBy(asc(deductTask.planId), desc(deductTask.day))
  return new Map(rows.map(({ planId, ...task }) => [planId, task]))
}
