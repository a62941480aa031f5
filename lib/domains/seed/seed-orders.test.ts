import { db, inTenant } from '../../platform/db/client.ts'
import { businessDate } from '../../rules/business-date.ts'
import { minus, r2, ratio, sum, times } from '../../rules/money.ts'
import { buildSchedule } from '../../rules/schedule.ts'
import { permissionsOf } from '../identity/rules/roles.ts'
import { sysUser } from '../identity/table.ts'
import { quoteView } from '../orders/contract.ts'
import { boundProduct } from '../orders/rules/entry/bound-product.ts'
import { deriveEntry, fixedDayOf } from '../orders/rules/entry/entry-quote.ts'
import { intakeDraft, submittedIntake, validateIntake } from '../orders/rules/entry/intake.ts'
import { submittedEntry } from '../orders/rules/entry/template-engine.ts'
import { templateOf } from '../orders/rules/entry/templates.ts'
import { validateEntry } from '../orders/rules/entry/validate-entry.ts'
import { targetOf, transitionOf } from '../orders/rules/order-machine.ts'
import { orderCan, systemActor } from '../orders/rules/order-permissions.ts'
import { type OrderStatus, orderStates } from '../orders/rules/order-states.ts'
import type { OrderEvent } from '../orders/rules/order-transitions.ts'
import { quoteOrder } from '../orders/service/order-quote.ts'
import { applicationAddon, applicationFee, reviewTask } from '../orders/table.ts'
import type { ProductTerms } from '../products/contract.ts'
import { productsOnOffer } from '../products/service/product-terms.ts'
import { vehicle } from '../vehicles/table.ts'
import {
  asOf,
  entryOf,
  everywhere,
  isEntered,
  type Order,
  openSeeded,
  type Seeded,
} from './seeded.fixture.ts'
import { demoTenants } from './tenants.ts'

let seeded: Seeded
const products = new Map<number, ProductTerms>()
beforeAll(async () => {
  seeded = await openSeeded(240)
  for (const { id } of demoTenants)
    for (const terms of await inTenant(id, () => productsOnOffer(businessDate(new Date()))))
      products.set(terms.id, terms)
}, 180_000)
afterAll(() => seeded.close())

/** As the template lets it be sold for the order's values. */
const productOf = (order: Order) => {
  const product = products.get(order.productId ?? 0)
  return product ? boundProduct(product, templateOf(product), entryOf(order)) : null
}

/** Business date of the last of these events on an order. */
const dayOf = (order: Order, event: OrderEvent) => {
  const step = seeded.log.get(order.id)?.findLast((one) => one.event === event)
  return step && businessDate(step.at)
}

test('every path is one that the order machine and the permissions allow', async () => {
  const users = new Map((await everywhere(() => db().select().from(sysUser))).map((user) => [user.id, user]))
  const wrong: unknown[] = []
  const check = (order: Order, event: string, name: string, said: unknown, expected: unknown) => {
    if (said !== expected) wrong.push([order.id, event, name, said, expected])
  }
  for (const order of seeded.orders) {
    let status: OrderStatus | null = null
    let claimedBy: number | null = null
    let lastDecidedBy: number | null = null
    let before: string | undefined
    for (const [index, step] of (seeded.log.get(order.id) ?? []).entries()) {
      const event = step.event as OrderEvent
      const user = users.get(step.actorId)
      const actor = user
        ? { id: user.id, roles: user.roleCodes, permissions: permissionsOf(user.roleCodes) }
        : systemActor
      const transition = transitionOf(event, status)
      if (!transition) throw new Error(`order ${order.id}: ${event} from ${status}`)
      const to: OrderStatus = targetOf(transition, status)
      check(order, event, 'tenant', user?.tenantId ?? order.tenantId, order.tenantId)
      check(order, event, 'role', actor.roles.includes(step.actorRole), true)
      check(order, event, 'seq', step.seq, index + 1)
      check(order, event, 'from', step.fromStatus, status)
      check(order, event, 'to', step.toStatus, to)
      if (status !== null) {
        const facts = { status, claimedBy, lastDecidedBy, appliedAmount: order.appliedAmount }
        check(order, event, 'allowed', orderCan(event, facts, actor).ok, true)
      }
      if (to !== status || event === 'unclaim') claimedBy = null
      if (event === 'claim') claimedBy = actor.id
      if (/^(pre|first|risk)_pass$/.test(event)) lastDecidedBy = actor.id
      const stayed =
        before === undefined ? null : Math.floor((Date.parse(step.at) - Date.parse(before)) / 60_000)
      check(order, event, 'stay', step.stayMinutes, stayed)
      check(order, event, 'forward', (stayed ?? 0) >= 0, true)
      check(order, event, 'in the past', Date.parse(step.at) < Date.parse(`${asOf}T00:00:00+08:00`), true)
      status = to
      before = step.at
    }
    check(order, '', 'status', order.status, status)
    check(order, '', 'claimed by', order.claimedBy, claimedBy)
    check(order, '', 'decided by', order.lastDecidedBy, lastDecidedBy)
    check(order, '', 'stage', order.exaStatus, orderStates[order.status as OrderStatus].exaStatus)
  }
  expect(wrong).toEqual([])
})

