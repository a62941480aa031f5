import { eq } from 'drizzle-orm'
import { changes } from '../../../platform/changes/contract.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { messages } from '../../../platform/messages/contract.ts'
import { orderContracts } from '../../contracts/contract/orders.ts'
import { newEvent, testPicture } from '../../orders/service/testing.ts'
import { application } from '../../orders/table.ts'
import { approvedOrder } from '../../risk/service/testing.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { bankCards } from '../contract.ts'
import {
  answerCallOf,
  answerLast,
  askedOf,
  boundOrder,
  consent,
  differs,
  fits,
  otherCard,
  wireBanks,
} from './testing.ts'

let backend: TestBackend
beforeAll(async () => {
  // Nobody sends: what banks say, and when, is for each test to decide.
  backend = await openTestBackend({ outbox: false })
  wireBanks()
}, 60_000)
afterAll(() => backend.close())

const clerk = () => backend.as('contract_clerk')
const caseOf = (orderId: number) => clerk().call(bankCards.get, { orderId })
const versionOf = async (orderId: number) => (await caseOf(orderId)).order.rowVersion
const onOrder = async (orderId: number) => ({
  orderId,
  rowVersion: await versionOf(orderId),
  eventId: newEvent(),
})
const bind = async (orderId: number) => clerk().call(bankCards.bind, await onOrder(orderId))

const change = async (orderId: number, more: object = {}) =>
  clerk().call(bankCards.change, { ...(await onOrder(orderId)), ...otherCard, ...more })

/** States of the cards, the one that is worked on first. */
const places = async (orderId: number) =>
  (await caseOf(orderId)).cards.map(({ place, status }) => `${place} ${status}`)
const kindsOf = async (orderId: number) => (await askedOf(orderId)).map(({ request }) => request.kind)

const orderRow = async (orderId: number) => {
  const [row] = await inTenant(1, () => db().select().from(application).where(eq(application.id, orderId)))
  if (!row) throw new Error('the order is gone')
  return row
}
/** As the last signature leaves it. */
const sign = (orderId: number) =>
  inTenant(1, () =>
    db()
      .update(application)
      .set({ econtractSignedAt: new Date().toISOString(), status: 'preparing' })
      .where(eq(application.id, orderId)),
  )

const paper = async () => ({ name: '授权书.jpg', bytes: await testPicture() })

describe('a card is bound', () => {
  it('when the four elements fit and deductions are agreed, not before; then contracts can be made', async () => {
    const { orderId } = await approvedOrder(backend)
    expect(await places(orderId)).toEqual(['current 未绑定'])
    const { obstacles } = await clerk().call(orderContracts.get, { orderId })
    expect(obstacles).toEqual([{ key: 'cardUnbound', names: '未绑定' }])
    expect((await clerk().send(orderContracts.generate, await onOrder(orderId))).body).toMatchObject({
      code: 'contracts.obstacles.cardUnbound',
    })

    await bind(orderId)
    expect(await caseOf(orderId)).toMatchObject({ cardState: 'asked', current: '待验证', asked: true })
    await answerLast(orderId, fits)
    expect(await caseOf(orderId)).toMatchObject({ cardState: 'asked', current: '待验证', asked: true })
    expect((await orderRow(orderId)).cardBoundAt).toBeNull()
    await answerLast(orderId, consent('XY-7'))
    const { cardState, cards } = await caseOf(orderId)
    expect(cardState).toBe('bound')
    expect(cards).toMatchObject([
      { status: '已绑定', agreementNo: 'XY-7', cardNo: expect.stringMatching(/^\*+\d{4}$/) },
    ])
    expect((await orderRow(orderId)).cardBoundAt).not.toBeNull()
    expect((await clerk().call(orderContracts.get, { orderId })).obstacles).toEqual([])
    const { data } = await clerk().call(bankCards.list, { cardState: 'bound' })
    expect(data.find(({ id }) => id === orderId)).toMatchObject({ current: '已绑定', cardState: 'bound' })
    const told = await clerk().call(messages.list, {})
    expect(JSON.stringify(told)).toContain('还款卡已绑定')
  })

  it('by whoever asked first of two clerks', async () => {
    const { orderId } = await approvedOrder(backend)
    const rowVersion = await versionOf(orderId)
    const sent = await Promise.all(
      [1, 2].map(() => clerk().send(bankCards.bind, { orderId, rowVersion, eventId: newEvent() })),
    )
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await kindsOf(orderId)).toEqual(['check'])
    const again = await clerk().send(bankCards.bind, await onOrder(orderId))
    expect(again).toMatchObject({ status: 422, body: { code: 'bankCards.refusals.isAsked' } })
  })
})

