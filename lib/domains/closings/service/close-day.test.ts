import { asc, eq, sql } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import type { JobRun } from '../../../platform/jobs/jobs.ts'
import { systemCall } from '../../../platform/system-call.ts'
import { addDays, addMonths, businessDate } from '../../../rules/business-date.ts'
import { offerDemo } from '../../identity/service/demo-offer.ts'
import { glVoucher } from '../../ledger/table.ts'
import { checkBooks } from '../../loans/service/check-books.ts'
import { bookFact } from '../../loans/service/project-loan.ts'
import { loanAccount, repayPlan } from '../../loans/table.ts'
import { newEvent } from '../../orders/service/testing.ts'
import { releasedLoan, wireBank } from '../../releases/service/testing.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { closings as calls } from '../contract.ts'
import { closing, overdueDaily } from '../table.ts'
import { closeDays } from './close-day.ts'

let backend: TestBackend
let loans: number[]
beforeAll(async () => {
  backend = await openTestBackend({ background: false })
  wireBank()
  loans = [await releasedLoan(backend), await releasedLoan(backend)]
}, 60_000)
afterAll(() => backend.close())

const first = businessDate(new Date())
const run: Pick<JobRun, 'step' | 'progress'> = {
  step: (work) => inTenant(1, work),
  progress: async () => undefined,
}
const closeUntil = (until: string, by = run) => closeDays(by, { first, until, atOnce: 1 })

/** Its process is killed behind so many steps. */
function killedAfter(steps: number): typeof run {
  let left = steps
  return {
    ...run,
    step: (work) => {
      left -= 1
      return left < 0 ? Promise.reject(new Error('killed')) : inTenant(1, work)
    },
  }
}

const closings = () => inTenant(1, () => db().select().from(closing).orderBy(asc(closing.day)))
const loanOf = async (id = loans[0] ?? 0) => {
  const [row] = await inTenant(1, () => db().select().from(loanAccount).where(eq(loanAccount.id, id)))
  if (!row) throw new Error('the loan is gone')
  return row
}

test('a loan that is not paid on its day is overdue on the next, and each day end says how far', async () => {
  const due = (await loanOf()).nextDueDate ?? ''
  await closeUntil(due)
  expect(await loanOf()).toMatchObject({ status: '还款中', dpd: 0, foldedTo: due })
  await closeUntil(addDays(due, 3))
  expect(await loanOf()).toMatchObject({ status: '逾期', dpd: 3, foldedTo: addDays(due, 3) })
  const snapshots = await inTenant(1, () =>
    db()
      .select()
      .from(overdueDaily)
      .where(sql`${overdueDaily.loanId} = ${loans[0] ?? 0} and ${overdueDaily.dpd} > 0`)
      .orderBy(asc(overdueDaily.asOf)),
  )
  expect(snapshots.map(({ asOf, dpd }) => [asOf, dpd])).toEqual([
    [addDays(due, 1), 1],
    [addDays(due, 2), 2],
  ])
  expect(Number(snapshots[0]?.overduePrincipal)).toBeGreaterThan(0)
  const rows = await closings()
  expect(rows.map(({ day }) => day)).toEqual(rows.map((_, at) => addDays(first, at)))
  expect(rows.at(-1)).toMatchObject({ step: 'done', folded: 2, overdue: 2, snapshots: 2, failed: 0 })
  expect((await checkBooks()).differences).toEqual([])
})

test('killed behind any of its steps, a month end goes on where it was, and nothing is doubled', async () => {
  const from = (await loanOf()).foldedTo ?? ''
  const end = addDays(`${addMonths(from, 1).slice(0, 7)}-01`, -1)
  await closeUntil(end)
  const opens = addDays(end, 1)
  // Opening, lapsing, two chunks of a loan, the end.
  for (const steps of [0, 1, 1, 2, 1])
    await closeUntil(opens, killedAfter(steps)).catch(({ message }) => expect(message).toBe('killed'))
  await closeUntil(opens)
  await closeUntil(opens)
  expect((await closings()).at(-1)).toMatchObject({ day: end, step: 'done', folded: 2, snapshots: 2 })
  const snapshots = await inTenant(1, () => db().$count(overdueDaily, eq(overdueDaily.asOf, end)))
  expect(snapshots).toBe(2)
  const [twice] = await inTenant(1, () =>
    db()
      .select({ key: glVoucher.entryKey })
      .from(glVoucher)
      .where(sql`${glVoucher.entryKey} is not null`)
      .groupBy(glVoucher.refId, glVoucher.entryKey)
      .having(sql`count(*) > 1`),
  )
  expect(twice).toBeUndefined()
  expect((await checkBooks()).differences).toEqual([])
})

test('a receipt that is booked while a day is closed counts on both sides of it', async () => {
  const day = (await loanOf()).foldedTo ?? ''
  const opens = addDays(day, 1)
  await closeUntil(opens, killedAfter(2)).catch(() => undefined)
  const days = { today: opens, openFrom: first }
  const receipt = { kind: 'receipt', amount: 10_000_000, valueDate: opens, checkedBy: null } as const
  await inTenant(1, () =>
    bookFact(loans[0] ?? 0, { ...receipt, eventId: 'between' }, days, systemCall(1, new Date())),
  )
  await closeUntil(opens)
  expect(await loanOf()).toMatchObject({ dpd: 0, foldedTo: opens })
  const before = await inTenant(1, () =>
    db()
      .select({ dpd: overdueDaily.dpd })
      .from(overdueDaily)
      .where(sql`${overdueDaily.loanId} = ${loans[0] ?? 0} and ${overdueDaily.asOf} = ${day}`),
  )
  expect(before[0]?.dpd).toBeGreaterThan(0)
  const rows = await inTenant(1, () =>
    db()
      .select()
      .from(repayPlan)
      .where(eq(repayPlan.loanId, loans[0] ?? 0)),
  )
  expect(rows.filter(({ status }) => status === '逾期')).toEqual([])
  expect((await checkBooks()).differences).toEqual([])
})

const sent = (day: string) => ({ day, eventId: newEvent() })

test('a day that is closed by hand stands in the list before its job has begun', async () => {
  offerDemo(true)
  try {
    const admin = backend.as('admin')
    const { day } = await admin.call(calls.preview, {})
    const answers = await Promise.all([admin.send(calls.run, sent(day)), admin.send(calls.run, sent(day))])
    expect(answers.map(({ status }) => status)).toContain(200)
    expect(answers.filter(({ status }) => status !== 200 && status !== 422)).toEqual([])
    const { data } = await admin.call(calls.list, {})
    expect(data[0]).toMatchObject({ day, opens: addDays(day, 1), step: 'lapse' })
    expect(await admin.call(calls.preview, {})).toMatchObject({
      day: addDays(day, 1),
      refusal: 'underWay',
    })
  } finally {
    offerDemo(false)
  }
})
