import { attachments } from '../../materials/contract/attachments.ts'
import { reviews } from '../../reviews/contract.ts'
import type { Caller, TestBackend } from '../../testing.ts'
import { openTestBackend } from '../../testing.ts'
import { applications } from '../contract.ts'
import {
  draftOrder,
  finishedEntry,
  intakeFor,
  newEvent,
  nextPerson,
  passedOrder,
  placeOf,
  submittedOrder,
  testPicture,
} from './testing.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
})
afterAll(() => backend.close())

const clerk = () => backend.as('entry_clerk')
const countOrders = async (caller: Caller, q: string) => (await caller.call(applications.query, { q })).total

describe('a save on an older version', () => {
  it('answers 409 with who, when and what differs, and changes nothing', async () => {
    const order = await passedOrder(backend)
    const { orderId, rowVersion } = order
    const values = await finishedEntry(clerk(), order)
    const mine = { ...values, source: { ...values.source, remark: '我的备注' } }
    const theirs = { ...values, source: { ...values.source, remark: '他人备注' } }
    const second = backend.as('entry_clerk2')
    await second.call(applications.saveEntry, { orderId, rowVersion, eventId: newEvent(), values: theirs })
    const answer = await clerk().send(applications.saveEntry, {
      orderId,
      rowVersion,
      eventId: newEvent(),
      values: mine,
    })
    expect(answer).toMatchObject({
      status: 409,
      body: {
        message: '数据已被他人修改，请刷新',
        code: 'stale',
        conflict: { rowVersion: rowVersion + 1, updatedBy: expect.stringMatching(/^.{2,4}$/) },
      },
    })
    const { conflict } = answer.body as {
      conflict: { changes: { path: string; mine: unknown; theirs: unknown }[] }
    }
    expect(conflict.changes.find(({ path }) => path === 'source.remark')).toEqual({
      path: 'source.remark',
      mine: '我的备注',
      theirs: '他人备注',
    })
    const { values: kept } = await clerk().call(applications.getEntry, { orderId })
    expect(kept).toMatchObject({ source: { remark: '他人备注' } })
  })

  it('lets as many writers through as there are versions', async () => {
    const { orderId, rowVersion } = await passedOrder(backend)
    const { values } = await clerk().call(applications.getEntry, { orderId })
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        clerk().send(applications.saveEntry, {
          orderId,
          rowVersion,
          eventId: newEvent(),
          values: { ...values },
        }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7)
    const { order } = await clerk().call(applications.getEntry, { orderId })
    expect(order.rowVersion).toBe(rowVersion + 1)
  })
})

describe('a repeated event id', () => {
  it('gets the first answer, 20 at once have one effect', async () => {
    const person = nextPerson()
    const values = intakeFor(person, await placeOf(clerk()))
    const input = { eventId: newEvent(), values }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => clerk().call(applications.saveIntake, input)),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await countOrders(clerk(), person.idNo)).toBe(1)
    expect(await clerk().call(applications.saveIntake, input)).toEqual(answers[0])
  })

  it('is refused for another input', async () => {
    const { orderId, rowVersion } = await draftOrder(clerk())
    const eventId = newEvent()
    await clerk().call(applications.submitPre, { orderId, rowVersion, eventId })
    const answer = await clerk().send(applications.submitPre, {
      orderId,
      rowVersion: rowVersion + 1,
      eventId,
    })
    expect(answer.status).toBe(422)
  })
})

