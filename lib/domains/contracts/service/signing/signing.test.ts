import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, count, eq, sql } from 'drizzle-orm'
import { db, inTenant } from '../../../../platform/db/client.ts'
import { sweepFiles } from '../../../../platform/files/sweep-files.ts'
import { startJob } from '../../../../platform/jobs/jobs.ts'
import { job } from '../../../../platform/jobs/table.ts'
import { messages } from '../../../../platform/messages/contract.ts'
import { outside } from '../../../../platform/outside/contract.ts'
import type { Outcome } from '../../../../platform/outside/outcome.ts'
import { until } from '../../../../platform/outside/port-server.fixture.ts'
import { settle } from '../../../../platform/outside/settle.ts'
import { simulatedTimestamp } from '../../../../platform/outside/simulated-seals.ts'
import { outsideAttempt, outsideCall } from '../../../../platform/outside/table.ts'
import { newCode } from '../../../collect/service/codes.ts'
import { collectCode } from '../../../collect/table.ts'
import { videoInterview } from '../../../interviews/table.ts'
import { applications } from '../../../orders/contract.ts'
import { newEvent } from '../../../orders/service/testing.ts'
import { application, reviewLog } from '../../../orders/table.ts'
import { riskApproval } from '../../../risk/contract/approval.ts'
import { openTestBackend, type TestBackend } from '../../../testing.ts'
import { orderSigning } from '../../contract/order-signing.ts'
import { orderContracts } from '../../contract/orders.ts'
import { signing as calls } from '../../contract/signing.ts'
import { contract, contractSigner } from '../../table/contracts.ts'
import { signing, signingEvent } from '../../table/signing.ts'
import { sealWith } from '../seal/company-seal.ts'
import { becomes, hand, madeOrder, proved, readAll, sentOrder, sign, tokenIn } from './testing.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend({ demo: true })
}, 120_000)
afterAll(() => backend.close())
beforeEach(() => inTenant(1, () => db().delete(collectCode)))

const clerk = () => backend.as('contract_clerk')
const phoneAt = (ip: string) => backend.withToken(undefined, { ip })
const phone = () => phoneAt('192.0.2.50')

const statuses = (orderId: number) =>
  inTenant(1, async () => {
    const rows = await db()
      .select({ status: contract.status })
      .from(contract)
      .where(eq(contract.orderId, orderId))
    return [...new Set(rows.map(({ status }) => status))].sort()
  })
const orderOf = (orderId: number) =>
  inTenant(1, async () => {
    const [order] = await db().select().from(application).where(eq(application.id, orderId))
    if (!order) throw new Error('no order')
    return order
  })
const changeLinks = (orderId: number, expiresAt: string) =>
  inTenant(1, () => db().update(signing).set({ expiresAt }).where(eq(signing.orderId, orderId)))
const onOrder = async (orderId: number) => {
  const { rowVersion } = await orderOf(orderId)
  return { orderId, rowVersion, eventId: newEvent() }
}
const past = () => new Date(Date.now() - 1000).toISOString()
const refusal = (code: string) => ({ status: 422, body: { code } })

