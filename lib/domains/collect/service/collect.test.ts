import { desc, eq, sql } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import { messages } from '../../../platform/messages/contract.ts'
import { openPortServer, until } from '../../../platform/outside/port-server.fixture.ts'
import { wirePorts } from '../../../platform/outside/wiring.ts'
import { customer } from '../../customers/table.ts'
import { solvedCaptcha } from '../../identity/service/solved-captcha.fixture.ts'
import { sysUser, tenant } from '../../identity/table.ts'
import { applications } from '../../orders/contract.ts'
import { nextPerson } from '../../orders/service/testing.ts'
import { application } from '../../orders/table.ts'
import { products } from '../../products/contract.ts'
import { auditLog } from '../../system/table.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { collect } from '../contract.ts'
import { consentVersion } from '../rules/collect.ts'
import { collectCode, collectConsent, collectLink } from '../table.ts'
import { consumeCode, newCode } from './codes.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend({ demo: true })
  guest = customerAt('192.0.2.40')
}, 60_000)
afterAll(() => backend.close())
beforeEach(() => inTenant(1, () => db().delete(collectCode)))

const clerk = () => backend.as('shop_user')
const customerAt = (ip: string) => backend.withToken(undefined, { ip })
let guest: ReturnType<typeof customerAt>

/** A link of the shop's clerk, as its token. */
async function newLink(by = clerk()): Promise<string> {
  const [shop] = await by.call(products.shops, {})
  const { path } = await by.call(collect.makeLink, { shopId: shop?.id ?? 0, days: 3 })
  return new URLSearchParams(path.split('?')[1]).get('t') ?? ''
}

/** The code that the simulator shows for a mobile. */
async function codeFor(mobile: string, token: string | undefined, by = guest): Promise<string> {
  const { shown } = await by.call(collect.sendCode, { token, mobile, ...(await solvedCaptcha(by)) })
  return /\d{6}/.exec(shown ?? '')?.[0] ?? ''
}

/** A filled form with its code. */
async function filled(token: string | undefined, rest: { city?: string } = {}) {
  const { name, idNo, mobile } = nextPerson()
  const code = await codeFor(mobile, token)
  return {
    token,
    name,
    idNo,
    mobile,
    code,
    model: '示例牌 A',
    amount: '80000',
    agreed: consentVersion,
    ...rest,
  }
}

const stateOf = async (token?: string) => (await guest.call(collect.form, { token })).state

test('a submitted link is a draft of the clerk who made it, marked, agreed to and told in the bell', async () => {
  const token = await newLink()
  expect(await stateOf(token)).toBe('ready')
  const before = await clerk().call(messages.unread, {})
  const form = await filled(token)
  expect(await guest.call(collect.submit, form)).toEqual({})

  const { data } = await clerk().call(applications.intakeList, { q: form.idNo })
  expect(data).toMatchObject([{ customerName: form.name, status: 'draft', source: 'link' }])
  const orderId = data[0]?.id ?? 0
  const { values } = await clerk().call(applications.getIntake, { orderId })
  expect(values).toMatchObject({
    customer: { name: form.name, idNo: form.idNo, mobile: form.mobile, creditAuth: true },
    intent: { model: '示例牌 A', amount: '80000' },
  })
  const after = await clerk().call(messages.unread, {})
  expect(after.notice).toBe(before.notice + 1)
  const notices = await clerk().call(messages.notices, {})
  expect(notices.data[0]).toMatchObject({
    title: `客户已提交资料：${data[0]?.orderNo}`,
    opens: 'intakeForm',
    orderId,
  })
  const [consent] = await inTenant(1, () =>
    db().select().from(collectConsent).where(eq(collectConsent.orderId, orderId)),
  )
  expect(consent).toMatchObject({ textVersion: consentVersion, mobile: form.mobile, ip: '192.0.2.40' })
  const [audited] = await inTenant(1, () =>
    db().select().from(auditLog).where(eq(auditLog.action, 'collect.submit')).orderBy(desc(auditLog.id)),
  )
  expect(JSON.stringify(audited?.after)).not.toContain(form.mobile)
})

