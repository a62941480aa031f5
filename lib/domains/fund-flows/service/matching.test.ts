import { eq } from 'drizzle-orm'
import { changes } from '../../../platform/changes/contract.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { addDays, businessDate } from '../../../rules/business-date.ts'
import { sum } from '../../../rules/money.ts'
import { sysUser } from '../../identity/table.ts'
import { factsOf } from '../../loans/service/loan-facts.ts'
import { loanAccount } from '../../loans/table.ts'
import { newEvent } from '../../orders/service/testing.ts'
import { application } from '../../orders/table.ts'
import { approving, openReleases, paymentsOf, releasedLoan } from '../../releases/service/testing.ts'
import { repayments } from '../../repayments/contract.ts'
import { bookAs } from '../../settlements/service/testing.ts'
import type { TestBackend } from '../../testing.ts'
import { fundFlows } from '../contract.ts'
import { matchAll } from './auto-match.ts'
import { bookedStatement, statementRow } from './testing.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openReleases()
}, 60_000)
afterAll(() => backend.close())

const cashier = () => backend.as('cashier')
const today = () => businessDate(new Date())
const run = {
  tenantId: 1,
  signal: new AbortController().signal,
  step: <T>(work: () => Promise<T>) => inTenant(1, work),
}
const auto = async () => {
  const [user] = await inTenant(1, () => db().select().from(sysUser).where(eq(sysUser.account, 'cashier')))
  return matchAll(user?.id ?? 0, run)
}
const flowsOf = async (importId: number) =>
  (await cashier().call(fundFlows.list, { importId, length: 100, sort: 'happenedAt:asc' })).data
/** One flow of a statement of its own. */
async function newFlow(more: Partial<Record<string, string>>) {
  const [flow] = await flowsOf(await bookedStatement(backend, statementRow(more)))
  if (!flow) throw new Error('no flow came in')
  return flow
}
const flowNow = async (id: number, importId: number) => {
  const flow = (await flowsOf(importId)).find((one) => one.id === id)
  if (!flow) throw new Error('the flow is gone')
  return flow
}
/** A loan whose customer nobody else is. */
async function newLoan(name = `付款人${newEvent().slice(0, 6)}`) {
  const loanId = await releasedLoan(backend)
  return inTenant(1, async () => {
    const [loan] = await db().select().from(loanAccount).where(eq(loanAccount.id, loanId))
    if (!loan) throw new Error('no loan')
    await db().update(application).set({ customerName: name }).where(eq(application.id, loan.orderId))
    return { ...loan, name }
  })
}
const receiptFacts = async (loanId: number) => (await inTenant(1, () => factsOf([loanId]))).get(loanId) ?? []
const receiptsOf = async (loanId: number) => {
  const facts = await receiptFacts(loanId)
  return facts
    .filter(({ kind }) => kind !== 'release')
    .map((fact) => `${fact.kind} ${'amount' in fact ? fact.amount : ''}`)
}
const match = (flow: { id: number; rowVersion: number }, ...parts: object[]) =>
  cashier().send(fundFlows.match, {
    flowId: flow.id,
    rowVersion: flow.rowVersion,
    parts: parts as never,
    eventId: newEvent(),
  })

test('money with the number of a loan becomes its receipt, once, and the payment of its release has its flow', async () => {
  const loan = await newLoan()
  const [payment] = await paymentsOf(loan.orderId)
  const importId = await bookedStatement(
    backend,
    statementRow({ 金额: '1234.56', 摘要: `还款 ${loan.loanNo}` }),
    statementRow({ 收付: '付', 金额: payment?.amount ?? '', 摘要: payment?.payNo ?? '' }),
  )
  await auto()
  expect(await flowsOf(importId)).toMatchObject([
    { matchStatus: '自动匹配', bizKind: '还款', reason: '摘要中的借据号，已登记还款' },
    { matchStatus: '自动匹配', bizKind: '放款', reason: '流水号一致' },
  ])
  expect(await receiptsOf(loan.id)).toEqual(['receipt 123456'])
  await auto()
  expect(await receiptsOf(loan.id)).toEqual(['receipt 123456'])
})

