import { eq, sql } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import type { JobRun } from '../../../platform/jobs/jobs.ts'
import { notification } from '../../../platform/messages/table.ts'
import type { Outcome } from '../../../platform/outside/outcome.ts'
import { outsideCall } from '../../../platform/outside/table.ts'
import { wirePorts } from '../../../platform/outside/wiring.ts'
import { systemCall } from '../../../platform/system-call.ts'
import { addDays, businessDate } from '../../../rules/business-date.ts'
import { closeDays } from '../../closings/service/close-day.ts'
import { home } from '../../home/contract.ts'
import { sysUser } from '../../identity/table.ts'
import { bookDays } from '../../ledger/service/days.ts'
import { businessDay } from '../../ledger/table.ts'
import { fenOf } from '../../loans/rules/exact.ts'
import { checkBooks } from '../../loans/service/check-books.ts'
import { bookFact } from '../../loans/service/project-loan.ts'
import { loanAccount, loanFact } from '../../loans/table.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { deductions } from '../contract.ts'
import { deductJob } from './send-tasks.ts'
import { deductionsOf, deductSays, dueLoan } from './testing.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend({ background: false })
  const nowhere = { url: new URL('http://127.0.0.1:9/'), key: 'nobody listens there, 32 characters long' }
  wirePorts({ payment: nowhere, sms: nowhere, deduct: nowhere })
}, 60_000)
afterAll(() => backend.close())

const taken = (bankReference: string): Outcome => ({
  result: 'done',
  answer: { result: 'paid', bankReference },
})
const run = {
  tenantId: 1,
  step: <T>(work: () => Promise<T>) => inTenant(1, work),
  progress: async () => undefined,
} as unknown as JobRun
const sendDue = () => deductJob.run({}, run)
const loanOf = async (id: number) => {
  const [row] = await inTenant(1, () => db().select().from(loanAccount).where(eq(loanAccount.id, id)))
  if (!row) throw new Error('the loan is gone')
  return row
}
/** Brings the loan to the business day by closing the one before it. @returns the business day */
async function closedInto(loanId: number): Promise<string> {
  const day = (await loanOf(loanId)).nextDueDate ?? ''
  await inTenant(1, () =>
    db()
      .update(businessDay)
      .set({ day: addDays(day, -1) }),
  )
  await inTenant(1, () => db().execute(sql`delete from closing where day >= ${addDays(day, -1)}`))
  await closeDays(run, { first: day, until: day })
  return day
}
const start = async (loanId: number) =>
  backend.as('postloan').call(deductions.start, { loanId, rowVersion: (await loanOf(loanId)).rowVersion })
const receiptsOf = (loanId: number) =>
  inTenant(1, () =>
    db().select().from(loanFact).where(sql`${loanFact.loanId} = ${loanId} and ${loanFact.kind} = 'receipt'`),
  )
const asked = async (loanId: number) => {
  const [task] = await deductionsOf(loanId)
  return inTenant(1, () => db().$count(outsideCall, sql`${outsideCall.onceKey} like ${`${task?.taskNo}-%`}`))
}

test('the close of day makes a task of what is due; it is tried until it is paid, and its money is a receipt', async () => {
  const { loanId } = await dueLoan(backend)
  const day = await closedInto(loanId)
  const [task] = await deductionsOf(loanId)
  expect(task).toMatchObject({ day, status: '待扣', attempt: 0 })
  await sendDue()
  await sendDue()
  expect(await asked(loanId)).toBe(1)
  await deductSays(loanId, { result: 'done', answer: { result: 'failed', code: '01' } })
  expect((await deductionsOf(loanId))[0]).toMatchObject({ status: '失败', failCode: '01', attempt: 1 })
  await sendDue()
  await deductSays(loanId, taken('D-1'))
  await deductSays(loanId, taken('D-1'))
  expect((await deductionsOf(loanId))[0]).toMatchObject({ status: '成功', attempt: 2, bankReference: 'D-1' })
  expect(await receiptsOf(loanId)).toMatchObject([
    { eventId: task?.taskNo, amount: task?.amount, valueDate: day },
  ])
  expect((await loanOf(loanId)).overdueAmount).toBe('0.00')
  await sendDue()
  expect(await asked(loanId)).toBe(2)
  await expect(start(loanId)).rejects.toThrow(/已代扣成功/)
  expect((await checkBooks()).differences).toEqual([])
})