describe('a bank', () => {
  it('refuses with its reason, at the check or at the consent, and is asked again about another number', async () => {
    const { orderId } = await approvedOrder(backend)
    await bind(orderId)
    await answerLast(orderId, differs('预留手机号不符'))
    expect((await caseOf(orderId)).cards).toMatchObject([
      { status: '绑定失败', failReason: '预留手机号不符' },
    ])
    expect((await clerk().call(bankCards.list, { cardState: 'failed' })).data).toMatchObject([
      { id: orderId, failReason: '预留手机号不符' },
    ])
    await change(orderId)
    expect(await places(orderId)).toEqual(['current 待验证', 'former 绑定失败'])
    await answerLast(orderId, fits)
    await answerLast(orderId, { result: 'refused', reason: '客户未在银行签约' })
    expect((await caseOf(orderId)).cards[0]).toMatchObject({
      status: '绑定失败',
      failReason: '客户未在银行签约',
    })
    expect((await orderRow(orderId)).cardBoundAt).toBeNull()
  })

  it('that says nothing says nothing of the card; a later answer counts, once however often it is said', async () => {
    const { orderId } = await approvedOrder(backend)
    await bind(orderId)
    const [asked] = await askedOf(orderId)
    const id = asked?.call.id ?? 0
    const silence = { result: 'error', note: 'timeout' } as const
    for (let at = 0; at < 40 && (await caseOf(orderId)).asked; at++) {
      await inTenant(1, () =>
        db().execute(`update outside_call set attempts = attempts + 1 where id = ${id}`),
      )
      await answerCallOf(id, silence)
    }
    expect(await caseOf(orderId)).toMatchObject({ cardState: 'silent', current: '待验证', asked: false })
    await answerCallOf(id, fits)
    expect(await kindsOf(orderId)).toEqual(['authorise', 'check'])
    await answerCallOf(id, fits)
    expect(await kindsOf(orderId)).toEqual(['authorise', 'check'])
    await answerLast(orderId, consent())
    expect((await caseOf(orderId)).cardState).toBe('bound')
    await answerLast(orderId, consent('XY-2'))
    expect((await caseOf(orderId)).cards).toMatchObject([{ agreementNo: 'XY-1' }])
  })

  it('that agrees to a card which was given up meanwhile is told at once that it is over', async () => {
    const { orderId } = await approvedOrder(backend)
    await bind(orderId)
    const check = await answerLast(orderId, fits)
    const [late] = await askedOf(orderId)
    await change(orderId)
    await answerCallOf(check, fits)
    await answerCallOf(late?.call.id ?? 0, consent('XY-9'))
    expect(await places(orderId)).toEqual(['current 待验证', 'former 绑定失败'])
    const [last, ...rest] = await askedOf(orderId)
    expect(last?.request).toMatchObject({ kind: 'cancel', cardId: late?.request.cardId })
    expect(rest.map(({ request }) => request.kind)).toEqual(['check', 'authorise', 'check'])
  })
})

