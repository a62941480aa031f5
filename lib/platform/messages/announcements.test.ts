import { eq, inArray } from 'drizzle-orm'
import { sysUser } from '../../domains/identity/table.ts'
import { newEvent, submittedOrder } from '../../domains/orders/service/testing.ts'
import { tenants } from '../../domains/tenants/contract.ts'
import { type Caller, openTestBackend, type TestBackend } from '../../domains/testing.ts'
import { db, inTenant } from '../db/client.ts'
import { messages } from './contract.ts'
import { sendWhatIsDue } from './due-watch.ts'
import { announcement, orderReminder } from './table.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
})
afterAll(() => backend.close())

const admin = () => backend.as('admin')
const clerk = () => backend.as('entry_clerk')
const unread = async (caller: Caller) => (await caller.call(messages.unread, {})).notice
const titles = async (caller: Caller) =>
  (await caller.call(messages.notices, {})).data.map((row) => row.title)
const notice = (title: string) => ({ title, body: '正文', audience: 'all' as const, eventId: newEvent() })
const listed = async (q: string) => (await admin().call(messages.noticeList, { q })).data[0]
const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

describe('a notice', () => {
  it('sent to everybody lands in every bell, is counted as it is read, and goes when it is withdrawn', async () => {
    const { id, recipients } = await admin().call(messages.saveNotice, notice('停机通知'))
    expect(recipients).toBeGreaterThan(15)
    expect(await titles(clerk())).toContain('停机通知')
    expect(await listed('停机')).toMatchObject({ id, status: 'sent', recipients, readers: 0 })
    await clerk().call(messages.markAllRead, {})
    const own = (await backend.as('pre_reviewer').call(messages.notices, {})).data[0]
    await backend.as('pre_reviewer').call(messages.remove, { ids: [own?.id ?? 0] })
    const row = await listed('停机')
    expect(row).toMatchObject({ readers: 2 })
    await admin().call(messages.withdrawNotice, { id, rowVersion: row?.rowVersion ?? 0 })
    expect(await titles(clerk())).not.toContain('停机通知')
    expect(await listed('停机')).toMatchObject({ status: 'withdrawn', recipients, readers: 2 })
    const again = await admin().send(messages.withdrawNotice, { id, rowVersion: (row?.rowVersion ?? 0) + 1 })
    expect(again).toMatchObject({ status: 422, body: { message: '通知已经撤回' } })
  })

  it('goes to roles, to units with all below them, or to people', async () => {
    const choices = await admin().call(messages.audienceChoices, {})
    const person = choices.users.find(({ name }) => name.includes('（entry_clerk）'))?.code ?? ''
    const [root] = choices.orgs
    expect(root).toMatchObject({ depth: 0 })
    const everybody = choices.users.length
    const send = (audience: 'roles' | 'orgs' | 'users', targets: string[]) =>
      admin().call(messages.saveNotice, { ...notice('分组'), audience, targets, eventId: newEvent() })
    expect((await send('users', [person, person])).recipients).toBe(1)
    expect((await send('orgs', [root?.code ?? ''])).recipients).toBe(everybody)
    const before = await unread(clerk())
    expect((await send('roles', ['pre_reviewer'])).recipients).toBeLessThan(everybody)
    expect(await unread(clerk())).toBe(before)
    expect(await listed('分组')).toMatchObject({ targets: ['pre_reviewer'], targetNames: ['运营预审员'] })
  })

  it('needs targets of the own tenant', async () => {
    const wrong = async (audience: string, targets: string[]) =>
      (await admin().send(messages.saveNotice, { ...notice('错'), audience, targets })).status
    expect(await wrong('roles', [])).toBe(400)
    expect(await wrong('roles', ['nobody'])).toBe(400)
    const foreign = (await backend.as('admin', 'qhe').call(messages.audienceChoices, {})).users[0]?.code ?? ''
    expect(await wrong('users', [foreign])).toBe(400)
    expect((await clerk().send(messages.saveNotice, notice('错'))).status).toBe(403)
  })

  it('waits for its time, can be changed until then, and is sent once', async () => {
    const { id, recipients } = await admin().call(messages.saveNotice, {
      ...notice('定时'),
      sendAt: soon(30),
    })
    expect(recipients).toBe(0)
    await inTenant(1, () => sendWhatIsDue(new Date()))
    const row = await listed('定时')
    expect(row).toMatchObject({ status: 'scheduled' })
    const changed = { ...notice('定时二'), id, rowVersion: row?.rowVersion, sendAt: soon(40) }
    await admin().call(messages.saveNotice, changed)
    expect(await admin().send(messages.saveNotice, { ...changed, eventId: newEvent() })).toMatchObject({
      status: 409,
    })
    await inTenant(1, () =>
      db()
        .update(announcement)
        .set({ sendAt: soon(-1) })
        .where(eq(announcement.id, id)),
    )
    await Promise.all([
      inTenant(1, () => sendWhatIsDue(new Date())),
      inTenant(1, () => sendWhatIsDue(new Date())),
    ])
    expect((await titles(clerk())).filter((title) => title === '定时二')).toHaveLength(1)
    const sent = await listed('定时二')
    expect(sent).toMatchObject({ status: 'sent' })
    const late = await admin().send(messages.saveNotice, { ...changed, eventId: newEvent() })
    expect(late).toMatchObject({ status: 422, body: { message: '通知已经发送，不能再修改' } })
  })
})

