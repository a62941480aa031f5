import { and, desc, eq, ne } from 'drizzle-orm'
import { change } from '../../../platform/change-row.ts'
import type { Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { notFound, refused } from '../../../platform/errors.ts'
import type { HandlersOf } from '../../../platform/handler.ts'
import { mustBeWired } from '../../../platform/outside/outbox.ts'
import type { Contracts } from '../../endpoints.ts'
import { bookDays } from '../../ledger/service/days.ts'
import { dayOf } from '../../loans/rules/day.ts'
import { foldLoan } from '../../loans/rules/fold.ts'
import { factsOf } from '../../loans/service/loan-facts.ts'
import { type Loan, readLoans } from '../../loans/service/loan-record.ts'
import { loanAccount } from '../../loans/table.ts'
import type { deductions } from '../contract.ts'
import { deductible, mostAttempts } from '../rules/deduction.ts'
import { deductTask } from '../table.ts'
import { boundCards, makeTasks } from './make-tasks.ts'
import { sendTasks } from './send-tasks.ts'

const tasksOf = (loanId: number) =>
  db().select().from(deductTask).where(eq(deductTask.loanId, loanId)).orderBy(desc(deductTask.day))

/** @throws 422 where nothing is due, no card is bound, or an attempt of today stands in the way */
async function start(_input: ParsedInputOf<typeof deductions.start>, call: Call, loan: Loan) {
  mustBeWired('deduct')
  const days = await bookDays(call)
  const fold = foldLoan(loan.terms, (await factsOf([loan.id])).get(loan.id) ?? [], dayOf(days.today))
  const tasks = await tasksOf(loan.id)
  const open = tasks.find(({ status }) => status === '处理中')
  if (open) throw refused('deductions.refusals.underWay', { day: open.day })
  const own = tasks.find(({ day }) => day === days.today)
  if (own?.status === '成功') throw refused('deductions.refusals.doneToday')
  if (!deductible(fold)) throw refused('deductions.refusals.nothingDue')
  if (!(await boundCards([loan.orderId])).has(loan.orderId)) throw refused('deductions.refusals.noCard')
  if (own && own.attempt >= mostAttempts)
    throw refused('deductions.refusals.triedOut', { count: mostAttempts })
  if (own) await reopen(own.id)
  else await makeTasks([{ loan, fold }], days.today, call)
  const [task] = await tasksOf(loan.id)
  if (!task) throw new Error('the task was not written')
  await sendTasks([task.id], days, call)
  await change(loanAccount, loan, {}, { after: { taskNo: task.taskNo, attempt: task.attempt + 1 } })
  return { id: task.id }
}

/** Something is due again on a day whose task was over because nothing was. */
const reopen = (id: number) =>
  db()
    .update(deductTask)
    .set({ status: '待扣' })
    .where(and(eq(deductTask.id, id), ne(deductTask.status, '处理中')))

export const deductionHandlers: HandlersOf<Contracts['deductions']> = {
  async ofLoan({ loanId }, call) {
    const [loan] = await readLoans([loanId], call)
    if (!loan) throw notFound()
    return { data: await tasksOf(loan.id) }
  },
  start,
}
