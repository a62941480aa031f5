import { and, eq, sql } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import { messages } from '../../../platform/messages/contract.ts'
import { notification } from '../../../platform/messages/table.ts'
import { addDays, businessDate } from '../../../rules/business-date.ts'
import { newEvent } from '../../orders/service/testing.ts'
import { application } from '../../orders/table.ts'
import { relationKey } from '../../relations/table.ts'
import { releases } from '../../releases/contract.ts'
import { endTasks, markTask, openTasks } from '../../releases/service/release-tasks.ts'
import { orderOf, waitingOrders } from '../../releases/service/testing.ts'
import { releaseTask } from '../../releases/table.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { insurancePolicy } from '../../vehicles/table.ts'
import { papers } from '../contract/papers.ts'
import type { ExtraKind } from '../rules/material-sets.ts'
import { materialSet } from '../table/materials.ts'
import { remindDeadlines } from './remind-deadlines.ts'
import { asReleased, fillPapers, testRegistration } from './testing.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
}, 60_000)
afterAll(async () => {
  await backend.close()
})

const clerk = () => backend.as('material_clerk')
const shop = () => backend.as('entry_clerk')
const today = businessDate(new Date())
const kinds = { new: 'new_extra', used: 'used_extra' } as const

async function released(car: 'new' | 'used' = 'used'): Promise<number> {
  const [orderId = 0] = await waitingOrders(backend)
  await asReleased(orderId, car)
  return orderId
}
const read = (orderId: number, kind: ExtraKind = 'used_extra') => clerk().call(papers.get, { orderId, kind })
const on = async (orderId: number, kind: ExtraKind = 'used_extra') => ({
  orderId,
  kind,
  eventId: newEvent(),
  rowVersion: (await orderOf(orderId)).rowVersion,
})
const dueIn = (orderId: number, days: number) =>
  inTenant(1, () =>
    db()
      .update(releaseTask)
      .set({ dueDay: addDays(today, days) })
      .where(and(eq(releaseTask.orderId, orderId), eq(releaseTask.kind, 'used_extra'))),
  )
const tasksOf = async (orderId: number) => {
  const { tasks } = await clerk().call(releases.loan, { orderId })
  return Object.fromEntries(tasks.map(({ kind, ...task }) => [kind, task]))
}

test.each(['new', 'used'] as const)(
  'a release asks for the papers of a %s car within thirty days',
  async (car) => {
    const orderId = await released(car)
    const own = await read(orderId, kinds[car])
    expect(own).toMatchObject({
      asked: true,
      setStatus: '未上传',
      deadline: addDays(today, 30),
      overdueDays: 0,
    })
    expect(await read(orderId, kinds[car === 'new' ? 'used' : 'new'])).toMatchObject({ asked: false })
    expect((await tasksOf(orderId))[kinds[car]]).toMatchObject({
      dueDay: addDays(today, 30),
      doneAt: null,
      late: false,
    })
  },
)

test('papers want a registration, are passed by somebody else, and end the task', async () => {
  const orderId = await released()
  await fillPapers(backend, orderId, 'used_extra')
  expect(await read(orderId)).toMatchObject({ setStatus: '上传中', percent: 100, formLacks: [] })
  await clerk().call(papers.submit, await on(orderId))
  expect(await read(orderId)).toMatchObject({ setStatus: '待审核', mine: true })
  await expect(clerk().call(papers.pass, await on(orderId))).rejects.toThrow('422 您提交的材料由他人审核')
  const [{ id: itemId = 0, files = [] } = {}] = (await read(orderId)).items
  const judged = {
    orderId,
    kind: 'used_extra' as const,
    itemId,
    files: files.map(({ id }) => id),
    good: false,
    note: '看不清',
    eventId: newEvent(),
  }
  await expect(clerk().call(papers.judge, judged)).rejects.toThrow('422 您提交的材料由他人审核')
  const { data } = await clerk().call(papers.extraReviews, { kind: 'used_extra', length: 100 })
  expect(data.find(({ id }) => id === orderId)).toMatchObject({ kind: 'used_extra', setStatus: '待审核' })

  // Sent in by the shop, the clerk may.
  const other = await released()
  await fillPapers(backend, other, 'used_extra')
  await shop().call(papers.submit, await on(other))
  await clerk().call(papers.pass, await on(other))
  expect(await read(other)).toMatchObject({ setStatus: '通过', overdueDays: 0 })
  expect((await tasksOf(other)).used_extra?.doneAt).not.toBeNull()
  await clerk().call(papers.expire, { ...(await on(other)), reason: '发票开错' })
  expect((await tasksOf(other)).used_extra?.doneAt).toBeNull()
})

test('a registration is of today at the latest, is audited, and the car is found by its new plate', async () => {
  const orderId = await released('new')
  const save = async (more: object = {}) =>
    clerk().call(papers.saveRegistration, {
      ...(await on(orderId, 'new_extra')),
      ...testRegistration(),
      ...more,
    })
  await expect(save({ registeredOn: addDays(today, 1) })).rejects.toThrow('不能晚于今天')
  await expect(save({ plateNo: '粤BD12345' })).rejects.toThrow('400')
  await save({ plateNo: '粤BD12345', plateColor: '3', ownerName: '周凯' })
  const { registration } = await read(orderId, 'new_extra')
  expect(registration).toMatchObject({ plateNo: '粤BD12345', registeredOn: today, ownerName: '周凯' })
  const keys = await inTenant(1, () =>
    db()
      .select({ value: relationKey.value })
      .from(relationKey)
      .where(and(eq(relationKey.orderId, orderId), eq(relationKey.kind, 'plateNo'))),
  )
  expect(keys.map(({ value }) => value).join()).toContain('BD12345')
  await inTenant(1, () =>
    db().insert(insurancePolicy).values({ orderId, insType: '1', insurer: 'DEMO1', insuredname: '李敏' }),
  )
  expect((await read(orderId, 'new_extra')).registration?.hints).toEqual(['insured'])
})

