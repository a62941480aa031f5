import { readFileSync } from 'node:fs'
import { asc, eq, sql } from 'drizzle-orm'
import { answers } from '../../domains/answers.ts'
import { endpointTable } from '../../domains/endpoints.ts'
import { offerDemo } from '../../domains/identity/service/demo-offer.ts'
import { portOf, type RequestOf } from '../../domains/ports.ts'
import { openTestBackend, type TestBackend } from '../../domains/testing.ts'
import type { PublicCall } from '../context.ts'
import { db, inTenant } from '../db/client.ts'
import { receive } from './callback.ts'
import { outside } from './contract.ts'
import { forgetDeadLetters } from './forget.ts'
import { callOutside } from './outbox.ts'
import { openPortServer, type PortServer, until } from './port-server.fixture.ts'
import { callTries, type PortName, portNames, type Simulated } from './rules/outside.ts'
import { settle } from './settle.ts'
import { signatureOf } from './signature.ts'
import { outsideAttempt, outsideCall } from './table.ts'
import { wirePorts } from './wiring.ts'

/** Every port against every way in which the other side behaves: a new port gets all of them. */

const key = 'a key that both sides know, 32 characters'
const person = {
  name: '张三',
  idNo: '110101199001011237',
  cardNo: '6222021234567890123',
  mobile: '13800138000',
}
const hash = 'a'.repeat(64)

/** A request and a right answer of each port. */
const samples: { [P in PortName]: { request: RequestOf<P>; answer: Record<string, unknown> } } = {
  sms: {
    request: {
      mobile: person.mobile,
      text: '验证码123456',
      template: 'collect_code',
      params: { code: '123456' },
    },
    answer: { messageId: 'm-1' },
  },
  cardCheck: { request: person, answer: { matched: true, bank: '工商银行' } },
  deduction: {
    request: { kind: 'authorise', ...person, contractNo: 'HT-1' },
    answer: { agreementNo: 'A-1' },
  },
  deduct: {
    request: {
      deductNo: 'DK20260101000001-1',
      amount: '2663.30',
      agreementNo: 'A-1',
      name: person.name,
      cardNo: person.cardNo,
      summary: 'L20260101000001',
    },
    answer: { result: 'failed', code: '01' },
  },
  timestamp: { request: { hash }, answer: { token: 'AAAA' } },
  esign: {
    request: { hash, subject: '某某融资租赁有限公司', title: 'HT-1 融资租赁合同' },
    answer: { cms: 'AAAA' },
  },
  payment: {
    request: {
      payNo: 'PAY2026010100001',
      amount: '86000.00',
      payerAccount: '9999990000000000014',
      payeeName: '示例车行有限公司',
      payeeAccount: '9999990000000000204',
      payeeBank: '示例银行',
      summary: 'BLQ20260101000001',
    },
    answer: { bankReference: 'B-1', paidAt: '2026-01-01T07:00:00Z' },
  },
  insurer: {
    request: {
      insurer: 'DEMO1',
      submitNo: 'BLQ20260101000001-B1',
      round: 1,
      orderNo: 'BLQ20260101000001',
      applicant: { name: person.name, idNo: person.idNo, mobile: person.mobile },
      insured: { name: person.name, idNo: person.idNo },
      beneficiary: '示例银行',
      vehicle: { vin: 'LSVAA4187E2184847', plateNo: '', model: '示例牌 示例系' },
      plan: 'basic',
      sumInsured: '86000.00',
      premium: '1032.00',
      years: 1,
      startDate: '2026-01-01',
      papers: [{ type: 'performance_form', hash }],
    },
    answer: { result: 'supplement', reply: '缺收入证明' },
  },
  gps: {
    request: { devices: ['G0000000123'] },
    answer: { devices: [{ deviceNo: 'G0000000123', seenAt: '2026-01-01T07:00:00Z', city: '示例市' }] },
  },
  express: {
    request: { parcels: [{ courier: 'SF', expressNo: 'SF0000000000123' }] },
    answer: {
      parcels: [
        {
          courier: 'SF',
          expressNo: 'SF0000000000123',
          events: [{ at: '2026-01-01T07:00:00Z', text: '已揽收' }],
        },
      ],
    },
  },
  funder: {
    request: {
      kind: 'push',
      funder: 'BANKA',
      pushNo: 'BLQ20260101000001-1',
      round: 1,
      orderNo: 'BLQ20260101000001',
      name: person.name,
      idNo: person.idNo,
      mobile: person.mobile,
      amount: '86000.00',
      term: 36,
      papers: [{ type: 'funder_form', hash }],
    },
    answer: { result: 'pass', capitalOrderNo: 'F-1' },
  },
}

