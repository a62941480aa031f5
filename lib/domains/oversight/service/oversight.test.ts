import { sql } from 'drizzle-orm'
import { db, inTenantOf } from '../../../platform/db/client.ts'
import { messages } from '../../../platform/messages/contract.ts'
import { identity } from '../../identity/contract.ts'
import { demoPassword } from '../../identity/service/demo-offer.ts'
import { clientHash } from '../../identity/service/password-hash.ts'
import { loginLog } from '../../identity/table.ts'
import { newEvent, submittedOrder } from '../../orders/service/testing.ts'
import { reviews } from '../../reviews/contract.ts'
import { system } from '../../system/contract.ts'
import type { LoggedError } from '../../system/rules/error-log.ts'
import { auditLog } from '../../system/table.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { oversight } from '../contract.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
}, 60_000)
afterAll(() => backend.close())

const admin = () => backend.as('admin')
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

/** Signs in as the door does it for a browser, from an address of its own. @returns the token, or undefined */
async function signIn(account: string, password = demoPassword, ip = '192.0.2.77') {
  const response = await backend.fetch(
    new Request('http://backend/login/go', {
      method: 'POST',
      headers: {
        'x-nlos-tenant': 'blq',
        'x-nlos-client-ip': ip,
        'x-nlos-user-agent': chrome,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ account, password: clientHash(password) }).toString(),
    }),
  )
  const body: { token?: string } = await response.json()
  return body.token
}
const at = (token: string | undefined) => backend.withToken(token)

describe('登录日志', () => {
  const logins = async (input: Parameters<typeof read>[0] = {}) => (await read(input)).data
  const read = (input: { q?: string; event?: 'login' | 'logout' | 'ended'; result?: 'ok' | 'failed' }) =>
    admin().call(oversight.logins, input)

  test('holds who came and went, from where and with what, and why a try was refused', async () => {
    const token = await signIn('archivist')
    await at(token).call(identity.logout, {})
    await signIn('archivist', 'Wrong@2026')
    await signIn('Secret@123', 'x')
    const rows = await logins({ q: '192.0.2.77' })
    expect(rows).toMatchObject([
      { event: 'login', ok: false, reason: 'unknownAccount', account: 'se***', userId: null, name: '' },
      { event: 'login', ok: false, reason: 'wrongPassword', account: 'archivist' },
      { event: 'logout', ok: true, reason: null, account: 'archivist' },
      { event: 'login', ok: true, reason: null, account: 'archivist', device: 'Chrome 140 · Windows' },
    ])
    expect(rows.every(({ ip }) => ip === '192.0.2.77')).toBe(true)
    expect(rows[1]?.orgName).not.toBe('')
    expect(JSON.stringify(rows)).not.toContain('secret')
  })

  test('is filtered by event, result and person, and is of the last 30 days unless asked otherwise', async () => {
    expect(new Set((await logins({ result: 'failed' })).map(({ ok }) => ok))).toEqual(new Set([false]))
    expect(new Set((await logins({ event: 'logout' })).map(({ event }) => event))).toEqual(
      new Set(['logout']),
    )
    await inTenantOf('blq', () =>
      db()
        .insert(loginLog)
        .values({ event: 'login', account: 'long-ago', ok: true, createdAt: '2024-03-05T01:00:00Z' }),
    )
    expect(await logins({ q: 'long-ago' })).toEqual([])
    const then = { q: 'long-ago', from: '2024-03-05', to: '2024-03-05' }
    expect((await admin().call(oversight.logins, then)).data).toHaveLength(1)
    expect((await backend.as('admin', 'qhe').call(oversight.logins, then)).data).toEqual([])
  })

  test('a try that is held back is written once, not once for each', async () => {
    for (let at = 0; at < 14; at++) await signIn('risk_officer', 'Wrong@2026', '192.0.2.78')
    const throttled = (await logins({ q: 'risk_officer' })).filter(({ reason }) => reason === 'throttled')
    const guessed = (await logins({ q: 'risk_officer' })).filter(({ reason }) => reason === 'wrongCaptcha')
    expect(throttled.length + guessed.length).toBeGreaterThan(0)
    expect(throttled.length).toBeLessThanOrEqual(1)
  })

  test('nobody writes it over', async () => {
    const change = inTenantOf('blq', () => db().update(loginLog).set({ ok: true }))
    await expect(change).rejects.toThrow()
  })
})

