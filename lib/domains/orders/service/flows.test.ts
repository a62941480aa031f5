import { eq } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import { businessDate } from '../../../rules/business-date.ts'
import { blacklist } from '../../blacklist/contract.ts'
import { orderVisit } from '../../due-diligence/service/testing.ts'
import { products } from '../../products/contract.ts'
import { reviews } from '../../reviews/contract.ts'
import { callWanted, claimFor, sendFirstPass, sendRiskPass } from '../../risk/service/testing.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { applications } from '../contract.ts'
import type { EntryValues } from '../rules/entry/entry-values.ts'
import type { Flow } from '../rules/order-machine.ts'
import { application, reviewLog, reviewTask } from '../table.ts'
import { draftOrder, finishedEntry, newEvent, passedOrder, placeOf } from './testing.ts'

/** The flows of a product that are shorter than the standard one (domain.md 2.1), from the intake to 审批通过. */

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
})
afterAll(() => backend.close())

const clerk = () => backend.as('entry_clerk')
const reviewer = () => backend.as('first_reviewer')
const officer = () => backend.as('risk_officer')

/** Sells the standard product by a flow from today on. */
async function sell(flow: Flow): Promise<void> {
  const admin = backend.as('admin')
  const { productId } = await placeOf(clerk())
  const { versions } = await admin.call(products.get, { id: productId })
  const begun = versions.find(({ state }) => state === 'draft')
  const { id } = begun ?? (await admin.call(products.revise, { id: productId }))
  const draft = await admin.call(products.get, { id })
  const values = { ...draft.values, flow }
  await admin.call(products.save, { id, rowVersion: draft.rowVersion, values })
  const { rowVersion } = await admin.call(products.get, { id })
  await admin.call(products.publish, { id, rowVersion, effectiveFrom: businessDate(new Date()) })
}

const rowOf = async (orderId: number) => {
  const [row] = await inTenant(1, () => db().select().from(application).where(eq(application.id, orderId)))
  return row
}
const linesOf = (orderId: number) =>
  inTenant(1, () =>
    db().select().from(reviewLog).where(eq(reviewLog.orderId, orderId)).orderBy(reviewLog.seq),
  )
const stagesOf = async (orderId: number) => {
  const tasks = await inTenant(1, () =>
    db().select().from(reviewTask).where(eq(reviewTask.orderId, orderId)).orderBy(reviewTask.id),
  )
  return tasks.map(({ stage, result }) => [stage, result])
}

const submit = async (orderId: number, values: EntryValues) => {
  const { order } = await clerk().call(applications.progress, { orderId })
  return clerk().send(applications.submitFirst, {
    orderId,
    rowVersion: order.rowVersion,
    values,
    confirmDti: true,
    eventId: newEvent(),
  })
}