let backend: TestBackend
let server: PortServer
const handled: { what: string; id: number; said: unknown }[] = []

beforeAll(async () => {
  backend = await openTestBackend()
  server = await openPortServer(key)
  const kind = answers.collectCode
  jest
    .spyOn(kind, 'done')
    .mockImplementation(async (answer, { id }) => handled.push({ what: 'done', id, said: answer }))
  jest
    .spyOn(kind, 'failed')
    .mockImplementation(async (said, { id }) => handled.push({ what: 'failed', id, said }))
  jest
    .spyOn(kind as Required<typeof kind>, 'dead')
    .mockImplementation(async (said, { id }) => handled.push({ what: 'dead', id, said }))
}, 60_000)
afterAll(async () => {
  await backend.close()
  await server.close()
})
beforeEach(async () => {
  // A call that a test left open is not answered in the next one.
  await inTenant(1, () => db().delete(outsideCall))
  wirePorts(Object.fromEntries(portNames.map((port) => [port, { url: server.url, key }])))
  server.received.length = 0
  server.asked.length = 0
  server.asks = undefined
  handled.length = 0
})

let made = 0
const ask = (port: PortName, once = `test-${++made}`) =>
  inTenant(1, () =>
    callOutside(port, samples[port].request as never, {
      key: once,
      about: { type: 'collectCode', id: made },
    }),
  )
const rowOf = (id: number) =>
  inTenant(1, async () => {
    const [row] = await db().select().from(outsideCall).where(eq(outsideCall.id, id))
    if (!row) throw new Error('no such call')
    return row
  })
const attemptsOf = (id: number) =>
  inTenant(1, () =>
    db().select().from(outsideAttempt).where(eq(outsideAttempt.callId, id)).orderBy(asc(outsideAttempt.id)),
  )
const becomes = (id: number, status: string) => until(async () => (await rowOf(id)).status === status)
/** Its next attempt is now. */
const hurry = (id: number) =>
  inTenant(1, () => db().update(outsideCall).set({ nextAt: sql`now()` }).where(eq(outsideCall.id, id)))
/** The same, and there is none after it. */
const lastTry = (id: number) =>
  inTenant(1, () =>
    db()
      .update(outsideCall)
      .set({ attempts: callTries - 1, nextAt: sql`now()` })
      .where(eq(outsideCall.id, id)),
  )
const attempted = (id: number, times: number) => until(async () => (await attemptsOf(id)).length >= times)
const done = (port: PortName) => ({ status: 200, body: { result: 'done', answer: samples[port].answer } })

