import { eq, sql } from 'drizzle-orm'
import { withCall } from '../../../platform/context.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { systemCall } from '../../../platform/system-call.ts'
import { minus, sum } from '../../../rules/money.ts'
import { dueDiligence } from '../../due-diligence/contract.ts'
import { sysUser } from '../../identity/table.ts'
import { applications } from '../../orders/contract.ts'
import { deriveEntry } from '../../orders/rules/entry/entry-quote.ts'
import { entryDraft } from '../../orders/rules/entry/entry-values.ts'
import { entryOf } from '../../orders/service/form-values.ts'
import { productOf, quoteOrder } from '../../orders/service/order-quote.ts'
import { termsAt } from '../../orders/service/terms.ts'
import { newEvent } from '../../orders/service/testing.ts'
import { application, reviewTask, riskDecision } from '../../orders/table.ts'
import { product } from '../../products/table.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { riskApproval } from '../contract/approval.ts'
import { approvedOrder, claimFor, riskOrder } from './testing.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
})
afterAll(() => backend.close())

const clerk = () => backend.as('entry_clerk')
const officer = () => backend.as('risk_officer')
const rowOf = async (orderId: number) => {
  const [row] = await inTenant(1, () => db().select().from(application).where(eq(application.id, orderId)))
  if (!row) throw new Error(`no order ${orderId}`)
  return row
}
const opinion = '收入稳定，同意'

it('judges by the scene RISK as the first review passes, with the facts of the entry', async () => {
  const { orderId } = await riskOrder(backend)
  const rows = await inTenant(1, () =>
    db().select().from(riskDecision).where(eq(riskDecision.orderId, orderId)),
  )
  const risk = rows.find(({ sceneCode }) => sceneCode === 'RISK')
  const order = await rowOf(orderId)
  expect(risk).toMatchObject({ sceneVersion: 1 })
  expect(risk?.facts).toMatchObject({ amount: order.appliedAmount, dti: order.dti, ltv: order.ltv })
  const { data } = await officer().call(riskApproval.list, { q: order.orderNo })
  expect(data).toMatchObject([{ id: orderId, grade: risk?.grade, dti: order.dti, diligence: 'none' }])
})

it('returned, comes by whoever reviewed it first again, and still not by the pre-reviewer', async () => {
  const { orderId } = await riskOrder(backend)
  const { rowVersion } = await claimFor(officer(), orderId)
  await officer().call(riskApproval.decide, {
    orderId,
    rowVersion,
    result: 'return',
    opinion: '请补充收入证明',
    reasonL1: 'document',
    reasonL2: 'document_unclear',
    reasonDetail: '收入证明不清',
  })
  const { order, values } = await clerk().call(applications.getEntry, { orderId })
  await clerk().call(applications.submitFirst, {
    orderId,
    rowVersion: order.rowVersion,
    values: entryDraft(values),
    confirmDti: true,
  })
  const { lastDecidedBy } = await rowOf(orderId)
  const [preReviewer] = await inTenant(1, () =>
    db().select().from(sysUser).where(eq(sysUser.account, 'pre_reviewer')),
  )
  expect(lastDecidedBy).toBe(preReviewer?.id)
  expect(await claimFor(backend.as('first_reviewer'), orderId)).toMatchObject({ status: 'wait_first' })
})

