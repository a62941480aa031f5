import { eq, inArray } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import { workOffJobs } from '../../../platform/jobs/work-off.ts'
import { boundOrder } from '../../cards/service/testing.ts'
import { sysUser } from '../../identity/table.ts'
import { newEvent } from '../../orders/service/testing.ts'
import { application } from '../../orders/table.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { contractBatches } from '../contract/batches.ts'
import { orderContracts } from '../contract/orders.ts'
import { contractBatch } from '../table/batches.ts'
import { contract } from '../table/contracts.ts'
import { type BatchRun, contractBatchJob, runBatch } from './run-batch.ts'
import { ordersLike } from './testing.ts'

/** Of the proof. */
const orders = process.env.NLOS_PROOF === 'full' ? 1000 : 25

let backend: TestBackend
let approved: number
beforeAll(async () => {
  backend = await openTestBackend({ background: false })
  approved = (await boundOrder(backend)).orderId
})
afterAll(() => backend.close())

const clerk = () => backend.as('contract_clerk')

/** Works a batch off as its job does. @param most ends the process after so many steps */
async function work(id: number, most = Number.POSITIVE_INFINITY): Promise<void> {
  const [batch] = await inTenant(1, () => db().select().from(contractBatch).where(eq(contractBatch.id, id)))
  const ending = new AbortController()
  let steps = 0
  const run: BatchRun = {
    tenantId: 1,
    signal: ending.signal,
    step: (work) => {
      if (++steps >= most) ending.abort()
      return inTenant(1, work)
    },
  }
  const ended = await runBatch({ batchId: id, round: batch?.round ?? 0 }, run).catch((error) => error)
  // A run that was ended is not done, and is run again.
  expect(ended instanceof DOMException).toBe(ending.signal.aborted)
}

const contractsOf = (orderIds: readonly number[]) =>
  inTenant(1, () =>
    db()
      .select({ orderId: contract.orderId, no: contract.contractNo, status: contract.status })
      .from(contract)
      .where(inArray(contract.orderId, [...orderIds])),
  )
const change = (id: number, set: Partial<typeof application.$inferInsert>) =>
  inTenant(1, () => db().update(application).set(set).where(eq(application.id, id)))
const valuesOf = async (id: number) => {
  const [row] = await inTenant(1, () => db().select().from(application).where(eq(application.id, id)))
  return row?.entryValues as { residence: object; customer: { idNo: string } }
}

it(`makes the contracts of ${orders} orders, each once, however often it is broken off or run beside itself`, async () => {
  const orderIds = await ordersLike(approved, orders)
  const eventId = newEvent()
  const { id, total } = await clerk().call(contractBatches.start, { orderIds, eventId })
  // A second click is the same batch.
  expect((await clerk().call(contractBatches.start, { orderIds, eventId })).id).toBe(id)
  expect(total).toBe(orders)
  const cpu = process.cpuUsage()
  await work(id, 3)
  expect(await clerk().call(contractBatches.get, { id })).toMatchObject({ state: 'running', made: 3 })
  await Promise.all([work(id), work(id)])
  const { user } = process.cpuUsage(cpu)
  const done = await clerk().call(contractBatches.get, { id })
  expect(done).toMatchObject({ state: 'done', made: orders, waiting: 0, hindered: 0, failed: 0 })
  const made = await contractsOf(orderIds)
  const each = made.length / orders
  expect(new Set(made.map(({ no }) => no)).size).toBe(made.length)
  expect(done.contracts).toBe(made.length)
  for (const [, own] of Map.groupBy(made, ({ orderId }) => orderId)) expect(own).toHaveLength(each)
  if (orders > 25)
    process.stdout.write(
      `${made.length} contracts, ${Math.round(user / 1000 / made.length)} ms of CPU each\n`,
    )
  // Everything that is made is no candidate any more.
  const { data } = await clerk().call(contractBatches.candidates, { length: 100 })
  expect(data.filter((row) => orderIds.includes(row.id))).toEqual([])
}, 3_600_000)