describe('操作日志', () => {
  test('says in words what was done to an order, by whom, and what it changed, masked', async () => {
    const order = await submittedOrder(backend.as('entry_clerk'))
    const { data } = await admin().call(oversight.operations, { q: order.orderNo })
    expect(data[0]).toMatchObject({
      account: 'entry_clerk',
      action: 'order.submit_pre',
      objectKind: 'application',
      objectName: order.orderNo,
      orderId: order.orderId,
    })
    const created = await admin().call(oversight.operation, { id: data.at(-1)?.id ?? 0 })
    expect(created.changes).toBe(created.differences.length)
    expect(created.differences).toContainEqual({ path: 'status', before: null, after: 'draft' })
    expect(JSON.stringify(data)).not.toContain(order.person.idNo)

    const object = data[0]?.object
    const whole = await admin().call(oversight.operations, { object })
    expect(whole.data.map(({ id }) => id)).toEqual(data.map(({ id }) => id))
  })

  test('people, shops and orders are named, not numbered', async () => {
    const order = await submittedOrder(backend.as('entry_clerk'))
    const reviewer = backend.as('pre_reviewer')
    await reviewer.call(reviews.claim, { orderId: order.orderId, eventId: newEvent() })
    const { data } = await admin().call(oversight.operations, { q: order.orderNo })
    const claimed = data.find(({ action }) => action === 'order.claim')
    const { differences } = await admin().call(oversight.operation, { id: claimed?.id ?? 0 })
    const holder = differences.find(({ path }) => path === 'claimedBy')?.after
    expect(holder).toBe(claimed?.name)
    expect(data.every(({ first, changes }) => first.length === Math.min(changes, 2))).toBe(true)
  })

  test('what was written in clear by an older version is masked when it is read', async () => {
    const [row] = await inTenantOf('blq', () =>
      db()
        .insert(auditLog)
        .values({
          action: 'customer.save',
          object: 'customer:1',
          actorId: 0,
          before: { mobile: '12012340123' },
          after: { mobile: '12099990456', name: '甲' },
        })
        .returning({ id: auditLog.id }),
    )
    const entry = await admin().call(oversight.operation, { id: row?.id ?? 0 })
    expect(entry).toMatchObject({ userId: null, objectName: expect.any(String) })
    expect(entry.differences).toEqual([
      { path: 'name', before: null, after: '甲' },
      { path: 'mobile', before: '120****0123', after: '120****0456' },
    ])
  })
})

describe('在线用户', () => {
  const online = async (q: string) => (await admin().call(oversight.online, { q })).data

  test('shows sessions that count, with the caller’s own marked', async () => {
    const token = await signIn('finance_checker')
    await at(token).call(identity.lock, {})
    const rows = await online('finance_checker')
    expect(rows).toMatchObject([
      {
        account: 'finance_checker',
        ip: '192.0.2.77',
        device: 'Chrome 140 · Windows',
        locked: true,
        own: false,
      },
    ])
    expect((await online('admin')).filter(({ own }) => own)).toHaveLength(1)
    await at(token).call(identity.logout, {})
    expect(await online('finance_checker')).toEqual([])
  })

  test('a session that was left alone too long is none (S6)', async () => {
    await signIn('capital_mgr')
    expect(await online('capital_mgr')).toHaveLength(1)
    await inTenantOf('blq', () =>
      db().execute(sql`update user_session set active_at = now() - interval '121 minutes'
        where user_id = (select id from sys_user where account = 'capital_mgr')`),
    )
    expect(await online('capital_mgr')).toEqual([])
  })

  test('ends a session with a reason that its browser is told, once (S4)', async () => {
    const token = await signIn('cashier')
    const ids = (await online('cashier')).map(({ id }) => id)
    const input = { ids, reason: '设备丢失', eventId: newEvent() }
    expect(await admin().call(oversight.endSessions, input)).toEqual({ ended: ids.length })
    expect(await admin().call(oversight.endSessions, input)).toEqual({ ended: ids.length })
    expect(await admin().call(oversight.endSessions, { ...input, eventId: newEvent() })).toEqual({ ended: 0 })
    expect(await at(token).send(identity.userInfo, {})).toMatchObject({
      status: 401,
      body: { message: '管理员已结束您的会话：设备丢失' },
    })
    const [row] = (await admin().call(oversight.logins, { q: 'cashier', event: 'ended' })).data
    expect(row).toMatchObject({ reason: 'byAdmin', note: '设备丢失', account: 'cashier' })
    const { data } = await admin().call(oversight.operations, { action: 'session.end' })
    expect(data[0]).toMatchObject({ account: 'admin', objectKind: 'user' })
  })

  test('nobody ends his own session, nor any other with it', async () => {
    await signIn('service_agent')
    const own = (await online('admin')).find((row) => row.own)?.id ?? 0
    const other = (await online('service_agent'))[0]?.id ?? 0
    const refused = await admin().send(oversight.endSessions, {
      ids: [other, own],
      reason: 'x',
      eventId: newEvent(),
    })
    expect(refused).toMatchObject({ status: 422, body: { code: 'oversight.ownSession' } })
    expect(await online('service_agent')).toHaveLength(1)
    const empty = await admin().send(oversight.endSessions, {
      ids: [other],
      reason: ' ',
      eventId: newEvent(),
    })
    expect(empty).toMatchObject({ status: 400, body: { fields: { reason: '请填写原因' } } })
  })

  test('sessions of another tenant are out of reach (T4)', async () => {
    await signIn('collector')
    const id = (await online('collector'))[0]?.id ?? 0
    const answer = backend
      .as('admin', 'qhe')
      .call(oversight.endSessions, { ids: [id], reason: 'x', eventId: newEvent() })
    expect(await answer).toEqual({ ended: 0 })
    expect(await online('collector')).toHaveLength(1)
  })
})

