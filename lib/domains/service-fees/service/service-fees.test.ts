import { and, eq, sql } from 'drizzle-orm'
import { changes } from '../../../platform/changes/contract.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { businessDate } from '../../../rules/business-date.ts'
import { fundFlows } from '../../fund-flows/contract.ts'
import { bookedStatement, statementRow } from '../../fund-flows/service/testing.ts'
import { glLine, glVoucher } from '../../ledger/table.ts'
import { newEvent } from '../../orders/service/testing.ts'
import { approving, openReleases } from '../../releases/service/testing.ts'
import { bookAs } from '../../settlements/service/testing.ts'
import type { TestBackend } from '../../testing.ts'
import { serviceFees } from '../contract.ts'
import { comparedBatch, confirmedBatch, feeStatement, invoicedBatch, madeBatch } from './testing.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openReleases()
}, 60_000)
afterAll(() => backend.close())

const bookNow = (loanId: number, fact: { kind: 'reversal'; of: number } | { kind: 'write_off' }) => {
  const today = businessDate(new Date())
  return bookAs(loanId, { ...fact, eventId: newEvent(), valueDate: today, checkedBy: null }, today)
}
type Settling = { batchId: number; rowVersion: number }
const manager = () => backend.as('capital_mgr')
const checker = () => backend.as('finance_checker')
const cashier = () => backend.as('cashier')
const batchNow = (batchId: number) => manager().call(serviceFees.get, { batchId })
const linesNow = async (batchId: number) => (await manager().call(serviceFees.lines, { batchId })).data

test('a batch is what plans say of the month of a funder, and there is one of each', async () => {
  const { batchId, capitalId, month, loanNo, periodNo } = await madeBatch(backend)
  expect(await batchNow(batchId)).toMatchObject({ status: '待对账', ourCount: 1, ourAmount: '78.07' })
  expect(await linesNow(batchId)).toMatchObject([
    { loanNo, periodNo, ourAmount: '78.07', matchStatus: '未比对' },
  ])
  expect(await manager().send(serviceFees.make, { capitalId, month, eventId: newEvent() })).toMatchObject({
    status: 409,
  })
  const nothing = { capitalId, month: '2020-01', eventId: newEvent() }
  expect(await manager().send(serviceFees.make, nothing)).toMatchObject({
    status: 422,
    body: { code: 'serviceFees.refusals.nothingDue' },
  })
})

test('differences are of three kinds, each is decided with a note, and then both sides agree', async () => {
  const { batchId, rowVersion, loanNo, periodNo } = await madeBatch(backend)
  const file = feeStatement([loanNo, periodNo, '70.00'], ['L-NOBODY', 1, '5.00'], ['', 1, '5'])
  const read = await manager().upload(serviceFees.readStatement, { batchId, rowVersion }, file)
  expect(read).toMatchObject({ read: 2, wrong: 1 })
  await manager().call(serviceFees.compare, { batchId, rowVersion: read.rowVersion })
  expect(await batchNow(batchId)).toMatchObject({ status: '有差异', diffCount: 2, diffAmount: '3.07' })
  const [foreign, own] = (await linesNow(batchId)).sort((a, b) => a.ourAmount.localeCompare(b.ourAmount))
  if (!foreign || !own) throw new Error('no lines')
  expect([foreign.matchStatus, own.matchStatus]).toEqual(['资方有我方无', '金额不符'])
  const decide = (line: typeof own, resolve: '按资方' | '挂账', note = '已核对') =>
    manager().send(serviceFees.resolve, {
      lineId: line.id,
      rowVersion: line.rowVersion,
      resolve,
      note,
      eventId: newEvent(),
    })
  expect(await decide(own, '按资方', ' ')).toMatchObject({ status: 400 })
  expect(await decide(foreign, '按资方')).toMatchObject({
    status: 422,
    body: { code: 'serviceFees.refusals.noLoan' },
  })
  expect(await decide(foreign, '挂账')).toMatchObject({ status: 200 })
  expect((await batchNow(batchId)).status).toBe('有差异')
  expect(await decide(own, '按资方')).toMatchObject({ status: 200 })
  expect(await batchNow(batchId)).toMatchObject({ status: '已一致', toSettle: '70.00', openCount: 0 })
})

