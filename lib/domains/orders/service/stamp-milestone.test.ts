import { eq } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import { capital } from '../../channels/table.ts'
import { milestoneCodes, milestones } from '../../identity/rules/milestones.ts'
import { rolesWith } from '../../identity/rules/roles.ts'
import { preparingOrder } from '../../materials/service/testing.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { applications } from '../contract.ts'
import { gatesOf } from '../rules/release-gates.ts'
import { application } from '../table.ts'
import { stampMilestone } from './stamp-milestone.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
}, 60_000)
afterAll(() => backend.close())

const by = { actor: { id: 0 }, now: new Date('2026-03-02T02:00:00Z') }
const rowOf = async (id: number) => {
  const [row] = await db().select().from(application).where(eq(application.id, id))
  if (!row) throw new Error('the order is gone')
  return row
}
const stamp = (id: number, code: keyof typeof milestones, at: string | null) =>
  inTenant(1, async () => (await stampMilestone(await rowOf(id), code, at, by)).status)
const now = by.now.toISOString()
const eventsOf = async (orderId: number) => {
  const { steps } = await backend.as('contract_clerk').call(applications.progress, { orderId })
  return steps.map(({ event }) => event)
}

test('the last gate makes an order ready, and one that closes again makes it unready', async () => {
  const { orderId } = await preparingOrder(backend)
  const open = ['gps', 'insurance'] as const
  for (const code of open) expect(await stamp(orderId, code, now)).toBe('preparing')
  expect(await stamp(orderId, 'first_payment', now)).toBe('wait_release')
  expect(await stamp(orderId, 'insurance', null)).toBe('preparing')
  expect(await stamp(orderId, 'insurance', now)).toBe('wait_release')
  expect((await eventsOf(orderId)).slice(-8)).toEqual([
    'milestone_set',
    'milestone_set',
    'milestone_set',
    'ready',
    'milestone_clear',
    'unready',
    'milestone_set',
    'ready',
  ])
})

test('a milestone that gates nothing moves nothing', async () => {
  const { orderId } = await preparingOrder(backend, ['first_payment', 'gps', 'insurance'])
  expect(await stamp(orderId, 'mortgage', now)).toBe('wait_release')
  expect(await stamp(orderId, 'mortgage', null)).toBe('wait_release')
  expect(await eventsOf(orderId)).not.toContain('unready')
})

test('an order whose money comes from a funder waits for the funder too', async () => {
  const { orderId } = await preparingOrder(backend)
  await inTenant(1, async () => {
    const [bank] = await db().select().from(capital).where(eq(capital.kind, '银行'))
    await db()
      .update(application)
      .set({ capitalId: bank?.id ?? 0 })
      .where(eq(application.id, orderId))
  })
  for (const code of ['first_payment', 'gps', 'insurance'] as const)
    expect(await stamp(orderId, code, now)).toBe('preparing')
  const { order } = await backend.as('contract_clerk').call(applications.progress, { orderId })
  expect(order.gates).toContain('funder')
})

test('of the company’s own money no funder is asked, whatever the template: nobody could say yes', async () => {
  const { orderId } = await preparingOrder(backend)
  await inTenant(1, async () => {
    const [own] = await db().select().from(capital).where(eq(capital.kind, '自有'))
    await db()
      .update(application)
      .set({ capitalId: own?.id ?? 0, templateCode: 'bd2' })
      .where(eq(application.id, orderId))
  })
  expect(await stamp(orderId, 'insurance', now)).toBe('wait_release')
})

test('every gate of every template has somebody who can clear it', () => {
  for (const code of milestoneCodes) expect(rolesWith(milestones[code].clears)).not.toEqual([])
  expect(gatesOf({ templateCode: 'lhdld', funded: true }).filter((code) => code === 'funder')).toEqual([
    'funder',
  ])
})