test('a link serves once: later, at once, and from many sides', async () => {
  const token = await newLink()
  const forms = []
  for (let at = 0; at < 3; at++) forms.push(await filled(token))
  const answers = await Promise.all(forms.map((form) => guest.send(collect.submit, form)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
  expect(await stateOf(token)).toBe('used')
  const late = await guest.send(collect.submit, forms[0])
  expect(late).toMatchObject({ status: 422, body: { code: 'collectPage.used' } })
})

test('expired, revoked and unknown links say so and take nothing', async () => {
  const token = await newLink()
  const form = await filled(token)
  await inTenant(1, () =>
    db().update(collectLink).set({ expiresAt: sql`now() - interval '1 second'` }).where(sql`used_at is null`),
  )
  expect(await stateOf(token)).toBe('expired')
  expect(await guest.send(collect.submit, form)).toMatchObject({
    status: 422,
    body: { code: 'collectPage.expired' },
  })

  const other = await newLink()
  const [newest] = await clerk().call(collect.links, {})
  expect(newest).toMatchObject({ state: 'open', orderId: null })
  await backend.as('shop_user2').call(collect.revokeLinks, { ids: [newest?.id ?? 0] })
  expect(await stateOf(other)).toBe('ready')
  await clerk().call(collect.revokeLinks, { ids: [newest?.id ?? 0] })
  expect(await stateOf(other)).toBe('expired')
  expect((await clerk().call(collect.links, {}))[0]?.state).toBe('revoked')

  expect(await stateOf('x'.repeat(43))).toBe('unknown')
  expect(await stateOf('short')).toBe('unknown')
  const foreign = backend.withToken(undefined, { tenant: 'qhe' })
  expect((await foreign.call(collect.form, { token: await newLink() })).state).toBe('unknown')
})

test('nobody who left or lost the right takes a form in', async () => {
  const by = backend.as('shop_user4')
  const [shop] = await backend.as('shop_user').call(products.shops, {})
  const refused = await by.send(collect.makeLink, { shopId: shop?.id ?? 0, days: 3 })
  expect(refused.status).toBe(400)
  expect(await backend.as('pre_reviewer').send(collect.makeLink, { shopId: 1, days: 3 })).toMatchObject({
    status: 403,
  })

  const token = await newLink(backend.as('shop_user3'))
  const form = await filled(token)
  const set = (status: string) =>
    inTenant(1, () => db().update(sysUser).set({ status }).where(eq(sysUser.account, 'shop_user3')))
  await set('停用')
  expect(await guest.send(collect.submit, form)).toMatchObject({
    status: 422,
    body: { code: 'collectPage.nobody' },
  })
  await set('正常')
  // Nothing was kept of the try: neither the use of the code nor of the link.
  expect(await guest.call(collect.submit, form)).toEqual({})
})

test.each([
  ['name', '一', '请输入2至30位汉字或字母'],
  ['idNo', '110101199001011234', '请输入正确的身份证号码'],
  ['idNo', '', '身份证号码不能为空'],
  ['mobile', '2201', '请输入正确的手机号码'],
  ['amount', '0', '必须大于0'],
  ['amount', '1.234', '请输入数字且最多两位小数'],
  ['code', '12', '请输入6位数字验证码'],
  ['agreed', '', '请阅读并同意授权书'],
])('the service judges %s %p itself', async (field, value, message) => {
  const { name, idNo, mobile } = nextPerson()
  const right = { token: 'x', name, idNo, mobile, code: '123456', agreed: consentVersion }
  const answer = await guest.send(collect.submit, { ...right, [field]: value })
  expect(answer).toMatchObject({ status: 400 })
  expect((answer.body as { fields: Record<string, string> }).fields[field]).toContain(message.slice(0, 4))
})

test('a child is not taken', async () => {
  const { idNo: _, ...form } = await filled(await newLink())
  const young = nextPerson()
  const answer = await guest.send(collect.submit, { ...form, idNo: ofAge(young.idNo, '2015') })
  expect(answer).toMatchObject({ status: 400, body: { fields: { idNo: '客户须年满18周岁' } } })
})

/** The ID number with another year of birth and its check character. */
function ofAge(idNo: string, year: string): string {
  const digits = `${idNo.slice(0, 6)}${year}${idNo.slice(10, 17)}`
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
  const sum = weights.reduce((total, weight, at) => total + weight * Number(digits[at]), 0)
  return digits + '10X98765432'.charAt(sum % 11)
}

test('a known customer is neither changed nor told of (S11)', async () => {
  const first = await filled(await newLink())
  await guest.call(collect.submit, first)
  const second = await filled(await newLink())
  const answer = await guest.call(collect.submit, { ...second, idNo: first.idNo, name: '冒名者' })
  expect(answer).toEqual({})
  const [known] = await inTenant(1, () => db().select().from(customer).where(eq(customer.idNo, first.idNo)))
  expect(known).toMatchObject({ name: first.name, mobile: first.mobile })
  const { data } = await clerk().call(applications.intakeList, { q: first.idNo })
  // Each order says what was typed for it.
  expect(data.map(({ customerName }) => customerName).sort()).toEqual(['冒名者', first.name].sort())
})

test('a code belongs to its mobile and link, and is lost after five wrong tries (S11)', async () => {
  const token = await newLink()
  const form = await filled(token)
  const other = nextPerson()
  expect(await guest.send(collect.submit, { ...form, mobile: other.mobile })).toMatchObject({ status: 400 })
  expect(await guest.send(collect.submit, { ...form, token: await newLink() })).toMatchObject({
    status: 400,
    body: { fields: { code: '验证码错误或已失效，请核对或重新获取' } },
  })
  const wrong = form.code === '000000' ? '000001' : '000000'
  for (let tries = 0; tries < 5; tries++) {
    expect((await guest.send(collect.submit, { ...form, code: wrong })).status).toBe(400)
  }
  expect((await guest.send(collect.submit, form)).status).toBe(400)
  expect(await stateOf(token)).toBe('ready')
})

test('the newest code counts alone: when its tries are used up, no older one counts instead', async () => {
  const { mobile } = nextPerson()
  const use = { linkId: null }
  await inTenant(1, async () => {
    const made = async () => {
      const sent = await newCode({ mobile, address: '192.0.2.77', use })
      if (!('code' in sent)) throw new Error('no code')
      return sent.code
    }
    const older = await made()
    await db()
      .update(collectCode)
      .set({ createdAt: sql`created_at - interval '2 minutes'` })
      .where(eq(collectCode.mobile, mobile))
    const newer = await made()
    const wrong = ['000000', '000001', '000002'].find((code) => code !== older && code !== newer) ?? ''
    for (let tries = 0; tries < 5; tries++) expect(await consumeCode(mobile, use, wrong)).toBe(false)
    expect(await consumeCode(mobile, use, older)).toBe(false)
    expect(await consumeCode(mobile, use, newer)).toBe(false)
  })
})

test('codes are limited by captcha, by number and by address (S11)', async () => {
  const token = await newLink()
  const { mobile } = nextPerson()
  const send = async (to: string, by = guest) =>
    by.send(collect.sendCode, { token, mobile: to, ...(await solvedCaptcha(by)) })
  const used = await solvedCaptcha(guest)
  const wrong = await guest.send(collect.sendCode, { token, mobile, ...used, idencode: '----' })
  expect(wrong).toMatchObject({ status: 400, body: { fields: { idencode: '请输入正确的验证码' } } })
  // One captcha, one try.
  expect((await guest.send(collect.sendCode, { token, mobile, ...used })).status).toBe(400)

  expect((await send(mobile)).status).toBe(200)
  expect(await send(mobile)).toMatchObject({ status: 429, body: { message: '获取过于频繁，请60秒后再试' } })
  const age = (minutes: number) =>
    inTenant(1, () =>
      db()
        .update(collectCode)
        .set({ createdAt: sql`created_at - make_interval(mins => ${minutes})` }),
    )
  for (let at = 0; at < 4; at++) {
    await age(2)
    expect((await send(mobile)).status).toBe(200)
  }
  await age(2)
  expect((await send(mobile)).status).toBe(429)

  // Of IPv6 a subscriber has the whole /64.
  const phone = (at: number) => customerAt(`2001:db8::${at}`)
  const numbers = Array.from({ length: 31 }, (_, at) => `1990000${String(at).padStart(4, '0')}`)
  const statuses: number[] = []
  for (const [at, number] of numbers.entries()) statuses.push((await send(number, phone(at))).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(30)
  expect(statuses.at(-1)).toBe(429)
}, 30_000)

test('every brand of the demo takes customers without a link (specification, point 2)', async () => {
  for (const code of ['blq', 'qhe', 'yfd']) {
    const anybody = backend.withToken(undefined, { tenant: code })
    expect([code, (await anybody.call(collect.form, {})).state]).toEqual([code, 'ready'])
  }
})

test('without a link the form is closed, until the tenant opens it; then a shop of the city gets the draft', async () => {
  const set = (collectOpen: boolean) => inTenant(1, () => db().update(tenant).set({ collectOpen }))
  await set(false)
  expect(await stateOf()).toBe('closed')
  expect((await guest.call(collect.form, {})).cities).toEqual([])
  const { mobile } = nextPerson()
  expect(await guest.send(collect.sendCode, { mobile, ...(await solvedCaptcha(guest)) })).toMatchObject({
    status: 422,
    body: { code: 'collectPage.closed' },
  })
  await set(true)
  try {
    const { state, cities } = await guest.call(collect.form, {})
    expect(state).toBe('ready')
    expect(cities).toContainEqual({ code: '440300', label: '深圳市', province: '广东省' })
    const form = await filled(undefined, { city: '110100' })
    await guest.call(collect.submit, form)
    const { data } = await backend.as('admin').call(applications.intakeList, { q: form.idNo })
    expect(data).toMatchObject([{ source: 'open', status: 'draft' }])
    const [order] = await inTenant(1, () =>
      db()
        .select({ city: application.applyCity })
        .from(application)
        .where(eq(application.id, data[0]?.id ?? 0)),
    )
    expect(order?.city).toBe('110100')
    const salesman = backend.as('shop_user')
    expect((await salesman.call(messages.notices, {})).data[0]?.orderId).toBe(data[0]?.id)
  } finally {
    await set(true)
  }
})

test('a gateway gets the message, and one that refuses costs the number nothing', async () => {
  const gateway = await openPortServer(portKey)
  wirePorts({ sms: { url: gateway.url, key: portKey } })
  try {
    const token = await newLink()
    const { mobile } = nextPerson()
    const send = async () => guest.send(collect.sendCode, { token, mobile, ...(await solvedCaptcha(guest)) })
    gateway.answer = () => ({ status: 200, body: { result: 'refused', reason: '号码已停机' } })
    // Nothing is shown where a message is really sent.
    expect(await send()).toEqual({ status: 200, body: { waitSeconds: 60, shown: null } })
    await until(async () => (await codesOf(mobile)) === 0, patienceMs)
    gateway.answer = () => ({ status: 200, body: { result: 'done', answer: { messageId: 'm-1' } } })
    expect(await send()).toMatchObject({ status: 200 })
    // Codes of the tests before may go out here as well.
    const sent = () => gateway.received.filter(({ request }) => request?.mobile === mobile)
    await until(async () => sent().length === 2, patienceMs)
    expect(sent()[1]?.request).toMatchObject({
      mobile,
      template: 'collect_code',
      params: { minutes: '5' },
    })
    expect(await codesOf(mobile)).toBe(1)
  } finally {
    wirePorts()
    await gateway.close()
  }
}, 200_000)

/** An attempt that was lost on the way is made again after 40 s: the port's patience twice, and the worker's own. */
const patienceMs = 90_000
const portKey = 'a key that both sides know, 32 characters'
const codesOf = (mobile: string) =>
  inTenant(
    1,
    async () => (await db().select().from(collectCode).where(eq(collectCode.mobile, mobile))).length,
  )
