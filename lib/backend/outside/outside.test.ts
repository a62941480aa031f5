import { eq, sql } from 'drizzle-orm'
import { callTries, type PortName, portNames } from '../../rules/outside.ts'
import { db, inTenant } from '../db/client.ts'
import { outsideAttempt, outsideCall } from '../db/schema/outside.ts'
import { openTestBackend, type TestBackend } from '../testing.ts'
import { answers } from './answers.ts'
import { callOutside } from './outbox.ts'
import { openPortServer, type PortServer, until } from './port-server.fixture.ts'
import type { RequestOf } from './ports.ts'
import { settle } from './settle.ts'
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
  timestamp: { request: { hash }, answer: { token: 'AAAA' } },
  esign: { request: { hash, subject: '某某融资租赁有限公司' }, answer: { cms: 'AAAA' } },
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
  kind.dead = async (said, { id }) => handled.push({ what: 'dead', id, said })
}, 60_000)
afterAll(async () => {
  await backend.close()
  await server.close()
})
beforeEach(() => {
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
  inTenant(1, () => db().select().from(outsideAttempt).where(eq(outsideAttempt.callId, id)))
const becomes = (id: number, status: string) => until(async () => (await rowOf(id)).status === status)
/** Its next attempt is now. */
const hurry = (id: number) =>
  inTenant(1, () => db().update(outsideCall).set({ nextAt: sql`now()` }).where(eq(outsideCall.id, id)))
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
    await inTenant(1, () =>
      db()
        .update(outsideCall)
        .set({ attempts: callTries - 1, nextAt: sql`now()` })
        .where(eq(outsideCall.id, id)),
    )
    await becomes(id, 'dead')
    expect(handled).toMatchObject([{ what: 'dead', id }])
    await inTenant(1, () =>
      settle(id, { kind: 'callback', ms: 0 }, { result: 'done', answer: samples[port].answer }),
    )
    expect(handled.map(({ what }) => what)).toEqual(['dead', 'done'])
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

test('an answer slower than the port allows is asked for', async () => {
  const { ports } = await import('./ports.ts')
  const patience = jest.replaceProperty(ports.sms, 'timeoutMs', 100)
  server.answer = () => ({ ...done('sms'), afterMs: 400 })
  const id = await ask('sms')
  await attempted(id, 1)
  expect(await attemptsOf(id)).toMatchObject([{ result: 'error', note: 'timed out' }])
  server.asks = () => done('sms')
  await hurry(id)
  await becomes(id, 'done')
  expect(server.received).toHaveLength(1)
  patience.restore()
})
