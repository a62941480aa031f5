import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import pg from 'pg'
import { closeDatabase, db, inTenant, openDatabase } from '../platform/db/client.ts'
import { keepFilesIn } from '../platform/files/file-store.ts'
import { businessDate } from '../rules/business-date.ts'
import { demoOrders, resetDemo, seedWhenEmpty } from './demo.ts'
import { contracts } from './endpoints.ts'
import { openBackend } from './open-backend.ts'
import { nextOrderNo } from './orders/service/number-series.ts'
import { application, reviewTask } from './orders/table.ts'
import { demoTenants } from './seed/tenants.ts'
import { openTestBackend, type TestBackend } from './testing.ts'

/** A database without a table, of the engine under test. */
async function emptyDatabase() {
  const dataDir = mkdtempSync(join(tmpdir(), 'nlos-demo-'))
  const server = process.env.NLOS_TEST_DATABASE_URL
  if (!server) {
    return {
      options: { databaseUrl: undefined, dataDir },
      drop: async () => rmSync(dataDir, { recursive: true }),
    }
  }
  const name = `nlos_demo_${randomUUID().replaceAll('-', '')}`
  const url = new URL(server)
  url.pathname = `/${name}`
  const run = async (text: string) => {
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    await client.query(text).finally(() => client.end())
  }
  await run(`CREATE DATABASE ${name}`)
  return {
    options: { databaseUrl: url.href, dataDir },
    async drop() {
      rmSync(dataDir, { recursive: true })
      await run(`DROP DATABASE ${name}`)
    },
  }
}

/** Orders of each tenant. */
async function orderCounts(): Promise<number[]> {
  const counts: number[] = []
  for (const { id } of demoTenants) counts.push(await inTenant(id, async () => db().$count(application)))
  return counts
}

describe('a first start', () => {
  let database: Awaited<ReturnType<typeof emptyDatabase>>
  beforeEach(async () => {
    database = await emptyDatabase()
  })
  afterEach(() => database.drop())

  test('of a demo seeds an empty database once', async () => {
    const backend = await openBackend({ ...database.options, demo: true })
    const counts = await orderCounts()
    expect(counts.reduce((total, count) => total + count)).toBe(demoOrders)
    await seedWhenEmpty()
    expect(await orderCounts()).toEqual(counts)
    await backend.close()
  }, 60_000)

  test('of production seeds nothing and says what to do', async () => {
    const said = jest.spyOn(process.stderr, 'write').mockReturnValue(true)
    const backend = await openBackend({ ...database.options, demo: false })
    expect(said.mock.calls.join()).toContain('npm run admin -- create')
    said.mockRestore()
    expect(await orderCounts()).toEqual([0, 0, 0])
    await backend.close()
  }, 60_000)

  test('that fails half-way leaves nothing behind', async () => {
    await openDatabase(database.options)
    keepFilesIn({ dataDir: database.options.dataDir })
    await expect(seedWhenEmpty({ orders: 10, asOf: 'no date' })).rejects.toThrow()
    expect(await orderCounts()).toEqual([0, 0, 0])
    await seedWhenEmpty({ orders: 5 })
    expect((await orderCounts())[0]).toBe(5)
    await closeDatabase()
  }, 60_000)
})

test('a reset that fails keeps rows and files', async () => {
  const { options, drop } = await emptyDatabase()
  await resetDemo({ ...options, orders: 5 })
  const files = readdirSync(join(options.dataDir, 'files', '1')).length
  await expect(resetDemo({ ...options, asOf: 'no date' })).rejects.toThrow()
  expect(readdirSync(join(options.dataDir, 'files', '1'))).toHaveLength(files)
  await openDatabase(options)
  expect((await orderCounts())[0]).toBe(5)
  await closeDatabase()
  await drop()
}, 60_000)

describe('the demo', () => {
  let backend: TestBackend
  beforeAll(async () => {
    backend = await openTestBackend({
      demo: true,
      prepare: (options) => resetDemo({ ...options, orders: 60 }),
    })
  }, 90_000)
  afterAll(() => backend.close())

  test('is made anew by a reset, with the wanted number of orders', async () => {
    expect((await orderCounts()).reduce((total, count) => total + count)).toBe(60)
  })

  test('numbers new orders behind those it has', async () => {
    await inTenant(1, async () => {
      const [newest] = await db().select().from(application).where(eq(application.id, 2))
      const day = businessDate(newest?.createdAt ?? '')
      const next = await nextOrderNo('blq', day)
      const taken = await db().$count(application, eq(application.orderNo, next))
      expect([taken, next > (newest?.orderNo ?? '')]).toEqual([0, true])
    })
  })

  const orderIn = async (status: string) => {
    const [order] = await inTenant(1, () =>
      db().select().from(application).where(eq(application.status, status)).orderBy(application.id),
    )
    if (!order) throw new Error(`no order in ${status}`)
    return order
  }

  test('opens a returned entry, which may be submitted as it is', async () => {
    const clerk = backend.as('entry_clerk2')
    const { id: orderId } = await orderIn('ops_returned')
    const form = await clerk.call(contracts.applications.getEntry, { orderId })
    const input = { orderId, rowVersion: form.order.rowVersion, eventId: randomUUID(), values: form.values }
    const moved = await clerk.call(contracts.applications.submitFirst, input)
    expect(moved.status).toBe('wait_first')
  })

  test('opens a returned intake, which may be submitted as it is', async () => {
    const clerk = backend.as('entry_clerk2')
    const { id: orderId } = await orderIn('pre_returned')
    const form = await clerk.call(contracts.applications.getIntake, { orderId })
    const input = { orderId, rowVersion: form.order.rowVersion, eventId: randomUUID() }
    expect((await clerk.call(contracts.applications.submitPre, input)).status).toBe('wait_pre')
  })

  test('lets a reviewer claim and pass an order of the pool', async () => {
    const orders = await inTenant(1, () =>
      db().select().from(application).where(eq(application.status, 'wait_pre')),
    )
    const unclaimed = orders.find(({ claimedBy }) => claimedBy === null)
    if (!unclaimed) throw new Error('every order is claimed')
    const reviewer = backend.as('pre_reviewer')
    const orderId = unclaimed.id
    const claimed = await reviewer.call(contracts.reviews.claim, { orderId, eventId: randomUUID() })
    const passed = await reviewer.call(contracts.reviews.decidePre, {
      orderId,
      rowVersion: claimed.rowVersion,
      eventId: randomUUID(),
      result: 'pass',
      opinion: '资料齐全,同意',
    })
    expect(passed.status).toBe('wait_entry')
    const tasks = await inTenant(1, () =>
      db().select().from(reviewTask).where(eq(reviewTask.orderId, orderId)),
    )
    expect(tasks.every(({ finishedAt }) => finishedAt !== null)).toBe(true)
  })
})
