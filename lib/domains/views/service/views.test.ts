import { eq } from 'drizzle-orm'
import { db, inTenantOf } from '../../../platform/db/client.ts'
import { sysUser } from '../../identity/table.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { views } from '../contract.ts'
import { mostViews } from '../rules/view.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
}, 60_000)
afterAll(() => backend.close())

let events = 0
const eventId = () => `views-test-${String(++events).padStart(6, '0')}`
const clerk = () => backend.as('entry_clerk')
const other = () => backend.as('entry_clerk2')
const columns = { visibility: { phone: false }, order: ['orderNo'], widths: { orderNo: 200 }, dense: true }
const add = (by: ReturnType<typeof clerk>, list: string, name: string, shared = false) =>
  by.call(views.add, { list, name, query: { status: 'waitFirst' }, columns, shared, eventId: eventId() })
const listed = async (by: ReturnType<typeof clerk>, list: string) =>
  (await by.call(views.list, { list })).views

test('a view comes back as it was saved, and stays with its owner until he shares it', async () => {
  const { id } = await add(clerk(), 'one', '待初审')
  expect(await listed(clerk(), 'one')).toEqual([
    expect.objectContaining({
      id,
      name: '待初审',
      query: { status: 'waitFirst' },
      columns,
      own: true,
      left: false,
    }),
  ])
  expect(await listed(other(), 'one')).toEqual([])
  expect(await listed(backend.as('entry_clerk', 'qhe'), 'one')).toEqual([])
  const values = { name: '待初审', query: {}, columns, shared: true }
  await clerk().call(views.save, { id, rowVersion: 1, ...values, eventId: eventId() })
  expect(await listed(other(), 'one')).toEqual([
    expect.objectContaining({ id, query: {}, columns, own: false, rowVersion: 2 }),
  ])
})

test('what others keep to themselves is not there, and what they share is theirs to change', async () => {
  const { id: kept } = await add(clerk(), 'two', '自用')
  const { id: shared } = await add(clerk(), 'two', '共享', true)
  const remove = (id: number) => other().send(views.remove, { id, rowVersion: 1, eventId: eventId() })
  expect(await remove(kept)).toMatchObject({ status: 404 })
  expect(await remove(shared)).toMatchObject({ status: 422 })
  const takeOver = { id: shared, rowVersion: 1, eventId: eventId() }
  expect(await other().send(views.takeOver, takeOver)).toMatchObject({ status: 422 })
})

test('a shared view whose owner left is taken over by who uses it', async () => {
  const { id } = await add(backend.as('archivist'), 'three', '催档', true)
  await inTenantOf('blq', () =>
    db().update(sysUser).set({ status: '停用' }).where(eq(sysUser.account, 'archivist')),
  )
  expect(await listed(clerk(), 'three')).toMatchObject([{ id, left: true, own: false }])
  await clerk().call(views.takeOver, { id, rowVersion: 1, eventId: eventId() })
  expect(await listed(clerk(), 'three')).toMatchObject([{ id, left: false, own: true }])
})

test('one name is one view of a list, and a menu has an end', async () => {
  await add(clerk(), 'four', '甲')
  const again = { list: 'four', name: '甲', query: {}, columns, shared: false }
  expect(await clerk().send(views.add, { ...again, eventId: eventId() })).toMatchObject({ status: 409 })
  for (let at = 1; at < mostViews; at++) await add(clerk(), 'four', `视图${at}`)
  const more = { ...again, name: '又一个', eventId: eventId() }
  expect(await clerk().send(views.add, more)).toMatchObject({ status: 422 })
})

test('a shop does not read what the house calls its views, nor the house what a shop does', async () => {
  const shop = () => backend.as('shop_user')
  const { id } = await add(clerk(), 'five', '重点关注门店', true)
  await add(shop(), 'five', '本店在途', true)
  expect(await listed(shop(), 'five')).toMatchObject([{ name: '本店在途', own: true }])
  expect(await listed(other(), 'five')).toMatchObject([{ name: '重点关注门店', own: false }])
  const takeOver = { id, rowVersion: 1, eventId: eventId() }
  expect(await shop().send(views.takeOver, takeOver)).toMatchObject({ status: 404 })
})