describe('the end of what was agreed for a card', () => {
  const cancelAgain = async (orderId: number, cardId: number) =>
    clerk().send(bankCards.cancelAgain, { ...(await onOrder(orderId)), cardId })
  const former = async (orderId: number) => {
    const card = (await caseOf(orderId)).cards.find(({ status }) => status === '已解绑')
    if (!card) throw new Error('no card is unbound')
    return card
  }
  const newsOf = async () => JSON.stringify((await clerk().call(messages.list, {})).data)

  it('that the bank refuses is told to whoever changed the card, and asked for again', async () => {
    const { orderId } = await boundOrder(backend)
    const { orderNo } = await orderRow(orderId)
    await change(orderId)
    await answerLast(orderId, fits)
    await answerLast(orderId, consent('XY-5'))
    const card = await former(orderId)
    expect(card.stillAgreed).toBe(null)
    expect((await cancelAgain(orderId, card.id)).body).toMatchObject({ code: 'bankCards.refusals.isEnding' })
    await answerLast(orderId, { result: 'refused', reason: '当日有在途扣款' })
    expect(await former(orderId)).toMatchObject({ stillAgreed: { reason: '当日有在途扣款' } })
    const news = await newsOf()
    expect(news).toContain(`${orderNo} 原卡代扣协议未解除`)
    expect(news).toContain('当日有在途扣款')

    expect((await cancelAgain(orderId, card.id)).status).toBe(200)
    expect((await kindsOf(orderId)).slice(0, 2)).toEqual(['cancel', 'cancel'])
    expect((await former(orderId)).stillAgreed).toBe(null)
    await answerLast(orderId, consent('XY-1'))
    expect((await former(orderId)).stillAgreed).toBe(null)
    expect((await cancelAgain(orderId, card.id)).body).toMatchObject({ code: 'bankCards.refusals.isEnded' })
  })

  it('that the bank never answers is told to whoever unbound the card', async () => {
    const { orderId } = await boundOrder(backend)
    const { orderNo } = await orderRow(orderId)
    await clerk().call(bankCards.unbind, { ...(await onOrder(orderId)), reason: '客户要求' })
    const [asked] = await askedOf(orderId)
    await inTenant(1, () =>
      db().execute(`update outside_call set attempts = 99 where id = ${asked?.call.id}`),
    )
    await answerLast(orderId, { result: 'error', note: 'timeout' })
    expect(await former(orderId)).toMatchObject({ stillAgreed: { reason: null } })
    expect(await newsOf()).toContain(`${orderNo} 原卡代扣协议未解除`)
    // The bank's word may still come.
    await answerLast(orderId, consent('XY-1'))
    expect((await former(orderId)).stillAgreed).toBe(null)
  })
})

