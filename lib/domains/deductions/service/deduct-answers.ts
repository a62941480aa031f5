import { and, eq, sql } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { recordAudit } from '../../../platform/audit.ts'
import type { By } from '../../../platform/context.ts'
import { nextVersion } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import { sendMessages } from '../../../platform/messages/send-messages.ts'
import { answered } from '../../../platform/outside/answered.ts'
import { businessDate } from '../../../rules/business-date.ts'
import { maskCard } from '../../../rules/mask.ts'
import { formatMoney } from '../../../rules/money-text.ts'
import { bankCard } from '../../customers/table.ts'
import { bookDays } from '../../ledger/service/days.ts'
import { fenOf } from '../../loans/rules/exact.ts'
import { readLoans } from '../../loans/service/loan-record.ts'
import { previewFact } from '../../loans/service/preview-fact.ts'
import { bookFact } from '../../loans/service/project-loan.ts'
import { holdersOf } from '../../orders/service/holders.ts'
import { dictItem } from '../../system/table.ts'
import { mostAttempts, otherFailure } from '../rules/deduction.ts'
import { deductTask } from '../table.ts'

/** Everything that the bank says of a deduction. Money that came is booked whatever became of its loan meanwhile. */

type Task = typeof deductTask.$inferSelect
type Said = Partial<Pick<Task, 'status' | 'failCode' | 'failReason' | 'bankReference'>>

export const deductAnswered = answered<'deduct'>({
  purpose: 'deductions.purpose',
  done: async ({ result, code, reason, bankReference }, { aboutId }) => {
    if (result === 'paid') return paid(aboutId, bankReference ?? '')
    return fail(aboutId, code ?? otherFailure, reason ?? null)
  },
  failed: async (reason, { aboutId }) => fail(aboutId, await codeOf(reason), reason),
})

/** The last attempt of the day is told to those who see to the loan, once of an instalment: the next day tries again. */
async function fail(taskId: number, failCode: string, failReason: string | null): Promise<void> {
  const task = await end(taskId, { status: '失败', failCode, failReason })
  if (!task || task.attempt < mostAttempts) return
  const before = and(eq(deductTask.planId, task.planId), eq(deductTask.givenUp, true))
  if ((await db().$count(deductTask, before)) > 0) return
  await db().update(deductTask).set({ givenUp: true }).where(eq(deductTask.id, task.id))
  const [loan] = await readLoans([task.loanId], undefined)
  if (!loan) return
  const [code] = await db()
    .select({ label: dictItem.label })
    .from(dictItem)
    .where(and(eq(dictItem.type, 'deduct_fail'), eq(dictItem.code, failCode)))
  const told = { loanNo: loan.loanNo, name: loan.customerName, amount: formatMoney(task.amount) }
  await sendMessages(
    (await holdersOf('loan:propose', task.orderId)).map((userId) => ({
      kind: 'notice' as const,
      userId,
      orderId: task.orderId,
      opens: 'loanCase' as const,
      title: say('deductions.failedTitle', told),
      body: say('deductions.failedBody', {
        ...told,
        count: mostAttempts,
        reason: failReason ?? code?.label ?? '',
      }),
      createdAt: new Date().toISOString(),
      createdBy: 0,
    })),
  )
}

/** The code of a refusal that is one of the dictionary's in words. */
async function codeOf(reason: string): Promise<string> {
  const [item] = await db()
    .select({ code: dictItem.code })
    .from(dictItem)
    .where(and(eq(dictItem.type, 'deduct_fail'), eq(dictItem.label, reason)))
  return item?.code ?? otherFailure
}

/** The loan first, as whoever writes on it holds it: nobody waits crosswise. */
async function paid(taskId: number, bankReference: string): Promise<void> {
  const [{ loanId } = { loanId: 0 }] = await db()
    .select({ loanId: deductTask.loanId })
    .from(deductTask)
    .where(eq(deductTask.id, taskId))
  const [loan] = await readLoans([loanId], undefined, true)
  const task = await end(taskId, { status: '成功', bankReference })
  if (!loan || !task) return
  const by: By = { actor: { id: 0 }, now: new Date() }
  const days = await bookDays({ today: businessDate(by.now) })
  const body = { kind: 'receipt' as const, amount: fenOf(task.amount) }
  const { before } = await previewFact(loan, body, task.day, days)
  // Of a loan that is settled by now it is 预收款, which is paid back. One that was undone has no books to be in.
  if (before.status === '已撤销') {
    await db()
      .update(deductTask)
      .set({ failReason: say('deductions.undone') })
      .where(eq(deductTask.id, taskId))
    return
  }
  const [card] = await db()
    .select()
    .from(bankCard)
    .where(eq(bankCard.id, task.cardId ?? 0))
  const source = {
    channel: 'deduction' as const,
    thirdNo: bankReference,
    payerName: card?.holderName ?? '',
    payerCard: maskCard(card?.cardNo ?? ''),
  }
  const fact = { ...body, source, eventId: task.taskNo, valueDate: task.day, checkedBy: null }
  await bookFact(loan.id, fact, days, by)
}

/** Ends an attempt that is on its way. @returns the task; undefined where it was none any more */
async function end(taskId: number, said: Said): Promise<Task | undefined> {
  const [task] = await db()
    .update(deductTask)
    .set({ ...said, answeredAt: sql`now()`, rowVersion: nextVersion(deductTask) })
    .where(and(eq(deductTask.id, taskId), eq(deductTask.status, '处理中')))
    .returning()
  if (task)
    await recordAudit(
      {
        action: 'deduction.answer',
        object: `loan_account:${task.loanId}`,
        after: { taskNo: task.taskNo, ...said },
      },
      { actorId: 0, ip: '', now: new Date() },
    )
  return task
}
