import { desc, eq } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import { blacklist } from '../../blacklist/contract.ts'
import { sysUser } from '../../identity/table.ts'
import { applications } from '../../orders/contract.ts'
import {
  finishedEntry,
  intakeFor,
  newEvent,
  nextPerson,
  passedOrder,
  placeOf,
  uploadRequired,
} from '../../orders/service/testing.ts'
import { application } from '../../orders/table.ts'
import { reviews } from '../../reviews/contract.ts'
import { auditLog } from '../../system/table.ts'
import { type Caller, openTestBackend, type TestBackend } from '../../testing.ts'
import type { RelationsView } from '../contract.ts'
import { relations } from '../contract.ts'
import type { RelationKind } from '../rules/relation-keys.ts'
import { relationKey } from '../table.ts'
import { fillKeys } from './fill-keys.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
})
afterAll(() => backend.close())

/** Shops 1 and 2 are the clerk's, shop 3 that of `shop_user2`, of another branch. */
const clerk = () => backend.as('entry_clerk')
const ofShop1 = () => backend.as('shop_user')
const elsewhere = () => backend.as('shop_user2')
const reviewer = () => backend.as('pre_reviewer')

type Customer = ReturnType<typeof intakeFor>['customer']

/** A new intake of somebody, with whatever he shares with others. */
async function intake(caller: Caller, shared: Partial<Customer> = {}) {
  const person = nextPerson()
  const values = intakeFor(person, await placeOf(caller))
  const own = { ...values.customer, idAddress: `北京市朝阳区独此路${person.row}号`, ...shared }
  const { orderId } = await caller.call(applications.saveIntake, { values: { ...values, customer: own } })
  return { orderId, person: { ...person, ...own } }
}

const radar = (caller: Caller, orderId: number) => caller.call(relations.ofOrder, { orderId })
const look = (caller: Caller, kind: RelationKind, value: string, orderId?: number) =>
  caller.call(relations.look, { keys: [{ kind, value }], orderId })
const idsOf = ({ orders }: RelationsView, step?: number) =>
  orders
    .filter((order) => step === undefined || order.step === step)
    .map(({ id }) => id)
    .sort((a, b) => a - b)

describe('what ties orders', () => {
  test('a mobile and an address however they are written, and what the one it leads to shares with a third', async () => {
    const mobile = '12099000001'
    const first = await intake(clerk(), { idAddress: '广东省深圳市南山区科技园路1号3栋201室' })
    const second = await intake(clerk(), { mobile, idAddress: '深圳市南山区科技园路１号，3幢201' })
    const third = await intake(clerk(), { mobile })
    const view = await radar(reviewer(), first.orderId)
    expect(idsOf(view, 1)).toEqual([second.orderId])
    expect(idsOf(view, 2)).toEqual([third.orderId])
    expect(view.shared).toEqual([
      {
        kind: 'address',
        value: '科技园路1号****',
        holders: [{ role: 'customer', name: first.person.name }],
        matches: [{ orderId: second.orderId, holders: [{ role: 'customer', name: second.person.name }] }],
        newestOnly: false,
      },
    ])
    expect(view.edges).toEqual([
      { from: null, to: second.orderId, kinds: ['address'] },
      { from: second.orderId, to: third.orderId, kinds: ['mobile'] },
    ])
    expect(view).toMatchObject({ outside: null, known: [] })
  })

  test('the people, the car and the card of an entry, from its submit on', async () => {
    const order = await passedOrder(backend)
    const entry = await finishedEntry(clerk(), order)
    const friend = await intake(clerk(), { mobile: entry.contacts[1]?.mobile ?? '' })
    expect((await radar(reviewer(), order.orderId)).orders).toEqual([])
    const { rowVersion } = await clerk().call(applications.saveEntry, { ...order, values: entry })
    await clerk().call(applications.submitFirst, {
      orderId: order.orderId,
      rowVersion,
      values: entry,
      confirmDti: true,
    })
    const view = await radar(reviewer(), friend.orderId)
    expect(view.shared).toEqual([
      expect.objectContaining({
        kind: 'mobile',
        matches: [
          {
            orderId: order.orderId,
            holders: [{ role: 'emergency', name: entry.contacts[1]?.name }],
          },
        ],
      }),
    ])
    for (const [kind, value] of [
      ['vin', entry.vehicle.vin],
      ['cardNo', entry.bankCard.cardNo],
      ['employerName', '北京市（示例）有限公司'],
    ] as const)
      expect([kind, idsOf(await look(clerk(), kind, value), 1)]).toEqual([kind, [order.orderId]])
  })

  test('what is changed ties no more', async () => {
    const one = await intake(clerk(), { mobile: '12099000002' })
    const other = await intake(clerk(), { mobile: '12099000002' })
    expect(idsOf(await radar(clerk(), one.orderId))).toEqual([other.orderId])
    const { values, order } = await clerk().call(applications.getIntake, { orderId: other.orderId })
    const { customer } = values as { customer: Customer }
    await clerk().call(applications.saveIntake, {
      orderId: other.orderId,
      rowVersion: order.rowVersion,
      values: { ...values, customer: { ...customer, mobile: '12099000003' } },
    })
    expect(idsOf(await radar(clerk(), one.orderId))).toEqual([])
  })

  test('colleagues, shops and lists', async () => {
    const [colleague] = await inTenant(1, () =>
      db().select().from(sysUser).where(eq(sysUser.account, 'cashier')),
    )
    const mobile = colleague?.mobile ?? ''
    await backend.as('risk_manager').call(blacklist.add, {
      numberType: 'mobile',
      number: mobile,
      level: '灰',
      source: '资方',
      reason: '多头借贷',
    })
    const { known } = await look(clerk(), 'mobile', mobile)
    expect(known).toEqual([
      { what: 'list', kind: 'mobile', name: '多头借贷', level: '灰', source: '资方' },
      { what: 'staff', kind: 'mobile', name: colleague?.name, unit: '总部' },
    ])
    const [shop] = (await look(clerk(), 'address', '示例路13号')).known ?? []
    expect(shop).toMatchObject({ what: 'shop', kind: 'address' })
  })
})

