import { and, asc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type { By } from '../../../platform/context.ts'
import { nextVersion } from '../../../platform/db/changed-by.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import { callOutsideForAll } from '../../../platform/outside/outbox.ts'
import { isWired } from '../../../platform/outside/wiring.ts'
import { businessDate } from '../../../rules/business-date.ts'
import { type BookDays, bookDays } from '../../ledger/service/days.ts'
import { dayOf } from '../../loans/rules/day.ts'
import { moneyOf } from '../../loans/rules/exact.ts'
import { foldLoan } from '../../loans/rules/fold.ts'
import { factsOf } from '../../loans/service/loan-facts.ts'
import { readLoans } from '../../loans/service/loan-record.ts'
import { deductible, mostAttempts } from '../rules/deduction.ts'
import { deductTask } from '../table.ts'
import { boundCards } from './make-tasks.ts'

const atOnce = 200

/** 代扣 at 10:00, 15:00 and 20:00: tasks of the business day that are new or have failed. */
export const deductJob = defineJob({
  name: 'deductions.send',
  schedule: '0 10,15,20 * * *',
  async run(_data, { tenantId, step }) {
    if (!isWired('deduct')) return
    const days = await inTenant(tenantId, () => bookDays({ today: businessDate(new Date()) }))
    for (let after = 0; ; ) {
      const ids = await step(async () => {
        const found = await readyTasks(days.today, after)
        await sendTasks(found, days, { actor: { id: 0 }, now: new Date() })
        return found
      })
      const last = ids.at(-1)
      if (last === undefined) return
      after = last
    }
  },
})

async function readyTasks(day: string, after: number): Promise<number[]> {
  const rows = await db()
    .select({ id: deductTask.id })
    .from(deductTask)
    .where(and(eq(deductTask.day, day), isReady, gt(deductTask.id, after)))
    .orderBy(asc(deductTask.id))
    .limit(atOnce)
  return rows.map(({ id }) => id)
}

const isReady = and(inArray(deductTask.status, ['待扣', '失败']), lt(deductTask.attempt, mostAttempts))

/** Asks for what is due now, which may be less than when the task was made; where nothing is, the task is over. */
export async function sendTasks(ids: readonly number[], { today }: Pick<BookDays, 'today'>, { now }: By) {
  const tasks = await db()
    .select()
    .from(deductTask)
    .where(and(inArray(deductTask.id, [...ids]), isReady))
    .orderBy(asc(deductTask.id))
    .for('update', { skipLocked: true })
  const loanIds = tasks.map(({ loanId }) => loanId)
  const loans = new Map((await readLoans(loanIds, undefined)).map((loan) => [loan.id, loan]))
  const facts = await factsOf(loanIds)
  const cards = await boundCards(tasks.map(({ orderId }) => orderId))
  const asked: Parameters<typeof callOutsideForAll<'deduct'>>[1][number][] = []
  for (const task of tasks) {
    const loan = loans.get(task.loanId)
    const card = cards.get(task.orderId)
    const fold = loan && foldLoan(loan.terms, facts.get(loan.id) ?? [], dayOf(today))
    const isOwed = fold !== undefined && deductible(fold) !== undefined
    const attempt = task.attempt + 1
    const amount = isOwed ? moneyOf(fold.dueToday) : task.amount
    await db()
      .update(deductTask)
      .set({
        ...(isOwed && card
          ? { status: '处理中' as const, attempt, amount, cardId: card.id, sentAt: now.toISOString() }
          : { status: '已失效' as const }),
        failCode: null,
        failReason: null,
        rowVersion: nextVersion(deductTask),
      })
      .where(eq(deductTask.id, task.id))
    if (loan && isOwed && card)
      asked.push({
        key: `${task.taskNo}-${attempt}`,
        about: { type: 'deduct', id: task.id },
        request: {
          deductNo: `${task.taskNo}-${attempt}`,
          amount,
          agreementNo: card.agreementNo ?? '',
          name: card.holderName ?? '',
          cardNo: card.cardNo,
          summary: loan.loanNo,
        },
      })
  }
  await callOutsideForAll('deduct', asked)
}

/** Everything that was never tried ends with its day; what is on its way, or has failed, stays as it is. */
export async function lapseDeductions(day: string): Promise<number> {
  const rows = await db()
    .update(deductTask)
    .set({ status: '已失效', rowVersion: nextVersion(deductTask) })
    .where(and(sql`${deductTask.day} <= ${day}`, eq(deductTask.status, '待扣')))
    .returning({ id: deductTask.id })
  return rows.length
}