describe('fast', () => {
  beforeAll(() => sell('fast'))

  /** In 待初审, claimed; the flow’s limit is an amount financed of 80,000.00. */
  async function heldOrder(downPayment = '28800.00') {
    const order = await passedOrder(backend)
    const { orderId } = order
    const values = await finishedEntry(clerk(), order)
    const financing = { ...values.financing, downPayment, downRatio: '' }
    expect(await submit(orderId, { ...values, financing })).toMatchObject({ status: 200 })
    await claimFor(reviewer(), orderId)
    await callWanted(reviewer(), orderId)
    return order
  }

  test('a small order of which the scene says 通过 is approved by the system', async () => {
    const { orderId } = await heldOrder()
    expect(await sendFirstPass(reviewer(), orderId)).toMatchObject({ body: { status: 'wait_sign' } })
    const row = await rowOf(orderId)
    expect(row).toMatchObject({ flow: 'fast', claimedBy: null, approvedAmount: '71400.00', approvedTerm: 36 })
    expect(row?.approvedQuote).toEqual(row?.quoteSnapshot)
    expect((await linesOf(orderId)).at(-1)).toMatchObject({
      event: 'risk_pass',
      actorId: 0,
      actorRole: 'system',
      fromStatus: 'wait_risk',
      toStatus: 'wait_sign',
    })
    expect(await stagesOf(orderId)).toEqual([
      ['pre', '通过'],
      ['first', '通过'],
      ['risk', '通过'],
    ])
  })

  test.each([
    ['that is larger', async () => heldOrder('19200.00')],
    [
      'of which the scene says 人工',
      async () => {
        const order = await heldOrder()
        const { mobile: number } = order.person
        await backend.as('risk_manager').call(blacklist.add, {
          numberType: 'mobile',
          number,
          level: '灰',
          source: '内部',
          reason: '号码待核实',
        })
        return order
      },
    ],
    [
      'whose customer is visited',
      async () => {
        const order = await heldOrder()
        await orderVisit(reviewer(), order.orderId)
        return order
      },
    ],
  ])('an order %s waits for a person', async (_what, make) => {
    const { orderId } = await make()
    expect(await sendFirstPass(reviewer(), orderId)).toMatchObject({ body: { status: 'wait_risk' } })
    expect((await stagesOf(orderId)).at(-1)).toEqual(['risk', null])
    expect(await rowOf(orderId)).toMatchObject({ approvedAmount: null, claimedBy: null })
  })
})

describe('no_pre', () => {
  beforeAll(() => sell('no_pre'))

  test('goes from the draft to the first review, and never back before it', async () => {
    const draft = await draftOrder(clerk())
    const { orderId, rowVersion } = draft
    const wrongWay = await clerk().send(applications.submitPre, { orderId, rowVersion, eventId: newEvent() })
    expect(wrongWay).toMatchObject({ status: 422, body: { code: 'machine.refusal.status' } })

    const { order } = await clerk().call(applications.getEntry, { orderId })
    const values = await finishedEntry(clerk(), draft)
    await clerk().call(applications.saveEntry, { orderId, rowVersion: order.rowVersion, values })
    const whole = await finishedEntry(clerk(), draft)
    expect(await submit(orderId, whole)).toMatchObject({ body: { status: 'wait_first' } })

    const claimed = await claimFor(reviewer(), orderId)
    const back = (returnTo: 'intake' | 'entry') =>
      reviewer().send(reviews.decideFirst, {
        orderId,
        rowVersion: claimed.rowVersion,
        eventId: newEvent(),
        returnTo,
        result: 'return',
        opinion: '请补充资料',
        reasonL1: 'document',
        reasonL2: 'document_unclear',
        reasonDetail: '反面不清',
      })
    expect(await back('intake')).toMatchObject({ status: 422, body: { code: 'machine.refusal.status' } })
    expect(await back('entry')).toMatchObject({ body: { status: 'ops_returned' } })
    expect(await submit(orderId, whole)).toMatchObject({ body: { status: 'wait_first' } })

    await claimFor(reviewer(), orderId)
    await callWanted(reviewer(), orderId)
    expect(await sendFirstPass(reviewer(), orderId)).toMatchObject({ body: { status: 'wait_risk' } })
    await claimFor(officer(), orderId)
    expect(await sendRiskPass(officer(), orderId)).toMatchObject({ body: { status: 'wait_sign' } })
    expect(await stagesOf(orderId)).toEqual([
      ['first', '退回'],
      ['first', '通过'],
      ['risk', '通过'],
    ])
    const moves = (await linesOf(orderId)).flatMap(({ event, fromStatus, toStatus }) =>
      fromStatus === toStatus ? [] : [`${event}: ${fromStatus} → ${toStatus}`],
    )
    expect(moves).toEqual([
      'create: null → draft',
      'submit_first: draft → wait_first',
      'first_return: wait_first → ops_returned',
      'submit_first: ops_returned → wait_first',
      'first_pass: wait_first → wait_risk',
      'risk_pass: wait_risk → wait_sign',
    ])
  })
})
