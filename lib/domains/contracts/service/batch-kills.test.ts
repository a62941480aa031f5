import { join } from 'node:path'
import { inArray } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import { underKills } from '../../../platform/killed-processes.fixture.ts'
import { boundOrder } from '../../cards/service/testing.ts'
import { newEvent } from '../../orders/service/testing.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { contractBatches } from '../contract/batches.ts'
import { orderContracts } from '../contract/orders.ts'
import { contract } from '../table/contracts.ts'
import type { BatchProcessOptions } from './killed-batch.fixture.ts'
import { ordersLike } from './testing.ts'

/** Processes are killed while they make the contracts of a batch: each contract is made once, and none is lost. */

const full = process.env.NLOS_PROOF === 'full'
/** Of each order there are several contracts: of 300 more than a thousand. */
const orders = full ? 300 : 6
const kills = full ? 25 : 2

let backend: TestBackend
let options: BatchProcessOptions
beforeAll(async () => {
  backend = await openTestBackend({
    background: false,
    prepare: async (own) => {
      options = own
    },
  })
})
afterAll(() => backend.close())

it(
  `makes the contracts of ${orders} orders once each, however often a process is killed`,
  async () => {
    const clerk = backend.as('contract_clerk')
    const orderIds = await ordersLike((await boundOrder(backend)).orderId, orders)
    const { id } = await clerk.call(contractBatches.start, { orderIds, eventId: newEvent() })
    const heard: number[] = []
    const killed = await underKills({
      script: join(import.meta.dirname, 'killed-batch.fixture.ts'),
      argument: () => options,
      processes: 2,
      kills,
      isDone: (message) => {
        const { waiting } = message as { waiting: number }
        heard.push(waiting)
        return waiting === 0
      },
      async trouble() {
        const { made, waiting, total } = await clerk.call(contractBatches.get, { id })
        expect(made + waiting).toBe(total)
      },
    })
    expect(killed).toBeGreaterThan(0)
    // Its progress was seen meanwhile, and not only its end.
    expect(new Set(heard).size).toBeGreaterThan(2)

    const done = await clerk.call(contractBatches.get, { id })
    expect(done).toMatchObject({ made: orders, waiting: 0, hindered: 0, failed: 0 })
    const made = await inTenant(1, () =>
      db()
        .select({ id: contract.id, orderId: contract.orderId, no: contract.contractNo })
        .from(contract)
        .where(inArray(contract.orderId, orderIds)),
    )
    expect(new Set(made.map(({ no }) => no)).size).toBe(made.length)
    expect(done.contracts).toBe(made.length)
    const each = made.length / orders
    for (const [, own] of Map.groupBy(made, ({ orderId }) => orderId)) expect(own).toHaveLength(each)
    // Everything that is written is opened only as it was made: no file was lost, or kept by half.
    for (const { id } of made.slice(0, 50))
      expect((await clerk.raw(orderContracts.file, { id })).status).toBe(200)
  },
  orders * 60_000,
)