describe('another card', () => {
  it('takes its place before signing once it is bound: contracts are void, the old one is unbound', async () => {
    const { orderId, rowVersion } = await boundOrder(backend)
    await clerk().call(orderContracts.generate, { orderId, rowVersion, eventId: newEvent() })
    await change(orderId)
    expect(await places(orderId)).toEqual(['next 待验证', 'current 已绑定'])
    const { contracts: still } = await clerk().call(orderContracts.get, { orderId })
    expect(still.every(({ status }) => status === '已生成')).toBe(true)
    await answerLast(orderId, fits)
    await answerLast(orderId, consent('XY-5'))
    expect(await places(orderId)).toEqual(['current 已绑定', 'former 已解绑'])
    expect((await kindsOf(orderId))[0]).toBe('cancel')
    const { contracts } = await clerk().call(orderContracts.get, { orderId })
    expect(contracts.every(({ status }) => status === '已作废')).toBe(true)
    const order = await orderRow(orderId)
    expect(order.entryValues).toMatchObject({ bankCard: { cardNo: otherCard.cardNo, bankCode: 'ICBC' } })
    expect(order.cardBoundAt).not.toBeNull()
    await answerLast(orderId, { result: 'refused', reason: '协议不存在' })
    expect(await places(orderId)).toEqual(['current 已绑定', 'former 已解绑'])
  })

  it('waits after signing for its paper and its checker, while the old one pays and cannot be unbound', async () => {
    const { orderId } = await boundOrder(backend)
    await sign(orderId)
    const unbound = await clerk().send(bankCards.unbind, { ...(await onOrder(orderId)), reason: '客户要求' })
    expect(unbound).toMatchObject({ status: 422, body: { code: 'bankCards.refusals.isSigned' } })
    await change(orderId)
    const early = await clerk()
      .upload(bankCards.addPaper, await onOrder(orderId), await paper())
      .catch((error: { status: number }) => error)
    expect(early).toMatchObject({ status: 422 })
    await answerLast(orderId, fits)
    await answerLast(orderId, consent('XY-6'))
    expect(await caseOf(orderId)).toMatchObject({ cardState: 'paper', current: '已绑定', next: '已绑定' })
    expect((await orderRow(orderId)).entryValues).not.toMatchObject({
      bankCard: { cardNo: otherCard.cardNo },
    })
    const blank = await clerk().raw(bankCards.blankPaper, { orderId })
    expect(blank.status).toBe(200)
    expect(
      Buffer.from(await blank.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')

    const upload = async () => clerk().upload(bankCards.addPaper, await onOrder(orderId), await paper())
    await upload()
    expect(await caseOf(orderId)).toMatchObject({ cardState: 'checking' })
    expect(await places(orderId)).toEqual(['next 已绑定', 'current 已绑定'])
    await expect(upload()).rejects.toThrow('授权书待复核')
    const given = await clerk().send(bankCards.withdraw, { ...(await onOrder(orderId)), reason: '客户反悔' })
    expect(given).toMatchObject({ status: 422, body: { code: 'bankCards.refusals.isChecking' } })
    const checker = backend.as('finance_checker')
    const waiting = async () => {
      const { data } = await checker.call(changes.of, { kind: 'card', aboutId: orderId })
      return data.find(({ state }) => state === 'waiting')
    }
    const first = await waiting()
    // The last digits say which cards; nobody who checks is shown more.
    const shown = first?.lines.filter(({ kind }) => kind === 'card') ?? []
    expect(shown).not.toEqual([])
    for (const { value } of shown) expect(value).toMatch(/^\*+\d{4}$/)
    await checker.call(changes.refuse, {
      id: first?.id ?? 0,
      rowVersion: first?.rowVersion ?? 0,
      reason: '签名不清',
    })
    expect(await caseOf(orderId)).toMatchObject({ cardState: 'paper' })
    await upload()
    const second = await waiting()
    await checker.call(changes.approve, {
      ids: [second?.id ?? 0],
      hashes: [second?.contentHash ?? ''],
      eventId: newEvent(),
    })
    expect(await places(orderId)).toEqual(['current 已绑定', 'former 已解绑'])
    const { cards } = await caseOf(orderId)
    expect(cards[0]).toMatchObject({ agreementNo: 'XY-6', paper: { name: '授权书.jpg' } })
    expect((await clerk().raw(bankCards.paper, { orderId, cardId: cards[0]?.id ?? 0 })).status).toBe(200)
    expect((await kindsOf(orderId))[0]).toBe('cancel')
  })

  it('can be given up: the one that pays stays, and what was agreed for the other ends', async () => {
    const { orderId } = await boundOrder(backend)
    await sign(orderId)
    await change(orderId)
    await answerLast(orderId, fits)
    await answerLast(orderId, consent('XY-8'))
    await clerk().call(bankCards.withdraw, { ...(await onOrder(orderId)), reason: '客户反悔' })
    expect(await places(orderId)).toEqual(['current 已绑定', 'former 已解绑'])
    expect((await caseOf(orderId)).cards[0]?.agreementNo).toBe('XY-1')
    expect((await kindsOf(orderId))[0]).toBe('cancel')
  })

  it('is no card of somebody else, of no bank, or the same once more', async () => {
    const { orderId } = await boundOrder(backend)
    const { cardNo, reservedMobile } = (
      (await orderRow(orderId)).entryValues as { bankCard: typeof otherCard }
    ).bankCard
    const send = async (more: object) =>
      (await clerk().send(bankCards.change, { ...(await onOrder(orderId)), ...otherCard, ...more })).body
    expect(await send({ bankCode: 'NONE' })).toMatchObject({ fields: { bankCode: expect.any(String) } })
    expect(await send({ cardNo, reservedMobile })).toMatchObject({ fields: { cardNo: '与当前的卡相同' } })
    expect(await send({ cardNo: '12345678901234567890' })).toMatchObject({
      fields: { cardNo: expect.any(String) },
    })
  })
})

test('a card is unbound before signing with its contracts', async () => {
  const { orderId, rowVersion } = await boundOrder(backend)
  await clerk().call(orderContracts.generate, { orderId, rowVersion, eventId: newEvent() })
  await clerk().call(bankCards.unbind, { ...(await onOrder(orderId)), reason: '客户要求' })
  expect(await caseOf(orderId)).toMatchObject({ cardState: 'unbound', current: '已解绑' })
  expect((await orderRow(orderId)).cardBoundAt).toBeNull()
  const { contracts, obstacles } = await clerk().call(orderContracts.get, { orderId })
  expect(contracts.every(({ status }) => status === '已作废')).toBe(true)
  expect(obstacles).toEqual([{ key: 'cardUnbound', names: '已解绑' }])
})

test('without a bank to ask, it is said who sets it up', async () => {
  const { orderId } = await approvedOrder(backend)
  const { wirePorts } = await import('../../../platform/outside/wiring.ts')
  wirePorts()
  const sent = await clerk().send(bankCards.bind, await onOrder(orderId))
  wireBanks()
  expect(sent).toMatchObject({ status: 422, body: { code: 'outside.notWired' } })
  expect(await kindsOf(orderId)).toEqual([])
})