describe('a set of contracts', () => {
  it('is signed in order, sealed when the last has signed, and takes the order on (T19)', async () => {
    const { orderId, people } = await sentOrder(backend, { guarantor: true })
    const [lessee, guarantor] = people
    if (!lessee || !guarantor) throw new Error('two people sign')
    expect(await statuses(orderId)).toEqual(['待签署'])
    const before = await clerk().call(messages.unread, {})

    const early = await phone().call(calls.open, { token: guarantor.token })
    expect(early).toMatchObject({ state: 'waiting', papers: [], proved: false })
    expect(early.before).toHaveLength(1)
    expect(early.before[0]).not.toBe(lessee.name)
    expect(JSON.stringify(early)).not.toContain(guarantor.idNo)
    const tail = { token: guarantor.token, idTail: guarantor.idNo.slice(-4) }
    expect(await phone().send(calls.sendCode, tail)).toMatchObject(refusal('signing.waiting'))

    const { answer } = await sign(phone(), lessee)
    expect(answer.next).toBe((await phone().call(calls.open, { token: guarantor.token })).signer?.name)
    expect(await statuses(orderId)).toContain('签署中')
    expect((await orderOf(orderId)).status).toBe('wait_sign')

    expect((await sign(phoneAt('192.0.2.51'), guarantor)).answer.next).toBeNull()
    const round = await becomes(backend, orderId, 'sealed')
    expect(round).toMatchObject({ sealLevel: 'B-B' })
    expect(round.signers.map(({ status, read, pages }) => [status, read === pages])).toEqual([
      ['已签', true],
      ['已签', true],
    ])
    expect(await statuses(orderId)).toEqual(['已签署'])
    const order = await orderOf(orderId)
    expect(order.status).toBe('preparing')
    expect(order.econtractSignedAt).not.toBeNull()
    const { order: shown } = await clerk().call(applications.progress, { orderId })
    expect(shown.milestones).toContain('econtract')
    expect((await clerk().call(messages.unread, {})).notice).toBeGreaterThanOrEqual(before.notice + 3)
    const { contracts } = await clerk().call(orderContracts.get, { orderId })
    // A time stamp under way stores its file before a row names it, and this sweep leaves it no time for that.
    await until(async () => (await clerk().call(orderSigning.get, { orderId })).sealLevel === 'B-T', 30_000)
    await sweepFiles({ now: Number.POSITIVE_INFINITY })
    for (const { id } of contracts) expect((await clerk().raw(orderContracts.file, { id })).status).toBe(200)
    expect(new Set(contracts.flatMap(({ signers }) => signers.map(({ status }) => status)))).toEqual(
      new Set(['已签']),
    )
  }, 60_000)

  it('is there to keep for who has signed, by the same link, as the company sealed it', async () => {
    const { orderId, people } = await sentOrder(backend)
    const [lessee] = people
    if (!lessee) throw new Error('one person signs')
    await sign(phone(), lessee)
    await becomes(backend, orderId, 'sealed')
    await inTenant(1, () => db().delete(collectCode))
    const { token } = lessee
    const session = await proved(phone(), lessee)
    const mine = await phone().call(calls.open, { token, session })
    expect(mine).toMatchObject({ state: 'signed', proved: true })
    expect(mine.papers.length).toBeGreaterThan(0)
    expect(mine.papers.every(({ sealed }) => sealed)).toBe(true)
    const bytesOf = async (answer: Promise<Response>) => Buffer.from(await (await answer).arrayBuffer())
    for (const { id } of mine.papers) {
      // The time stamp of its seal may come meanwhile.
      const before = await bytesOf(clerk().raw(orderContracts.file, { id }))
      const copy = await bytesOf(phone().raw(calls.paper, { token, session, id }))
      const after = await bytesOf(clerk().raw(orderContracts.file, { id }))
      expect(copy.equals(before) || copy.equals(after)).toBe(true)
    }
  }, 60_000)

  it('stands or falls together: one refusal voids the rest, and whoever signed can go back to nothing', async () => {
    const { orderId, people } = await sentOrder(backend, { guarantor: true })
    const [lessee, guarantor] = people
    if (!lessee || !guarantor) throw new Error('two people sign')
    await sign(phone(), lessee)
    const session = await proved(phone(), guarantor)
    const refuse = { token: guarantor.token, session, eventId: randomUUID(), reason: '担保金额不对' }
    expect((await phone().send(calls.refuse, { ...refuse, reason: '不' })).status).toBe(400)
    await phone().call(calls.refuse, refuse)
    // The answer was lost on its way: asked again, it is the same.
    expect(await phone().send(calls.refuse, refuse)).toMatchObject({ status: 200 })
    expect(await statuses(orderId)).toEqual(['已作废', '已拒签'].sort())
    expect((await phone().call(calls.open, { token: guarantor.token })).state).toBe('refused')
    expect((await phone().call(calls.open, { token: lessee.token })).state).toBe('void')
    const round = await clerk().call(orderSigning.get, { orderId })
    expect(round).toMatchObject({ state: 'ended' })
    expect(round.signers[1]).toMatchObject({ status: '拒签', refuseReason: '担保金额不对' })

    const { rowVersion } = await orderOf(orderId)
    await clerk().call(orderContracts.generate, { orderId, rowVersion, eventId: newEvent() })
    const again = await orderOf(orderId)
    const { sent } = await clerk().call(orderSigning.send, {
      orderId,
      rowVersion: again.rowVersion,
      eventId: newEvent(),
    })
    const [first, second] = sent.map(({ shown }) => tokenIn(shown))
    await inTenant(1, () => db().delete(collectCode))
    expect([lessee.token, guarantor.token]).not.toContain(first)
    await sign(phone(), { ...lessee, token: first ?? '' })
    await sign(phone(), { ...guarantor, token: second ?? '' })
    await becomes(backend, orderId, 'sealed')
  }, 60_000)

  it('ends seven days after the sending: the links at their hour, the contracts by the job, once', async () => {
    const { orderId, people } = await sentOrder(backend)
    const [lessee] = people
    if (!lessee) throw new Error('nobody signs')
    const session = await proved(phone(), lessee)
    await readAll(phone(), lessee.token, session)
    await changeLinks(orderId, past())
    const late = { token: lessee.token, session, eventId: randomUUID(), signature: hand }
    expect(await phone().send(calls.sign, late)).toMatchObject(refusal('signing.expired'))
    expect((await phone().call(calls.open, { token: lessee.token })).state).toBe('expired')
    expect(await statuses(orderId)).toEqual(['待签署'])

    await inTenant(1, () => startJob('contracts.signingEnds'))
    await inTenant(1, () => startJob('contracts.signingEnds'))
    for (let tries = 0; (await statuses(orderId)).join() !== '已过期' && tries < 100; tries++)
      await new Promise((resolve) => setTimeout(resolve, 100))
    expect(await statuses(orderId)).toEqual(['已过期'])
    const notices = await clerk().call(messages.notices, {})
    const { orderNo } = await orderOf(orderId)
    expect(
      notices.data.filter(({ title }) => title.includes('过期') && title.includes(orderNo)),
    ).toHaveLength(1)
    const { rowVersion } = await orderOf(orderId)
    await clerk().call(orderContracts.generate, { orderId, rowVersion, eventId: newEvent() })
    expect((await clerk().call(orderSigning.get, { orderId })).state).toBe('ready')
  }, 60_000)

  it('is void with its links when it is made again or the terms change, also when it was signed', async () => {
    const { orderId, people } = await sentOrder(backend)
    const [lessee] = people
    if (!lessee) throw new Error('nobody signs')
    await sign(phone(), lessee)
    await becomes(backend, orderId, 'sealed')
    const order = await orderOf(orderId)
    await backend.as('entry_clerk').call(riskApproval.changeTerms, {
      orderId,
      rowVersion: order.rowVersion,
      eventId: newEvent(),
      reason: '客户自付更多',
      amount: '60000.00',
      term: order.term ?? 0,
    })
    expect(await statuses(orderId)).toEqual(['已作废'])
    expect((await orderOf(orderId)).econtractSignedAt).toBeNull()
    expect((await phone().call(calls.open, { token: lessee.token })).state).toBe('void')
  }, 60_000)
})

