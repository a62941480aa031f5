import { desc, eq, sql } from 'drizzle-orm'
import type { InputOf } from '../../../platform/contract/endpoint.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { messages } from '../../../platform/messages/contract.ts'
import { callOutside } from '../../../platform/outside/outbox.ts'
import type { Outcome } from '../../../platform/outside/outcome.ts'
import { until } from '../../../platform/outside/port-server.fixture.ts'
import { settle } from '../../../platform/outside/settle.ts'
import { outsideAttempt, outsideCall } from '../../../platform/outside/table.ts'
import { wirePorts } from '../../../platform/outside/wiring.ts'
import { systemCall } from '../../../platform/system-call.ts'
import { addDays, businessDate } from '../../../rules/business-date.ts'
import { boundOrder } from '../../cards/service/testing.ts'
import { orderContracts } from '../../contracts/contract/orders.ts'
import { contract } from '../../contracts/table/contracts.ts'
import { newEvent, type TestOrder } from '../../orders/service/testing.ts'
import { application } from '../../orders/table.ts'
import { openLoan } from '../../releases/service/open-loan.ts'
import { disbursement } from '../../releases/table.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { sms } from '../contract.ts'
import { smsMostADay } from '../rules/sms.ts'
import { smsRecord } from '../table.ts'
import { recordSms } from './records.ts'

let backend: TestBackend
let order: TestOrder
beforeAll(async () => {
  backend = await openTestBackend()
  order = await boundOrder(backend)
  // Nobody listens there: what the provider says, the tests say.
  wirePorts({ sms: { url: new URL('http://127.0.0.1:9/'), key: 'nobody has this key, of 32 characters' } })
}, 120_000)
afterAll(async () => {
  wirePorts()
  await backend.close()
})

const clerk = () => backend.as('contract_clerk')
const today = businessDate(new Date())

const newest = () =>
  inTenant(1, async () => {
    const [row] = await db()
      .select({ record: smsRecord, call: outsideCall })
      .from(smsRecord)
      .leftJoin(outsideCall, eq(outsideCall.id, smsRecord.callId))
      .orderBy(desc(smsRecord.id))
      .limit(1)
    if (!row) throw new Error('nothing was sent')
    return row
  })
/** Everything that the provider answers to the newest one. */
const answer = async (outcome: Outcome) => {
  const { call } = await newest()
  await inTenant(1, () => settle(call?.id ?? 0, { kind: 'send', ms: 1 }, outcome))
}
/** All that was sent, so many hours ago. */
const age = (hours: number) =>
  inTenant(1, () =>
    db()
      .update(smsRecord)
      .set({ createdAt: sql`${smsRecord.createdAt} - make_interval(hours => ${hours})` }),
  )
type More = Partial<Omit<InputOf<typeof sms.send>, 'eventId'>>
const send = (more: More = {}) =>
  clerk().call(sms.send, {
    orderId: order.orderId,
    kind: 'approved',
    recipients: ['customer'],
    ...more,
    eventId: newEvent(),
  })
const refusal = (more: More = {}) =>
  send(more).then(
    () => 'sent',
    ({ body, status }) => body?.message ?? status,
  )
const rows = async (filter = {}) => (await clerk().call(sms.list, { order: order.orderId, ...filter })).data