test('tasks say what the timeline says: one open visit of an order in a pool, none of the others', async () => {
  const tasks = Map.groupBy(await everywhere(() => db().select().from(reviewTask)), ({ orderId }) => orderId)
  for (const order of seeded.orders) {
    const visits = tasks.get(order.id) ?? []
    const open = visits.filter(({ finishedAt }) => finishedAt === null)
    expect([order.id, open.length]).toEqual([order.id, order.exaStatus ? 1 : 0])
    if (open[0])
      expect([open[0].claimedBy, open[0].enteredAt]).toEqual([order.claimedBy, order.stageEnteredAt])
    for (const { result, opinion, reasonL1, reasonL2, reasonDetail } of visits) {
      if (result === '通过') expect(opinion.length).toBeGreaterThanOrEqual(5)
      if (result === '退回') expect([reasonL1, reasonL2, reasonDetail]).not.toContain(null)
    }
  }
})

test('money is exact: amounts add up, and the quote computed again is the one that is stored', async () => {
  const addons = Map.groupBy(
    await everywhere(() => db().select().from(applicationAddon)),
    (row) => row.orderId,
  )
  const fees = Map.groupBy(await everywhere(() => db().select().from(applicationFee)), (row) => row.orderId)
  const entered = seeded.orders.filter(isEntered)
  expect(entered.length).toBeGreaterThan(120)
  for (const order of entered) {
    const { carPrice, downPayment, addonAmount, financeAmount, term } = order
    if (!carPrice || !downPayment || !addonAmount || !financeAmount || !term)
      throw new Error('an amount is empty')
    const financed = (addons.get(order.id) ?? []).filter((addon) => addon.financed)
    const { valueDate } = quoteView.parse(order.quoteSnapshot) ?? {}
    const again = quoteOrder(entryOf(order), productOf(order), valueDate ?? asOf)
    const product = productOf(order)
    if (!product) throw new Error('the order has no product')
    const fixedDay = fixedDayOf(entryOf(order), product)
    const planOn = (day: string) =>
      buildSchedule({
        principal: financeAmount,
        repayMethod: order.repayMethod as 'annuity',
        paymentTiming: order.paymentTiming as 'arrears',
        dayCount: product.dayCount as '30/360',
        balloonAmount: order.balloonAmount ?? '0.00',
        term,
        ...(order.annualRate
          ? { annualRate: order.annualRate }
          : { flatRateMonth: order.flatRateMonth ?? '' }),
        ...(fixedDay !== undefined && { dueDateRule: { fixedDay } }),
        valueDate: day,
      })
    const plan = planOn(valueDate ?? asOf)
    expect({
      financeAmount,
      downPayment,
      addonAmount,
      appliedAmount: order.appliedAmount,
      ltv: order.ltv,
      feeTotal: order.feeTotal,
      totalInterest: order.totalInterest,
      principal: sum(plan.rows.map(({ principal }) => principal)),
      quote: order.quoteSnapshot,
      firstDueDate: order.firstDueDate,
    }).toEqual({
      financeAmount: sum([minus(carPrice, downPayment), addonAmount]),
      downPayment: templateOf(order).noFirstPayment
        ? minus(carPrice, entryOf(order).financing.wantedAmount)
        : r2(times(carPrice, order.downRatio ?? '')),
      addonAmount: sum(financed.map(({ amount }) => amount)),
      appliedAmount: financeAmount,
      ltv: ratio(minus(carPrice, downPayment), carPrice),
      feeTotal: sum((fees.get(order.id) ?? []).map(({ amount }) => amount)),
      totalInterest: plan.totals.interest,
      principal: financeAmount,
      quote: again?.view,
      firstDueDate: order.valueDate ? planOn(order.valueDate).rows[0]?.dueDate : null,
    })
  }
}, 20_000)

test('every order past its entry holds an entry that may be submitted, and a car that says the same', async () => {
  const cars = new Map((await everywhere(() => db().select().from(vehicle))).map((car) => [car.id, car]))
  for (const order of seeded.orders.filter(isEntered)) {
    const today = dayOf(order, 'submit_first') ?? ''
    const values = entryOf(order)
    const files = seeded.files.get(order.id) ?? {}
    const { issues } = validateEntry(templateOf(order), values, productOf(order), { today, files })
    expect([order.id, issues.filter(({ level }) => level === 'error')]).toEqual([order.id, []])
    expect(deriveEntry(values, productOf(order), today)).toEqual(values)
    expect(submittedEntry(templateOf(order), values)).toEqual(values)
    const { vin, netPrice } = cars.get(order.vehicleId ?? 0) ?? {}
    expect({ vin, netPrice }).toEqual({ vin: values.vehicle.vin, netPrice: values.vehicle.netPrice })
  }
}, 20_000)

test('every submitted intake was one that may be submitted', () => {
  for (const order of seeded.orders) {
    const intake = intakeDraft(order.intakeValues)
    expect(submittedIntake(intake)).toEqual(order.intakeValues)
    const today = dayOf(order, 'submit_pre')
    if (!today) continue
    const { issues } = validateIntake(intake, { today, files: seeded.files.get(order.id) ?? {} })
    // An age that the scene refuses is what some were rejected for.
    const wrong = issues.filter(({ key }) => order.status !== 'pre_rejected' || key !== 'rules.tooYoung')
    expect([order.id, wrong]).toEqual([order.id, []])
  }
})
