import { eq } from 'drizzle-orm'
import { changes } from '../../../platform/changes/contract.ts'
import { planFields } from '../../../platform/changes/rules/pending-change.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { systemCall } from '../../../platform/system-call.ts'
import { addDays, businessDate } from '../../../rules/business-date.ts'
import { sum } from '../../../rules/money.ts'
import { orderContracts } from '../../contracts/contract/orders.ts'
import { factsOfOrder } from '../../contracts/service/contract-facts.ts'
import { signedTerms } from '../../orders/service/signed-terms.ts'
import { termsAt } from '../../orders/service/terms.ts'
import { application } from '../../orders/table.ts'
import { product } from '../../products/table.ts'
import { riskApproval } from '../../risk/contract/approval.ts'
import { smsRecord } from '../../sms/table.ts'
import type { TestBackend } from '../../testing.ts'
import { releases } from '../contract.ts'
import { approvedTerms, termsOfPaid } from './approved-terms.ts'
import {
  approving,
  bankSays,
  changeOf,
  makeRelease,
  openReleases,
  orderOf,
  paid,
  sendPayment,
  waitingOrders,
} from './testing.ts'

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

test('whoever checks a release sees its plan beside the signed one, where it is another', async () => {
  const orderId = await fixedDayOrder(Number(today.slice(8)) > 14 ? 5 : 25, 11)
  const { plans } = await backend.as('cashier').call(releases.get, { orderId })
  await makeRelease(backend, orderId)
  const { lines } = await changeOf(backend, 'release', orderId)
  const lineOf = (name: string) => lines.find(({ field }) => field === name)
  expect(lineOf('valueDate')).toMatchObject({ value: today, was: plans?.signed.valueDate })
  expect(lineOf('firstInterest')).toMatchObject({
    value: plans?.today.firstInterest,
    was: plans?.signed.firstInterest,
  })
  expect(lineOf('monthlyPayment')).toBeUndefined()
  // Released on the day for which it was signed there is one plan.
  const same = await fixedDayOrder(Number(today.slice(8)) > 14 ? 5 : 25, 0)
  await makeRelease(backend, same)
  const { lines: plain } = await changeOf(backend, 'release', same)
  expect(plain.filter(({ field }) => (planFields as readonly string[]).includes(field))).toEqual([])
})

describe('the annualised rate of the day of the release', () => {
  /** Approved under the cap, which the plan of today is over. */
  async function dearOrder() {
    for (const fixedDay of [5, 10, 20, 25]) {
      const orderId = await fixedDayOrder(fixedDay, 11)
      const { plans } = await backend.as('cashier').call(releases.get, { orderId })
      const [signed, now] = [Number(plans?.signed.aprSimple), Number(plans?.today.aprSimple)]
      if (now > signed) return { orderId, cap: signed.toFixed(4), dear: now }
    }
    throw new Error('no release of today is dearer than it was signed')
  }
  const capOf = async (orderId: number, aprCap: string | null) => {
    const { productId } = await orderOf(orderId)
    return inTenant(1, async () => {
      const [before] = await db()
        .select()
        .from(product)
        .where(eq(product.id, productId ?? 0))
      await db()
        .update(product)
        .set({ aprCap })
        .where(eq(product.id, productId ?? 0))
      return before?.aprCap ?? null
    })
  }

  test('is judged when it is made, and again when it is checked', async () => {
    const { orderId, cap } = await dearOrder()
    const before = await capOf(orderId, cap)
    await expect(makeRelease(backend, orderId)).rejects.toThrow(/年化利率为.+超过产品上限.+方案变更/)
    const { obstacles } = await backend.as('contract_clerk').call(orderContracts.get, { orderId })
    expect(obstacles.map(({ key }) => key)).toContain('overCap')
    await capOf(orderId, before)
    await makeRelease(backend, orderId)
    await capOf(orderId, cap)
    const change = await changeOf(backend, 'release', orderId)
    await expect(backend.as('finance_checker').call(changes.approve, approving(change))).rejects.toThrow(
      /超过产品上限/,
    )
    // Of money that is out a loan is made, whatever it costs.
    const order = await orderOf(orderId)
    expect((await inTenant(1, () => termsOfPaid(order, call, today))).overCap).not.toBeNull()
    await capOf(orderId, before)
  })
})

describe('a signed instalment that gives no plan', () => {
  /** Of a quote that was kept before it said its value date, so that it still counts as approved. */
  async function withoutPlan(): Promise<number> {
    const orderId = await fixedDayOrder(20, 0)
    const { approvedQuote } = await orderOf(orderId)
    const { valueDate: _day, ...quote } = approvedQuote as Record<string, unknown>
    await inTenant(1, () =>
      db()
        .update(application)
        .set({ approvedQuote: { ...quote, monthlyPayment: '1.00' } })
        .where(eq(application.id, orderId)),
    )
    return orderId
  }

  test('is no release, but a loan where the money is out: with the instalment of that day', async () => {
    const order = await orderOf(await withoutPlan())
    await inTenant(1, async () => {
      await expect(approvedTerms(order, call)).rejects.toThrow('签约的期数和月供不能成立')
      const { quote, amount } = await termsOfPaid(order, call, today)
      expect(quote.valueDate).toBe(today)
      expect(Number(quote.monthlyPayment)).toBeGreaterThan(1)
      expect(amount).toBe((await termsOfPaid(order, call, addDays(today, 9))).amount)
      expect(sum(quote.schedule.rows.map(({ principal }) => principal))).toBe(order.approvedAmount)
    })
  })

  test('is mended by asking for the same terms anew (T17), which is refused where there is nothing to mend', async () => {
    const change = async (orderId: number) => {
      await inTenant(1, () =>
        db().update(application).set({ status: 'preparing' }).where(eq(application.id, orderId)),
      )
      const { approvedAmount, approvedTerm, rowVersion } = await orderOf(orderId)
      return backend.as('entry_clerk').call(riskApproval.changeTerms, {
        orderId,
        rowVersion,
        amount: approvedAmount ?? '',
        term: approvedTerm ?? 0,
        reason: '按放款日重新报价',
      })
    }
    await expect(change(await fixedDayOrder(20, 0))).rejects.toThrow('422')
    const orderId = await withoutPlan()
    expect(await change(orderId)).toMatchObject({ status: 'preparing' })
    const order = await orderOf(orderId)
    await inTenant(1, async () => {
      const { actual, asApproved, approved } = await signedTerms(order, call)
      expect([asApproved, approved?.valueDate, actual?.view.monthlyPayment]).toEqual([
        true,
        today,
        approved?.monthlyPayment,
      ])
    })
  })
})