test('whoever signs is offered, with the text as it would be sent; emergency contacts are not', async () => {
  const [target, ...others] = await clerk().call(sms.targets, {
    orderNos: [order.orderNo.toLowerCase(), 'BLQ20990101000001'],
  })
  expect(others).toEqual([])
  const [{ entry } = { entry: {} }] = await inTenant(1, () =>
    db()
      .select({ entry: application.entryValues })
      .from(application)
      .where(eq(application.id, order.orderId)),
  )
  const { contacts } = entry as { contacts: { name: string }[] }
  expect(contacts.length).toBeGreaterThanOrEqual(2)
  const offered = target?.recipients.map(({ name }) => name)
  expect(contacts.filter(({ name }) => offered?.includes(name))).toEqual([])
  const [customer] = target?.recipients ?? []
  expect(customer).toMatchObject({ key: 'customer', name: order.person.name })
  expect(customer?.mobile).toMatch(/^\d{3}\*{4}\d{4}$/)
  const offers = Object.fromEntries(customer?.offers.map((offer) => [offer.kind, offer]) ?? [])
  expect(offers.approved?.obstacle).toBeNull()
  expect(offers.approved?.text).toContain(`${order.person.name}您好，您的申请已审批通过，批复金额`)
  expect(offers.interview?.text).toContain('您的面签预约在{date}{time}')
  expect(offers.sign_reminder?.obstacle).toBe('sms.nothingToSign')
  expect(offers.repay_reminder?.obstacle).toBe('sms.wrongStage')
})

test('a text goes out once; the list says how it stands, the same again waits a minute', async () => {
  const { results } = await send()
  expect(results).toEqual([{ key: 'customer', smsNo: expect.stringMatching(/^SMS\d{14}$/), reason: null }])
  const { call } = await newest()
  expect(call).toMatchObject({ port: 'sms', onceKey: results[0]?.smsNo })
  expect(await refusal()).toBe('一分钟内已向该号码发送过同样的短信，请稍后再发')
  const [row] = await rows()
  expect(row).toMatchObject({ kind: 'approved', name: order.person.name, role: '承租人', resent: false })
  expect(row?.mobile).toMatch(/\*{4}/)
  await answer({ result: 'done', answer: { messageId: 'm1' } })
  expect((await rows({ state: 'delivered' })).map(({ id }) => id)).toEqual([row?.id])
  expect(await rows({ state: 'failed' })).toEqual([])
})

test('two at once: one is sent', async () => {
  await age(48)
  const both = await Promise.all([refusal(), refusal()])
  expect(both.filter((said) => said === 'sent')).toHaveLength(1)
})

test('a text is sent once the gateway has taken it, however often it was tried before', async () => {
  await age(48)
  await send()
  // Nobody listens: the attempt is over when it is noted.
  const { call } = await newest()
  const tried = () =>
    inTenant(1, () =>
      db()
        .select()
        .from(outsideAttempt)
        .where(eq(outsideAttempt.callId, call?.id ?? 0)),
    )
  await until(async () => (await tried()).length > 0)
  expect((await rows())[0]?.state).toBe('waiting')
  const [{ id } = { id: 0 }] = await rows({ state: 'waiting' })
  await answer({ result: 'pending' })
  expect((await rows())[0]).toMatchObject({ id, state: 'sent' })
  expect((await rows({ state: 'sent' })).map((row) => row.id)).toEqual([id])
})

test('no number gets the same text more often than the day allows', async () => {
  await age(48)
  for (let sent = 0; sent < smsMostADay; sent++) {
    expect(await refusal()).toBe('sent')
    await age(1)
  }
  expect(await refusal()).toBe('今天已向该号码发送 5 条同样的短信，请改用电话联系')
  await age(48)
})

test('a visit wants a day and an hour that can be; nothing else of a text is chosen', async () => {
  const visit = { kind: 'interview', date: today, time: '10:30' } as const
  const wrong = await send({ ...visit, date: addDays(today, 31), time: '10:31' }).catch(({ body }) => body)
  expect(wrong.fields).toEqual({ date: '面签日期不能晚于 30 天后', time: '不能为空' })
  await send(visit)
  const { record, call } = await newest()
  expect(record.body).toContain(`${Number(today.slice(5, 7))}月${Number(today.slice(8))}日10:30`)
  expect(record.body).not.toContain('{')
  expect(call?.request).toMatchObject({ template: 'interview', text: record.body })
})