describe.each(portNames)('%s', (port) => {
  it('is answered once, and forgets what it asked', async () => {
    server.answer = () => done(port)
    const id = await ask(port)
    await becomes(id, 'done')
    expect(handled).toEqual([{ what: 'done', id, said: samples[port].answer }])
    expect(server.received).toMatchObject([{ port, tenant: 'blq', request: samples[port].request }])
    const row = await rowOf(id)
    expect(row).toMatchObject({ request: null, nextAt: null })
    expect(JSON.stringify(row)).not.toMatch(/13800138000|110101199001011237|6222021234567890123|123456/)
  })

  it('is refused for good', async () => {
    server.answer = () => ({ status: 200, body: { result: 'refused', reason: '不支持' } })
    const id = await ask(port)
    await becomes(id, 'failed')
    expect(handled).toEqual([{ what: 'failed', id, said: '不支持' }])
    expect(await rowOf(id)).toMatchObject({ reason: '不支持', request: null })
  })

  it('waits for an answer that is late', async () => {
    server.answer = () => ({ status: 202, body: { result: 'pending' } })
    const id = await ask(port)
    await attempted(id, 1)
    expect(handled).toEqual([])
    server.asks = () => done(port)
    await hurry(id)
    await becomes(id, 'done')
    expect(handled).toHaveLength(1)
    // Asked for, not sent again.
    expect(server.received).toHaveLength(1)
  })

  it('takes an answer that comes twice once', async () => {
    server.answer = () => done(port)
    const id = await ask(port)
    await becomes(id, 'done')
    const again = { result: 'done', answer: samples[port].answer } as const
    await Promise.all([1, 2].map(() => inTenant(1, () => settle(id, { kind: 'callback', ms: 0 }, again))))
    expect(handled).toHaveLength(1)
    expect((await attemptsOf(id)).map(({ result }) => result)).toEqual(['done', 'repeat', 'repeat'])
  })

  it('is a dead letter when no answer ever comes, and takes one that comes after all', async () => {
    server.answer = () => ({ status: 202, body: { result: 'pending' } })
    const id = await ask(port)
    await attempted(id, 1)
    server.asks = () => ({ status: 500, body: {} })
    await lastTry(id)
    await becomes(id, 'dead')
    // Whoever waited for it is told in words, not in those of the wire.
    expect(handled).toMatchObject([{ what: 'dead', id, said: '对方多次没有应答' }])
    await inTenant(1, () =>
      settle(id, { kind: 'callback', ms: 0 }, { result: 'done', answer: samples[port].answer }),
    )
    expect(handled.map(({ what }) => what)).toEqual(['dead', 'done'])
  })

  it('is a dead letter after many promises, unless people over there may think', async () => {
    server.answer = () => ({ status: 202, body: { result: 'pending' } })
    const id = await ask(port)
    await attempted(id, 1)
    await lastTry(id)
    await attempted(id, 2)
    expect((await rowOf(id)).status).toBe(portOf(port).thinksMs ? 'sent' : 'dead')
  })

  it.each([
    ['garbage', () => ({ status: 200, body: 'no json' })],
    ['an answer of another port', () => ({ status: 200, body: { result: 'done', answer: { nothing: 1 } } })],
    ['500', () => ({ status: 500, body: { message: 'broken' } })],
    ['a redirect', () => ({ status: 302, body: '' })],
    ['too much', () => ({ status: 200, body: 'x'.repeat(200_000) })],
  ])('does not take %s for an answer', async (_what, reply) => {
    server.answer = reply
    const id = await ask(port)
    await attempted(id, 1)
    expect(await rowOf(id)).toMatchObject({ status: 'sent' })
    expect(handled).toEqual([])
    server.asks = () => done(port)
    await hurry(id)
    await becomes(id, 'done')
    expect(handled).toHaveLength(1)
  })

  it('is asked for when its answer takes longer than the port allows', async () => {
    const asked = portOf(port)
    const { timeoutMs } = asked
    asked.timeoutMs = 100
    let answered: () => void = () => undefined
    server.answer = async () => {
      await new Promise<void>((resolve) => {
        answered = resolve
      })
      return done(port)
    }
    const id = await ask(port)
      .then((call) => attempted(call, 1).then(() => call))
      .finally(() => {
        asked.timeoutMs = timeoutMs
      })
    expect(await attemptsOf(id)).toMatchObject([{ result: 'error', note: 'timed out' }])
    answered()
    server.asks = () => done(port)
    await hurry(id)
    await becomes(id, 'done')
    // Not sent again; none at all where a hundred milliseconds were too short to send it.
    expect(server.received.length).toBeLessThanOrEqual(1)
    expect(handled).toHaveLength(1)
  })

  it('is sent again, under the same reference, when the other side never had it', async () => {
    wirePorts({ [port]: { url: new URL('http://127.0.0.1:9/port'), key } })
    const id = await ask(port)
    await attempted(id, 1)
    expect(await rowOf(id)).toMatchObject({ status: 'sent' })
    wirePorts({ [port]: { url: server.url, key } })
    server.answer = () => done(port)
    await hurry(id)
    await becomes(id, 'done')
    expect(server.asked).toEqual([(await rowOf(id)).reference])
    expect(server.received.map(({ reference }) => reference)).toEqual(server.asked)
  })

  it('goes out once under one key', async () => {
    server.answer = () => done(port)
    const ids = await Promise.all([ask(port, `same-${port}`), ask(port, `same-${port}`)])
    expect(ids[0]).toBe(ids[1])
    await becomes(ids[0] ?? 0, 'done')
    expect(server.received).toHaveLength(1)
  })

  it('is refused before it is written where the port leads nowhere', async () => {
    wirePorts({})
    await expect(ask(port)).rejects.toMatchObject({ status: 422, body: { code: 'outside.notWired' } })
  })

  it('stays open when its answer cannot be handled, and is handled by the next one', async () => {
    server.answer = () => done(port)
    jest.mocked(answers.collectCode.done).mockRejectedValueOnce(new Error('no room'))
    const id = await ask(port)
    await attempted(id, 1)
    expect(await rowOf(id)).toMatchObject({ status: 'sent' })
    await hurry(id)
    await becomes(id, 'done')
    expect(handled).toHaveLength(1)
  })
})

