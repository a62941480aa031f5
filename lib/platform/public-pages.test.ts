import { randomBytes, randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { collect } from '../domains/collect/contract.ts'
import { consentVersion } from '../domains/collect/rules/collect.ts'
import { collectCode, collectLink } from '../domains/collect/table.ts'
import { orderSigning } from '../domains/contracts/contract/order-signing.ts'
import { orderContracts } from '../domains/contracts/contract/orders.ts'
import { signing } from '../domains/contracts/contract/signing.ts'
import {
  hand,
  type Person,
  proved,
  readAll,
  sentOrder,
} from '../domains/contracts/service/signing/testing.ts'
import { contract } from '../domains/contracts/table/contracts.ts'
import { signing as signingTable } from '../domains/contracts/table/signing.ts'
import { endpointTable } from '../domains/endpoints.ts'
import { solvedCaptcha } from '../domains/identity/service/solved-captcha.fixture.ts'
import { interviews } from '../domains/interviews/contract.ts'
import { interviewConsentVersion } from '../domains/interviews/rules/interview.ts'
import { joinedInterview, newHold } from '../domains/interviews/service/testing.ts'
import { videoInterview } from '../domains/interviews/table.ts'
import { nextPerson } from '../domains/orders/service/testing.ts'
import { products } from '../domains/products/contract.ts'
import { approvedOrder } from '../domains/risk/service/testing.ts'
import { type Caller, openTestBackend, type TestBackend } from '../domains/testing.ts'
import type { Endpoint } from './contract/endpoint.ts'
import { db, inTenant } from './db/client.ts'
import { messages } from './messages/contract.ts'

/**
 * The pages that anybody may open, attacked through every call that takes a link: guessed links, another tenant's and
 * another person's, codes and acts said again, two phones at once, links after their end.
 */

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend({ demo: true })
}, 120_000)
afterAll(() => backend.close())
// Whoever waits a minute for the next code gets it.
beforeEach(() => inTenant(1, () => db().delete(collectCode)))

const phoneAt = (last: number) => backend.withToken(undefined, { ip: `192.0.2.${last}` })
const [phone, otherPhone] = [() => phoneAt(70), () => phoneAt(71)]
const contractClerk = () => backend.as('contract_clerk')
const shopClerk = () => backend.as('shop_user')

const linked = [...endpointTable.values()].filter(
  ({ access, input, path }) =>
    access === 'public' &&
    input instanceof z.ZodObject &&
    'token' in input.shape &&
    // A machine's, without a page.
    path !== messages.receiveOfficial.path,
)
const ofPage = (page: string) => linked.filter(({ path }) => path.startsWith(`/biz/${page}/`))
const nameOf = ({ path }: Endpoint) => path
const guess = () => randomBytes(32).toString('base64url')

/** The answer of a call, as bytes or as JSON. */
async function answerOf(by: Caller, call: Endpoint, input: object) {
  const response = await by.raw(call, input as never)
  return { status: response.status, body: await response.text() }
}
/** The input that calls take beside the link, right in form. */
const valid = (path: string) => ({
  session: guess(),
  eventId: randomUUID(),
  id: '1',
  pages: '[1]',
  signature: JSON.stringify(hand),
  code: '123456',
  idTail: '1234',
  reason: '不签了',
  hold: newHold(),
  kind: 'ready',
  text: 'a',
  redomStr: '12345678901234567',
  idencode: 'abcd',
  model: '示例牌 A',
  amount: '80000',
  ...nextPerson(),
  agreed: path.startsWith('/biz/collect/') ? consentVersion : interviewConsentVersion,
})

/** An input that the call takes. */
function inputOf({ input, path }: Endpoint, more: object): Record<string, unknown> {
  const all = Object.entries({ ...valid(path), ...more })
  const given = Object.fromEntries(
    all.filter(([name]) => input instanceof z.ZodObject && name in input.shape),
  )
  const problem = input.safeParse(given).error
  if (problem) throw new Error(`${path} takes another input: ${problem.message}`)
  return given
}

async function signer(): Promise<Person & { orderId: number }> {
  const { orderId, people } = await sentOrder(backend)
  const [person] = people
  if (!person) throw new Error('nobody signs')
  return { ...person, orderId }
}
async function guest() {
  const { orderId } = await approvedOrder(backend)
  return joinedInterview(backend, contractClerk(), orderId)
}
async function collectToken(): Promise<string> {
  const [shop] = await shopClerk().call(products.shops, {})
  const { path } = await shopClerk().call(collect.makeLink, { shopId: shop?.id ?? 0, days: 3 })
  return new URLSearchParams(path.split('?')[1]).get('t') ?? ''
}
async function filledForm(token: string) {
  const { name, idNo, mobile } = nextPerson()
  const asked = { token, mobile, ...(await solvedCaptcha(phone())) }
  const { shown } = await phone().call(collect.sendCode, asked)
  const code = /\d{6}/.exec(shown ?? '')?.[0] ?? ''
  return { token, name, idNo, mobile, code, model: '示例牌 A', amount: '80000', agreed: consentVersion }
}