it('approves less: a quote of its own, and the consent of the customer as a condition', async () => {
  const { orderId } = await riskOrder(backend)
  const { rowVersion } = await claimFor(officer(), orderId)
  const before = await rowOf(orderId)
  const approvedAmount = minus(before.appliedAmount ?? '0', '5000.00')
  const { quote } = await officer().call(riskApproval.quote, { orderId, approvedAmount, approvedTerm: 24 })
  await officer().call(riskApproval.decide, {
    orderId,
    rowVersion,
    eventId: newEvent(),
    result: 'pass',
    opinion,
    approvedAmount,
    approvedTerm: 24,
    conditions: [{ code: 'other', detail: '首付款须由本人账户支付' }],
  })
  const after = await rowOf(orderId)
  expect(after).toMatchObject({
    status: 'wait_sign',
    approvedAmount: quote?.financeAmount,
    approvedTerm: 24,
    approvedQuote: quote,
    approvedDownPayment: sum([before.downPayment ?? '0', '5000.00']),
  })
  const shown = await clerk().call(applications.get, { orderId })
  expect(shown).toMatchObject({
    order: { financeAmount: before.financeAmount, approvedAmount: quote?.financeAmount, approvedTerm: 24 },
    quote: { financeAmount: before.financeAmount },
    approvedQuote: { financeAmount: quote?.financeAmount, term: 24 },
  })
  const { data } = await clerk().call(applications.query, { q: shown.order.orderNo })
  expect(data).toMatchObject([{ id: orderId, approvedAmount: quote?.financeAmount }])
  const { items } = await clerk().call(riskApproval.conditions, { orderId })
  expect(items).toMatchObject([
    { code: 'consent', metAt: null },
    { code: 'other', detail: '首付款须由本人账户支付', metAt: null },
  ])
  const [task] = await inTenant(1, () =>
    db().select().from(reviewTask).where(eq(reviewTask.orderId, orderId)).orderBy(reviewTask.id).offset(2),
  )
  expect(task).toMatchObject({ stage: 'risk', result: '有条件通过', approvedTerm: 24 })
})

it('says at each field what cannot be approved (G9)', async () => {
  const { orderId } = await riskOrder(backend)
  const { rowVersion } = await claimFor(officer(), orderId)
  const { appliedAmount } = await rowOf(orderId)
  const pass = (more: object) =>
    officer().send(riskApproval.decide, {
      orderId,
      rowVersion,
      eventId: newEvent(),
      result: 'pass',
      opinion,
      ...more,
    })
  const fields = (wrong: object) => ({ status: 400, body: { fields: wrong } })
  expect(await pass({ approvedAmount: sum([appliedAmount ?? '0', '0.01']) })).toMatchObject(
    fields({ approvedAmount: '批复金额不能大于申请金额' }),
  )
  expect(await pass({ approvedTerm: 7 })).toMatchObject(fields({ approvedTerm: '该产品没有此期数' }))
  expect(await pass({ approvedAmount: '5000.00' })).toMatchObject(
    fields({ approvedAmount: '融资额不能低于20,000.00' }),
  )
  expect(await pass({ conditions: [{ code: 'other' }] })).toMatchObject(
    fields({ conditions: '请填写条件说明' }),
  )
  expect((await rowOf(orderId)).status).toBe('wait_risk')
})

it('wants the manager from 300,000.00 on, and says so to the officer', async () => {
  const { orderId } = await riskOrder(backend)
  await inTenant(1, () =>
    db().update(application).set({ appliedAmount: '300000.00' }).where(eq(application.id, orderId)),
  )
  const { rowVersion } = await claimFor(officer(), orderId)
  const pass = { orderId, rowVersion, eventId: newEvent(), result: 'pass', opinion } as const
  expect(await officer().send(riskApproval.decide, pass)).toMatchObject({
    status: 422,
    body: { message: '金额达到300,000.00，须由风控经理审批' },
  })
})

it('waits for a visit that was ordered', async () => {
  const { orderId } = await riskOrder(backend)
  await claimFor(officer(), orderId)
  await officer().call(dueDiligence.order, {
    orderId,
    kind: '上门',
    reason: '大额',
    parts: ['home'],
    region: ['110000', '110100'],
  } as never)
  const { rowVersion } = await rowOf(orderId)
  const pass = { orderId, rowVersion, eventId: newEvent(), result: 'pass', opinion } as const
  expect(await officer().send(riskApproval.decide, pass)).toMatchObject({
    status: 422,
    body: { message: '尽调未完成' },
  })
  expect(await officer().call(riskApproval.get, { orderId })).toMatchObject({ diligenceOpen: true })
})

it('quotes other terms beside those that hold, with what speaks against them in words', async () => {
  const { orderId } = await approvedOrder(backend)
  const { approvedAmount, approvedTerm } = await rowOf(orderId)
  const asked = (amount: string, term: number) =>
    clerk().call(riskApproval.quote, { orderId, approvedAmount: amount, approvedTerm: term })
  const same = await asked(approvedAmount ?? '', approvedTerm ?? 0)
  expect(same.quote).toEqual(same.now)
  expect(same.terms).toContain(approvedTerm)
  expect(same.issues).toEqual({})
  const less = await asked(minus(approvedAmount ?? '0', '1000.00'), approvedTerm ?? 0)
  expect(less.now).toEqual(same.now)
  expect(less.quote?.monthlyPayment).not.toBe(less.now?.monthlyPayment)
  expect((await asked('5000.00', approvedTerm ?? 0)).issues).toMatchObject({
    approvedAmount: '融资额不能低于20,000.00',
  })
  expect((await asked(approvedAmount ?? '', 7)).issues).toEqual({ approvedTerm: '该产品没有此期数' })
})

