import { eq } from 'drizzle-orm'
import { orderContracts } from '../../contracts/order-contracts.ts'
import { releases } from '../../contracts/releases.ts'
import { addDays, businessDate } from '../../rules/business-date.ts'
import { sum } from '../../rules/money.ts'
import { factsOfOrder } from '../contracts/contract-facts.ts'
import { signedTerms } from '../contracts/signed-terms.ts'
import { systemCall } from '../contracts/signing/system-call.ts'
import { db, inTenant } from '../db/client.ts'
import { application } from '../db/schema/applications.ts'
import { smsRecord } from '../db/schema/sms.ts'
import { termsAt } from '../risk/terms.ts'
import type { TestBackend } from '../testing.ts'
import { approvedTerms } from './approved-terms.ts'
import { bankSays, openReleases, orderOf, paid, sendPayment, waitingOrders } from './testing.ts'

/** domain.md 4.2: the plan that is released is the one that was signed, on whatever day either happens. */

let backend: TestBackend
beforeAll(async () => {
  backend = await openReleases({ outbox: false })
}, 60_000)
afterAll(() => backend.close())

const today = businessDate(new Date())
const call = systemCall(1, new Date())

/** An order with a fixed day that was approved `before` days ago, and waits for its release. */
async function fixedDayOrder(fixedDay: number, before: number): Promise<number> {
  const [orderId = 0] = await waitingOrders(backend)
  const order = await orderOf(orderId)
  await inTenant(1, async () => {
    const { financing, ...sections } = order.entryValues as Record<string, object>
    const entryValues = { ...sections, financing: { ...financing, repayDay: String(fixedDay) } }
    const asked = { approvedAmount: order.approvedAmount ?? '', approvedTerm: order.approvedTerm ?? 0 }
    const { quoted } = await termsAt(
      { ...order, entryValues },
      asked,
      { ...call, today: addDays(today, -before) },
      'anyAmount',
    )
    if (!quoted) throw new Error('no quote')
    await db()
      .update(application)
      .set({ entryValues, approvedQuote: quoted.view })
      .where(eq(application.id, orderId))
  })
  return orderId
}

test('whatever the value date, what the release makes is what the contract of that day says', async () => {
  const orderId = await fixedDayOrder(20, 0)
  const order = await orderOf(orderId)
  await inTenant(1, async () => {
    const { approved, planned } = await signedTerms(order, call)
    const other = new Set<string>()
    for (let days = 0; days <= 45; days += 3) {
      const at = { ...call, today: addDays(today, days) }
      const { terms, of } = await factsOfOrder(order, at)
      expect(terms.asApproved).toBe(true)
      const { quote } = await approvedTerms(order, at)
      expect(of(0).lists.还款计划.rows.map(([, day]) => day)).toEqual(
        quote.schedule.rows.map(({ dueDate }) => dueDate),
      )
      expect(terms.actual?.quote).toEqual(quote)
      expect(quote.valueDate).toBe(at.today)
      expect(quote.schedule.rows).toHaveLength(planned?.quote.schedule.rows.length ?? 0)
      for (const row of quote.schedule.rows.slice(0, -1)) expect(row.amount).toBe(approved?.monthlyPayment)
      for (const row of quote.schedule.rows) expect(row.dueDate.slice(8)).toBe('20')
      expect(of(0).fields).toMatchObject({
        还款日: '每月20日',
        起息约定: expect.stringMatching(/期数、每期应还金额.+和还款日规则不变.*首期不短于15天、不长于45天/),
      })
      other.add(quote.schedule.rows[0]?.interest ?? '')
    }
    expect(other.size).toBeGreaterThan(5)
  })
})

test('an order that was approved on another day is contracted and released as it was signed', async () => {
  const orderId = await fixedDayOrder(Number(today.slice(8)) > 14 ? 5 : 25, 11)
  const { approvedQuote } = await orderOf(orderId)
  const { monthlyPayment, valueDate } = approvedQuote as { monthlyPayment: string; valueDate: string }
  const { obstacles } = await backend.as('contract_clerk').call(orderContracts.get, { orderId })
  expect(obstacles.map(({ key }) => key)).not.toContain('quoteDiffers')
  const { plans } = await backend.as('cashier').call(releases.get, { orderId })
  expect(plans?.signed).toMatchObject({ valueDate, monthlyPayment })
  expect(plans?.today).toMatchObject({ valueDate: today, monthlyPayment })
  expect(plans?.today.firstInterest).not.toBe(plans?.signed.firstInterest)
  await sendPayment(backend, orderId)
  await bankSays(orderId, paid())
  const { plan, totals } = await backend.as('cashier').call(releases.loan, { orderId })
  for (const row of plan.slice(0, -1)) expect(sum([row.principal, row.interest])).toBe(monthlyPayment)
  expect(plan[0]?.interest).toBe(plans?.today.firstInterest)
  const [text] = await inTenant(1, () => db().select().from(smsRecord).where(eq(smsRecord.orderId, orderId)))
  expect(text?.params).toMatchObject({ count: String(plan.length) })
  expect(totals.principal).toBe((await orderOf(orderId)).approvedAmount)
})

test('an order that does not give what was approved any more is neither contracted nor released', async () => {
  const orderId = await fixedDayOrder(20, 11)
  const { approvedQuote } = await orderOf(orderId)
  await inTenant(1, () =>
    db()
      .update(application)
      .set({ approvedQuote: { ...(approvedQuote as object), monthlyPayment: '1.00' } })
      .where(eq(application.id, orderId)),
  )
  const { obstacles } = await backend.as('contract_clerk').call(orderContracts.get, { orderId })
  expect(obstacles.map(({ key }) => key)).toContain('quoteDiffers')
  expect((await backend.as('cashier').call(releases.get, { orderId })).amounts).toBeNull()
})
