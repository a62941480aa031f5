import { eq, isNotNull } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import { job } from '../../../platform/jobs/table.ts'
import { resetDemo } from '../../demo.ts'
import { application } from '../../orders/table.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { orderSigning } from '../contract/order-signing.ts'
import { orderContracts } from '../contract/orders.ts'
import { contract } from '../table/contracts.ts'
import { drawFor, sealFor } from './demo-contracts.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend({
    demo: true,
    background: false,
    prepare: (options) => resetDemo({ ...options, orders: 60 }),
  })
}, 90_000)
afterAll(() => backend.close())

it('orders of the demo get the contracts whose number they bear, once, and those that are signed their seal', async () => {
  const waiting = await inTenant(1, () => db().select().from(job).where(eq(job.name, 'contracts.demo')))
  expect(waiting).toHaveLength(1)
  const orders = await inTenant(1, () =>
    db().select().from(application).where(isNotNull(application.contractNo)).limit(8),
  )
  expect(orders.length).toBeGreaterThan(3)
  const run = { tenantId: 1, step: <T>(work: () => Promise<T>) => inTenant(1, work) }
  let sealed = 0
  for (const order of orders) {
    const drawn = await drawFor(order.id, run)
    expect({ order: order.orderNo, drawn }).toEqual({ order: order.orderNo, drawn: expect.any(Number) })
    expect(drawn).toBeGreaterThan(3)
    expect(await drawFor(order.id, run)).toBe(0)
    const rows = await inTenant(1, () => db().select().from(contract).where(eq(contract.orderId, order.id)))
    expect(rows).toHaveLength(drawn)
    expect(rows.map(({ contractNo }) => contractNo)).toContain(order.contractNo)
    for (const { status, signedAt } of rows) expect(status === '已签署').toBe(signedAt !== null)
    const signed = rows.filter(({ status }) => status === '已签署').length
    expect(await sealFor(order.id, run)).toBe(signed)
    expect(await sealFor(order.id, run)).toBe(0)
    sealed += signed
    const [one] = rows
    const file = await backend.as('contract_clerk').raw(orderContracts.file, { id: one?.id ?? 0 })
    expect([order.orderNo, file.status]).toEqual([order.orderNo, 200])
    if (one?.status === '已签署') {
      // Whoever signed has left the proof of it, which the case shows and the report tells.
      const round = await backend.as('contract_clerk').call(orderSigning.get, { orderId: order.id })
      expect(round).toMatchObject({ state: 'sealed', sealLevel: 'B-B', stampWaits: false })
      for (const { status, read, pages } of round.signers) expect([status, read]).toEqual(['已签', pages])
      const report = await backend.as('contract_clerk').raw(orderSigning.report, { id: one.id })
      expect([order.orderNo, report.status]).toEqual([order.orderNo, 200])
    }
    expect((await file.text()).includes('/ETSI.CAdES.detached')).toBe(one?.status === '已签署')
  }
  expect(sealed).toBeGreaterThan(0)
}, 120_000)