describe('what is outside the data scope', () => {
  const mobile = '12099000010'
  let foreign: number
  let own: number
  beforeAll(async () => {
    ;({ orderId: foreign } = await intake(elsewhere(), { mobile }))
    ;({ orderId: own } = await intake(ofShop1(), { mobile }))
  })

  test('is a count for who may see what is internal, and leads nowhere', async () => {
    const beyond = await intake(clerk(), { idNo: (await numberOf(foreign)).idNo, mobile: '12099000011' })
    const view = await radar(clerk(), own)
    expect(view).toMatchObject({ orders: [], shared: [], edges: [], outside: { count: 1, atLeast: false } })
    expect(JSON.stringify(view)).not.toContain(String(foreign))
    expect(idsOf(await radar(reviewer(), own), 2)).toEqual([beyond.orderId])
  })

  test('is not even that for channel roles, whether it is typed or asked of an order', async () => {
    for (const view of [await radar(ofShop1(), own), await look(ofShop1(), 'mobile', mobile, own)])
      expect(view).toEqual({ shared: [], orders: [], edges: [] })
    const stranger = await intake(elsewhere())
    expect(await look(ofShop1(), 'idNo', stranger.person.idNo)).toEqual(
      await look(ofShop1(), 'idNo', nextPerson().idNo),
    )
    await expect(radar(ofShop1(), foreign)).rejects.toMatchObject({ status: 404 })
    await expect(look(ofShop1(), 'mobile', mobile, foreign)).rejects.toMatchObject({ status: 404 })
  })

  test('does not tell which of two numbers belong together', async () => {
    const { person } = await intake(elsewhere(), { mobile: '12099000012' })
    const other = await intake(elsewhere(), { mobile: '12099000013' })
    const both = async (value: string) => {
      const keys = [
        { kind: 'idNo' as const, value: person.idNo },
        { kind: 'mobile' as const, value },
      ]
      return (await clerk().call(relations.look, { keys })).outside
    }
    expect(await both(person.mobile)).toEqual({ count: 1, atLeast: true })
    expect(await both(other.person.mobile)).toEqual({ count: 1, atLeast: true })
  })

  test('is another tenant’s altogether', async () => {
    const view = await look(backend.as('entry_clerk2', 'qhe'), 'mobile', mobile)
    expect(view).toMatchObject({ orders: [], outside: null })
  })

  const numberOf = async (id: number) => {
    const [row] = await inTenant(1, () => db().select().from(application).where(eq(application.id, id)))
    if (!row) throw new Error('no order')
    return row
  }
})