test('an undone release asks for nothing, and papers that had passed are not asked for again', async () => {
  const orderId = await released()
  await fillPapers(backend, orderId, 'used_extra')
  await shop().call(papers.submit, await on(orderId))
  await clerk().call(papers.pass, await on(orderId))
  const order = await orderOf(orderId)
  const by = { actor: { id: 0 }, now: new Date() }
  await inTenant(1, () => endTasks(orderId, by))
  expect(await read(orderId)).toMatchObject({ asked: false })
  await inTenant(1, () => openTasks(order, today, by))
  expect((await tasksOf(orderId)).used_extra?.doneAt).not.toBeNull()
})

test('lists find orders by deadline and lateness, and count what is there', async () => {
  const orderId = await released()
  await dueIn(orderId, -3)
  const list = async (input: object) =>
    (await clerk().call(papers.usedExtras, { length: 100, ...input })).data
  const ids = async (input: object) => (await list(input)).map(({ id }) => id)
  const row = (await list({ late: 'late' })).find(({ id }) => id === orderId)
  expect(row).toMatchObject({ overdueDays: 3, uploaded: 0, registeredOn: expect.anything() })
  expect(row?.required).toBeGreaterThanOrEqual(3)
  expect(await ids({ late: 'inTime' })).not.toContain(orderId)
  expect(await ids({ deadlineFrom: addDays(today, -3), deadlineTo: addDays(today, -3) })).toContain(orderId)
  expect(await ids({ deadlineFrom: today })).not.toContain(orderId)
  expect(await ids({ setStatus: 'open' })).toContain(orderId)
  await inTenant(1, () =>
    db().update(releaseTask).set({ doneAt: sql`now()` }).where(eq(releaseTask.orderId, orderId)),
  )
  expect(await ids({ setStatus: 'open' })).not.toContain(orderId)
  expect(await ids({ setStatus: 'all' })).toContain(orderId)
  const other = await clerk().call(papers.newExtras, { length: 100 })
  expect(other.data.map(({ id }) => id)).not.toContain(orderId)
})

describe('reminders', () => {
  const run = { id: 1, tenantId: 1, done: 0, total: null, signal: new AbortController().signal }
  const remind = () =>
    remindDeadlines.run({}, { ...run, progress: async () => {}, step: (work) => inTenant(1, work) })
  const toldOf = (orderId: number) =>
    inTenant(1, () =>
      db()
        .select({ userId: notification.userId, title: notification.title, opens: notification.opens })
        .from(notification)
        .where(eq(notification.orderId, orderId))
        .orderBy(notification.id),
    )

  test('come a week and a day before, when late and after fifteen days, each once', async () => {
    const orderId = await released()
    await dueIn(orderId, 8)
    await remind()
    expect(await toldOf(orderId)).toEqual([])
    const titles: string[][] = []
    for (const days of [7, 6, 1, 0, -1, -14, -15, -60]) {
      await dueIn(orderId, days)
      const before = (await toldOf(orderId)).length
      await remind()
      await remind()
      titles.push([...new Set((await toldOf(orderId)).slice(before).map(({ title }) => title ?? ''))])
    }
    const { orderNo } = await orderOf(orderId)
    const say = (rest: string) => [`${orderNo}：二手车补充资料${rest}`]
    expect(titles).toEqual([
      say(`将于${addDays(today, 7)}截止`),
      [],
      say(`即将于${addDays(today, 1)}截止`),
      [],
      say('已逾期'),
      [],
      say('已逾期15天'),
      [],
    ])
    const told = await toldOf(orderId)
    // The clerks go to the papers, who only looks after them to the order.
    expect(new Set(told.map(({ opens }) => opens))).toEqual(
      new Set(['usedCarSupplementDetails', 'entryDetails']),
    )
    const own = await shop().call(messages.list, { kind: 'notice', length: 100 })
    expect(own.data.some((message) => message.orderId === orderId)).toBe(true)
  })

  test('are not sent of what is done, handed in, undone or paid off, and go on when papers come back', async () => {
    const [done, handed, undone, paid] = [
      await released(),
      await released(),
      await released(),
      await released(),
    ]
    for (const orderId of [done, handed, undone, paid]) await dueIn(orderId, -2)
    await inTenant(1, async () => {
      const by = { actor: { id: 0 }, now: new Date() }
      await markTask(done, 'used_extra', new Date().toISOString(), by)
      await endTasks(undone, by)
      await db().insert(materialSet).values({ orderId: handed, kind: 'used_extra', status: '待审核' })
      await db().update(application).set({ status: 'settled' }).where(eq(application.id, paid))
    })
    await remind()
    for (const orderId of [done, handed, undone, paid]) expect(await toldOf(orderId)).toEqual([])
    await inTenant(1, () =>
      db().update(materialSet).set({ status: '退回' }).where(eq(materialSet.orderId, handed)),
    )
    await remind()
    expect((await toldOf(handed)).length).toBeGreaterThan(0)
  })
})