describe('a reminder at an order', () => {
  it('comes into the bell of who set it when it is due, with customer, order and note', async () => {
    const { orderId, orderNo, person } = await submittedOrder(clerk())
    const set = { orderId, next_time: soon(60), note: '补身份证', opens: 'intakeDetails' as const }
    await clerk().call(messages.setReminder, set)
    await clerk().call(messages.setReminder, { ...set, next_time: soon(90) })
    expect((await clerk().call(messages.reminder, { orderId })).reminder).toMatchObject({ note: '补身份证' })
    expect((await backend.as('pre_reviewer').call(messages.reminder, { orderId })).reminder).toBeNull()
    await inTenant(1, () => sendWhatIsDue(new Date()))
    expect((await clerk().call(messages.reminders, {})).total).toBe(0)
    await inTenant(1, () =>
      db()
        .update(orderReminder)
        .set({ nextTime: soon(-1) }),
    )
    await inTenant(1, () => sendWhatIsDue(new Date()))
    await inTenant(1, () => sendWhatIsDue(new Date()))
    const { data, total } = await clerk().call(messages.reminders, {})
    expect(total).toBe(1)
    expect(data[0]).toMatchObject({
      client_name: person.name,
      document_id: orderNo,
      body: '补身份证',
      opens: 'intakeDetails',
      orderId,
      readAt: null,
    })
    expect((await clerk().call(messages.reminder, { orderId })).reminder).toBeNull()
  })

  it('is for orders that one may see and for a time to come', async () => {
    const { orderId } = await submittedOrder(clerk())
    const set = { orderId, next_time: soon(60), opens: 'intakeDetails' as const }
    expect((await backend.as('entry_clerk', 'qhe').send(messages.setReminder, set)).status).toBe(404)
    for (const wrong of [soon(-1), soon(60 * 24 * 400), 'tomorrow'])
      expect((await clerk().send(messages.setReminder, { ...set, next_time: wrong })).status).toBe(400)
    await clerk().call(messages.setReminder, set)
    await clerk().call(messages.cancelReminder, { orderId })
    expect((await clerk().call(messages.reminder, { orderId })).reminder).toBeNull()
  })
})

describe('messages of the official account', () => {
  const platform = (tenant = 'blq') => backend.withToken(undefined, { tenant })
  const token = async () => {
    const { rowVersion } = await admin().call(tenants.get, {})
    return (await admin().call(tenants.officialToken, { rowVersion, on: true })).token
  }

  it('reach who looks after the customer, and count up while nobody has read them', async () => {
    const { person, orderId } = await submittedOrder(clerk())
    const own = await token()
    const told = { token: own, mobile: person.mobile, totalmsg: 2 }
    expect((await platform().call(messages.receiveOfficial, told)).recipients).toBeGreaterThan(0)
    await platform().call(messages.receiveOfficial, told)
    const { data } = await clerk().call(messages.official, {})
    expect(data.filter((row) => row.orderId === orderId)).toMatchObject([
      { client_name: person.name, totalmsg: 4, mobile: expect.stringContaining('****') },
    ])
  })

  it('of somebody unknown reach the service staff', async () => {
    const told = { token: await token(), mobile: '12099998888', client_name: '路人' }
    await platform().call(messages.receiveOfficial, told)
    const { data } = await backend.as('service_agent').call(messages.official, {})
    expect(data[0]).toMatchObject({ client_name: '路人', totalmsg: 1, orderId: null })
  })

  it('of a customer whom nobody looks after any more tell the service staff what was told, and of no order', async () => {
    const { person } = await submittedOrder(clerk())
    const setStatus = (status: string, of: string) =>
      inTenant(1, () => db().update(sysUser).set({ status }).where(eq(sysUser.status, of)).returning())
    const people = await setStatus('停用', '正常')
    await inTenant(1, () =>
      db()
        .update(sysUser)
        .set({ status: '正常' })
        .where(inArray(sysUser.account, ['admin', 'service_agent'])),
    )
    const told = { token: await token(), mobile: person.mobile, client_name: '来信人' }
    await platform().call(messages.receiveOfficial, told)
    await setStatus('正常', '停用')
    expect(people.length).toBeGreaterThan(15)
    const { data } = await backend.as('service_agent').call(messages.official, {})
    expect(data[0]).toMatchObject({ client_name: '来信人', orderId: null })
  })

  it('need the newest token of this tenant', async () => {
    const old = await token()
    const newest = await token()
    const told = (given: string) => ({ token: given, mobile: '12099998888' })
    expect((await platform().send(messages.receiveOfficial, told(old))).status).toBe(403)
    expect((await platform().send(messages.receiveOfficial, told(newest))).status).toBe(200)
    expect((await platform('qhe').send(messages.receiveOfficial, told(newest))).status).toBe(403)
    const { rowVersion } = await admin().call(tenants.get, {})
    await admin().call(tenants.officialToken, { rowVersion, on: false })
    expect((await platform().send(messages.receiveOfficial, told(newest))).status).toBe(403)
  })

  it('are not heard from an address that guesses tokens', async () => {
    const guesser = backend.withToken(undefined, { ip: '198.51.100.7' })
    const guess = { token: 'guessed', mobile: '12099998888' }
    const statuses = []
    // Twice the limit and more: a new minute may begin on the way.
    for (let at = 0; at < 25; at++)
      statuses.push((await guesser.send(messages.receiveOfficial, guess)).status)
    expect([...new Set(statuses)].slice(0, 2)).toEqual([403, 429])
    const told = { ...guess, token: await token() }
    expect((await platform().send(messages.receiveOfficial, told)).status).toBe(200)
  })
})