it('decides less of a loan on a car that its owner has already, and no more than that is approved', async () => {
  const { orderId } = await riskOrder(backend)
  const call = systemCall(1, new Date())
  const inCall = <T>(work: () => Promise<T>) => inTenant(1, () => withCall(call, work))
  await inTenant(1, async () => {
    const [sold] = await db().select().from(product).where(eq(product.templateCode, 'bdzgcld')).limit(1)
    if (!sold) throw new Error('nobody sells it')
    const set = { productId: sold.id, productVersion: sold.version, templateCode: 'bdzgcld' }
    const wanted = sql`jsonb_set(${application.entryValues}, '{financing,wantedAmount}', '"60000.00"')`
    await db()
      .update(application)
      .set({ ...set, entryValues: wanted })
      .where(eq(application.id, orderId))
  })
  const entered = await rowOf(orderId)
  const view = await inCall(async () => {
    const values = entryOf(entered)
    const terms = await productOf(entered, values, call)
    return quoteOrder(deriveEntry(values, terms, call.today), terms, call.today)?.view
  })
  const { financeAmount = '', downPayment } = view ?? {}
  await inTenant(1, () =>
    db()
      .update(application)
      .set({ appliedAmount: financeAmount, financeAmount, downPayment })
      .where(eq(application.id, orderId)),
  )
  const order = await rowOf(orderId)
  for (const less of ['0.00', '5000.00', '20000.01']) {
    const approvedAmount = minus(financeAmount, less)
    const { quoted } = await inCall(() =>
      termsAt(order, { approvedAmount, approvedTerm: order.term ?? 0 }, call),
    )
    expect(quoted?.view.financeAmount).toBe(approvedAmount)
  }
})

describe('方案变更', () => {
  const change = (orderId: number, rowVersion: number, amount: string, term: number) =>
    clerk().send(riskApproval.changeTerms, {
      orderId,
      rowVersion,
      amount,
      term,
      reason: '客户要求变更',
      eventId: newEvent(),
    })

  it('stays approved when amount and term only fall, and is approved again when one rises', async () => {
    const { orderId, rowVersion } = await approvedOrder(backend)
    const { approvedAmount, approvedTerm } = await rowOf(orderId)
    const term = approvedTerm ?? 0
    const less = await change(orderId, rowVersion, minus(approvedAmount ?? '0', '2000.00'), term)
    expect(less).toMatchObject({ status: 200, body: { status: 'wait_sign' } })
    const fallen = await rowOf(orderId)
    expect(fallen.approvedAmount).toBe(fallen.appliedAmount)

    const more = sum([fallen.approvedAmount ?? '0', '1500.00'])
    const risen = await change(orderId, fallen.rowVersion, more, term)
    expect(risen).toMatchObject({ status: 200, body: { status: 'wait_risk' } })
    const again = await rowOf(orderId)
    expect(again).toMatchObject({ approvedAmount: null, approvedQuote: null, claimedBy: null })
    const decisions = await inTenant(1, () =>
      db().select().from(riskDecision).where(eq(riskDecision.orderId, orderId)),
    )
    expect(decisions.filter(({ sceneCode }) => sceneCode === 'RISK')).toHaveLength(2)
    // The officer who approved the former terms may approve the new ones.
    await claimFor(officer(), orderId)
  })

  it('refuses terms that the product does not have, and a change that changes nothing', async () => {
    const { orderId, rowVersion } = await approvedOrder(backend)
    const { approvedAmount, approvedTerm } = await rowOf(orderId)
    expect(await change(orderId, rowVersion, approvedAmount ?? '', 7)).toMatchObject({
      status: 400,
      body: { fields: { term: '该产品没有此期数' } },
    })
    expect(await change(orderId, rowVersion, approvedAmount ?? '', approvedTerm ?? 0)).toMatchObject({
      status: 422,
      body: { message: '金额与期数没有变化' },
    })
  })
})