describe.each(portNames)('a callback of %s', (port) => {
  const bring = (body: unknown, { with: by = key, at = new Date(), tenant = 'blq' } = {}) => {
    const text = JSON.stringify(body)
    const signature = signatureOf({ method: 'POST', path: `/nlos/callback/${port}`, body: text }, by, at)
    const call = [...endpointTable.values()].find(({ path }) => path === `/callback/${port}`)
    if (!call) throw new Error('no callback of this port')
    return backend.withToken(undefined, { tenant }).send(call, { body: text, signature })
  }
  const open = async () => {
    server.answer = () => ({ status: 202, body: { result: 'pending' } })
    const id = await ask(port)
    await attempted(id, 1)
    return { id, reference: (await rowOf(id)).reference }
  }
  const right = (reference: string) => ({ reference, result: 'done', answer: samples[port].answer })

  it('is taken once, and answered the same the second time', async () => {
    const { id, reference } = await open()
    expect(await bring(right(reference))).toEqual({ status: 200, body: { taken: true } })
    expect(await bring(right(reference))).toEqual({ status: 200, body: { taken: true } })
    expect(await bring({ reference, result: 'refused', reason: '不支持' })).toMatchObject({ status: 200 })
    expect(handled).toEqual([{ what: 'done', id, said: samples[port].answer }])
  })

  it('is not taken from anybody else, of another time, or for another', async () => {
    const { id, reference } = await open()
    const old = new Date(Date.now() - 600_000)
    expect((await bring(right(reference), { with: `${key}!` })).status).toBe(403)
    expect((await bring(right(reference), { at: old })).status).toBe(403)
    expect((await bring(right(reference), { tenant: 'qhe' })).status).toBe(404)
    expect((await bring(right('00000000-0000-4000-8000-000000000000'))).status).toBe(404)
    expect((await bring({ reference })).status).toBe(400)
    wirePorts({})
    expect((await bring(right(reference))).status).toBe(404)
    expect(handled).toEqual([])
    expect(await rowOf(id)).toMatchObject({ status: 'sent' })
  })

  it('is taken by its signature, however often the same address signed wrongly; wrong ones are told so', async () => {
    const { reference } = await open()
    const from = `2001:db8:0:${portNames.indexOf(port)}::1`
    const body = JSON.stringify(right(reference))
    const say = async (by: string, ip: string, second: number) => {
      const now = new Date(Date.UTC(2030, 0, 1, 0, 0, second))
      const signature = signatureOf({ method: 'POST', path: `/nlos/callback/${port}`, body }, by, now)
      return receive(port)({ body, signature }, { tenantCode: 'blq', ip, now } as PublicCall).then(
        () => 200,
        ({ status }: { status: number }) => status,
      )
    }
    for (let tries = 0; tries < 10; tries++) expect(await say(`${key}!`, from, tries)).toBe(403)
    expect(await say(`${key}!`, from, 58)).toBe(429)
    expect(await say(key, from, 59)).toBe(200)
    expect(handled).toHaveLength(1)
  })

  it('that makes no sense leaves the call open', async () => {
    const { id, reference } = await open()
    const answer = await bring({ reference, result: 'done', answer: { nothing: 1 } })
    expect(answer).toEqual({ status: 200, body: { taken: false } })
    expect(await rowOf(id)).toMatchObject({ status: 'sent' })
  })
})