describe('what happens meanwhile', () => {
  const setOrder = (orderId: number, set: Partial<typeof application.$inferInsert>) =>
    inTenant(1, () => db().update(application).set(set).where(eq(application.id, orderId)))
  const setContracts = (orderId: number, set: Partial<typeof contract.$inferInsert>) =>
    inTenant(1, () => db().update(contract).set(set).where(eq(contract.orderId, orderId)))
  const send = async (orderId: number) =>
    clerk().send(orderSigning.send, {
      orderId,
      rowVersion: (await orderOf(orderId)).rowVersion,
      eventId: newEvent(),
    })
  const interviewed = (orderId: number, status: string) =>
    inTenant(1, () =>
      db()
        .insert(videoInterview)
        .values({ roomNo: `R-${orderId}`, orderId, signer: '客户', status, agentId: 1 } as never),
    )

  it('is sealed also while a funder judges the order', async () => {
    const { orderId, people } = await sentOrder(backend)
    await setOrder(orderId, { status: 'wait_funder' })
    await sign(phone(), people[0] as never)
    await becomes(backend, orderId, 'sealed')
    const order = await orderOf(orderId)
    expect(order.status).toBe('wait_funder')
    expect(order.econtractSignedAt).not.toBeNull()
  }, 60_000)

  it('waits for an interview that was not passed: nothing is sent, nobody signs', async () => {
    const { orderId } = await madeOrder(backend)
    await interviewed(orderId, '不通过')
    expect(await send(orderId)).toMatchObject(refusal('signing.interview'))
    const sent = await sentOrder(backend)
    const [lessee] = sent.people
    if (!lessee) throw new Error('nobody signs')
    const session = await proved(phone(), lessee)
    await readAll(phone(), lessee.token, session)
    await interviewed(sent.orderId, '重签')
    expect(
      await phone().send(calls.sign, {
        token: lessee.token,
        session,
        eventId: randomUUID(),
        signature: hand,
      }),
    ).toMatchObject(refusal('signing.held'))
  }, 60_000)

  it('is not sent to one phone for two people, and not when it is older than its links may be', async () => {
    const { orderId } = await madeOrder(backend, { guarantor: true })
    await setContracts(orderId, { expireAt: past() })
    expect(await send(orderId)).toMatchObject(refusal('signing.tooOld'))
    await inTenant(1, () => db().update(contractSigner).set({ mobile: '12000000999' }))
    expect(await send(orderId)).toMatchObject(refusal('signing.sameMobile'))
  }, 60_000)

  it('believes no page of a paper that never came to the phone', async () => {
    const { people } = await sentOrder(backend)
    const [lessee] = people
    if (!lessee) throw new Error('nobody signs')
    const session = await proved(phone(), lessee)
    const { papers } = await phone().call(calls.open, { token: lessee.token, session })
    const told = { token: lessee.token, session, id: papers[0]?.id ?? 0, pages: [1] }
    expect(await phone().send(calls.shown, told)).toMatchObject(refusal('signing.unread'))
    await (await phone().raw(calls.paper, told)).arrayBuffer()
    expect((await phone().call(calls.shown, told)).read).toEqual([1])
  }, 60_000)
})

