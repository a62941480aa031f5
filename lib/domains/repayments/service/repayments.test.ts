import { and, eq } from 'drizzle-orm'
import { changes } from '../../../platform/changes/contract.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { systemCall } from '../../../platform/system-call.ts'
import { addMonths, businessDate } from '../../../rules/business-date.ts'
import { minus, sum } from '../../../rules/money.ts'
import { businessDay, glLine, glPeriod, glVoucher } from '../../ledger/table.ts'
import { loans } from '../../loans/contract.ts'
import { dayOf } from '../../loans/rules/day.ts'
import { fenOf } from '../../loans/rules/exact.ts'
import { settlementQuote } from '../../loans/rules/fold.ts'
import { checkBooks } from '../../loans/service/check-books.ts'
import { factsOf, type NewFact } from '../../loans/service/loan-facts.ts'
import { bookFact } from '../../loans/service/project-loan.ts'
import { loanAccount, repayPlan } from '../../loans/table.ts'
import { newEvent, testPicture } from '../../orders/service/testing.ts'
import { releases } from '../../releases/contract.ts'
import { approving, onOrder, releasedLoan, wireBank } from '../../releases/service/testing.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { repayments } from '../contract.ts'

/** Money that comes in on a loan: whatever goes wrong, nothing is lost, nothing doubled, and the refusal leads on. */

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend({ outbox: false })
  wireBank()
}, 60_000)
afterAll(() => backend.close())
afterEach(async () => expect((await checkBooks()).differences).toEqual([]))

const released = businessDate(new Date())
const cashier = () => backend.as('cashier')
const loanOf = async (id: number) => {
  const [row] = await inTenant(1, () => db().select().from(loanAccount).where(eq(loanAccount.id, id)))
  if (!row) throw new Error('the loan is gone')
  return row
}
const planOf = (loanId: number) =>
  inTenant(1, () =>
    db().select().from(repayPlan).where(eq(repayPlan.loanId, loanId)).orderBy(repayPlan.periodNo),
  )
/** The tenant's business day: one that is named, or so many months behind the release. */
const openDay = (day: number | string) =>
  inTenant(1, async () => {
    await db().delete(businessDay)
    await db()
      .insert(businessDay)
      .values({ day: typeof day === 'string' ? day : addMonths(released, day) })
  })

let numbers = 0
const nextNo = () => {
  numbers += 1
  return `T${released}${numbers}`
}
type More = {
  channel?: 'transfer' | 'scan'
  thirdNo?: string
  valueDate?: string
  eventId?: string
  rowVersion?: number
}
const receive = async (loanId: number, amount: string, more: More = {}) => ({
  loanId,
  rowVersion: (await loanOf(loanId)).rowVersion,
  valueDate: released,
  fact: { kind: 'receipt', amount } as const,
  channel: 'transfer' as const,
  thirdNo: nextNo(),
  eventId: newEvent(),
  ...more,
})
const register = async (loanId: number, amount: string, more: More = {}) =>
  cashier().call(repayments.register, await receive(loanId, amount, more))
const send = async (loanId: number, amount: string, more: More = {}) =>
  cashier().send(repayments.register, await receive(loanId, amount, more))
const rowOf = async (loanNo: string, at = 0) => {
  const { data } = await cashier().call(repayments.list, { q: loanNo, sort: 'valueDate:desc' })
  return data[at]
}
const reverse = async (loanId: number, of: number) => ({
  loanId,
  rowVersion: (await loanOf(loanId)).rowVersion,
  valueDate: (await backend.as('postloan').call(loans.standing, { loanId })).today,
  fact: { kind: 'reversal', of } as const,
  reason: '登记错误',
  eventId: newEvent(),
})
async function reversed(loanId: number, of: number): Promise<void> {
  await backend.as('postloan').call(loans.propose, await reverse(loanId, of))
  const { data } = await backend.as('postloan').call(changes.of, { kind: 'loanFact', aboutId: loanId })
  const [change] = data
  if (!change) throw new Error('nothing waits')
  await backend.as('finance_checker').call(changes.approve, approving(change))
}
/** Settled by its quote of the business day, as a settlement books it. */
const settle = (loanId: number, today: string) =>
  inTenant(1, async () => {
    const [loan] = await db().select().from(loanAccount).where(eq(loanAccount.id, loanId)).for('update')
    if (!loan?.terms) throw new Error('no loan')
    const facts = (await factsOf([loanId])).get(loanId) ?? []
    const { payable } = settlementQuote(loan.terms, facts, dayOf(today))
    const none = { depositOffset: 0, waivedBreach: 0, waivedInterest: 0, bySale: false }
    const fact = { kind: 'settlement', amount: payable, ...none, valueDate: today } as const
    await bookFact(
      loanId,
      { ...fact, eventId: newEvent(), checkedBy: null },
      { today, openFrom: '1900-01-01' },
      systemCall(1, new Date()),
    )
    return payable
  })