test('two roles confirm, the first before the second, and what changes is confirmed anew', async () => {
  const { batchId, rowVersion } = await comparedBatch(backend, '78.08')
  expect((await batchNow(batchId)).status).toBe('已一致')
  expect(
    await checker().send(serviceFees.confirm, { batchId, rowVersion, eventId: newEvent() }),
  ).toMatchObject({ status: 422, body: { code: 'serviceFees.refusals.firstWaits' } })
  await manager().call(serviceFees.confirmFirst, { batchId, rowVersion })
  expect(
    await manager().send(serviceFees.confirm, { batchId, rowVersion: rowVersion + 1, eventId: newEvent() }),
  ).toMatchObject({ status: 403 })
  await checker().call(serviceFees.confirm, { batchId, rowVersion: rowVersion + 1 })
  const confirmed = await batchNow(batchId)
  expect(confirmed.status).toBe('已确认')
  await checker().call(serviceFees.reopen, { batchId, rowVersion: confirmed.rowVersion, reason: '重新核对' })
  expect(await batchNow(batchId)).toMatchObject({ status: '有差异', confirmedFirst: false })
})

test('the money of the funder settles the fee of each loan in the books, and taking it back asks for it again', async () => {
  const { batchId, rowVersion, loanId } = await invoicedBatch(backend)
  const importId = await bookedStatement(
    backend,
    statementRow({ 金额: '78.07' }),
    statementRow({ 金额: '78.06' }),
  )
  const flows = (await cashier().call(fundFlows.list, { importId })).data
  const [right, wrong] = ['78.07', '78.06'].map((amount) => flows.find((one) => one.amount === amount))
  if (!right || !wrong) throw new Error('no flows')
  expect(
    await cashier().send(serviceFees.settle, { batchId, rowVersion, flowId: wrong.id, eventId: newEvent() }),
  ).toMatchObject({ status: 422, body: { code: 'serviceFees.refusals.notSum' } })
  await cashier().call(serviceFees.settle, { batchId, rowVersion, flowId: right.id })
  expect(await batchNow(batchId)).toMatchObject({
    status: '已结算',
    settledAmount: '78.07',
    unsettled: false,
  })
  const posted = await inTenant(1, () =>
    db()
      .select({ debit: glLine.debit })
      .from(glLine)
      .innerJoin(glVoucher, eq(glVoucher.id, glLine.voucherId))
      .where(and(eq(glLine.loanId, loanId), eq(glVoucher.event, 'E19'), eq(glLine.accountCode, '1002'))),
  )
  expect(posted).toEqual([{ debit: '78.07' }])

  const [flow] = (await cashier().call(fundFlows.list, { importId, bizKind: '服务费' })).data
  const on = { flowId: right.id, rowVersion: flow?.rowVersion ?? 0, reason: '付错批次' }
  await cashier().call(fundFlows.askUnmatch, on)
  const { data } = await cashier().call(changes.of, { kind: 'flowUnmatch', aboutId: right.id })
  if (!data[0]) throw new Error('nothing waits')
  await checker().call(changes.approve, approving(data[0]))
  const again = await batchNow(batchId)
  expect(again).toMatchObject({ status: '已结算', unsettled: true })
  await cashier().call(serviceFees.settle, { batchId, rowVersion: again.rowVersion, flowId: right.id })
  expect(await batchNow(batchId)).toMatchObject({ status: '已结算', unsettled: false })
})

const claimNow = async (loanId: number) => {
  const [row] = await inTenant(1, () =>
    db()
      .select({ open: sql<string>`coalesce(sum(${glLine.debit} - ${glLine.credit}), 0)::text` })
      .from(glLine)
      .where(and(eq(glLine.loanId, loanId), eq(glLine.accountCode, '1122.02'))),
  )
  return row?.open
}

test('a fee that is given up leaves the books, and a batch of nothing is settled when two have confirmed it', async () => {
  const { batchId, rowVersion, loanId } = await comparedBatch(backend, '0.50')
  const before = Number(await claimNow(loanId))
  const [line] = await linesNow(batchId)
  if (!line) throw new Error('no line')
  const said = { lineId: line.id, rowVersion: line.rowVersion, resolve: '核销', note: '不再收取' } as const
  await manager().call(serviceFees.resolve, said)
  const agreed = await batchNow(batchId)
  expect(agreed).toMatchObject({ status: '已一致', toSettle: '0.00' })
  const first = await manager().call(serviceFees.confirmFirst, { batchId, rowVersion: agreed.rowVersion })
  await checker().call(serviceFees.confirm, { batchId, rowVersion: first.rowVersion })
  expect(await batchNow(batchId)).toMatchObject({
    status: '已结算',
    settledAmount: '0.00',
    unsettled: false,
  })
  expect(Number(await claimNow(loanId))).toBeCloseTo(before - 78.07, 2)
  expect(rowVersion).toBeLessThan(agreed.rowVersion)
})