test('each person has a result; to nobody is refused', async () => {
  await age(48)
  const { results } = await send({ kind: 'approved', recipients: ['customer', 'guarantors.7'] })
  expect(results.map(({ key, smsNo }) => [key, smsNo !== null])).toEqual([
    ['customer', true],
    ['guarantors.7', false],
  ])
  expect(results[1]?.reason).toBe('收件人不在该订单的签约人中，请重新查找')
  expect(await refusal({ recipients: ['guarantors.7'] })).toBe('收件人不在该订单的签约人中，请重新查找')
  expect(await refusal({ recipients: ['emergency.0'] })).not.toBe('sent')
})

test('a failure has its reason, its sender hears of it, and it is sent again as a row of its own', async () => {
  await age(48)
  await send()
  const [sent] = await rows()
  const again = () =>
    clerk().call(sms.resend, { id: sent?.id ?? 0, rowVersion: sent?.rowVersion ?? 0, eventId: newEvent() })
  await expect(again()).rejects.toMatchObject({ status: 422 })
  await answer({ result: 'refused', reason: '号码已停机' })
  expect((await rows())[0]).toMatchObject({ state: 'failed', failReason: '号码已停机' })
  const { data } = await clerk().call(messages.list, { kind: 'notice' })
  expect(data[0]).toMatchObject({ opens: 'contractSms', orderId: order.orderId })
  await age(1)
  const { smsNo } = await again()
  const [newer, older] = await rows()
  expect(newer).toMatchObject({ smsNo, text: sent?.text, resent: false })
  expect(newer?.state).toBe('waiting')
  expect(older).toMatchObject({ id: sent?.id, resent: true })
  await expect(again()).rejects.toMatchObject({ status: 409 })
})

test('a reminder to sign is for whoever has not signed; a link is not sent again from here', async () => {
  await age(48)
  const { orderId, orderNo } = order
  const { order: now } = await clerk().call(orderContracts.get, { orderId })
  await clerk().call(orderContracts.generate, { orderId, rowVersion: now.rowVersion, eventId: newEvent() })
  await inTenant(1, () =>
    db().update(contract).set({ status: '待签署' }).where(eq(contract.orderId, orderId)),
  )
  await send({ kind: 'sign_reminder' })
  expect((await newest()).record.body).toMatch(/您有\d+份合同待签署，截止\d+月\d+日/)
  const to = { role: '承租人' as const, name: order.person.name, mobile: order.person.mobile }
  const said = { text: '请点击签署', params: {} }
  const link = await inTenant(1, async () => {
    const { mobile } = to
    const callId = await callOutside('sms', { mobile, template: 'sign_link', ...said }, { key: 'a link' })
    const sender = { today, now: new Date(), actor: { id: 0 } }
    return recordSms({ orderId, kind: 'sign_link', to, ...said, callId }, sender)
  })
  const refused = clerk().call(sms.resend, { id: link.id, rowVersion: 1, eventId: newEvent() })
  await expect(refused).rejects.toMatchObject({ status: 422 })
  const found = (await clerk().call(sms.list, { q: orderNo })).data
  expect(found[0]).toMatchObject({ kind: 'sign_link', senderName: '系统' })
})

test('after the release the next instalment is said, to the customer alone', async () => {
  await age(48)
  await inTenant(1, async () => {
    const [released] = await db()
      .update(application)
      .set({ status: 'released', releasedAt: new Date().toISOString() })
      .where(eq(application.id, order.orderId))
      .returning()
    const [payment] = await db()
      .insert(disbursement)
      .values({
        payNo: 'FK-SMS-1',
        orderId: order.orderId,
        amount: '1.00',
        payerAccount: '01',
        payeeKind: 'card',
        payeeId: 1,
        payeeName: '示例',
        payeeAccount: '1',
        payeeBank: '示例',
        makerId: 1,
      })
      .returning()
    if (!released || !payment) throw new Error('nothing was released')
    await openLoan(released, payment, today, systemCall(1, new Date()))
  })
  expect(await refusal()).toBe('订单当前状态不适用这条短信')
  await send({ kind: 'repay_reminder' })
  expect((await newest()).record.body).toMatch(/您本期应还[\d,]+\.\d{2}元，还款日\d+月\d+日/)
})