it('is worked off by its job, however often it was asked for', async () => {
  const orderIds = await ordersLike(approved, 2)
  const { id } = await clerk().call(contractBatches.start, { orderIds })
  await clerk().call(contractBatches.stop, { id })
  await clerk().call(contractBatches.resume, { id })
  const end = workOffJobs([contractBatchJob], { planAfter: Number.POSITIVE_INFINITY })
  try {
    const isDone = async () => (await clerk().call(contractBatches.get, { id })).state === 'done'
    while (!(await isDone())) await new Promise((resolve) => setTimeout(resolve, 50))
  } finally {
    await end()
  }
  expect(await clerk().call(contractBatches.get, { id })).toMatchObject({ made: 2, waiting: 0 })
}, 60_000)

it('says of each order what stands in its way, makes nothing void, and does it again for what fell', async () => {
  const [fine, lacking, signs, exists] = (await ordersLike(approved, 4)) as [number, number, number, number]
  const values = await valuesOf(lacking)
  const { customer } = values
  await change(lacking, { entryValues: { ...values, customer: { ...customer, idNo: '' } } })
  await change(signs, {
    entryValues: { ...values, residence: { ...values.residence, liveAddress: '𪚥路1号' } },
  })
  const [row] = await inTenant(1, () => db().select().from(application).where(eq(application.id, exists)))
  await clerk().call(orderContracts.generate, { orderId: exists, rowVersion: row?.rowVersion ?? 0 })
  const before = await contractsOf([exists])

  const orderIds = [fine, lacking, signs, exists]
  const { id } = await clerk().call(contractBatches.start, { orderIds })
  await work(id)
  const results = await clerk().call(contractBatches.results, { batchId: id })
  expect(results.data.map(({ state, reason }) => [state, reason])).toEqual([
    ['made', null],
    ['hindered', 'missing'],
    ['hindered', 'signs'],
    ['hindered', 'exists'],
  ])
  expect(results.data[1]?.names).toContain('承租人证件号码')
  expect(results.data[2]?.names).toContain('𪚥')
  expect(await contractsOf([exists])).toEqual(before)

  await change(lacking, { entryValues: values })
  await clerk().call(contractBatches.again, { id })
  await work(id)
  expect(await clerk().call(contractBatches.get, { id })).toMatchObject({
    state: 'done',
    made: 2,
    hindered: 2,
  })
  expect((await contractsOf([fine])).every(({ status }) => status === '已生成')).toBe(true)
})

it('stops where it is told to, goes on in the name of whoever asks then, and only while he may', async () => {
  const orderIds = await ordersLike(approved, 3)
  const { id } = await clerk().call(contractBatches.start, { orderIds })
  await work(id, 1)
  await clerk().call(contractBatches.stop, { id })
  await work(id)
  expect(await clerk().call(contractBatches.get, { id })).toMatchObject({ state: 'stopped', waiting: 2 })
  expect((await clerk().send(contractBatches.stop, { id, eventId: newEvent() })).status).toBe(422)

  await clerk().call(contractBatches.resume, { id })
  const left = (status: string) =>
    inTenant(1, () => db().update(sysUser).set({ status }).where(eq(sysUser.account, 'contract_clerk')))
  await left('停用')
  await work(id)
  await left('正常')
  expect(await clerk().call(contractBatches.get, { id })).toMatchObject({
    state: 'stopped',
    waiting: 2,
    endReason: 'notAllowed',
  })
  await clerk().call(contractBatches.resume, { id })
  await work(id)
  expect(await clerk().call(contractBatches.get, { id })).toMatchObject({ state: 'done', made: 3 })
})

it('takes whatever the filters find, and no order that the caller may not see', async () => {
  const orderIds = await ordersLike(approved, 2)
  const [row] = await inTenant(1, () =>
    db()
      .select()
      .from(application)
      .where(eq(application.id, orderIds[0] ?? 0)),
  )
  const { id, total } = await clerk().call(contractBatches.start, { all: true, q: row?.orderNo ?? '' })
  expect(total).toBe(1)
  expect(await clerk().call(contractBatches.results, { batchId: id })).toMatchObject({
    data: [{ orderId: orderIds[0], state: 'waiting' }],
  })
  expect(
    (await clerk().send(contractBatches.start, { orderIds: '[999999999]', eventId: newEvent() })).status,
  ).toBe(404)
  expect((await clerk().send(contractBatches.start, { eventId: newEvent() })).status).toBe(400)
})
