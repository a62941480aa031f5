import type { InputOf } from '../../../platform/contract/endpoint.ts'
import { applications } from '../../orders/contract.ts'
import { intakeFor, newEvent, nextPerson, placeOf } from '../../orders/service/testing.ts'
import { system } from '../../system/contract.ts'
import { draftLimits, newIntakeKey, orderDraftKey } from '../../system/rules/draft-keys.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
}, 60_000)
afterAll(() => backend.close())

const clerk = () => backend.as('entry_clerk')
/** A window with a form open; each save of it is its next turn. */
function windowOf(account: string, key: string) {
  const page = { writer: newEvent(), turn: 0, version: 0 }
  const caller = backend.as(account)
  return {
    page,
    save: async (values: InputOf<typeof system.saveDraft>['values'], more = {}) => {
      page.turn += 1
      const answer = await caller.send(system.saveDraft, { key, values, ...page, ...more })
      if (answer.status === 200) page.version = (answer.body as { version: number }).version
      return answer
    },
    remove: () => caller.send(system.removeDraft, { key, version: page.version, writer: page.writer }),
    see: async () => {
      const { draft } = await caller.call(system.getDraft, { key })
      page.version = draft?.version ?? 0
      return draft
    },
  }
}
const keyOfNew = (at: number) =>
  newIntakeKey(`AAAA${String(at).replaceAll('1', 'B').replaceAll('0', 'C').padStart(4, 'Z')}`)

test('a draft is kept until it is removed, for its user alone, with whose it is and how far', async () => {
  const key = keyOfNew(2)
  const values = { customer: { name: '吴梅', mobile: '12000000123', idNo: '' }, "o'neill": '"引号"' }
  const files = [{ place: 'id_front', name: '正面.jpg' }]
  const page = windowOf('entry_clerk', key)
  expect((await page.save(values, { baseVersion: 3, files })).status).toBe(200)
  expect(await page.see()).toEqual({
    values,
    files,
    baseVersion: 3,
    version: 1,
    savedAt: expect.any(String),
    customerName: '吴梅',
    mobile: '120****0123',
    filled: 3,
    asked: 4,
  })
  expect(await backend.as('entry_clerk2').call(system.getDraft, { key })).toEqual({
    draft: null,
    order: null,
  })
  expect((await page.remove()).status).toBe(200)
  expect(await page.see()).toBeNull()
})

test('of two windows with one draft the one that is behind is told what differs, and nothing is overwritten', async () => {
  const key = keyOfNew(3)
  const first = windowOf('entry_clerk', key)
  const second = windowOf('entry_clerk', key)
  await first.save({ a: '1', b: '1' })
  // Both began with none.
  expect((await second.save({ a: '2' })).status).toBe(409)
  await second.see()
  expect((await second.save({ a: '2', b: '1' })).status).toBe(200)
  const refused = await first.save({ a: '3', b: '1' })
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'stale', conflict: { rowVersion: 2, changes: [{ path: 'a', mine: '3', theirs: '2' }] } },
  })
  // Neither is it thrown away by the window that did not see it.
  expect((await first.remove()).status).toBe(409)
  expect((await second.see())?.values).toEqual({ a: '2', b: '1' })
  expect((await second.remove()).status).toBe(200)
  await first.see()
  first.page.version = 2
  expect(await first.save({ a: '3' })).toMatchObject({ status: 409, body: { code: 'gone' } })
})

test('the own next save is no conflict when an answer got lost, and a late one changes nothing', async () => {
  const page = windowOf('entry_clerk', keyOfNew(4))
  await page.save({ a: '1' })
  page.page.version = 0
  expect((await page.save({ a: '2' })).status).toBe(200)
  page.page.turn = 0
  expect((await page.save({ a: 'late' })).status).toBe(200)
  expect((await page.see())?.values).toEqual({ a: '2' })
  await page.remove()
})

test('a new intake becomes one order, whichever window saves it', async () => {
  const no = 'ABCD2345'
  const key = newIntakeKey(no)
  const values = intakeFor(nextPerson(), await placeOf(clerk()))
  const page = windowOf('entry_clerk', key)
  const other = windowOf('entry_clerk', key)
  await page.save(values)
  await other.see()
  const made = await clerk().call(applications.saveIntake, { eventId: newEvent(), values, draftNo: no })
  const again = await clerk().send(applications.saveIntake, { eventId: newEvent(), values, draftNo: no })
  expect(again).toMatchObject({
    status: 409,
    body: { code: 'made', message: expect.stringContaining(made.orderNo) },
  })
  expect(await other.save(values)).toMatchObject({ status: 409, body: { code: 'made' } })
  // Found by its old address it is the order; no list offers it any more.
  expect(await clerk().call(system.getDraft, { key })).toEqual({
    draft: null,
    order: { id: made.orderId, orderNo: made.orderNo },
  })
  expect((await clerk().call(system.drafts, {})).drafts).toEqual([])

  // A draft of the order's own form stands under its number, with the customer of the order.
  const opinion = windowOf('entry_clerk', orderDraftKey('review', made.orderId))
  await opinion.save({ opinion: '同意' })
  expect((await clerk().call(system.drafts, {})).drafts).toMatchObject([
    { key: orderDraftKey('review', made.orderId), orderNo: made.orderNo, customerName: values.customer.name },
  ])
  await opinion.remove()
})

test('there is an end to number and size, said before anything is lost: nothing is deleted by itself', async () => {
  const keys = Array.from({ length: draftLimits.count }, (_, at) => `tab:${at}`)
  for (const key of keys) expect((await windowOf('entry_clerk2', key).save({ key })).status).toBe(200)
  const next = windowOf('entry_clerk2', 'tab:next')
  const refused = await next.save({ a: '1' })
  expect(refused.status).toBe(422)
  expect(JSON.stringify(refused.body)).toContain(String(draftLimits.count))
  const { drafts } = await backend.as('entry_clerk2').call(system.drafts, {})
  expect(drafts.map(({ key }) => key).toReversed()).toEqual(keys)
  // Those that are there go on, and one that goes makes room.
  const oldest = windowOf('entry_clerk2', 'tab:0')
  await oldest.see()
  expect((await oldest.save({ a: '1' })).status).toBe(200)
  expect((await oldest.save({ a: 'x'.repeat(draftLimits.size) })).status).toBe(422)
  await oldest.remove()
  expect((await next.save({ a: '1' })).status).toBe(200)
})
