import { and, desc, eq } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import { blacklist } from '../../blacklist/contract.ts'
import { applications } from '../../orders/contract.ts'
import { newEvent, nextPerson, submittedOrder } from '../../orders/service/testing.ts'
import { application, riskDecision } from '../../orders/table.ts'
import { product } from '../../products/table.ts'
import { auditLog } from '../../system/table.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { riskScenes } from '../contract/scenes.ts'
import type { SceneRule } from '../rules/risk-scene.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
})
afterAll(() => backend.close())

const manager = () => backend.as('risk_manager')
const clerk = () => backend.as('entry_clerk')
const sceneOf = async (sceneCode: 'PRE_CHECK' | 'RISK', state: '草稿' | '开启' | '关闭') => {
  const { data } = await manager().call(riskScenes.list, { sceneCode, state })
  const [row] = data
  if (!row) throw new Error(`no ${state} ${sceneCode}`)
  return row
}
const rule = (over: Partial<SceneRule> = {}) =>
  ({
    code: 'T001',
    name: '试验',
    fact: 'age',
    compare: 'ge',
    value: ['0'],
    outcome: 'flag',
    points: 30,
    ...over,
  }) as never

/** A draft of PRE_CHECK with these rules. */
async function draftWith(rules: never[], passFrom = 80, rejectBelow = 40, productCodes: string[] = []) {
  const from = await sceneOf('PRE_CHECK', '开启')
  const { id } = await manager().call(riskScenes.draft, { id: from.id, eventId: newEvent() })
  const { rowVersion } = await manager().call(riskScenes.get, { id })
  return manager().call(riskScenes.save, {
    id,
    rowVersion,
    passFrom,
    rejectBelow,
    rules,
    productCodes,
    eventId: newEvent(),
  })
}
const decisionsOf = (orderId: number) =>
  inTenant(1, () =>
    db().select().from(riskDecision).where(eq(riskDecision.orderId, orderId)).orderBy(desc(riskDecision.id)),
  )

it('keeps the version and the facts that a decision saw', async () => {
  const { orderId } = await submittedOrder(clerk())
  const [decision] = await decisionsOf(orderId)
  expect(decision).toMatchObject({ sceneCode: 'PRE_CHECK', sceneVersion: 1, suggestion: '通过' })
  expect(decision?.facts).toMatchObject({ blackHits: 0, differs: [], sharedMobile: 0 })
  expect(decision?.facts).toMatchObject({ age: expect.any(Number) })
})

it('finds what stands on a list by what the number is', async () => {
  const person = nextPerson()
  await manager().call(blacklist.add, {
    numberType: 'address',
    number: '北京市示例路1号',
    level: '灰',
    source: '内部',
    reason: '地址可疑',
    eventId: newEvent(),
  })
  const { orderId } = await submittedOrder(clerk(), person)
  const [decision] = await decisionsOf(orderId)
  expect(decision?.facts).toMatchObject({ greyHits: 1, listAddress: ['灰'], listMobile: [] })
  expect(decision).toMatchObject({ suggestion: '人工', hits: [{ code: 'R002', value: '1' }] })
  const { data } = await manager().call(blacklist.entries, { q: '地址可疑' })
  const [entry] = data
  if (!entry) throw new Error('no entry')
  const { id, rowVersion } = entry
  await manager().call(blacklist.stop, { id, rowVersion, reason: '误报', eventId: newEvent() })
})

it('says at each field of a draft what cannot be, and saves nothing of it', async () => {
  const from = await sceneOf('PRE_CHECK', '开启')
  const { id } = await manager().call(riskScenes.draft, { id: from.id, eventId: newEvent() })
  const { rowVersion } = await manager().call(riskScenes.get, { id })
  const wrong = [rule({ fact: 'dti', value: ['0.7'] }), rule({ compare: 'any' })]
  expect(
    await manager().send(riskScenes.save, {
      id,
      rowVersion,
      passFrom: 30,
      rejectBelow: 40,
      rules: wrong,
      productCodes: [],
      eventId: newEvent(),
    }),
  ).toMatchObject({
    status: 400,
    body: {
      fields: {
        'rules.0.fact': '该环节尚无此判断项',
        'rules.1.code': '代码已被其他规则使用',
        'rules.1.compare': '该判断项不能这样比较',
      },
    },
  })
  expect(await manager().send(riskScenes.draft, { id: from.id, eventId: newEvent() })).toMatchObject({
    status: 409,
  })
  const kept = await manager().call(riskScenes.get, { id })
  expect(kept.ruleCount).toBe(from.ruleCount)
  await manager().call(riskScenes.discard, { id, rowVersion: kept.rowVersion, eventId: newEvent() })
})