test('what is typed is asked for once it is whole, noted without its value, and not too often', async () => {
  const typed = '12099000020'
  const caller = backend.as('entry_clerk', 'yfd')
  expect(await look(caller, 'mobile', '1209900')).toMatchObject({ shared: [], orders: [] })
  await look(caller, 'mobile', typed)
  const noted = await inTenant(3, () =>
    db().select().from(auditLog).where(eq(auditLog.action, 'relation.look')).orderBy(desc(auditLog.id)),
  )
  expect(noted[0]).toMatchObject({
    object: 'relation:new',
    after: { keys: [{ mobile: '120****0020' }], outside: 0 },
  })
  expect(JSON.stringify(noted)).not.toContain(typed)
  const { actorId = 0 } = noted[0] ?? {}
  await inTenant(3, () =>
    db()
      .insert(auditLog)
      .values(
        Array.from({ length: 299 }, () => ({ actorId, action: 'relation.look', object: 'relation:new' })),
      ),
  )
  await expect(look(caller, 'mobile', typed)).rejects.toMatchObject({ status: 429 })
})

test('a value of very many orders is looked at as far as its newest, and goes no further', async () => {
  const [like] = await inTenant(1, () => db().select().from(application).limit(1))
  if (!like) throw new Error('no order')
  const { id: _id, ...columns } = like
  const made = await inTenant(1, async () => {
    const rows = await db()
      .insert(application)
      .values(Array.from({ length: 120 }, (_, at) => ({ ...columns, orderNo: `MANY${at}` })))
      .returning({ id: application.id })
    const holders = [{ role: 'customer', name: '某人' }]
    await db()
      .insert(relationKey)
      .values(
        rows.map(({ id }) => ({ orderId: id, kind: 'employerName' as const, value: '示例大厂', holders })),
      )
    return rows.map(({ id }) => id)
  })
  const view = await look(reviewer2(), 'employerName', '示例大厂有限公司')
  expect(idsOf(view)).toEqual(made.slice(-20))
  expect(view.shared).toEqual([expect.objectContaining({ newestOnly: true })])
})
const reviewer2 = () => backend.as('entry_clerk2')

test('orders from before there were keys get the same ones', async () => {
  const keys = () =>
    inTenant(1, () =>
      db()
        .select({
          orderId: relationKey.orderId,
          kind: relationKey.kind,
          value: relationKey.value,
          holders: relationKey.holders,
        })
        .from(relationKey)
        .orderBy(relationKey.orderId, relationKey.kind, relationKey.value),
    )
  const ours = await keys()
  const made = ours.filter(({ value }) => value !== '示例大厂')
  await inTenant(1, () => db().delete(relationKey))
  expect(await fillKeys()).toBeGreaterThan(5)
  const filled = await keys()
  expect(filled).toEqual(expect.arrayContaining(made))
  expect(await fillKeys()).toBe(0)
})

test('a refusal says who can clear it: of the state, of a permission, of a list', async () => {
  const { orderId, person } = await intake(clerk())
  const decide = { orderId, rowVersion: 1, result: 'pass' as const, opinion: '资料齐全，同意' }
  expect(await reviewer().send(reviews.decidePre, { ...decide, eventId: newEvent() })).toMatchObject({
    status: 422,
    body: { code: 'machine.refusal.status', hint: '可由录单员、门店客户经理处理' },
  })
  expect(await clerk().send(reviews.decidePre, { ...decide, eventId: newEvent() })).toMatchObject({
    status: 403,
    body: { hint: '可由运营预审员处理' },
  })
  await uploadRequired(clerk(), orderId)
  const listed = {
    numberType: 'idNo',
    number: person.idNo,
    level: '黑',
    source: '内部',
    reason: '欺诈',
  } as const
  await backend.as('risk_manager').call(blacklist.add, listed)
  const submit = { orderId, rowVersion: 1, eventId: newEvent() }
  expect(await clerk().send(applications.submitPre, submit)).toMatchObject({
    status: 422,
    body: { code: 'machine.guard.blacklisted', hint: '可由风控经理、系统管理员处理' },
  })
})