test('a name with what is asked of its loan is a receipt; of two such loans a person chooses', async () => {
  const loan = await newLoan()
  const asked = loan.nextDueAmount ?? ''
  const one = await newFlow({ 金额: asked, 对方户名: loan.name })
  await auto()
  expect(await flowNow(one.id, one.importId)).toMatchObject({ matchStatus: '自动匹配', bizKind: '还款' })
  const [first, second] = [await newLoan('同名人'), await newLoan('同名人')]
  const two = await newFlow({ 金额: first.nextDueAmount ?? '', 对方户名: '同名人' })
  await auto()
  const hinted = await flowNow(two.id, two.importId)
  expect(hinted).toMatchObject({ matchStatus: '未匹配', reason: expect.stringContaining('同额提示') })
  expect(await receiptsOf(first.id)).toEqual([])
  const { targets } = await cashier().call(fundFlows.candidates, { flowId: two.id })
  expect(targets.map(({ title }) => title)).toEqual(expect.arrayContaining([first.loanNo, second.loanNo]))
  expect(await match(hinted, { kind: 'loan', id: second.id, amount: two.amount })).toMatchObject({
    status: 200,
  })
  expect(await receiptsOf(second.id)).toHaveLength(1)
})

test('one flow over several loans is all of its amount, and from two windows one match counts', async () => {
  const [first, second] = [await newLoan(), await newLoan()]
  const flow = await newFlow({ 金额: '300.00' })
  const parts = [
    { kind: 'loan', id: first.id, amount: '100.00' },
    { kind: 'loan', id: second.id, amount: '200.00' },
  ]
  expect(await match(flow, parts[0] ?? {})).toMatchObject({
    status: 422,
    body: { code: 'fundFlows.refusals.notSum' },
  })
  const both = await Promise.all([match(flow, ...parts), match(flow, ...parts)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await receiptsOf(first.id)).toEqual(['receipt 10000'])
  expect(await receiptsOf(second.id)).toEqual(['receipt 20000'])

  // Its receipts are taken back by two people, and the flow is free again.
  const matched = await flowNow(flow.id, flow.importId)
  expect(matched.booked).toBe(true)
  const on = { flowId: flow.id, rowVersion: matched.rowVersion, reason: '匹配有误' }
  expect(await cashier().send(fundFlows.unmatch, { ...on, eventId: newEvent() })).toMatchObject({
    status: 422,
    body: { code: 'fundFlows.refusals.booked' },
  })
  await cashier().call(fundFlows.askUnmatch, on)
  const { data } = await cashier().call(changes.of, { kind: 'flowUnmatch', aboutId: flow.id })
  if (!data[0]) throw new Error('nothing waits')
  expect(await backend.as('finance_checker').send(changes.approve, approving(data[0]))).toMatchObject({
    status: 200,
  })
  expect(await receiptsOf(first.id)).toEqual(['receipt 10000', 'reversal '])
  const free = await flowNow(flow.id, flow.importId)
  expect(free).toMatchObject({ matchStatus: '未匹配', bizKind: null, booked: false })
  expect(await match(free, { kind: 'loan', id: first.id, amount: '300.00' })).toMatchObject({ status: 200 })
  expect(await receiptsOf(first.id)).toHaveLength(3)
})

test('one payment is one flow: a second flow of the same sum does not get it', async () => {
  const loan = await newLoan()
  const [payment] = await paymentsOf(loan.orderId)
  const said = { 收付: '付', 金额: payment?.amount ?? '' }
  const [one, two] = [await newFlow(said), await newFlow(said)]
  const part = { kind: 'disbursement', id: payment?.id, amount: payment?.amount }
  const answers = await Promise.all([match(one, part), match(two, part)])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('what nobody knows is kept apart with a reason, and what went back is matched to what came in', async () => {
  const [into, out] = [await newFlow({ 金额: '77.77' }), await newFlow({ 收付: '付', 金额: '77.77' })]
  await cashier().call(fundFlows.hold, { flowId: into.id, rowVersion: into.rowVersion, reason: '来源不明' })
  const held = await flowNow(into.id, into.importId)
  expect(held).toMatchObject({ matchStatus: '挂账', reason: '来源不明' })
  await auto()
  expect(await flowNow(into.id, into.importId)).toMatchObject({ matchStatus: '挂账' })
  expect(await match(out, { kind: 'flow', id: into.id, amount: '77.77' })).toMatchObject({ status: 200 })
  expect(await flowNow(into.id, into.importId)).toMatchObject({ matchStatus: '人工匹配', bizKind: '退款' })
  const back = await flowNow(into.id, into.importId)
  await cashier().call(fundFlows.unmatch, { flowId: into.id, rowVersion: back.rowVersion, reason: '有误' })
  expect(await flowNow(out.id, out.importId)).toMatchObject({ matchStatus: '未匹配' })
  const { rowVersion } = await cashier().call(fundFlows.statement, { importId: into.importId })
  expect(
    await cashier().send(fundFlows.undoStatement, {
      importId: into.importId,
      rowVersion,
      eventId: newEvent(),
    }),
  ).toMatchObject({ status: 422, body: { code: 'fundFlows.refusals.wasMatched' } })
})

test('money of a loan that is not open to it stays unmatched, and says why', async () => {
  const loan = await newLoan()
  const flow = await newFlow({
    金额: '10.00',
    摘要: loan.loanNo,
    交易时间: `${addDays(today(), -3)} 10:00:00`,
  })
  await auto()
  expect(await flowNow(flow.id, flow.importId)).toMatchObject({
    matchStatus: '未匹配',
    reason: expect.stringContaining(`对应借据 ${loan.loanNo}，但不能登记还款`),
  })
  expect(await receiptsOf(loan.id)).toEqual([])
})

test('a receipt that is reversed where loans are frees its flow at once, and counts for it again by nobody but a person', async () => {
  const loan = await newLoan()
  const flow = await newFlow({ 金额: '200.00' })
  expect(await match(flow, { kind: 'loan', id: loan.id, amount: '200.00' })).toMatchObject({ status: 200 })
  const reverse = (of: number) =>
    bookAs(
      loan.id,
      { kind: 'reversal', of, eventId: newEvent(), valueDate: today(), checkedBy: null },
      today(),
    )
  const [receipt] = (await receiptFacts(loan.id)).filter(({ kind }) => kind === 'receipt')
  await reverse(receipt?.id ?? 0)
  expect(await flowNow(flow.id, flow.importId)).toMatchObject({ matchStatus: '未匹配', booked: false })
  const open = async () => (await cashier().call(fundFlows.candidates, { flowId: flow.id })).targets
  expect((await open()).some(({ kind, title }) => kind === 'fact' && title === loan.loanNo)).toBe(false)
  // The reversal was a mistake: the receipt counts, and its flow is offered it.
  await reverse((receipt?.id ?? 0) + 1)
  const again = (await open()).find(({ kind, title }) => kind === 'fact' && title === loan.loanNo)
  const part = { kind: 'fact', id: again?.id, amount: '200.00' }
  expect(await match(await flowNow(flow.id, flow.importId), part)).toMatchObject({ status: 200 })
})

test('a number that a cashier types while its flow is matched counts once', async () => {
  const [loan, other] = [await newLoan(), await newLoan()]
  const flow = await newFlow({ 金额: '300.00' })
  const typed = {
    loanId: other.id,
    rowVersion: other.rowVersion,
    valueDate: today(),
    fact: { kind: 'receipt', amount: '300.00' },
    channel: 'transfer',
    thirdNo: flow.flowNo,
    eventId: newEvent(),
  }
  const both = await Promise.all([
    match(flow, { kind: 'loan', id: loan.id, amount: '300.00' }),
    cashier().send(repayments.register, typed),
  ])
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(both.map(({ status }) => status).every((status) => status < 500)).toBe(true)
  expect((await receiptsOf(loan.id)).length + (await receiptsOf(other.id)).length).toBe(1)
})

test('what is matched and has another day on each side is told on both days', async () => {
  const loan = await newLoan()
  const [payment] = await paymentsOf(loan.orderId)
  const said = { 收付: '付', 金额: payment?.amount ?? '', 交易时间: `${addDays(today(), -1)} 23:30:00` }
  const flow = await newFlow(said)
  const part = { kind: 'disbursement', id: payment?.id, amount: payment?.amount }
  expect(await match(flow, part)).toMatchObject({ status: 200 })
  const days = await cashier().call(fundFlows.difference, { from: addDays(today(), -1), to: today() })
  for (const { day, otherDays, difference, flows, documents, rest } of days) {
    expect(otherDays.map(({ flowNo }) => flowNo)).toContain(flow.flowNo)
    expect([addDays(today(), -1), today()]).toContain(day)
    expect(flows.length + documents.length > 0 || difference !== '0.00').toBe(true)
    expect(rest).toBe('0.00')
  }
  expect(days).toHaveLength(2)
})

test('each day the statement less the books is what is listed', async () => {
  const days = await cashier().call(fundFlows.difference, { from: today(), to: today() })
  expect(days).toHaveLength(1)
  const [day] = days
  const net = (rows: readonly { direction: string; amount: string }[] = []) =>
    sum(rows.map(({ direction, amount }) => (direction === '收' ? amount : `-${amount}`)))
  expect(day?.flows.length).toBeGreaterThan(0)
  expect(day?.documents.length).toBeGreaterThan(0)
  const moved = (of: 'statementDay' | 'booksDay') => net(day?.otherDays.filter((one) => one[of] === day.day))
  const minus = (amount: string) => `-${amount}`.replace('--', '')
  expect(day?.difference).toBe(
    sum([
      net(day?.flows),
      minus(net(day?.documents)),
      moved('statementDay'),
      minus(moved('booksDay')),
      day?.rest ?? '',
    ]),
  )
  expect(sum(day?.accounts.map(({ statementIn }) => statementIn) ?? [])).toBe(day?.statementIn)
})