const book = (loanId: number, fact: Omit<NewFact, 'eventId' | 'checkedBy'>, today: string) =>
  inTenant(1, () =>
    bookFact(
      loanId,
      { ...fact, eventId: newEvent(), checkedBy: null } as NewFact,
      { today, openFrom: '1900-01-01' },
      systemCall(1, new Date()),
    ),
  )

test('a receipt counts at once, says what it paid, and its 回单 comes later', async () => {
  const loanId = await releasedLoan(backend)
  const [first] = await planOf(loanId)
  if (!first) throw new Error('a plan has rows')
  await openDay(first.dueDate)
  const { loanNo } = await loanOf(loanId)
  const { figures } = await cashier().call(loans.standing, { loanId })
  const amount = sum([figures.dueToday, '1.00'])
  await register(loanId, amount, { valueDate: first.dueDate })
  const row = await rowOf(loanNo)
  if (!row) throw new Error('no row')
  expect(row).toMatchObject({ amount, principal: first.principal, interest: first.interest, kind: '正常' })
  expect(sum([row.principal, row.interest, row.penalty, row.fee, row.unapplied])).toBe(amount)
  const got = await cashier().call(repayments.get, { id: row.id })
  expect(sum([...got.allocations.map((one) => one.amount), row.unapplied])).toBe(amount)
  const picture = { name: '回单.jpg', bytes: await testPicture() }
  const proof = { loanId, repaymentId: row.id, eventId: newEvent() }
  await cashier().upload(repayments.addProof, proof, picture)
  expect(await rowOf(loanNo)).toMatchObject({ proofName: '回单.jpg' })
  const again = cashier().upload(repayments.addProof, { ...proof, eventId: newEvent() }, picture)
  await expect(again).rejects.toMatchObject({ status: 422 })
})

test('the same number is refused with where the first one is, and counts again once that is reversed', async () => {
  const [one, other] = [await releasedLoan(backend), await releasedLoan(backend)]
  const thirdNo = nextNo()
  const { repayNo } = await register(one, '10.00', { thirdNo })
  const { loanNo } = await loanOf(one)
  const { status, body } = await send(other, '10.00', { thirdNo })
  expect({ status, body }).toMatchObject({
    status: 400,
    body: { fields: { thirdNo: expect.stringContaining(repayNo) } },
  })
  expect(JSON.stringify(body)).toContain(loanNo)
  await register(other, '10.00', { thirdNo, channel: 'scan' })
  const row = await rowOf(loanNo)
  await reversed(one, row?.factNo ?? 0)
  expect(await rowOf(loanNo)).toMatchObject({ state: '已冲正', principal: '0.00', unapplied: '0.00' })
  expect((await send(other, '10.00', { thirdNo })).status).toBe(200)
})