describe('问题反馈', () => {
  const send = (content: string) =>
    backend
      .as('shop_user')
      .call(system.sendFeedback, { plain_type: '03', content, page: '/order/query', eventId: newEvent() })
  const find = async (q: string) => (await admin().call(oversight.feedback, { q })).data[0]

  test('is answered: its writer gets the note, once', async () => {
    await send('打印很慢，请看一下')
    const row = await find('打印很慢')
    expect(row).toMatchObject({ plainType: '03', status: '待处理', account: 'shop_user', note: '' })
    const { id = 0, rowVersion = 0 } = row ?? {}
    const input = { id, rowVersion, note: '已更换打印服务', answer: true, eventId: newEvent() }
    const changed = await admin().call(oversight.handleFeedback, input)
    expect(await admin().call(oversight.handleFeedback, input)).toEqual(changed)
    expect(await find('打印很慢')).toMatchObject({ status: '已回复', note: '已更换打印服务', ...changed })
    const notices = (await backend.as('shop_user').call(messages.notices, {})).data
    expect(notices.filter(({ body }) => body === '已更换打印服务')).toMatchObject([
      { title: '问题反馈的回复：打印很慢，请看一下' },
    ])
    const late = await admin().send(oversight.handleFeedback, { ...input, note: 'x', eventId: newEvent() })
    expect(late.status).toBe(409)
  })

  test('is handled for ourselves: its writer hears nothing', async () => {
    await send('建议增加导出')
    const { id = 0, rowVersion = 0 } = (await find('建议增加导出')) ?? {}
    const before = (await backend.as('shop_user').call(messages.unread, {})).notice
    const input = { id, rowVersion, note: '排期', answer: false, eventId: newEvent() }
    await admin().call(oversight.handleFeedback, input)
    expect(await find('建议增加导出')).toMatchObject({ status: '已处理', handledByName: expect.any(String) })
    expect((await backend.as('shop_user').call(messages.unread, {})).notice).toBe(before)
    expect((await admin().call(oversight.feedback, { status: '已处理', plainType: '03' })).total).toBe(1)
    const empty = await admin().send(oversight.handleFeedback, { ...input, note: '', eventId: newEvent() })
    expect(empty).toMatchObject({ status: 400, body: { fields: { note: '请填写处理说明' } } })
  })
})

describe('错误日志', () => {
  const error = (message: string): LoggedError => ({
    type: 'script',
    message,
    stack: 'at a.js:1:2',
    info: '',
    url: '/order/query',
    time: Date.parse('2025-08-01T01:02:03Z'),
  })
  const upload = (account: string, ...texts: string[]) =>
    backend.as(account).call(system.uploadErrors, { eventId: newEvent(), errors: texts.map(error) })
  const find = async (q: string) => (await admin().call(oversight.errors, { q })).data

  test('counts errors that differ in numbers alone as one, whoever uploads them', async () => {
    await upload('entry_clerk', 'row 12 is gone', 'row 13 is gone', 'other')
    await upload('pre_reviewer', 'row 99 is gone')
    const rows = await find('is gone')
    expect(rows).toMatchObject([{ message: 'row 99 is gone', count: 3, status: '待解决', again: false }])
    const detail = await admin().call(oversight.error, { id: rows[0]?.id ?? 0 })
    expect(detail.users).toBe(2)
    expect(detail.occurrences[0]).toMatchObject({
      account: 'pre_reviewer',
      stack: 'at a.js:1:2',
      url: '/order/query',
    })
    expect(detail.occurrences).toHaveLength(3)
  })

  test('what was solved is open again when it comes back', async () => {
    await upload('entry_clerk', 'solved one')
    const [row] = await find('solved one')
    const { id = 0, rowVersion = 0 } = row ?? {}
    const input = { id, rowVersion, status: '已解决' as const, note: '已修复', eventId: newEvent() }
    await admin().call(oversight.settleError, input)
    expect(await find('solved one')).toMatchObject([{ status: '已解决', note: '已修复' }])
    expect((await admin().send(oversight.settleError, { ...input, eventId: newEvent() })).status).toBe(409)
    await upload('entry_clerk', 'solved one')
    expect(await find('solved one')).toMatchObject([{ status: '待解决', again: true, count: 2 }])
  })
})

test.each([
  [oversight.logins, {}],
  [oversight.operations, {}],
  [oversight.operation, { id: 1 }],
  [oversight.exportOperations, { columns: ['at'] }],
  [oversight.online, {}],
  [oversight.endSessions, { ids: [1], reason: 'x', eventId: 'oversight-test-0001' }],
  [oversight.feedback, {}],
  [
    oversight.handleFeedback,
    { id: 1, rowVersion: 1, note: 'x', answer: true, eventId: 'oversight-test-0002' },
  ],
  [oversight.errors, {}],
  [oversight.error, { id: 1 }],
  [
    oversight.settleError,
    { id: 1, rowVersion: 1, status: '已解决', note: '', eventId: 'oversight-test-0003' },
  ],
])('nobody but an administrator calls %#', async (endpoint, input) => {
  expect((await backend.as('entry_clerk').send(endpoint, input)).status).toBe(403)
})