const tokens: Record<string, string> = {}
describe('a guessed link', () => {
  beforeAll(async () => {
    tokens.signing = (await signer()).token
    tokens.interview = (await guest()).token
    tokens.collect = await collectToken()
  }, 60_000)

  it('is of the pages that are known here', () => {
    expect([...new Set(linked.map(({ path }) => path.split('/')[2]))].sort()).toEqual([
      'collect',
      'interview',
      'signing',
    ])
  })

  it.each(linked.map((call) => [nameOf(call), call] as const))(
    '%s says the same of all of them, and of another tenant’s',
    async (path, call) => {
      const page = path.split('/')[2] ?? ''
      const own = tokens[page] ?? ''
      const almost = `${own.slice(0, -2)}${own.endsWith('AA') ? 'BB' : 'AA'}`
      const ask = async (token: string, by = phone()) => answerOf(by, call, inputOf(call, { token }))
      const first = await ask(guess())
      expect([200, 422]).toContain(first.status)
      // Without any link the form of collection may be open to all.
      for (const token of [guess(), almost, own.toUpperCase(), '', "' or 1=1 --", `${own}x`, own.slice(1)])
        if (token !== own && !(token === '' && page === 'collect')) expect(await ask(token)).toEqual(first)
      const elsewhere = backend.withToken(undefined, { tenant: 'qhe', ip: '192.0.2.72' })
      expect(await ask(own, elsewhere)).toEqual(first)
      if (first.status === 200) expect(JSON.parse(first.body)).toMatchObject({ state: 'unknown' })
    },
    60_000,
  )
})

describe('/signing', () => {
  const input = (token: string, session: string) => ({
    token,
    session,
    eventId: randomUUID(),
    signature: hand,
  })

  it('takes a code once, also from two phones at once', async () => {
    const { token, idNo } = await signer()
    const { shown } = await phone().call(signing.sendCode, { token, idTail: idNo.slice(-4) })
    const code = /\d{6}/.exec(shown ?? '')?.[0] ?? ''
    const tries = await Promise.all(
      [phone(), otherPhone(), phone()].map((by) => by.send(signing.prove, { token, code })),
    )
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    expect((await otherPhone().send(signing.prove, { token, code })).status).toBe(400)
  }, 60_000)

  it('is signed once by two phones at once, and never with another’s session', async () => {
    const [mine, theirs] = [await signer(), await signer()]
    const session = await proved(phone(), mine)
    await inTenant(1, () => db().delete(collectCode))
    const foreign = await proved(otherPhone(), theirs)
    await readAll(phone(), mine.token, session)
    for (const call of ofPage('signing')) {
      if (!(call.input instanceof z.ZodObject) || !('session' in call.input.shape)) continue
      const { status, body } = await answerOf(
        otherPhone(),
        call,
        inputOf(call, { token: mine.token, session: foreign }),
      )
      if (call.path === signing.open.path)
        expect(JSON.parse(body)).toMatchObject({ proved: false, papers: [] })
      else expect([call.path, status]).toEqual([call.path, 422])
    }
    const twice = await Promise.all(
      [phone(), otherPhone()].map((by) => by.send(signing.sign, input(mine.token, session))),
    )
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 422])
  }, 60_000)

  const copyPaths: string[] = [signing.sendCode.path, signing.prove.path, signing.paper.path]

  it.each(['signed', 'refused', 'replaced'] as const)(
    '%s: is over for whoever comes back to it, with the session of then and a new act',
    async (end) => {
      const person = await signer()
      const { token, orderId, idNo } = person
      const session = await proved(phone(), person)
      await readAll(phone(), token, session)
      const act = input(token, session)
      if (end === 'signed') await phone().call(signing.sign, act)
      else if (end === 'refused') await phone().call(signing.refuse, { ...act, reason: '不签了' })
      else {
        const { signers } = await contractClerk().call(orderSigning.get, { orderId })
        const { order } = await contractClerk().call(orderContracts.get, { orderId })
        const longAgo = sql`now() - interval '2 minutes'`
        await inTenant(1, () =>
          db().update(signingTable).set({ sentAt: longAgo }).where(eq(signingTable.orderId, orderId)),
        )
        const { rowVersion } = order
        const resent = { orderId, rowVersion, signingId: signers[0]?.id ?? 0, eventId: randomUUID() }
        await contractClerk().call(orderSigning.resend, resent)
      }
      const state = end === 'replaced' ? 'unknown' : end
      for (const call of ofPage('signing')) {
        const more = { ...input(token, session), signature: JSON.stringify(hand), idTail: idNo.slice(-4) }
        const { status, body } = await answerOf(
          otherPhone(),
          call,
          inputOf(call, { ...more, reason: '不签了' }),
        )
        const answer = JSON.parse(body)
        if (call.path === signing.open.path)
          expect(answer).toMatchObject({ state, proved: false, papers: [] })
        // A person who has signed may have his copy, once he has proved himself anew.
        else if (end === 'signed' && copyPaths.includes(call.path)) expect(status).toBeGreaterThanOrEqual(400)
        else expect([call.path, status, answer.code]).toEqual([call.path, 422, `signing.${state}`])
        // Nobody is left alone with a refusal: it says what to do, or that nothing is to be done.
        if (status !== 200) expect(answer.message).toMatch(/请|生效/)
      }
    },
    60_000,
  )

  it.each(['expired', 'void'] as const)(
    '%s: does nothing more, whoever had proved himself',
    async (end) => {
      const { token, orderId, idNo, name } = await signer()
      const session = await proved(phone(), { token, idNo, name })
      await readAll(phone(), token, session)
      await inTenant(1, () =>
        end === 'expired'
          ? db()
              .update(signingTable)
              .set({ expiresAt: sql`now() - interval '1 second'` })
              .where(eq(signingTable.orderId, orderId))
          : db().update(contract).set({ status: '已作废' }).where(eq(contract.orderId, orderId)),
      )
      // The fate of its SMS is the outbox's, which goes on meanwhile.
      const kept = () =>
        inTenant(1, async () =>
          (await db().select().from(signingTable).where(eq(signingTable.orderId, orderId))).map(
            ({ smsState, updatedAt, ...row }) => row,
          ),
        )
      const before = await kept()
      for (const call of ofPage('signing')) {
        const more = { ...input(token, session), signature: JSON.stringify(hand), idTail: idNo.slice(-4) }
        const { status, body } = await answerOf(phone(), call, inputOf(call, { ...more, reason: '不签了' }))
        if (call.path === signing.open.path)
          expect(JSON.parse(body)).toMatchObject({ state: end, proved: false, papers: [] })
        else expect([call.path, status, JSON.parse(body).code]).toEqual([call.path, 422, `signing.${end}`])
      }
      expect(await kept()).toEqual(before)
    },
    60_000,
  )
})