describe('who signs', () => {
  it('is proved by the last four digits and the code: wrong ones count, a used one is dead', async () => {
    const { orderId, people } = await sentOrder(backend)
    const [lessee] = people
    if (!lessee) throw new Error('nobody signs')
    const { token, idNo } = lessee
    const wrong = { token, idTail: idNo.endsWith('0000') ? '0001' : '0000' }
    expect(await phone().send(calls.sendCode, wrong)).toMatchObject({
      status: 400,
      body: { fields: { idTail: expect.stringContaining('4') } },
    })
    const { shown } = await phone().call(calls.sendCode, { token, idTail: idNo.slice(-4) })
    const code = /\d{6}/.exec(shown ?? '')?.[0] ?? ''
    expect((await phone().send(calls.sendCode, { token, idTail: idNo.slice(-4) })).status).toBe(429)
    const other = code === '000000' ? '000001' : '000000'
    expect((await phone().send(calls.prove, { token, code: other })).status).toBe(400)
    await phone().call(calls.prove, { token, code })
    expect((await phone().send(calls.prove, { token, code })).status).toBe(400)

    // The right code proved him: his wrong digits are forgiven. Five others shut the link.
    for (let tries = 0; tries < 4; tries++)
      expect((await phone().send(calls.sendCode, wrong)).status).toBe(400)
    expect(await phone().send(calls.sendCode, wrong)).toMatchObject(refusal('signing.shut'))
    expect(await phone().send(calls.sendCode, { token, idTail: idNo.slice(-4) })).toMatchObject(
      refusal('signing.shut'),
    )
    const [signer] = (await clerk().call(orderSigning.get, { orderId })).signers
    expect(signer).toMatchObject({ shut: true })

    const resend = async () => ({
      orderId,
      rowVersion: (await orderOf(orderId)).rowVersion,
      signingId: signer?.id ?? 0,
      eventId: newEvent(),
    })
    expect(await clerk().send(orderSigning.resend, await resend())).toMatchObject(refusal('signing.justSent'))
    await inTenant(1, () =>
      db()
        .update(signing)
        .set({ sentAt: sql`now() - interval '2 minutes'` })
        .where(eq(signing.orderId, orderId)),
    )
    const smsOf = () =>
      inTenant(1, () =>
        db()
          .select()
          .from(outsideCall)
          .where(and(eq(outsideCall.aboutType, 'signing'), eq(outsideCall.aboutId, signer?.id ?? 0)))
          .orderBy(outsideCall.id),
      )
    // An answer that is still on its way would bring a dead letter back to life.
    await until(async () => (await smsOf())[0]?.nextAt === null)
    const [first] = await smsOf()
    // Its SMS never went out: a dead letter that would bring a dead link.
    await inTenant(1, () =>
      db()
        .update(outsideCall)
        .set({ status: 'dead', nextAt: null, request: { mobile: '' } })
        .where(eq(outsideCall.id, first?.id ?? 0)),
    )
    const { sent } = await clerk().call(orderSigning.resend, await resend())
    const [former] = await smsOf()
    const again = { id: former?.id ?? 0, rowVersion: former?.rowVersion ?? 0, eventId: newEvent() }
    expect(await backend.as('admin').send(outside.resend, again)).toMatchObject(refusal('outside.tooLate'))
    expect((await phone().call(calls.open, { token })).state).toBe('unknown')
    const fresh = { ...lessee, token: tokenIn(sent[0]?.shown) }
    await inTenant(1, () => db().delete(collectCode))
    expect(
      (await phone().call(calls.open, { token: fresh.token, session: await proved(phone(), fresh) })).proved,
    ).toBe(true)
  }, 60_000)

  it('is kept from no code by somebody who asks for one on the open form for the same number', async () => {
    const { people, orderId } = await sentOrder(backend)
    const [lessee] = people
    if (!lessee) throw new Error('nobody signs')
    await inTenant(1, async () => {
      const [row] = await db().select().from(signing).where(eq(signing.orderId, orderId))
      await newCode({ mobile: row?.mobile ?? '', address: '192.0.2.88', use: { linkId: null } })
    })
    await proved(phone(), lessee)
  }, 60_000)

  it('is lost after five wrong codes, and no code is another link’s', async () => {
    const [one, two] = [await sentOrder(backend), await sentOrder(backend)]
    const [first] = one.people
    const [second] = two.people
    if (!first || !second) throw new Error('nobody signs')
    const { shown } = await phone().call(calls.sendCode, { token: first.token, idTail: first.idNo.slice(-4) })
    const code = /\d{6}/.exec(shown ?? '')?.[0] ?? ''
    expect((await phone().send(calls.prove, { token: second.token, code })).status).toBe(400)
    const wrong = code === '000000' ? '000001' : '000000'
    for (let tries = 0; tries < 5; tries++)
      expect((await phone().send(calls.prove, { token: first.token, code: wrong })).status).toBe(400)
    expect((await phone().send(calls.prove, { token: first.token, code })).status).toBe(400)

    await inTenant(1, () => db().delete(collectCode))
    const session = await proved(phone(), second)
    expect((await phone().call(calls.open, { token: first.token, session })).proved).toBe(false)
    const { papers } = await phone().call(calls.open, { token: second.token, session })
    const foreign = { token: first.token, session, id: papers[0]?.id ?? 0 }
    expect((await phone().raw(calls.paper, foreign)).status).toBe(422)
    const elsewhere = backend.withToken(undefined, { tenant: 'qhe' })
    expect((await elsewhere.call(calls.open, { token: second.token })).state).toBe('unknown')
    expect((await phone().call(calls.open, { token: 'x'.repeat(43) })).state).toBe('unknown')
  }, 60_000)

  it('signs with one phone: another that proves itself ends the first; unread papers are not signed', async () => {
    const { people } = await sentOrder(backend)
    const [lessee] = people
    if (!lessee) throw new Error('nobody signs')
    const { token } = lessee
    const session = await proved(phone(), lessee)
    const input = { token, session, eventId: randomUUID(), signature: hand }
    expect(await phone().send(calls.sign, input)).toMatchObject(refusal('signing.unread'))
    await readAll(phone(), token, session)
    for (const signature of [
      { ...hand, strokes: [[5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12]] },
      { ...hand, strokes: [[5, 5, 700, 6, 7, 7]] },
      { ...hand, strokes: [] },
    ])
      expect((await phone().send(calls.sign, { ...input, signature })).status).toBe(400)

    await inTenant(1, () => db().delete(collectCode))
    const second = await proved(phoneAt('192.0.2.60'), lessee)
    expect(await phone().send(calls.sign, input)).toMatchObject(refusal('signing.proveAgain'))
    // Everything that was read counts for the person, whichever phone it was.
    const signed = { ...input, session: second }
    const twice = await Promise.all([phone().send(calls.sign, signed), phone().send(calls.sign, signed)])
    expect(twice.map(({ status }) => status)).toEqual([200, 200])
    expect(twice[0]?.body).toEqual(twice[1]?.body)
    expect(await phone().send(calls.sign, { ...signed, eventId: randomUUID() })).toMatchObject(
      refusal('signing.signed'),
    )
  }, 60_000)

  it('leaves the proof: what was shown when, from where, and a report of it that only staff gets', async () => {
    const { orderId, people } = await sentOrder(backend)
    const [lessee] = people
    if (!lessee) throw new Error('nobody signs')
    const session = await proved(phone(), lessee)
    const { papers } = await phone().call(calls.open, { token: lessee.token, session })
    const [paper] = papers
    if (!paper) throw new Error('no paper')
    const bytes = await phone().raw(calls.paper, { token: lessee.token, session, id: paper.id })
    expect(
      Buffer.from(await bytes.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    await phone().call(calls.shown, { token: lessee.token, session, id: paper.id, pages: [1, 1, 500] })
    const { read } = await phone().call(calls.shown, {
      token: lessee.token,
      session,
      id: paper.id,
      pages: [1],
    })
    expect(read).toEqual([1])
    const events = await inTenant(1, () =>
      db()
        .select({ kind: signingEvent.kind, ip: signingEvent.ip })
        .from(signingEvent)
        .innerJoin(signing, and(eq(signing.id, signingEvent.signingId), eq(signing.orderId, orderId)))
        .orderBy(signingEvent.id),
    )
    expect(events).toEqual([
      { kind: 'sent', ip: '' },
      ...['code', 'proved', 'paper', 'page'].map((kind) => ({ kind, ip: '192.0.2.50' })),
    ])
    const report = await clerk().raw(orderSigning.report, { id: paper.id })
    expect(report.headers.get('content-type')).toBe('application/pdf')
    expect((await report.arrayBuffer()).byteLength).toBeGreaterThan(5_000)
    expect((await backend.as('shop_user').raw(orderSigning.report, { id: paper.id })).status).toBe(403)
  }, 60_000)
})

describe('together', () => {
  it('a signature and 作废重签 at once: one of them comes second', async () => {
    const { orderId, people } = await sentOrder(backend)
    const [lessee] = people
    if (!lessee) throw new Error('nobody signs')
    const session = await proved(phone(), lessee)
    await readAll(phone(), lessee.token, session)
    const { rowVersion } = await orderOf(orderId)
    const [signed, made] = await Promise.all([
      phone().send(calls.sign, { token: lessee.token, session, eventId: randomUUID(), signature: hand }),
      clerk().send(orderContracts.generate, { orderId, rowVersion, eventId: newEvent(), reason: '有误' }),
    ])
    expect([
      [200, 409],
      [422, 200],
    ]).toContainEqual([signed.status, made.status])
  }, 60_000)

  it('the seal is put on once, however often its job runs', async () => {
    const { orderId, people } = await sentOrder(backend)
    const [lessee] = people
    if (!lessee) throw new Error('nobody signs')
    await sign(phone(), lessee)
    for (let at = 0; at < 3; at++) await inTenant(1, () => startJob('contracts.seal', { orderId, round: 1 }))
    await becomes(backend, orderId, 'sealed')
    for (let tries = 0; tries < 100; tries++) {
      const [open] = await inTenant(1, () =>
        db()
          .select({ id: job.id })
          .from(job)
          .where(and(eq(job.name, 'contracts.seal'), sql`${job.status} in ('queued', 'running')`)),
      )
      if (!open) break
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    const events = await inTenant(1, () =>
      db()
        .select({ id: reviewLog.id })
        .from(reviewLog)
        .where(and(eq(reviewLog.orderId, orderId), eq(reviewLog.event, 'all_signed'))),
    )
    expect(events).toHaveLength(1)
    const { rowVersion } = await orderOf(orderId)
    expect(await clerk().send(orderSigning.seal, { orderId, rowVersion, eventId: newEvent() })).toMatchObject(
      refusal('signing.notSealing'),
    )
  }, 60_000)

  it('a seal that fails tells the clerk what helps, and is put on when that was done', async () => {
    const home = mkdtempSync(join(tmpdir(), 'nlos-no-seal-'))
    const file = join(home, 'seal.p12')
    writeFileSync(file, 'no PKCS#12')
    sealWith({ blq: { p12: file, password: '' } }, home)
    const { orderId, people } = await sentOrder(backend)
    const [lessee] = people
    if (!lessee) throw new Error('nobody signs')
    await sign(phone(), lessee)
    const round = () => clerk().call(orderSigning.get, { orderId })
    await until(async () => (await round()).obstacle !== null)
    expect(await round()).toMatchObject({ state: 'sealing', sealedAt: null })
    expect((await round()).obstacle).toContain('证书')
    const { orderNo } = await orderOf(orderId)
    const news = async () =>
      (await clerk().call(messages.notices, {})).data.filter(({ title }) => title.includes(orderNo))
    await until(async () => (await news()).some(({ title }) => title.includes('盖章失败')))
    expect((await news()).find(({ title }) => title.includes('盖章失败'))?.body).toContain('证书')

    sealWith({}, home)
    const { rowVersion } = await orderOf(orderId)
    await clerk().call(orderSigning.seal, { orderId, rowVersion, eventId: newEvent() })
    expect(await becomes(backend, orderId, 'sealed')).toMatchObject({ obstacle: null })
    rmSync(home, { recursive: true })
  }, 60_000)

  it('seals are B-T when the last of them has its time stamp, for the panel as for the report', async () => {
    const { orderId, people } = await sentOrder(backend)
    const [lessee] = people
    if (!lessee) throw new Error('nobody signs')
    await sign(phone(), lessee)
    await becomes(backend, orderId, 'sealed')
    const level = async () => (await clerk().call(orderSigning.get, { orderId })).sealLevel
    await until(async () => (await level()) === 'B-T')
    const { stampWaits } = await clerk().call(orderSigning.get, { orderId })
    expect(stampWaits).toBe(false)
    const { contracts } = await clerk().call(orderContracts.get, { orderId })
    await inTenant(1, () =>
      db()
        .update(contract)
        .set({ sealLevel: 'B-B' })
        .where(eq(contract.id, contracts[0]?.id ?? 0)),
    )
    // The stamp is there, and the job that was to put it in has come to nothing.
    const round = await clerk().call(orderSigning.get, { orderId })
    expect(round).toMatchObject({ sealLevel: 'B-B', stampWaits: false, stampTrouble: expect.any(String) })
    await clerk().call(orderSigning.stamp, await onOrder(orderId))
    await until(async () => (await level()) === 'B-T')
  }, 60_000)

  it('a time stamp of something else is none; what is refused is told once, and asked for again', async () => {
    const byHand = (on: boolean) =>
      backend.as('admin').call(outside.setSimulator, { port: 'timestamp', byHand: on })
    await byHand(true)
    const { orderId, people } = await sentOrder(backend)
    const [lessee] = people
    if (!lessee) throw new Error('nobody signs')
    await sign(phone(), lessee)
    await becomes(backend, orderId, 'sealed')
    const asked = () =>
      inTenant(1, () =>
        db()
          .select({ id: outsideCall.id, stamp: contract.timeStamp, tries: count(outsideAttempt.id) })
          .from(outsideCall)
          .innerJoin(contract, eq(contract.id, outsideCall.aboutId))
          .leftJoin(outsideAttempt, eq(outsideAttempt.callId, outsideCall.id))
          .where(and(eq(outsideCall.aboutType, 'seal'), eq(contract.orderId, orderId)))
          .groupBy(outsideCall.id, contract.timeStamp),
      )
    await until(async () => (await asked()).every(({ tries }) => tries > 0))
    const calls = await asked()
    const answer = (id: number, outcome: Outcome) =>
      inTenant(1, () => settle(id, { kind: 'callback', ms: 0 }, outcome))
    for (const { id } of calls) {
      const token = await simulatedTimestamp('b'.repeat(64))
      await expect(answer(id, { result: 'done', answer: { token } })).rejects.toThrow('none of this seal')
    }
    expect((await asked()).every(({ stamp }) => stamp === null)).toBe(true)
    expect(await clerk().call(orderSigning.get, { orderId })).toMatchObject({
      stampWaits: true,
      stampTrouble: null,
    })
    for (const { id } of calls) await answer(id, { result: 'refused', reason: '摘要算法不支持' })
    const round = await clerk().call(orderSigning.get, { orderId })
    expect(round).toMatchObject({ state: 'sealed', sealLevel: 'B-B', stampWaits: false })
    expect(round.stampTrouble).toContain('摘要算法不支持')
    const { orderNo } = await orderOf(orderId)
    const { data } = await clerk().call(messages.notices, {})
    expect(data.filter(({ title }) => title === `合同时间戳申请失败：${orderNo}`)).toHaveLength(1)

    await byHand(false)
    await clerk().call(orderSigning.stamp, await onOrder(orderId))
    await until(async () => (await clerk().call(orderSigning.get, { orderId })).sealLevel === 'B-T', 30_000)
    expect(await clerk().send(orderSigning.stamp, await onOrder(orderId))).toMatchObject(
      refusal('signing.noStampLacks'),
    )
  }, 60_000)

  it('nothing is sent before contracts are made, nor twice', async () => {
    const { orderId, rowVersion } = await madeOrder(backend)
    const { signers, state, obstacle } = await clerk().call(orderSigning.get, { orderId })
    expect({ state, obstacle, signers: signers.length }).toEqual({
      state: 'ready',
      obstacle: null,
      signers: 1,
    })
    const sent = await clerk().call(orderSigning.send, { orderId, rowVersion, eventId: newEvent() })
    const twice = { orderId, rowVersion: sent.rowVersion, eventId: newEvent() }
    expect(await clerk().send(orderSigning.send, twice)).toMatchObject(refusal('signing.nothingToSend'))
  }, 60_000)
})
