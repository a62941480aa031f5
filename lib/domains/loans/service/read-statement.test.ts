import { eq } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import { systemCall } from '../../../platform/system-call.ts'
import { addDays } from '../../../rules/business-date.ts'
import { overpaidLoan, releasedLoan, wireBank } from '../../releases/service/testing.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { loans } from '../contract.ts'
import { moneyOf } from '../rules/exact.ts'
import { loanAccount } from '../table.ts'
import { syncLoan } from './project-loan.ts'

/** The page of a loan is what its facts say, on any day. */

let backend: TestBackend
let loanId = 0
beforeAll(async () => {
  backend = await openTestBackend({ outbox: false })
  wireBank()
  loanId = await releasedLoan(backend)
}, 120_000)
afterAll(() => backend.close())

const stored = async () => {
  const [row] = await inTenant(1, () => db().select().from(loanAccount).where(eq(loanAccount.id, loanId)))
  if (!row) throw new Error('the loan is gone')
  return row
}

test('a loan is found by its number and by its order, with the same figures as its list', async () => {
  const { orderId, loanNo } = await stored()
  const asker = backend.as('postloan')
  const { loan } = await asker.call(loans.get, { orderId })
  expect(loan).toMatchObject({ id: loanId, loanNo })
  expect(await asker.call(loans.get, { loanId })).toEqual({ loan })
  const { data } = await asker.call(loans.list, { q: loanNo })
  expect(data).toMatchObject([
    { id: loanId, outstandingPrincipal: loan?.statement.figures.outstandingPrincipal, dpd: 0 },
  ])
})

test('every figure and amount has its explanation, whose result it is', async () => {
  await overpaidLoan(loanId)
  const asker = backend.as('postloan')
  const { loan } = await asker.call(loans.get, { loanId })
  const { figures, totals, rows = [] } = loan?.statement ?? {}
  const whole = async (of: string) => {
    const { parts } = await asker.call(loans.explain, { loanId, of })
    expect(parts.length).toBeGreaterThan(0)
    return parts.map(({ result }) => result.value)
  }
  for (const name of ['outstandingPrincipal', 'dueToday', 'prepaid', 'deposit', 'feeDue'] as const)
    expect([name, await whole(`figure.${name}`)]).toEqual([name, [figures?.[name]]])
  expect(await whole('figure.due')).toEqual([totals?.asked.whole])
  expect(await whole('figure.paid')).toEqual([totals?.paid.whole])
  expect(await whole('dpd')).toEqual(['0'])
  const [first] = rows
  expect(await whole('instalment.1.1.interest')).toEqual([first?.asked.interest])
  expect(await whole('instalment.1.1.principal')).toEqual([first?.asked.principal])
})

test('what was not known yet is not there, and two days show the difference', async () => {
  const { valueDate } = await stored()
  const asker = backend.as('postloan')
  const later = `${Number(valueDate.slice(0, 4)) + 1}${valueDate.slice(4)}`
  const { before, after, instalments } = await asker.call(loans.difference, {
    loanId,
    before: valueDate,
    asOf: later,
  })
  expect(before.outstandingPrincipal).not.toBe(after.outstandingPrincipal)
  expect(instalments.length).toBeGreaterThan(0)
  const refused = await asker.send(loans.get, { loanId, asOf: '2000-01-01' })
  expect(refused).toMatchObject({ status: 400, body: { fields: { asOf: expect.any(String) } } })
})

test('somebody without an order of his own in sight finds none of its loan', async () => {
  const other = backend.as('postloan', 'qhe')
  expect(await other.send(loans.get, { loanId })).toMatchObject({ status: 404 })
  expect(await other.send(loans.explain, { loanId, of: 'dpd' })).toMatchObject({ status: 404 })
})

test('逾期客户 says what is overdue as the fold has it', async () => {
  const id = await releasedLoan(backend)
  const [loan] = await inTenant(1, () => db().select().from(loanAccount).where(eq(loanAccount.id, id)))
  const late = addDays(loan?.nextDueDate ?? '', 10)
  const by = systemCall(1, new Date())
  const fold = await inTenant(1, () => syncLoan(id, { today: late, openFrom: late }, by))
  const [first] = fold.instalments
  const { data } = await backend.as('postloan').call(loans.overdue, { q: loan?.loanNo ?? '' })
  expect(data).toMatchObject([
    {
      id,
      dpd: 10,
      overdueCount: fold.overdueCount,
      overduePrincipal: moneyOf(first?.principal ?? 0),
      overdueInterest: moneyOf(first?.interest ?? 0),
    },
  ])
  expect(fold.overdueCount).toBe(1)
})