describe('/interview/guest', () => {
  it('is the place of one phone, of two at once too; the other’s place is no place at this link', async () => {
    const [mine, theirs] = [await guest(), await guest()]
    const holds = [newHold(), newHold()]
    const agreed = interviewConsentVersion
    const joined = await Promise.all(
      holds.map((hold) => phone().send(interviews.guestJoin, { token: mine.token, hold, agreed })),
    )
    expect(joined.map(({ status }) => status)).toEqual([200, 200])
    const watching = await Promise.all(
      [...holds, mine.hold, theirs.hold].map((hold) =>
        phone().send(interviews.guestWatch, { token: mine.token, hold }),
      ),
    )
    expect(watching.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422])
    expect(watching[3]?.status).toBe(422)
    const signal = { token: mine.token, hold: theirs.hold, kind: 'ready', text: '' }
    expect(await phone().send(interviews.guestSignal, signal)).toMatchObject({
      status: 422,
      body: { code: 'interviewGuest.taken' },
    })
  }, 60_000)

  it.each([
    ['expired', { linkExpiresAt: '2020-01-01T00:00:00Z' }],
    ['ended', { status: '通过' }],
  ] as const)(
    '%s: lets nobody in, nor stay',
    async (state, change) => {
      const { id, token, hold } = await guest()
      await inTenant(1, () => db().update(videoInterview).set(change).where(eq(videoInterview.id, id)))
      for (const call of ofPage('interview')) {
        const { status, body } = await answerOf(phone(), call, inputOf(call, { token, hold }))
        if (call.path === interviews.guestOpen.path) expect(JSON.parse(body)).toEqual({ state })
        else
          expect([call.path, status, JSON.parse(body).code]).toEqual([
            call.path,
            422,
            `interviewGuest.${state}`,
          ])
      }
    },
    60_000,
  )
})

describe('/collectUserInformation', () => {
  it('takes one form of two phones at once, and a code with its own link alone', async () => {
    const [token, other] = [await collectToken(), await collectToken()]
    const form = await filledForm(token)
    expect((await phone().send(collect.submit, { ...form, token: other })).status).toBe(400)
    const twice = await Promise.all([phone(), otherPhone()].map((by) => by.send(collect.submit, form)))
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 422])
    expect(await otherPhone().send(collect.submit, form)).toMatchObject({
      status: 422,
      body: { code: 'collectPage.used' },
    })
    expect((await phone().send(collect.submit, { ...form, token: other })).status).toBe(400)
  }, 60_000)

  it('takes nothing after its end', async () => {
    const token = await collectToken()
    const form = await filledForm(token)
    await inTenant(1, () =>
      db()
        .update(collectLink)
        .set({ expiresAt: sql`now() - interval '1 second'` })
        .where(sql`used_at is null`),
    )
    const captcha = await solvedCaptcha(phone())
    for (const call of ofPage('collect')) {
      const { status, body } = await answerOf(phone(), call, inputOf(call, { ...form, ...captcha }))
      if (call.path === collect.form.path) expect(JSON.parse(body)).toMatchObject({ state: 'expired' })
      else expect([call.path, status, JSON.parse(body).code]).toEqual([call.path, 422, 'collectPage.expired'])
    }
  }, 60_000)
})