test('of two windows in the same second one receipt counts', async () => {
  const [one, other] = [await releasedLoan(backend), await releasedLoan(backend)]
  const thirdNo = nextNo()
  const two = await Promise.all([send(one, '10.00', { thirdNo }), send(other, '10.00', { thirdNo })])
  expect(two.map(({ status }) => status).sort()).toEqual([200, 400])
  const same = await receive(one, '20.00')
  const twice = await Promise.all([
    cashier().send(repayments.register, same),
    cashier().send(repayments.register, { ...same, eventId: newEvent() }),
  ])
  // The second finds the loan another one.
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('a receipt of a loan that settles in the same second is refused or counts, and then waits to be paid back', async () => {
  const loanId = await releasedLoan(backend)
  const { rowVersion } = await loanOf(loanId)
  await openDay(1)
  const today = addMonths(released, 1)
  const [, { status }] = await Promise.all([
    settle(loanId, today),
    send(loanId, '100.00', { valueDate: today, rowVersion }),
  ])
  expect([200, 409]).toContain(status)
  if (status === 409) await register(loanId, '100.00', { valueDate: today })
  const loan = await loanOf(loanId)
  expect(loan).toMatchObject({ status: '提前结清', outstandingPrincipal: '0.00' })
  if (status === 409) expect(loan.prepaidBalance).toBe('100.00')
})

test('a receipt that a settlement used is not reversed under it', async () => {
  const loanId = await releasedLoan(backend)
  await openDay(1)
  const today = addMonths(released, 1)
  const [first] = await planOf(loanId)
  await register(loanId, sum([first?.amount ?? '0', '50.00']), { valueDate: first?.dueDate ?? today })
  const { loanNo } = await loanOf(loanId)
  await settle(loanId, today)
  const row = (await cashier().call(repayments.list, { q: loanNo })).data.find(({ kind }) => kind === '正常')
  const refused = await backend.as('postloan').send(loans.propose, await reverse(loanId, row?.factNo ?? 0))
  expect(refused).toMatchObject({ status: 422 })
  expect(JSON.stringify(refused.body)).toContain('结清款不足')
  // Behind a reversal of the settlement it goes.
  const settlement = (await inTenant(1, () => factsOf([loanId]))).get(loanId)?.at(-1)?.id ?? 0
  await reversed(loanId, settlement)
  await reversed(loanId, row?.factNo ?? 0)
  expect(await loanOf(loanId)).toMatchObject({ prepaidBalance: '0.00' })
})

test('a receipt that was late in the books pays before the prepayment that came after it', async () => {
  const loanId = await releasedLoan(backend)
  await openDay(3)
  const today = addMonths(released, 3)
  const [first, second] = await planOf(loanId)
  if (!first || !second) throw new Error('a plan has rows')
  const { feeDue } = await loanOf(loanId)
  const prepaidOn = addMonths(released, 2)
  const prepayment = {
    kind: 'prepayment',
    amount: fenOf('20000.00'),
    way: 'reduce',
    from: 'cash',
    feeRate: 0,
  }
  await book(loanId, { ...prepayment, valueDate: prepaidOn } as never, today)
  const before = await loanOf(loanId)
  await register(loanId, sum([first.amount, feeDue]), { valueDate: first.dueDate })
  const after = await loanOf(loanId)
  // The first rent is no more paid out of the prepayment, which lowers the principal by more.
  expect(Number(minus(before.outstandingPrincipal, after.outstandingPrincipal))).toBeGreaterThan(0)
  expect(after.maxDpd).toBeLessThanOrEqual(before.maxDpd)
  const { data } = await cashier().call(repayments.list, { q: after.loanNo })
  expect(data.map(({ kind }) => kind).sort()).toEqual(['正常', '部分提前'])
})

test('a day ahead, a voided loan and half a fen are refused with why', async () => {
  const loanId = await releasedLoan(backend)
  await openDay(0)
  expect((await send(loanId, '1.00', { valueDate: addMonths(released, 1) })).status).toBe(422)
  expect((await send(loanId, '0.00')).status).toBe(400)
  expect((await send(loanId, '1.005')).status).toBe(400)
})

test('money that came back finds no way to void a loan with a receipt, until that is reversed', async () => {
  const loanId = await releasedLoan(backend)
  await openDay(0)
  const { orderId } = await loanOf(loanId)
  await register(loanId, '10.00')
  const undo = async () =>
    backend.as('finance_checker').send(releases.undo, {
      ...(await onOrder(orderId)),
      bankReference: 'BACK',
      reason: '收款行退回',
    })
  const refused = await undo()
  expect(refused).toMatchObject({ status: 422 })
  expect(JSON.stringify(refused.body)).toContain('请先冲正再退票')
  const row = await rowOf((await loanOf(loanId)).loanNo)
  await reversed(loanId, row?.factNo ?? 0)
  expect((await undo()).status).toBe(200)
})

test('what was proposed before its month was closed is posted on the first open day when it is checked', async () => {
  const loanId = await releasedLoan(backend)
  await openDay(3)
  const [day, today] = [addMonths(released, 1), addMonths(released, 3)]
  const fee = { kind: 'fee', amount: '88.00', periodNo: null } as const
  const on = {
    loanId,
    rowVersion: (await loanOf(loanId)).rowVersion,
    valueDate: day,
    fact: fee,
    reason: '补登',
  }
  await backend.as('postloan').call(loans.propose, on)
  const month = addMonths(released, 2).slice(0, 7)
  const period = (state: 'open' | 'closed') =>
    inTenant(1, () =>
      db()
        .insert(glPeriod)
        .values({ month, state })
        .onConflictDoUpdate({ target: [glPeriod.tenantId, glPeriod.month], set: { state } }),
    )
  await period('closed')
  const [change] = (await backend.as('postloan').call(changes.of, { kind: 'loanFact', aboutId: loanId })).data
  if (!change) throw new Error('nothing waits')
  await backend.as('finance_checker').call(changes.approve, approving(change))
  const posted = await inTenant(1, () =>
    db()
      .select({ bizDate: glVoucher.bizDate })
      .from(glVoucher)
      .innerJoin(glLine, eq(glLine.voucherId, glVoucher.id))
      .where(and(eq(glLine.loanId, loanId), eq(glLine.accountCode, '1122.01'), eq(glLine.debit, '88.00'))),
  )
  expect(posted).toEqual([{ bizDate: `${today.slice(0, 7)}-01` }])
  // The fact keeps its own day, by which the loan is folded.
  expect((await inTenant(1, () => factsOf([loanId]))).get(loanId)?.at(-1)?.day).toBe(dayOf(day))
  await period('open')
})

test('what is due on the business day stands in the list, with what is left of it', async () => {
  const loanId = await releasedLoan(backend)
  const [first] = await planOf(loanId)
  if (!first) throw new Error('a plan has rows')
  await openDay(first.dueDate)
  const { loanNo } = await loanOf(loanId)
  const { data } = await cashier().call(repayments.due, { q: loanNo, when: 'today' })
  expect(data).toMatchObject([{ loanNo, dueDate: first.dueDate, amount: first.amount, periodNo: 1 }])
  const { total } = await cashier().call(repayments.due, { q: loanNo, when: 'today', dueFrom: first.dueDate })
  expect(total).toBe((await planOf(loanId)).length)
  // Once it is settled, nothing of what would have come is left.
  await settle(loanId, first.dueDate)
  const settled = await cashier().call(repayments.due, { q: loanNo, when: 'all', length: 100 })
  expect(settled.data.filter(({ left }) => left !== '0.00')).toEqual([])
})

test('展期 is checked by a second person and adds periods', async () => {
  const loanId = await releasedLoan(backend)
  await openDay(0)
  const before = await planOf(loanId)
  const { rowVersion } = await loanOf(loanId)
  await backend.as('postloan').call(loans.propose, {
    loanId,
    rowVersion,
    valueDate: released,
    fact: { kind: 'plan', periods: 6 },
    reason: '客户申请',
    eventId: newEvent(),
  })
  const { data } = await backend.as('postloan').call(changes.of, { kind: 'loanFact', aboutId: loanId })
  expect(data[0]?.lines).toContainEqual({ field: 'factKind', kind: 'text', value: '展期 · 6期' })
  await backend.as('finance_checker').call(changes.approve, approving(...data.slice(0, 1)))
  const after = (await planOf(loanId)).filter(({ status }) => status !== '已作废')
  expect(after.length).toBe(before.length + 6)
  expect(sum(after.map(({ principal }) => principal))).toBe((await loanOf(loanId)).outstandingPrincipal)
})