describe.each(portNames)('the simulator of %s', (port) => {
  beforeEach(() => {
    wirePorts({})
    offerDemo(true)
  })
  afterEach(() => offerDemo(false))
  const byHand = (on: boolean) => backend.as('admin').call(outside.setSimulator, { port, byHand: on })
  const tell = async (
    id: number,
    told: { outcome: Simulated['outcome']; reason?: string; twice?: boolean },
  ) => backend.as('admin').call(outside.simulate, { id, rowVersion: (await rowOf(id)).rowVersion, ...told })

  it('answers at once what the port takes', async () => {
    const id = await ask(port)
    await becomes(id, 'done')
    expect(handled).toMatchObject([{ what: 'done', id }])
  })

  it('waits for a person where it is told to, and answers as she says', async () => {
    await byHand(true)
    const [right, wrong, silent] = [await ask(port), await ask(port), await ask(port)]
    for (const id of [right, wrong, silent]) await attempted(id, 1)
    expect(handled).toEqual([])
    await tell(right, { outcome: 'done', twice: true })
    await tell(wrong, { outcome: 'refused', reason: '不支持' })
    await tell(silent, { outcome: 'never' })
    await becomes(right, 'done')
    await becomes(wrong, 'failed')
    await attempted(right, 3)
    expect((await attemptsOf(right)).map(({ result }) => result)).toEqual(['pending', 'done', 'repeat'])
    await becomes(silent, 'dead')
    expect(handled.map(({ what }) => what).sort()).toEqual(['dead', 'done', 'failed'])
    const { rowVersion } = await rowOf(silent)
    await backend.as('admin').call(outside.resend, { id: silent, rowVersion })
    // It waits for the person again.
    await attempted(silent, 4)
    await tell(silent, { outcome: 'done' })
    await becomes(silent, 'done')
    const late = { id: right, rowVersion: (await rowOf(right)).rowVersion, outcome: 'done' } as const
    expect(await backend.as('admin').send(outside.simulate, late)).toMatchObject({ status: 422 })
    await byHand(false)
  })
})

test('a dead letter is sent again by hand, under the same reference', async () => {
  server.answer = () => ({ status: 202, body: { result: 'pending' } })
  const id = await ask('sms')
  await attempted(id, 1)
  const { rowVersion } = await rowOf(id)
  const early = await backend.as('admin').send(outside.resend, { id, rowVersion })
  expect(early).toMatchObject({ status: 422, body: { code: 'outside.notDead' } })
  await inTenant(1, () =>
    db()
      .update(outsideCall)
      .set({ attempts: callTries - 1, nextAt: sql`now()` })
      .where(eq(outsideCall.id, id)),
  )
  await becomes(id, 'dead')
  server.asks = () => ({ status: 404, body: {} })
  server.answer = () => done('sms')
  await backend.as('admin').call(outside.resend, { id, rowVersion: (await rowOf(id)).rowVersion })
  await becomes(id, 'done')
  expect(new Set(server.received.map(({ reference }) => reference)).size).toBe(1)
})

test('what somebody asks for while an attempt is under way is not put off by that one', async () => {
  server.answer = () => ({ status: 202, body: { result: 'pending' } })
  const id = await ask('sms')
  await attempted(id, 1)
  // The simulator is told never to answer: its next try is to be the last, and now.
  await inTenant(1, async () => {
    await db()
      .update(outsideCall)
      .set({ attempts: callTries - 1, nextAt: sql`now()` })
      .where(eq(outsideCall.id, id))
    await settle(id, { kind: 'send', ms: 0 }, { result: 'pending' })
  })
  await becomes(id, 'dead')
})

test('a request is found by what is shown of it, and by the reference that the other side knows', async () => {
  server.answer = () => done('sms')
  const id = await ask('sms')
  await becomes(id, 'done')
  const { reference } = await rowOf(id)
  const found = async (q: string) =>
    (await backend.as('admin').call(outside.calls, { q })).data.map((row) => row.id)
  expect(await found(reference.toUpperCase())).toEqual([id])
  expect(await found('138****8000')).toContain(id)
  expect(await found('00000000-0000-4000-8000-000000000000')).toEqual([])
  expect(await backend.as('admin', 'qhe').call(outside.calls, { q: reference })).toMatchObject({ data: [] })
})

test('one that comes too late and cannot be ended keeps no other from going out', async () => {
  server.answer = () => done('sms')
  const dead = jest.spyOn(answers.collectCode as Required<typeof answers.collectCode>, 'dead')
  dead.mockRejectedValueOnce(new Error('no room'))
  const late = await inTenant(1, () =>
    callOutside('sms', samples.sms.request, {
      key: `late-${++made}`,
      about: { type: 'collectCode', id: made },
      until: new Date(Date.now() - 1_000),
    }),
  )
  await until(async () => dead.mock.calls.length > 0)
  const id = await ask('sms')
  await becomes(id, 'done')
  expect(await rowOf(late)).toMatchObject({ status: 'queued' })
  await hurry(late)
  await becomes(late, 'dead')
  expect(server.received).toHaveLength(1)
  dead.mockRestore()
})

