import { eq } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import { addDays, businessDate } from '../../../rules/business-date.ts'
import { newEvent } from '../../orders/service/testing.ts'
import { application } from '../../orders/table.ts'
import { riskApproval } from '../../risk/contract/approval.ts'
import { approvedOrder } from '../../risk/service/testing.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { manufacturers } from '../contract.ts'
import { requireSubsidy } from './require-subsidy.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
}, 60_000)
afterAll(() => backend.close())

const today = businessDate(new Date())
const manager = () => backend.as('capital_mgr')
const policy = {
  mode: 'rate',
  rate: '0.0300',
  terms: '12、24',
  firstDay: today,
  lastDay: addDays(today, 30),
  billedTo: 'channel',
} as const
let made = 0
const newMaker = async () => {
  made += 1
  const name = `测试主机厂${made}`
  const values = { name, interfaceState: 'none' as const, settleCycle: 'month' as const, brands: ['示例牌'] }
  const { id } = await manager().call(manufacturers.add, {
    code: `MK${made}`,
    ...values,
    eventId: newEvent(),
  })
  return { id, name }
}
const add = (manufacturerId: number, changed: object = {}) =>
  manager().send(manufacturers.addPolicy, { manufacturerId, ...policy, ...changed, eventId: newEvent() })
const policies = (manufacturerId: number) => manager().call(manufacturers.policies, { manufacturerId })
const rowOf = async (q: string) => (await manager().call(manufacturers.list, { q })).data[0]

test('a policy shows with its maker, is ended and followed by another, and two never answer for one order', async () => {
  const { id, name } = await newMaker()
  expect(await rowOf(name)).toMatchObject({ modes: [] })
  expect(await add(id)).toMatchObject({ status: 200 })
  expect(await rowOf(name)).toMatchObject({ modes: ['rate'] })
  expect(await add(id, { terms: '24' })).toMatchObject({ status: 422 })
  expect(await add(id, { terms: '36' })).toMatchObject({ status: 200 })
  expect(await add(id, { mode: 'full' })).toMatchObject({ status: 200 })
  const twice = await Promise.all([add(id, { terms: '48' }), add(id, { terms: '48' })])
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 422])
  const first = (await policies(id)).at(-1)
  if (!first) throw new Error('there is no policy')
  const end = (lastDay: string) =>
    manager().send(manufacturers.endPolicy, {
      id: first.id,
      rowVersion: first.rowVersion,
      lastDay,
      reason: '提前结束',
      eventId: newEvent(),
    })
  expect(await end(addDays(today, -1))).toMatchObject({ body: { fields: { lastDay: expect.any(String) } } })
  expect(await end(policy.lastDay)).toMatchObject({ body: { fields: { lastDay: expect.any(String) } } })
  expect(await end(today)).toMatchObject({ status: 200 })
  expect(await add(id, { terms: '12', firstDay: addDays(today, 1) })).toMatchObject({ status: 200 })
})

test('an order is held against the policy in force, which counts what is billed by it', async () => {
  const { id, name } = await newMaker()
  await add(id)
  const of = (changed: object = {}, rate = '0.0300', ownPolicy: number | null = null) =>
    inTenant(1, () =>
      requireSubsidy(
        {
          subsidy: {
            mode: 'rate',
            oemName: name,
            subsidyRate: rate,
            subsidyAmount: '',
            approvalNo: '',
            ...changed,
          },
          vehicle: { brand: '示例牌' },
          financing: { term: '24' },
        } as unknown as Parameters<typeof requireSubsidy>[0],
        {
          parties: {
            ...{ funderShare: null, funderRate: null, subsidyAmount: null, directCostRatio: null },
            subsidyRate: rate,
          },
        },
        today,
        ownPolicy,
      ),
    )
  const [row] = await policies(id)
  expect(await of()).toBe(row?.id)
  expect(await of({ mode: 'none' })).toBeNull()
  const refused = (field: string) => ({
    status: 400,
    body: { fields: { [`subsidy.${field}`]: expect.any(String) } },
  })
  await expect(of({ oemName: '没有这家' })).rejects.toMatchObject(refused('oemName'))
  await expect(of({}, '0.0301')).rejects.toMatchObject(refused('subsidyRate'))
  const quote = { parties: { subsidy: '1718.76' } }
  await inTenant(1, async () => {
    const [order] = await db().select({ id: application.id }).from(application).limit(1)
    if (!order) return
    await db()
      .update(application)
      .set({
        subsidyPolicyId: row?.id ?? 0,
        quoteSnapshot: quote,
        approvedQuote: null,
        releasedAt: new Date().toISOString(),
      })
      .where(eq(application.id, order.id))
    expect(await policies(id)).toMatchObject([{ orders: 1, released: 1, billed: '1718.76' }])
  })
  const now = await rowOf(name)
  await manager().call(manufacturers.stop, {
    id,
    rowVersion: now?.rowVersion ?? 0,
    reason: '不再合作',
    eventId: newEvent(),
  })
  await expect(of()).rejects.toMatchObject(refused('oemName'))
  // The order that was submitted before goes on by its own policy, and by no more than that.
  expect(await of({}, '0.0300', row?.id)).toBe(row?.id)
  await expect(of({}, '0.0301', row?.id)).rejects.toMatchObject(refused('oemName'))
  await expect(of({ mode: 'full' }, '0.0300', row?.id)).rejects.toMatchObject(refused('oemName'))
  expect(await manager().call(manufacturers.options, {})).not.toContain(name)
})

test('terms beyond the policy by which an order was entered are not approved', async () => {
  const { id } = await newMaker()
  await add(id)
  const [own] = await policies(id)
  const { orderId } = await approvedOrder(backend)
  const [order] = await inTenant(1, () =>
    db()
      .update(application)
      .set({ subsidyPolicyId: own?.id ?? 0 })
      .where(eq(application.id, orderId))
      .returning(),
  )
  const asked = { orderId, approvedAmount: order?.approvedAmount ?? '' }
  const at = async (approvedTerm: number) =>
    (await backend.as('risk_officer').call(riskApproval.quote, { ...asked, approvedTerm })).issues
  expect(await at(36)).toMatchObject({ approvedTerm: expect.stringContaining('不含36期（可选 12、24 期）') })
  expect((await at(24)).approvedTerm).toBeUndefined()
  const change = (term: number) =>
    backend.as('entry_clerk').send(riskApproval.changeTerms, {
      orderId,
      rowVersion: order?.rowVersion ?? 0,
      amount: asked.approvedAmount,
      term,
      reason: '客户要求变更',
      eventId: newEvent(),
    })
  expect(await change(36)).toMatchObject({ status: 400, body: { fields: { term: expect.any(String) } } })
})