test('a fee that is kept apart stands in the next batch of its funder, once', async () => {
  const { batchId, capitalId, loanNo, periodNo } = await comparedBatch(backend, '0.50')
  const [line] = await linesNow(batchId)
  if (!line) throw new Error('no line')
  const said = { lineId: line.id, rowVersion: line.rowVersion, resolve: '挂账', note: '待查' } as const
  await manager().call(serviceFees.resolve, said)
  const { rowVersion } = await batchNow(batchId)
  const first = await manager().call(serviceFees.confirmFirst, { batchId, rowVersion })
  await checker().call(serviceFees.confirm, { batchId, rowVersion: first.rowVersion })
  const next = await manager().call(serviceFees.make, { capitalId, month: '2020-01' })
  expect(await linesNow(next.id)).toMatchObject([{ loanNo, periodNo, ourAmount: '78.07' }])
  expect(
    await manager().send(serviceFees.make, { capitalId, month: '2020-02', eventId: newEvent() }),
  ).toMatchObject({ status: 422, body: { code: 'serviceFees.refusals.nothingDue' } })
})

test('a fee that is settled by the sum of the funder leaves nothing of ours open', async () => {
  const { batchId, loanId } = await comparedBatch(backend, '70.00')
  const before = Number(await claimNow(loanId))
  const [line] = await linesNow(batchId)
  if (!line) throw new Error('no line')
  const said = { lineId: line.id, rowVersion: line.rowVersion, resolve: '按资方', note: '按资方' } as const
  await manager().call(serviceFees.resolve, said)
  const first = await manager().call(serviceFees.confirmFirst, {
    batchId,
    rowVersion: (await batchNow(batchId)).rowVersion,
  })
  const confirmed = await checker().call(serviceFees.confirm, { batchId, rowVersion: first.rowVersion })
  const { rowVersion } = await checker().call(serviceFees.invoice, {
    batchId,
    rowVersion: confirmed.rowVersion,
    invoiceNo: `INV${batchId}`,
  })
  const importId = await bookedStatement(backend, statementRow({ 金额: '70.00' }))
  const [flow] = (await cashier().call(fundFlows.list, { importId })).data
  await cashier().call(serviceFees.settle, { batchId, rowVersion, flowId: flow?.id ?? 0 })
  expect(Number(await claimNow(loanId))).toBeCloseTo(before - 78.07, 2)
})

test('a fee of a loan that was undone since is refused by the rule of all facts, one of a loan that is over is not', async () => {
  const settled = async (over: () => Promise<unknown>, { batchId, rowVersion }: Settling) => {
    const importId = await bookedStatement(backend, statementRow({ 金额: '78.07' }))
    const [flow] = (await cashier().call(fundFlows.list, { importId })).data
    await over()
    return cashier().send(serviceFees.settle, {
      batchId,
      rowVersion,
      flowId: flow?.id ?? 0,
      eventId: newEvent(),
    })
  }
  const undone = await invoicedBatch(backend)
  const reversal = { kind: 'reversal', of: 1 } as const
  expect(await settled(() => bookNow(undone.loanId, reversal), undone)).toMatchObject({
    status: 422,
    body: { code: 'serviceFees.refusals.ofLoan', message: expect.stringContaining(undone.loanNo) },
  })
  const over = await invoicedBatch(backend)
  expect(await settled(() => bookNow(over.loanId, { kind: 'write_off' }), over)).toMatchObject({
    status: 200,
  })
})

test('a batch is given up until it is confirmed, and its month is made again', async () => {
  const { batchId, rowVersion, capitalId, month } = await comparedBatch(backend)
  await manager().call(serviceFees.cancel, { batchId, rowVersion, reason: '账期有误' })
  const { id } = await manager().call(serviceFees.make, { capitalId, month })
  expect((await batchNow(id)).batchNo).toMatch(/-2$/)
  const confirmed = await confirmedBatch(backend)
  expect(
    await manager().send(serviceFees.cancel, {
      batchId: confirmed.batchId,
      rowVersion: confirmed.rowVersion,
      reason: '迟',
      eventId: newEvent(),
    }),
  ).toMatchObject({ status: 422 })
})
