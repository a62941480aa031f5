import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { changes } from '../../../platform/changes/contract.ts'
import { tiesOf } from '../../../platform/changes/order-ties.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import type { JobRun } from '../../../platform/jobs/jobs.ts'
import { notification } from '../../../platform/messages/table.ts'
import { minus, r2, sum, times } from '../../../rules/money.ts'
import { formatMoney } from '../../../rules/money-text.ts'
import { capital } from '../../channels/table.ts'
import { contract } from '../../contracts/table/contracts.ts'
import type { RoleCode } from '../../identity/rules/roles.ts'
import { attachments } from '../../materials/contract/attachments.ts'
import { papers } from '../../materials/contract/papers.ts'
import { fillPapers } from '../../materials/service/testing.ts'
import { materialItem, materialSet } from '../../materials/table/materials.ts'
import { applications } from '../../orders/contract.ts'
import { newEvent, testPicture } from '../../orders/service/testing.ts'
import { application, reviewLog } from '../../orders/table.ts'
import { product } from '../../products/table.ts'
import { openGates } from '../../releases/service/testing.ts'
import { riskApproval } from '../../risk/contract/approval.ts'
import { attachment } from '../../system/table.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { capitalOrders } from '../contract.ts'
import { capitalOrder } from '../table.ts'
import { readyToPushAgain } from './capital-record.ts'
import {
  callsOf,
  changeFunder,
  checkConsent,
  copiesOf,
  funderSays,
  newFunder,
  onOrder,
  orderNow,
  passSet,
  pushableOrder,
  pushesOf,
  registerConsent,
  says,
  wireFunder,
} from './testing.ts'
import { watchFunders } from './watch-funders.ts'

let backend: TestBackend
let byHand: number
let online: number
let first: number
beforeAll(async () => {
  // Nobody sends: what the funder says, and when, is for each test to decide.
  backend = await openTestBackend({ background: false })
  wireFunder()
  byHand = await newFunder()
  online = await newFunder({ online: true })
  first = await pushableOrder(backend, byHand)
  await inTenant(1, () => db().update(product).set({ capitalIds: null }))
}, 90_000)
afterAll(() => backend.close())

const manager = () => backend.as('capital_mgr')
const nextOrder = async (capitalId = byHand): Promise<number> => {
  const [id = 0] = await copiesOf(first, 1)
  await inTenant(1, () =>
    db().execute(sql`update application set capital_id = ${capitalId} where id = ${id}`),
  )
  return id
}
const push = async (orderId: number) => manager().call(capitalOrders.push, await onOrder(orderId))
const register = async (orderId: number, values: { result: 'return' | 'reject'; reply?: string }) =>
  manager().call(capitalOrders.result, { ...(await onOrder(orderId)), ...values })
/** By the one who registers it and the one who checks it. */
const agree = async (orderId: number, values?: Parameters<typeof registerConsent>[2]) =>
  checkConsent(backend, await registerConsent(backend, orderId, values))
const setOf = async (orderId: number) => {
  const [set] = await inTenant(1, () =>
    db()
      .select()
      .from(materialSet)
      .where(and(eq(materialSet.orderId, orderId), eq(materialSet.kind, 'capital'))),
  )
  return set
}
const noticesOf = (orderId: number) =>
  inTenant(1, () => db().select().from(notification).where(eq(notification.orderId, orderId)))

test('a push waits for its funder, and a pass that is registered by hand lights the milestone', async () => {
  const orderId = await nextOrder()
  expect(await push(orderId)).toMatchObject({ status: 'wait_funder' })
  const [row] = await pushesOf(orderId)
  const { approvedAmount } = await orderNow(orderId)
  expect(row).toMatchObject({ status: '已推送', round: 1, amount: approvedAmount })
  // One without an interface is asked by a person.
  expect(await callsOf(`${row?.pushNo}/1`)).toHaveLength(0)
  await expect(push(orderId)).rejects.toThrow('422 订单在放款准备时才能推送资方')
  const pass = { capitalOrderNo: 'DB1', approvedRate: '0.0520' }
  const sent = registerConsent.bind(undefined, backend, orderId)
  await expect(sent({ ...pass, approvedAmount: '1.00' })).rejects.toThrow('不能小于推送金额')
  await expect(sent({ ...pass, capitalOrderNo: '' })).rejects.toThrow('400')
  await expect(register(orderId, { result: 'reject' })).rejects.toThrow('400')
  await agree(orderId, pass)
  expect(await pushesOf(orderId)).toMatchObject([
    { status: '审批通过', approvedAmount, approvedRate: '0.0520' },
  ])
  expect(await orderNow(orderId)).toMatchObject({ capitalOrderNo: 'DB1', funderOkAt: expect.any(String) })
  await expect(push(orderId)).rejects.toThrow('资方已通过')
  const { data } = await manager().call(papers.capitalList, { capitalStatus: '审批通过', length: 100 })
  expect(data.find(({ id }) => id === orderId)).toMatchObject({ capitalOrderNo: 'DB1', late: false })
  const other = await nextOrder()
  await push(other)
  await expect(registerConsent(backend, other, pass)).rejects.toThrow('该资方单号已用于其他订单')
})

