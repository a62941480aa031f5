import { and, eq, inArray, ne, or, sql } from 'drizzle-orm'
import type { By } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { isOneOf, readMany } from '../../../platform/db/read-many.ts'
import { insertMany } from '../../../platform/db/write-many.ts'
import { isWired } from '../../../platform/outside/wiring.ts'
import { bankCard } from '../../customers/table.ts'
import { moneyOf } from '../../loans/rules/exact.ts'
import type { LoanFold } from '../../loans/rules/fold.ts'
import { repayPlan } from '../../loans/table.ts'
import { nextDeductNos } from '../../orders/service/number-series.ts'
import { application } from '../../orders/table.ts'
import { deductible } from '../rules/deduction.ts'
import { deductTask } from '../table.ts'

/** Whoever calls holds the loan, so no two make a task of it. */
export type Owed = { loan: { id: number; orderId: number }; fold: LoanFold }

const keyOf = (loanId: number, row: { version: number; periodNo: number; kind: string }): string =>
  `${loanId} ${row.version} ${row.periodNo} ${row.kind}`

/** Tasks of the day for what is due of loans whose card is bound. @returns how many were made */
export async function makeTasks(owed: readonly Owed[], day: string, by: By): Promise<number> {
  const due = owed.flatMap(({ loan, fold }) => {
    const instalment = deductible(fold)
    return instalment ? [{ loan, fold, instalment }] : []
  })
  if (due.length === 0 || !isWired('deduct')) return 0
  const loanIds = due.map(({ loan }) => loan.id)
  const cards = await boundCards(due.map(({ loan }) => loan.orderId))
  const busy = await db()
    .select({ loanId: deductTask.loanId })
    .from(deductTask)
    .where(
      and(inArray(deductTask.loanId, loanIds), or(eq(deductTask.day, day), eq(deductTask.status, '处理中'))),
    )
  const without = new Set(busy.map(({ loanId }) => loanId))
  const plans = await readMany(
    repayPlan,
    ['id', 'loanId', 'planVersion', 'periodNo', 'kind'],
    sql`${isOneOf(repayPlan.loanId, loanIds)} and ${ne(repayPlan.status, '已作废')}`,
  )
  const planIds = new Map(
    plans.map((row) => [keyOf(row.loanId, { ...row, version: row.planVersion }), row.id]),
  )
  const wanted = due.flatMap(({ loan, fold, instalment }) => {
    const card = cards.get(loan.orderId)
    const planId = planIds.get(keyOf(loan.id, instalment))
    return card && planId !== undefined && !without.has(loan.id) ? [{ loan, fold, card, planId }] : []
  })
  if (wanted.length === 0) return 0
  const numbers = await nextDeductNos(day, wanted.length)
  await insertMany(
    deductTask,
    wanted.map(({ loan, fold, card, planId }, at) => ({
      taskNo: numbers[at] ?? '',
      loanId: loan.id,
      orderId: loan.orderId,
      planId,
      day,
      amount: moneyOf(fold.dueToday),
      cardId: card.id,
      createdBy: by.actor.id,
    })),
  )
  return wanted.length
}

/** The repayment cards that are bound, by order. */
export async function boundCards(orderIds: readonly number[]) {
  const rows = await db()
    .select({ orderId: application.id, card: bankCard })
    .from(application)
    .innerJoin(bankCard, eq(bankCard.id, application.repayCardId))
    .where(and(inArray(application.id, [...orderIds]), eq(bankCard.bindStatus, '已绑定')))
  return new Map(rows.map(({ orderId, card }) => [orderId, card]))
}
