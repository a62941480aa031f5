import { inTenant } from '../../platform/db/client.ts'
import { businessDate } from '../../rules/business-date.ts'
import { reviewLog } from '../orders/table.ts'
import { openTestBackend, type TestBackend } from '../testing.ts'
import { orderBatches } from './order-batches.ts'
import { planOrders } from './order-plans.ts'
import type { OrderSetting } from './order-story.ts'
import { readPlace } from './places.ts'
import { collectRows } from './row-collector.ts'
import { storeSpecimens } from './specimens.ts'
import { demoTenants } from './tenants.ts'

/** The base of the tests was made today, and one of its shops closed thirty days before. */
const asOf = businessDate(new Date())
const plans = planOrders(110, asOf)

let backend: TestBackend
let setting: OrderSetting
beforeAll(async () => {
  backend = await openTestBackend()
  const places = await Promise.all(demoTenants.map((tenant) => inTenant(tenant.id, () => readPlace(tenant))))
  setting = { places, asOf, pictures: await storeSpecimens(plans) }
}, 90_000)
afterAll(() => backend.close())

async function allRows(threads: number): Promise<string[]> {
  const rows: string[] = []
  for await (const batches of orderBatches(plans, setting, threads, 50)) {
    for (const { target, rows: bytes } of batches) rows.push(`${target}\n${Buffer.from(bytes).toString()}`)
  }
  return rows
}

test('several threads make the rows that one makes, in the same order', async () => {
  const alone = await allRows(0)
  expect(alone.length).toBeGreaterThan(3 * 12)
  expect((await allRows(2)).every((rows, at) => rows === alone[at])).toBe(true)
}, 90_000)

test('a thread that cannot make its rows says why', async () => {
  const made = orderBatches(plans, { ...setting, places: [] }, 2)
  await expect(made.next()).rejects.toThrow('has no base rows')
}, 60_000)

test('ids follow from the order, and text is escaped as COPY wants it', () => {
  const rows = collectRows([reviewLog])
  const at = '2026-07-31T01:00:00.000Z'
  const row = { orderId: 7, seq: 1, event: 'create', toStatus: 'draft', actorId: 0, actorRole: 'system' }
  rows.begin(7)
  expect([1, 2].map((seq) => rows.add(reviewLog, { ...row, seq, at, opinion: 'a\tb\\c\nd' }))).toEqual([
    449, 450,
  ])
  const [batch] = rows.take()
  const lines = Buffer.from(batch?.rows ?? [])
    .toString()
    .split('\n')
  expect(lines[0]).toContain('\ta\\tb\\\\c\\nd\t')
  expect(lines[0]?.startsWith('449\t')).toBe(true)
  expect(rows.take()).toEqual([])
})