describe('a consent that is registered by hand', () => {
  const registered = async (capitalId = byHand) => {
    const orderId = await nextOrder(capitalId)
    await push(orderId)
    if (capitalId === online) await beSilent(orderId)
    return { orderId, pushId: await registerConsent(backend, orderId) }
  }
  const beSilent = (orderId: number) =>
    inTenant(1, () =>
      db().update(capitalOrder).set({ silent: true }).where(eq(capitalOrder.orderId, orderId)),
    )
  const changeOf = async (pushId: number) => {
    const { data } = await manager().call(changes.of, { kind: 'funder', aboutId: pushId })
    const [change] = data
    if (!change) throw new Error('nothing was proposed')
    return change
  }

  test('moves nothing until it is checked, says so, and takes no second word', async () => {
    const { orderId, pushId } = await registered()
    expect(await orderNow(orderId)).toMatchObject({ status: 'wait_funder', funderOkAt: null })
    const { funding } = await manager().call(papers.get, { orderId, kind: 'capital' })
    expect(funding).toMatchObject({ checking: true, capitalStatus: '已推送' })
    expect(funding?.orders).toMatchObject([{ proofName: '批复函.jpg' }])
    const { data } = await manager().call(papers.capitalList, { capitalStatus: '已推送', length: 100 })
    expect(data.find(({ id }) => id === orderId)?.checking).toBe(true)
    for (const again of [
      () => registerConsent(backend, orderId),
      () => register(orderId, { result: 'reject', reply: '客户负债过高' }),
    ])
      await expect(again()).rejects.toThrow('正在等待复核')
    await checkConsent(backend, pushId)
    expect(await orderNow(orderId)).toMatchObject({ status: 'preparing', funderOkAt: expect.any(String) })
    const [last] = await inTenant(1, () =>
      db()
        .select()
        .from(reviewLog)
        .where(eq(reviewLog.orderId, orderId))
        .orderBy(desc(reviewLog.seq))
        .limit(1),
    )
    expect(last).toMatchObject({ event: 'funder_pass', opinion: expect.stringMatching(/制单.+复核/) })
  })

  test('is read by whoever checks it, with its paper, and not among the papers', async () => {
    const { orderId, pushId } = await registered()
    const { lines } = await changeOf(pushId)
    expect(lines.map(({ field }) => field)).toEqual(
      expect.arrayContaining(['capitalName', 'pushed', 'capitalAmount', 'capitalOrderNo', 'proof']),
    )
    const checker = backend.as('finance_checker')
    const paper = await checker.raw(capitalOrders.proof, { orderId, pushId })
    expect([paper.status, paper.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect((await backend.as('cashier').raw(capitalOrders.proof, { orderId, pushId })).status).toBe(403)
    expect((await checker.raw(capitalOrders.proof, { orderId: first, pushId })).status).toBe(404)
    const [file] = await inTenant(1, () =>
      db()
        .select()
        .from(attachment)
        .where(eq(attachment.orderId, orderId))
        .orderBy(desc(attachment.id))
        .limit(1),
    )
    expect((await manager().raw(attachments.download, { orderId, fileId: file?.id ?? 0 })).status).toBe(404)
    expect((await checker.call(papers.get, { orderId, kind: 'capital' })).funding?.checking).toBe(true)
  })

  test('ties who registered it to the money of the order, whatever he holds later', async () => {
    const { orderId, pushId } = await registered()
    await checkConsent(backend, pushId)
    const change = await changeOf(pushId)
    const ties = await inTenant(1, () => tiesOf([change.id], [change.madeBy]))
    expect(ties.get(change.id)).toBe('funded')
    expect((await orderNow(orderId)).id).toBe(orderId)
  })

  test.each([
    ['agrees', says('pass', { capitalOrderNo: 'LATE-1' }), '审批通过'],
    ['rejects', says('reject', { reply: '客户涉诉' }), '拒绝'],
    ['does not take it', { result: 'refused', reason: '报文校验失败' } as const, '待推送'],
  ])('is over once the interface %s', async (_says, outcome, status) => {
    const { orderId, pushId } = await registered(online)
    const [{ pushNo = '' } = {}] = await pushesOf(orderId)
    await funderSays(`${pushNo}/1`, outcome)
    expect(await pushesOf(orderId)).toMatchObject([{ status }])
    expect(await changeOf(pushId)).toMatchObject({
      state: 'expired',
      decideReason: expect.stringContaining('接口已答复'),
    })
    expect((await noticesOf(orderId)).some(({ title }) => title.includes('资方同意'))).toBe(true)
  })

  test('is over with its order', async () => {
    const { orderId, pushId } = await registered()
    await backend
      .as('first_reviewer')
      .call(applications.void, { ...(await onOrder(orderId)), reason: '客户放弃' })
    expect(await changeOf(pushId)).toMatchObject({ state: 'expired' })
  })

  test('of a number that another one took meanwhile is refused', async () => {
    const [one, other] = [await registered(), await registered()]
    await checkConsent(backend, one.pushId)
    const taken = `N-${one.orderId}`
    await manager().call(changes.withdraw, { ...(await changeOf(other.pushId)), reason: '单号有误' })
    await inTenant(1, () =>
      db().update(capitalOrder).set({ capitalOrderNo: null }).where(eq(capitalOrder.id, one.pushId)),
    )
    await registerConsent(backend, other.orderId, { capitalOrderNo: taken })
    await inTenant(1, () =>
      db().update(capitalOrder).set({ capitalOrderNo: taken }).where(eq(capitalOrder.id, one.pushId)),
    )
    await expect(checkConsent(backend, other.pushId)).rejects.toThrow('该资方单号已用于其他订单')
    expect(await orderNow(other.orderId)).toMatchObject({ status: 'wait_funder' })
  })
})

test('what a funder gives back is a reason at its papers, and goes to it again in a second round', async () => {
  const orderId = await nextOrder(online)
  await push(orderId)
  const [{ pushNo = '' } = {}] = await pushesOf(orderId)
  await expect(register(orderId, { result: 'return', reply: '缺流水' })).rejects.toThrow('才能人工登记')
  await funderSays(`${pushNo}/1`, { result: 'pending' })
  expect(await pushesOf(orderId)).toMatchObject([{ status: '资方审核中' }])
  await funderSays(`${pushNo}/1`, says('return', { reply: '缺银行流水', capitalOrderNo: 'ON1' }))
  expect(await orderNow(orderId)).toMatchObject({ status: 'preparing', funderOkAt: null })
  expect(await setOf(orderId)).toMatchObject({ status: '退回', reason: '缺银行流水' })
  await expect(push(orderId)).rejects.toThrow('资方材料审核通过后才能推送')

  const returned = await setOf(orderId)
  await inTenant(1, async () => {
    await db()
      .update(materialSet)
      .set({ status: '上传中' })
      .where(eq(materialSet.id, returned?.id ?? 0))
  })
  await fillPapers(backend, orderId, 'capital')
  const on = async () => ({ ...(await onOrder(orderId)), kind: 'capital' as const })
  await backend.as('material_clerk').call(papers.submit, await on())
  await manager().call(papers.pass, await on())
  expect(await pushesOf(orderId)).toMatchObject([{ status: '待推送' }])
  await push(orderId)
  expect(await pushesOf(orderId)).toMatchObject([{ status: '已推送', round: 2, reply: null }])
  // Everything that it says of the first round comes too late.
  await funderSays(`${pushNo}/1`, says('reject', { reply: '晚到' }))
  expect(await orderNow(orderId)).toMatchObject({ status: 'wait_funder' })
  for (const _twice of [1, 2]) await funderSays(`${pushNo}/2`, says('pass', { capitalOrderNo: 'ON1' }))
  expect(await pushesOf(orderId)).toMatchObject([{ status: '审批通过', capitalOrderNo: 'ON1' }])
  expect(await orderNow(orderId)).toMatchObject({ status: 'preparing', funderOkAt: expect.any(String) })
})

test('papers that a funder gave back stay as it was shown them, and say that they are to be replaced', async () => {
  // Of its own files: copies share them.
  const orderId = await pushableOrder(backend, byHand)
  await push(orderId)
  await register(orderId, { result: 'return', reply: '申请表缺签章' })
  const clerk = backend.as('material_clerk')
  const on = async () => ({ ...(await onOrder(orderId)), kind: 'capital' as const })
  await expect(clerk.call(papers.submit, await on())).rejects.toThrow('退回后还没有更换')

  const form = async () => {
    const { items } = await clerk.call(papers.get, { orderId, kind: 'capital' })
    return items.find(({ materialType }) => materialType === 'funder_form')
  }
  const before = (await form())?.files ?? []
  await clerk.call(attachments.remove, { orderId, fileId: before[0]?.id ?? 0, eventId: newEvent() })
  await clerk.upload(
    attachments.upload,
    { orderId, kind: 'capital', materialType: 'funder_form', eventId: newEvent() },
    { name: 'funder_form.jpg', bytes: await testPicture() },
  )
  const now = await form()
  expect(now).toMatchObject({ version: 2, itemStatus: '已传' })
  expect(now?.former).toMatchObject([{ version: 1, files: before, rejectNote: '申请表缺签章' }])
})

test('what the interface of a funder does not take was refused by nobody: its papers stand and it is pushed again', async () => {
  const orderId = await nextOrder(online)
  await push(orderId)
  const [{ pushNo = '' } = {}] = await pushesOf(orderId)
  await funderSays(`${pushNo}/1`, { result: 'refused', reason: '报文校验失败' })
  expect(await pushesOf(orderId)).toMatchObject([{ status: '待推送', reply: '资方接口未受理：报文校验失败' }])
  expect(await orderNow(orderId)).toMatchObject({ status: 'preparing', rejectStage: null })
  expect(await setOf(orderId)).toMatchObject({ status: '通过' })
  expect((await noticesOf(orderId)).map(({ title }) => title).join()).toContain('资方接口未受理')
  await push(orderId)
  await funderSays(`${pushNo}/2`, { result: 'pending' })
  await funderSays(`${pushNo}/2`, { result: 'refused', reason: '机构未开通' })
  await push(orderId)
  await funderSays(`${pushNo}/3`, says('pass', { capitalOrderNo: 'ON9' }))
  expect(await pushesOf(orderId)).toMatchObject([{ status: '审批通过', round: 3 }])
})

test('what a funder says elsewhere than over its interface is registered once the interface is late', async () => {
  const orderId = await nextOrder(online)
  await push(orderId)
  const [{ pushNo = '' } = {}] = await pushesOf(orderId)
  await funderSays(`${pushNo}/1`, { result: 'pending' })
  const said = { capitalOrderNo: 'BYPHONE1' }
  await expect(registerConsent(backend, orderId, said)).rejects.toThrow('该资方答复后自动更新')
  await inTenant(1, () =>
    db()
      .update(capitalOrder)
      .set({ pushedAt: sql`now() - interval '14 days'` })
      .where(eq(capitalOrder.orderId, orderId)),
  )
  await agree(orderId, said)
  expect(await pushesOf(orderId)).toMatchObject([{ status: '审批通过', capitalOrderNo: 'BYPHONE1' }])
  // The interface says it too, and something else.
  await funderSays(`${pushNo}/1`, says('reject', { reply: '逾期未补件' }))
  expect(await pushesOf(orderId)).toMatchObject([{ status: '审批通过', capitalOrderNo: 'BYPHONE1' }])
  expect((await orderNow(orderId)).funderOkAt).not.toBeNull()
  expect((await noticesOf(orderId)).map(({ title }) => title).join()).toContain('与登记的结果不一致')
})

test('a second word of a funder that is not its first is told, once, and changes nothing', async () => {
  const orderId = await nextOrder(online)
  await push(orderId)
  const [{ pushNo = '', amount = '' } = {}] = await pushesOf(orderId)
  const told = async () =>
    (await noticesOf(orderId)).filter(({ title }) => title.includes('与登记的结果不一致'))
  await funderSays(`${pushNo}/1`, says('pass', { capitalOrderNo: `AGAIN-${orderId}` }))
  const before = await pushesOf(orderId)
  // The same again, as its callback and our question bring it.
  await funderSays(
    `${pushNo}/1`,
    says('pass', { capitalOrderNo: `AGAIN-${orderId}`, approvedAmount: amount }),
  )
  expect(await told()).toEqual([])
  const more = sum([amount, '1000.00'])
  for (const _twice of [1, 2]) await funderSays(`${pushNo}/1`, says('pass', { approvedAmount: more }))
  const ofAmount = await told()
  expect(ofAmount.map(({ body }) => body).join()).toContain(`批复金额为${formatMoney(more)}元`)
  // Whoever pushed it, and who registers what funders say.
  const heard = ofAmount.map(({ userId }) => userId)
  expect(new Set(heard).size).toBe(heard.length)
  expect(heard).toContain(before[0]?.pushedBy)
  await funderSays(`${pushNo}/1`, says('reject', { reply: '客户涉诉' }))
  await funderSays(`${pushNo}/1`, { result: 'refused', reason: '申请已失效' })
  const bodies = (await told()).map(({ body }) => body).join()
  expect(bodies).toContain('“拒绝”客户涉诉')
  expect(bodies).toContain('申请已失效')
  expect(await pushesOf(orderId)).toEqual(before)
  expect((await orderNow(orderId)).funderOkAt).not.toBeNull()
})

test('papers that came back are not asked about because the funder says so twice', async () => {
  const orderId = await nextOrder(online)
  await push(orderId)
  const [{ pushNo = '' } = {}] = await pushesOf(orderId)
  const less = says('pass', { approvedAmount: '1000.00', reply: '额度不足' })
  for (const _twice of [1, 2]) await funderSays(`${pushNo}/1`, less)
  await passSet(orderId)
  await inTenant(1, () => readyToPushAgain(orderId, { actor: { id: 0 }, now: new Date() }))
  await funderSays(`${pushNo}/1`, less)
  expect((await noticesOf(orderId)).filter(({ title }) => title.includes('不一致'))).toEqual([])
})

describe('a funder that takes its consent back', () => {
  const withdraw = async (orderId: number, by: RoleCode = 'capital_mgr') =>
    backend.as(by).call(capitalOrders.withdraw, { ...(await onOrder(orderId)), reason: '客户新增逾期' })
  const agreed = async () => {
    const orderId = await nextOrder()
    await push(orderId)
    await agree(orderId)
    return orderId
  }

  test('leaves a push that is over, a dark milestone and an order that can be pushed again', async () => {
    const orderId = await agreed()
    await expect(withdraw(orderId, 'cashier')).rejects.toThrow('403')
    await expect(
      manager().call(capitalOrders.withdraw, { ...(await onOrder(orderId)), reason: ' ' }),
    ).rejects.toThrow('400')
    expect(await withdraw(orderId)).toMatchObject({ status: 'preparing' })
    expect(await orderNow(orderId)).toMatchObject({ funderOkAt: null, capitalOrderNo: null })
    expect(await pushesOf(orderId)).toMatchObject([
      { status: '取消', reply: expect.stringContaining('撤回同意：客户新增逾期') },
    ])
    expect((await noticesOf(orderId)).some(({ title }) => title.includes('资方撤回同意'))).toBe(true)
    await expect(withdraw(orderId)).rejects.toThrow('资方没有通过')
    expect(await push(orderId)).toMatchObject({ status: 'wait_funder' })
    expect(await pushesOf(orderId)).toMatchObject([{ status: '已推送' }, { status: '取消' }])
  })

  test('takes an order that waits for its release back, from where another funder can be chosen', async () => {
    const orderId = await agreed()
    await openGates(orderId)
    await inTenant(1, () =>
      db().update(application).set({ status: 'wait_release' }).where(eq(application.id, orderId)),
    )
    expect(await withdraw(orderId)).toMatchObject({ status: 'preparing' })
    const moved = await inTenant(1, () =>
      db().select().from(reviewLog).where(eq(reviewLog.orderId, orderId)).orderBy(asc(reviewLog.seq)),
    )
    expect(moved.slice(-2).map(({ event }) => event)).toEqual(['milestone_clear', 'unready'])
    await manager().call(capitalOrders.reroute, {
      ...(await onOrder(orderId)),
      capitalId: online,
      reason: '原资方撤回',
    })
    expect(await orderNow(orderId)).toMatchObject({ status: 'preparing', capitalId: online })
  })

  test('is too late once the money is on its way', async () => {
    const orderId = await agreed()
    await openGates(orderId)
    await inTenant(1, () =>
      db().update(application).set({ status: 'releasing' }).where(eq(application.id, orderId)),
    )
    await expect(withdraw(orderId)).rejects.toThrow('放款中的请先等待银行结果')
    expect(await pushesOf(orderId)).toMatchObject([{ status: '审批通过' }])
  })
})

test('less than was approved is no pass', async () => {
  const orderId = await nextOrder(online)
  await push(orderId)
  const [{ pushNo = '' } = {}] = await pushesOf(orderId)
  await funderSays(`${pushNo}/1`, says('pass', { approvedAmount: '1000.00', reply: '额度不足' }))
  const [row] = await pushesOf(orderId)
  expect(row).toMatchObject({ status: '退回补件', reply: expect.stringContaining('低于审批金额') })
  expect(await orderNow(orderId)).toMatchObject({ status: 'preparing', funderOkAt: null })
})

test('each limit of a funder stops the push and says what to do', async () => {
  const funder = await newFunder()
  const orderId = await nextOrder(funder)
  const only = async (values: Parameters<typeof changeFunder>[1], why: string) => {
    await changeFunder(funder, {
      status: '启用',
      ageRange: null,
      cities: null,
      creditLimit: null,
      dailyLimit: null,
      cutoffTime: null,
      ...values,
    })
    await expect(push(orderId)).rejects.toThrow(why)
  }
  await only({ status: '停用' }, '已停用')
  await only({ ageRange: '98-99' }, '请更换资方')
  await only({ cities: ['659000'] }, '不做该门店所在城市')
  await only({ creditLimit: '0.01' }, '授信额度剩余')
  await only({ dailyLimit: '0.01' }, '请明日再推送')
  await only({ cutoffTime: '-' }, '截止时间')
  expect(await pushesOf(orderId)).toHaveLength(0)
  const { approvedAmount } = await orderNow(orderId)
  // Room for one: the second of two orders has none.
  await changeFunder(funder, { cutoffTime: null, creditLimit: approvedAmount })
  const other = await nextOrder(funder)
  await push(orderId)
  await expect(push(other)).rejects.toThrow('授信额度剩余0.00元')
})

test('limits count of each order what it gives to the funder itself', async () => {
  const funder = await newFunder({ coopMode: '联合', shareRatio: '0.7000' })
  const orderId = await nextOrder(funder)
  const other = await nextOrder(funder)
  const { approvedAmount } = await orderNow(orderId)
  const amount = approvedAmount ?? ''
  // Of one of them the funder has six tenths, of the other all: neither is what it has of others.
  const theirs = r2(times(amount, '0.6'))
  await inTenant(1, () =>
    db()
      .update(application)
      .set({
        approvedQuote: sql`jsonb_set(${application.approvedQuote}, '{parties}',
        ${JSON.stringify({ funderPrincipal: theirs, ownPrincipal: minus(amount, theirs) })}::jsonb)`,
      })
      .where(eq(application.id, orderId)),
  )
  await changeFunder(funder, { creditLimit: minus(theirs, '0.01') })
  await expect(push(orderId)).rejects.toThrow(`不足${formatMoney(theirs)}元`)
  await changeFunder(funder, { creditLimit: sum([theirs, amount]), dailyLimit: sum([theirs, amount]) })
  await push(orderId)
  await changeFunder(funder, { creditLimit: minus(sum([theirs, amount]), '0.01') })
  await expect(push(other)).rejects.toThrow(`授信额度剩余${formatMoney(minus(amount, '0.01'))}元`)
  await changeFunder(funder, { creditLimit: null, dailyLimit: minus(sum([theirs, amount]), '0.01') })
  await expect(push(other)).rejects.toThrow(`今日额度剩余${formatMoney(minus(amount, '0.01'))}元`)
  await changeFunder(funder, { dailyLimit: sum([theirs, amount]) })
  await push(other)
})

test('a loan goes to no funder that lends in another way, or with another share', async () => {
  const orderId = await nextOrder()
  const fits = await newFunder({ coopMode: '联合', shareRatio: '0.7000' })
  const otherShare = await newFunder({ coopMode: '联合', shareRatio: '0.6000' })
  const { productId } = await orderNow(orderId)
  await inTenant(1, async () => {
    const [{ id: _, ...sold } = { id: 0 }] = await db()
      .select()
      .from(product)
      .where(eq(product.id, productId ?? 0))
    const terms = { bizMode: 'joint_loan', funderShare: '0.7000', code: `JOINT-${orderId}` }
    const [made] = await db()
      .insert(product)
      .values({ ...(sold as typeof product.$inferInsert), ...terms })
      .returning({ id: product.id })
    await db()
      .update(application)
      .set({ productId: made?.id, bizMode: 'joint_loan' })
      .where(eq(application.id, orderId))
  })
  await expect(push(orderId)).rejects.toThrow('合作模式为助贷，该订单须由合作模式为联合的外部资方出资')
  const funders = await manager().call(capitalOrders.funders, { orderId })
  const whyNot = (id: number) => funders.find((one) => one.id === id)?.obstacle
  expect(whyNot(online)).toContain('合作模式为助贷')
  expect(whyNot(otherShare)).toContain('出资比例为60.00%，订单的资方出资比例为70.00%')
  expect(whyNot(fits)).toBeNull()
  const to = async (capitalId: number) =>
    manager().call(capitalOrders.reroute, { ...(await onOrder(orderId)), capitalId, reason: '换一家' })
  await expect(to(otherShare)).rejects.toThrow('不能选择')
  await to(fits)
  expect(await orderNow(orderId)).toMatchObject({ capitalId: fits })
})

test('a rejected order goes to another funder that takes it, and its contracts are made and signed again', async () => {
  const orderId = await nextOrder()
  const [made] = await inTenant(1, () => db().select().from(contract).limit(1))
  if (made)
    await inTenant(1, () =>
      db()
        .insert(contract)
        .values({ ...made, id: undefined, contractNo: `C-${orderId}`, orderId, status: '已签署' }),
    )
  await fillPapers(backend, orderId, 'mortgage')
  const clerk = backend.as('material_clerk')
  for (const step of [papers.submit, papers.pass])
    await clerk.call(step, { ...(await onOrder(orderId)), kind: 'mortgage' })
  const mortgageOf = async () => (await clerk.call(papers.get, { orderId, kind: 'mortgage' })).mortgage
  const nameOf = async (id: number) =>
    (await inTenant(1, () => db().select().from(capital).where(eq(capital.id, id))))[0]?.name
  expect(await mortgageOf()).toMatchObject({ status: '已抵押', mortgagee: await nameOf(byHand) })
  await push(orderId)
  await register(orderId, { result: 'reject', reply: '征信不符' })
  expect(await orderNow(orderId)).toMatchObject({ status: 'funder_rejected', rejectStage: '资方' })
  const narrow = await newFunder({ ageRange: '98-99' })
  const funders = await manager().call(capitalOrders.funders, { orderId })
  expect(funders.find(({ id }) => id === byHand)?.obstacle).toContain('已拒绝：征信不符')
  expect(funders.find(({ id }) => id === narrow)?.obstacle).toContain('98-99')
  expect(funders.find(({ id }) => id === online)?.obstacle).toBeNull()
  const to = async (capitalId: number) =>
    manager().call(capitalOrders.reroute, { ...(await onOrder(orderId)), capitalId, reason: '换一家' })
  await expect(to(byHand)).rejects.toThrow('不能选择')
  await expect(to(narrow)).rejects.toThrow('不能选择')
  await to(online)
  expect(await orderNow(orderId)).toMatchObject({
    status: 'preparing',
    capitalId: online,
    econtractSignedAt: null,
    contractNo: null,
    capitalOrderNo: null,
  })
  const left = await inTenant(1, () => db().select().from(contract).where(eq(contract.orderId, orderId)))
  for (const { status } of left) expect(status).toBe('已作废')
  const set = await setOf(orderId)
  expect(set).toMatchObject({ status: '已失效' })
  const items = await inTenant(1, () =>
    db()
      .select()
      .from(materialItem)
      .where(eq(materialItem.setId, set?.id ?? 0)),
  )
  const bad = items
    .filter(({ itemStatus }) => itemStatus === '不合格')
    .map(({ materialType }) => materialType)
  expect(bad.sort()).toEqual(['funder_auth', 'funder_form'])
  // It was registered for whoever pays no more.
  expect(await mortgageOf()).toMatchObject({
    status: '退回',
    doneAt: null,
    mortgagee: await nameOf(online),
  })
  expect((await noticesOf(orderId)).some(({ opens }) => opens === 'contractCase')).toBe(true)
  await passSet(orderId)
  expect(await push(orderId)).toMatchObject({ status: 'wait_funder' })
  expect(await pushesOf(orderId)).toMatchObject([{ capitalId: online }, { status: '拒绝' }])
})

test.each([
  ['已推送', undefined],
  ['资方审核中', 'pending'],
] as const)('a void order cancels a push that is %s, and the funder hears of it', async (status, answer) => {
  const orderId = await nextOrder(online)
  await push(orderId)
  const [{ pushNo = '' } = {}] = await pushesOf(orderId)
  if (answer) await funderSays(`${pushNo}/1`, { result: answer })
  expect(await pushesOf(orderId)).toMatchObject([{ status }])
  await backend
    .as('first_reviewer')
    .call(applications.void, { ...(await onOrder(orderId)), reason: '客户放弃' })
  expect(await pushesOf(orderId)).toMatchObject([{ status: '取消' }])
  expect(await callsOf(`${pushNo}/cancel`)).toHaveLength(1)
  // Everything that nobody wants any more does not go out, with whatever it says of the customer.
  expect(await callsOf(`${pushNo}/1`)).toMatchObject([{ status: 'dead', nextAt: null }])
  await funderSays(`${pushNo}/1`, says('pass'))
  expect(await orderNow(orderId)).toMatchObject({ status: 'voided', funderOkAt: null })
})

test('changed terms cancel the push, and whoever pushed it is told to tell the funder', async () => {
  const changed = await nextOrder()
  await push(changed)
  const { approvedAmount, approvedTerm } = await orderNow(changed)
  await agree(changed)
  await backend.as('entry_clerk').call(riskApproval.changeTerms, {
    ...(await onOrder(changed)),
    amount: `${Number(approvedAmount) - 1000}.00`,
    term: approvedTerm ?? 0,
    reason: '客户自付更多',
  })
  expect(await pushesOf(changed)).toMatchObject([{ status: '取消' }])
  expect(await orderNow(changed)).toMatchObject({ funderOkAt: null, capitalOrderNo: null })
  // The form names the amount of before.
  const set = await setOf(changed)
  expect(set?.status).toBe('已失效')
  const items = await inTenant(1, () =>
    db()
      .select()
      .from(materialItem)
      .where(and(eq(materialItem.setId, set?.id ?? 0), eq(materialItem.itemStatus, '不合格'))),
  )
  expect(items.map(({ materialType }) => materialType)).toEqual(['funder_form'])
  const told = await noticesOf(changed)
  expect(told.some(({ title }) => title.includes('请通知'))).toBe(true)
})

test('two working days without an answer are told once to whoever registers results', async () => {
  const orderId = await nextOrder()
  await push(orderId)
  await inTenant(1, () =>
    db()
      .update(capitalOrder)
      .set({ pushedAt: new Date(Date.now() - 14 * 86_400_000).toISOString() })
      .where(eq(capitalOrder.orderId, orderId)),
  )
  const run = { tenantId: 1, step: <T>(work: () => Promise<T>) => inTenant(1, work) } as unknown as JobRun
  await watchFunders.run({}, run)
  await watchFunders.run({}, run)
  const told = (await noticesOf(orderId)).filter(({ title }) => title.includes('超时未答复'))
  expect(told.length).toBeGreaterThan(0)
  expect(new Set(told.map(({ userId }) => userId)).size).toBe(told.length)
  const { data } = await manager().call(papers.capitalList, { length: 100, capitalStatus: '已推送' })
  expect(data.find(({ id }) => id === orderId)?.late).toBe(true)
})