test('a refusal by the bank has its code by its words, and after three attempts the day is over', async () => {
  const { loanId } = await dueLoan(backend)
  await start(loanId)
  await deductSays(loanId, { result: 'refused', reason: '账户冻结' })
  expect((await deductionsOf(loanId))[0]).toMatchObject({ status: '失败', failCode: '02' })
  for (const reason of ['系统维护', '系统维护']) {
    await start(loanId)
    await deductSays(loanId, { result: 'refused', reason })
  }
  expect((await deductionsOf(loanId))[0]).toMatchObject({ failCode: '99', attempt: 3, givenUp: true })
  const loan = await loanOf(loanId)
  const told = await inTenant(1, () =>
    db()
      .select({ account: sysUser.account, body: notification.body, opens: notification.opens })
      .from(notification)
      .innerJoin(sysUser, eq(sysUser.id, notification.userId))
      .where(eq(notification.title, `${loan.loanNo} 代扣失败`)),
  )
  expect(told.map(({ account }) => account)).toContain('postloan')
  const todos = await backend.as('postloan').call(home.list, { newest: true, start: 0, length: 20 })
  expect(todos.data.find(({ id }) => id === loan.orderId)).toMatchObject({ event: 'deduct_failed' })
  expect(told[0]).toMatchObject({ opens: 'loanCase', body: expect.stringContaining('系统维护') })
  await expect(start(loanId)).rejects.toThrow(/3 次/)
  await sendDue()
  expect(await asked(loanId)).toBe(3)
})

test('answered after the customer paid by transfer, the money stands in advance; until then nobody asks again', async () => {
  const { loanId } = await dueLoan(backend)
  const day = await closedInto(loanId)
  await sendDue()
  await expect(start(loanId)).rejects.toThrow(/还没有结果/)
  const [task] = await deductionsOf(loanId)
  const amount = fenOf(task?.amount ?? '')
  const by = systemCall(1, new Date())
  const days = await inTenant(1, () => bookDays({ today: businessDate(new Date()) }))
  await inTenant(1, () =>
    bookFact(
      loanId,
      { kind: 'receipt', amount, valueDate: day, eventId: `transfer:${loanId}`, checkedBy: null },
      days,
      by,
    ),
  )
  // The next day has nothing due, and no second task while the first one is open.
  await closeDays(run, { first: day, until: addDays(day, 1) })
  await deductSays(loanId, taken('D-2'))
  const { overdueAmount, prepaidBalance } = await loanOf(loanId)
  expect([overdueAmount, prepaidBalance]).toEqual(['0.00', task?.amount])
  expect(await deductionsOf(loanId)).toHaveLength(1)
  expect((await checkBooks()).differences).toEqual([])
})

test('what was never tried ends with its day, and what was paid otherwise is not tried', async () => {
  const { loanId } = await dueLoan(backend)
  const day = await closedInto(loanId)
  await closeDays(run, { first: day, until: addDays(day, 1) })
  const [next, lapsed] = await deductionsOf(loanId)
  expect([lapsed?.status, next?.status, next?.day]).toEqual(['已失效', '待扣', addDays(day, 1)])
  await inTenant(1, () =>
    bookFact(
      loanId,
      { kind: 'receipt', amount: 10_000_000, valueDate: day, eventId: `all:${loanId}`, checkedBy: null },
      { today: addDays(day, 1), openFrom: day },
      systemCall(1, new Date()),
    ),
  )
  await sendDue()
  expect(await asked(loanId)).toBe(0)
  expect((await deductionsOf(loanId))[0]).toMatchObject({ status: '已失效', attempt: 0 })
})