test('a port that does not answer keeps no other port waiting', async () => {
  let giveIn = () => {}
  const silence = new Promise<void>((resolve) => (giveIn = resolve))
  server.answer = async ({ port }) => {
    if (port === 'payment') await silence
    return done(port as PortName)
  }
  try {
    const payments = []
    for (let at = 0; at < 20; at++) payments.push(await ask('payment'))
    await until(async () => server.received.length > 1)
    const id = await ask('sms')
    await until(async () => (await rowOf(id)).status === 'done', 2_000)
    expect((await Promise.all(payments.map(rowOf))).map(({ status }) => status)).toContain('queued')
    giveIn()
    for (const payment of payments) await becomes(payment, 'done')
  } finally {
    giveIn()
  }
})

test('what the console shows of a request is in words', async () => {
  const nowhere = { url: new URL('http://127.0.0.1:9/port'), key }
  wirePorts({ sms: nowhere, gps: nowhere })
  const devices = await backend.as('admin').call(outside.call, { id: await ask('gps') })
  expect(devices.summary).toMatch(/^\d 台设备$/)
  const id = await ask('sms')
  await attempted(id, 1)
  await inTenant(1, () => settle(id, { kind: 'ask', ms: 1 }, { result: 'done', answer: { nothing: 1 } }))
  await inTenant(1, () => settle(id, { kind: 'send', ms: 1 }, { result: 'error', note: 'timed out' }))
  const { summary, sent, tries } = await backend.as('admin').call(outside.call, { id })
  expect(summary).toBe('138****8000 · 采集验证码')
  expect(sent).toContainEqual({ name: 'template', value: '采集验证码' })
  expect(tries.map(({ note }) => note)).toEqual(['连接失败', '应答无法识别: messageId', '超时未应答'])
})

test('what was rolled back never goes out', async () => {
  server.answer = () => done('sms')
  await inTenant(1, async () => {
    await callOutside('sms', samples.sms.request, { key: 'rolled back' })
    throw new Error('no')
  }).catch(() => undefined)
  const id = await ask('sms')
  await becomes(id, 'done')
  expect(server.received).toHaveLength(1)
})

test('a dead letter that nobody sent again in time forgets what it asked, and says so', async () => {
  server.answer = () => ({ status: 202, body: { result: 'pending' } })
  const id = await ask('sms')
  await attempted(id, 1)
  const age = (days: number) =>
    inTenant(1, () =>
      db()
        .update(outsideCall)
        .set({ status: 'dead', nextAt: null, answeredAt: sql`now() - make_interval(days => ${days})` })
        .where(eq(outsideCall.id, id)),
    )
  const forget = () =>
    forgetDeadLetters.run({}, { step: (work: () => Promise<void>) => inTenant(1, work) } as never)
  await age(6)
  await forget()
  expect((await rowOf(id)).request).not.toBeNull()
  await age(8)
  await forget()
  const { request, rowVersion } = await rowOf(id)
  expect(request).toBeNull()
  const again = await backend.as('admin').send(outside.resend, { id, rowVersion })
  expect(again).toMatchObject({ status: 422, body: { code: 'outside.forgotten' } })
})

describe('what the operator reads', () => {
  const manual = readFileSync('docs/operations.md', 'utf8')

  it.each(portNames)('names all that goes out by %s and comes back, and how long it may take', (port) => {
    const row = manual.split('\n').find((line) => line.startsWith(`| \`${port}\` |`)) ?? ''
    const { request, answer, timeoutMs } = portOf(port)
    for (const name of [...Object.keys(request.shape), ...Object.keys(answer.shape)])
      expect(row).toContain(`\`${name}\``)
    expect(row).toContain(`| ${timeoutMs / 1000} s |`)
  })

  it('signs its example rightly', () => {
    const [, key = ''] = /^key=(\w+)$/m.exec(manual) ?? []
    const [, body = ''] = /^body='(.*)'$/m.exec(manual) ?? []
    const [, time = ''] = /^t=(\d+)/m.exec(manual) ?? []
    const [, hex] = /^# v1=(\w+)$/m.exec(manual) ?? []
    const signed = { method: 'POST', path: '/nlos/callback/sms', body }
    expect(signatureOf(signed, key, new Date(Number(time) * 1000))).toBe(`t=${time},v1=${hex}`)
  })
})