it('tries a draft over past orders, and judges by it once it is open and not before', async () => {
  const before = await submittedOrder(clerk())
  const saved = await draftWith([rule({ outcome: 'manual' })])
  const { trial } = riskScenes
  const tried = await manager().call(trial, { id: saved.id, orders: 300 })
  expect(tried).toMatchObject({ recomputed: 0, rules: expect.arrayContaining([]) })
  expect(tried.changed?.find(({ orderId }) => orderId === before.orderId)).toMatchObject({
    before: { suggestion: '通过', score: 100, hits: [] },
    after: { suggestion: '人工', score: 70, hits: ['试验'] },
    recomputed: false,
  })
  expect(await decisionsOf(before.orderId)).toHaveLength(1)
  const between = await submittedOrder(clerk())
  expect((await decisionsOf(between.orderId))[0]).toMatchObject({ sceneVersion: 1, suggestion: '通过' })

  const former = await sceneOf('PRE_CHECK', '开启')
  await manager().call(riskScenes.open, { ...saved, eventId: newEvent() })
  expect((await manager().call(riskScenes.get, { id: former.id })).state).toBe('关闭')
  const after = await submittedOrder(clerk())
  const opened = await sceneOf('PRE_CHECK', '开启')
  expect((await decisionsOf(after.orderId))[0]).toMatchObject({
    sceneVersion: opened.version,
    suggestion: '人工',
  })
  const rows = await inTenant(1, () =>
    db()
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.action, 'scene.open'), eq(auditLog.object, `riskScene:${saved.id}`))),
  )
  expect(rows).toMatchObject([{ after: { state: '开启', openVersion: opened.version } }])

  // The way back.
  const { rowVersion } = await manager().call(riskScenes.get, { id: former.id })
  await manager().call(riskScenes.open, { id: former.id, rowVersion, eventId: newEvent() })
})

it('makes facts anew where none were kept, and says of how many', async () => {
  const { orderId } = await submittedOrder(clerk())
  await inTenant(1, () =>
    db()
      .update(riskDecision)
      .set({ facts: null, hits: [{ code: 'R001', name: '旧规则', action: 'flag' }] })
      .where(eq(riskDecision.orderId, orderId)),
  )
  const { id } = await sceneOf('PRE_CHECK', '开启')
  const tried = await manager().call(riskScenes.trial, { id, orders: 1 })
  expect(tried).toMatchObject({ judged: 1, kept: 0, recomputed: 1, changed: [] })
  expect(tried.rules.find(({ code }) => code === 'R001')).toMatchObject({ before: 1, after: 0 })
})

it('refuses by the system what the open scene rejects, and lets everything to people once it is closed', async () => {
  const saved = await draftWith([rule({ outcome: 'reject', name: '一律拒绝' })])
  await manager().call(riskScenes.open, { ...saved, eventId: newEvent() })
  const { orderId } = await submittedOrder(clerk())
  const { order } = await clerk().call(applications.progress, { orderId })
  expect(order.status).toBe('pre_rejected')

  const open = await sceneOf('PRE_CHECK', '开启')
  await manager().call(riskScenes.close, { id: open.id, rowVersion: open.rowVersion, eventId: newEvent() })
  const next = await submittedOrder(clerk())
  expect(await decisionsOf(next.orderId)).toEqual([])
  const [row] = await inTenant(1, () =>
    db().select().from(application).where(eq(application.id, next.orderId)),
  )
  expect(row?.status).toBe('wait_pre')
})

it('judges the products that it names alone, in each of their versions', async () => {
  const before = await submittedOrder(clerk())
  const [ofOrder] = await inTenant(1, () =>
    db()
      .select({ code: product.code, id: product.id })
      .from(product)
      .innerJoin(application, eq(application.productId, product.id))
      .where(eq(application.id, before.orderId)),
  )
  const code = ofOrder?.code ?? ''
  // The tests before have closed it.
  const { id: closedId, rowVersion } = await sceneOf('PRE_CHECK', '关闭')
  await manager().call(riskScenes.open, { id: closedId, rowVersion, eventId: newEvent() })
  const open = await sceneOf('PRE_CHECK', '开启')
  const { products } = await manager().call(riskScenes.get, { id: open.id })
  expect(products.map((one) => one.code)).toContain(code)
  const other = products.find((one) => one.code !== code)?.code ?? ''

  const narrowed = await draftWith([rule({})], 80, 40, [other])
  await manager().call(riskScenes.open, { ...narrowed, eventId: newEvent() })
  expect(await decisionsOf((await submittedOrder(clerk())).orderId)).toEqual([])

  const named = await draftWith([rule({})], 80, 40, [code])
  expect((await manager().call(riskScenes.get, { id: named.id })).productCodes).toEqual([code])
  await manager().call(riskScenes.open, { ...named, eventId: newEvent() })
  expect(await decisionsOf((await submittedOrder(clerk())).orderId)).toHaveLength(1)

  const all = await draftWith([rule({})])
  expect(
    await manager().send(riskScenes.save, {
      ...all,
      passFrom: 80,
      rejectBelow: 40,
      rules: [rule({})],
      productCodes: ['NO_SUCH'],
      eventId: newEvent(),
    }),
  ).toMatchObject({ status: 400, body: { fields: { productCodes: '没有该产品' } } })
  await manager().call(riskScenes.open, { ...all, eventId: newEvent() })
})