describe('what a caller may reach', () => {
  it('is the own shop alone for a shop_user: list, get, materials, download, upload, export', async () => {
    const own = backend.as('shop_user')
    const other = backend.as('shop_user2')
    const order = await draftOrder(own)
    const { orderId, orderNo } = order
    const { items } = await own.call(attachments.materials, { orderId })
    const fileId = items[0]?.files[0]?.id ?? 0
    expect(fileId).toBeGreaterThan(0)

    expect(await countOrders(own, orderNo)).toBe(1)
    expect(await countOrders(other, orderNo)).toBe(0)
    const missing = { orderId: 987_654_321 }
    const notFound = await other.send(applications.get, missing)
    expect(notFound.status).toBe(404)
    for (const call of [
      applications.get,
      applications.progress,
      applications.getIntake,
      attachments.materials,
    ]) {
      expect(await other.send(call, { orderId })).toEqual(notFound)
    }
    const change = { orderId, rowVersion: order.rowVersion, eventId: newEvent() }
    expect(await other.send(applications.submitPre, change)).toEqual(notFound)
    expect(await other.send(applications.copy, { orderId, eventId: newEvent() })).toEqual(notFound)
    expect(await other.send(attachments.remove, { orderId, fileId, eventId: newEvent() })).toEqual(notFound)
    expect((await own.raw(attachments.download, { orderId, fileId })).status).toBe(200)
    expect((await other.raw(attachments.download, { orderId, fileId })).status).toBe(404)
    const upload = { orderId, materialType: 'id_front', eventId: newEvent() }
    await expect(
      other.upload(attachments.upload, upload, { name: 'a.jpg', bytes: await testPicture() }),
    ).rejects.toThrow('404')
    const values = intakeFor(nextPerson(), await placeOf(own))
    const answer = await other.send(applications.saveIntake, { eventId: newEvent(), values })
    expect(answer).toMatchObject({
      status: 400,
      body: { fields: { 'shop.shopId': '门店不在您的数据范围内' } },
    })
    // A shop exports nothing at all.
    expect((await own.raw(applications.exportList, { list: 'query', columns: ['orderNo'] })).status).toBe(403)
  })

  it('is the own tenant alone: the other tenant’s ids answer as missing ones', async () => {
    const order = await submittedOrder(clerk())
    const { orderId, rowVersion } = order
    const strangers = backend.as('entry_clerk', 'qhe')
    const reviewer = backend.as('pre_reviewer', 'qhe')
    const missing = await strangers.send(applications.get, { orderId: 987_654_321 })
    expect(await strangers.send(applications.get, { orderId })).toEqual(missing)
    expect(
      await strangers.send(applications.void, { orderId, rowVersion, eventId: newEvent(), reason: '无' }),
    ).toEqual(missing)
    expect(await reviewer.send(reviews.claim, { orderId, eventId: newEvent() })).toEqual(missing)
    expect(await reviewer.send(reviews.getPre, { orderId })).toEqual(missing)
    expect(await countOrders(strangers, order.orderNo)).toBe(0)
    const place = await placeOf(clerk())
    const values = intakeFor(nextPerson(), place)
    const answer = await strangers.send(applications.saveIntake, { eventId: newEvent(), values })
    expect(answer).toMatchObject({
      status: 400,
      body: { fields: { 'shop.shopId': '门店不在您的数据范围内' } },
    })
    // The same ID number is another customer there.
    const mine = { ...intakeFor(order.person, await placeOf(strangers)) }
    expect(
      (await strangers.send(applications.saveIntake, { eventId: newEvent(), values: mine })).status,
    ).toBe(200)
  })

  it('is not widened by fields that no contract names', async () => {
    const values = intakeFor(nextPerson(), await placeOf(clerk()))
    const posted = {
      eventId: newEvent(),
      values: {
        ...values,
        status: 'released',
        tenantId: 2,
        customer: { ...values.customer, blackFlag: false, id: 1 },
      },
      status: 'released',
      tenantId: 2,
      tenant_id: 2,
      claimedBy: 1,
      appliedAmount: '9.99',
      createdBy: 1,
    }
    const saved = (await clerk().send(applications.saveIntake, posted)).body as { orderId: number }
    const { order, values: kept } = await clerk().call(applications.getIntake, { orderId: saved.orderId })
    expect(order).toMatchObject({ status: 'draft', claimedBy: null, appliedAmount: '86000.00' })
    expect(kept).not.toHaveProperty('status')
    expect(kept.customer).not.toHaveProperty('blackFlag')
  })

  it('does not include the values in clear of an order that is not the caller’s to edit now', async () => {
    const { orderId } = await submittedOrder(clerk())
    expect((await clerk().send(applications.getIntake, { orderId })).status).toBe(422)
    expect((await backend.as('pre_reviewer').send(applications.getIntake, { orderId })).status).toBe(403)
  })
})
