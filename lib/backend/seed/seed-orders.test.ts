import { eq, getTableName } from 'drizzle-orm'
import { age } from '../../rules/business-date.ts'
import { bankCard as bankCardRule, bankCardWarning, mobile } from '../../rules/fields.ts'
import { idCard } from '../../rules/id-card.ts'
import { minus, r2, ratio, sum, times } from '../../rules/money.ts'
import { deriveEntry } from '../../rules/order-entry/entry-quote.ts'
import { type EntryValues, entryDraft } from '../../rules/order-entry/entry-values.ts'
import { intakeDraft, submittedIntake, validateIntake } from '../../rules/order-entry/intake.ts'
import { standardTemplate, submittedEntry } from '../../rules/order-entry/template.ts'
import { validateEntry } from '../../rules/order-entry/validate-entry.ts'
import { targetOf, transitionOf } from '../../rules/order-machine.ts'
import { orderCan, systemActor } from '../../rules/order-permissions.ts'
import { type OrderStatus, orderStates, orderStatuses } from '../../rules/order-states.ts'
import type { OrderEvent } from '../../rules/order-transitions.ts'
import { permissionsOf } from '../../rules/roles.ts'
import { buildSchedule } from '../../rules/schedule.ts'
import { uscc } from '../../rules/uscc.ts'
import { vin } from '../../rules/vin.ts'
import { quoteOrder } from '../applications/order-quote.ts'
import { asOwner, closeDatabase, db, inTenant, openDatabase } from '../db/client.ts'
import { application, applicationAddon, applicationFee } from '../db/schema/applications.ts'
import { channel, shop } from '../db/schema/channels.ts'
import { bankCard, customer, linkedPerson } from '../db/schema/customers.ts'
import { sysUser } from '../db/schema/identity.ts'
import { materialItem, materialSet } from '../db/schema/materials.ts'
import { reviewLog, reviewTask } from '../db/schema/reviews.ts'
import { attachment } from '../db/schema/system.ts'
import { vehicle } from '../db/schema/vehicles.ts'
import { resetDemo } from '../demo.ts'
import { keepFilesIn, readStored } from '../materials/file-store.ts'
import { findProductTerms } from '../products/product-terms.ts'
import { freshDatabase } from '../testing.ts'
import { handMade, handMadeCount } from './hand-made.ts'
import { orderTables } from './seed-orders.ts'
import { demoTenants } from './tenants.ts'
import { isBankHoliday } from './working-time.ts'

const asOf = '2025-08-01'
const orders = 400

let database: Awaited<ReturnType<typeof freshDatabase>>
beforeAll(async () => {
  database = await freshDatabase()
  await resetDemo({ ...database.options, orders, asOf })
  await openDatabase(database.options)
  keepFilesIn(database.options.dataDir)
}, 120_000)
afterAll(async () => {
  await closeDatabase()
  await database.drop()
})

/** Rows of all tenants, read tenant by tenant. */
async function everywhere<T>(read: () => Promise<T[]>): Promise<T[]> {
  const rows: T[] = []
  for (const { id } of demoTenants) rows.push(...(await inTenant(id, read)))
  return rows
}

const allOrders = () => everywhere(() => db().select().from(application).orderBy(application.id))
const byOrder = <T extends { orderId: number }>(rows: readonly T[], id: number) =>
  rows.filter((row) => row.orderId === id)
const valuesOf = (order: { entryValues: unknown }): EntryValues => entryDraft.parse(order.entryValues)
const hasEntered = ({ quoteSnapshot }: { quoteSnapshot: unknown }) => quoteSnapshot !== null

test('there are the wanted orders, in every state, most of them of the first tenant', async () => {
  const rows = await allOrders()
  expect(rows).toHaveLength(orders)
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(orderStatuses))
  const shares = demoTenants.map(({ id }) => rows.filter(({ tenantId }) => tenantId === id).length / orders)
  expect(shares[0]).toBeGreaterThan(0.7)
  expect(Math.min(...shares)).toBeGreaterThan(0.03)
  expect(new Set(rows.map(({ orderNo }) => orderNo)).size).toBe(orders)
  for (const row of rows) expect(row.orderNo).toMatch(/^(BLQ|QHE|YFD)20\d{6}\d{6}$/)
})

test('nothing has happened on the business date of the demo or later', async () => {
  const midnight = Date.parse(`${asOf}T00:00:00+08:00`)
  const log = await everywhere(() => db().select().from(reviewLog))
  for (const { at } of log) expect(Date.parse(at)).toBeLessThan(midnight)
  for (const { archivedAt, mortgageOkAt, settledAt } of await allOrders()) {
    for (const at of [archivedAt, mortgageOkAt, settledAt])
      if (at) expect(Date.parse(at)).toBeLessThan(midnight)
  }
})

test('every path is one that the order machine and the permissions allow', async () => {
  const users = new Map((await everywhere(() => db().select().from(sysUser))).map((user) => [user.id, user]))
  const log = await everywhere(() => db().select().from(reviewLog).orderBy(reviewLog.orderId, reviewLog.seq))
  for (const order of await allOrders()) {
    let status: OrderStatus | null = null
    let claimedBy: number | null = null
    let lastDecidedBy: number | null = null
    let before: string | undefined
    for (const [index, step] of byOrder(log, order.id).entries()) {
      const event = step.event as OrderEvent
      const user = users.get(step.actorId)
      const actor = user
        ? { id: user.id, roles: user.roleCodes, permissions: permissionsOf(user.roleCodes) }
        : systemActor
      expect(user === undefined || user.tenantId === order.tenantId).toBe(true)
      expect(actor.roles).toContain(step.actorRole)
      expect([step.seq, step.fromStatus]).toEqual([index + 1, status])
      const transition = transitionOf(event, status)
      if (!transition) throw new Error(`${event} from ${status}`)
      if (status !== null) {
        const facts = { status, claimedBy, lastDecidedBy, appliedAmount: order.appliedAmount }
        expect([order.id, event, orderCan(event, facts, actor)]).toEqual([order.id, event, { ok: true }])
      }
      const to: OrderStatus = targetOf(transition, status)
      expect(step.toStatus).toBe(to)
      if (to !== status) claimedBy = null
      if (event === 'claim') claimedBy = actor.id
      if (event === 'unclaim') claimedBy = null
      if (event === 'pre_pass' || event === 'first_pass' || event === 'risk_pass') lastDecidedBy = actor.id
      const stayed =
        before === undefined ? null : Math.floor((Date.parse(step.at) - Date.parse(before)) / 60_000)
      expect(step.stayMinutes).toBe(stayed)
      expect(stayed ?? 0).toBeGreaterThanOrEqual(0)
      status = to
      before = step.at
    }
    expect([order.status, order.claimedBy, order.lastDecidedBy]).toEqual([status, claimedBy, lastDecidedBy])
    expect(order.exaStatus).toBe(orderStates[order.status as OrderStatus].exaStatus)
  }
})

test('tasks say what the timeline says: one open visit for an order in a pool, none for the others', async () => {
  const tasks = await everywhere(() => db().select().from(reviewTask))
  for (const order of await allOrders()) {
    const open = byOrder(tasks, order.id).filter(({ finishedAt }) => finishedAt === null)
    expect([order.id, open.length]).toEqual([order.id, order.exaStatus ? 1 : 0])
    if (open[0])
      expect([open[0].claimedBy, open[0].enteredAt]).toEqual([order.claimedBy, order.stageEnteredAt])
    for (const task of byOrder(tasks, order.id)) {
      if (task.result === '通过') expect(task.opinion.length).toBeGreaterThanOrEqual(5)
      if (task.result === '退回')
        expect([task.reasonL1, task.reasonL2, task.reasonDetail]).not.toContain(null)
    }
  }
})

test('every identifier passes our own rules', async () => {
  for (const { idNo, mobile: number } of await everywhere(() => db().select().from(customer))) {
    expect([idCard(idNo), mobile(number), idNo.slice(2, 6)]).toEqual([null, null, '0000'])
  }
  for (const person of await everywhere(() => db().select().from(linkedPerson))) {
    expect([person.idNo && idCard(person.idNo), mobile(person.mobile)]).toEqual([null, null])
  }
  for (const { cardNo } of await everywhere(() => db().select().from(bankCard))) {
    expect([bankCardRule(cardNo), bankCardWarning(cardNo)]).toEqual([null, null])
  }
  const cars = await everywhere(() => db().select().from(vehicle))
  for (const car of cars) expect(vin(car.vin ?? '')).toBeNull()
  expect(new Set(cars.map((car) => car.vin)).size).toBe(cars.length)
  const companies = [
    ...(await everywhere(() => db().select({ uscc: shop.uscc }).from(shop))),
    ...(await everywhere(() => db().select({ uscc: channel.uscc }).from(channel))),
  ]
  for (const company of companies) expect(uscc(company.uscc ?? '')).toBeNull()
})

test('money is exact: amounts add up, and the quote computed again is the one that is stored', async () => {
  const addons = await everywhere(() => db().select().from(applicationAddon))
  const fees = await everywhere(() => db().select().from(applicationFee))
  const entered = (await allOrders()).filter(hasEntered)
  expect(entered.length).toBeGreaterThan(250)
  for (const order of entered) {
    const { carPrice, downPayment, addonAmount, financeAmount, depositAmount, downRatio, ltv } = order
    if (!carPrice || !downPayment || !addonAmount || !financeAmount || !depositAmount || !order.term)
      throw new Error('empty')
    expect(financeAmount).toBe(sum([minus(carPrice, downPayment), addonAmount]))
    expect(downPayment).toBe(r2(times(carPrice, downRatio ?? '')))
    expect(ltv).toBe(ratio(minus(carPrice, downPayment), carPrice))
    expect(addonAmount).toBe(
      sum(
        byOrder(addons, order.id)
          .filter(({ financed }) => financed)
          .map(({ amount }) => amount),
      ),
    )
    expect(order.feeTotal).toBe(sum(byOrder(fees, order.id).map(({ amount }) => amount)))
    expect(order.appliedAmount).toBe(financeAmount)
    const terms = await inTenant(order.tenantId, () => findProductTerms(order.productId ?? 0))
    if (!terms) throw new Error('no product')
    const submitted = order.quoteSnapshot as { monthlyPayment: string }
    const again = quoteOrder(valuesOf(order), terms, asOf)
    expect(again?.view).toEqual(order.quoteSnapshot)
    expect(order.monthlyPayment).toBe(submitted.monthlyPayment)
    expect(again?.quote.breaches.filter(({ blocking }) => blocking)).toEqual([])
    const plan = buildSchedule({
      principal: financeAmount,
      repayMethod: order.repayMethod as 'annuity',
      term: order.term,
      ...(order.annualRate ? { annualRate: order.annualRate } : { flatRateMonth: order.flatRateMonth ?? '' }),
      valueDate: order.valueDate ?? asOf,
    })
    expect(sum(plan.rows.map(({ principal }) => principal))).toBe(financeAmount)
    expect(plan.totals.interest).toBe(order.totalInterest)
    if (order.status === 'released' || order.status === 'settled')
      expect(order.firstDueDate).toBe(plan.rows[0]?.dueDate)
  }
})

test('every order past its entry holds an entry that may be submitted, and rows that say the same', async () => {
  const items = await everywhere(() =>
    db()
      .select({ orderId: materialSet.orderId, type: materialItem.materialType, files: materialItem.files })
      .from(materialItem)
      .innerJoin(materialSet, eq(materialSet.id, materialItem.setId)),
  )
  const log = await everywhere(() => db().select().from(reviewLog))
  const cars = new Map((await everywhere(() => db().select().from(vehicle))).map((car) => [car.id, car]))
  for (const order of (await allOrders()).filter(hasEntered)) {
    const at = byOrder(log, order.id).findLast(({ event }) => event === 'submit_first')?.at ?? ''
    const today = new Date(Date.parse(at) + 8 * 3_600_000).toISOString().slice(0, 10)
    const files = Object.fromEntries(byOrder(items, order.id).map(({ type, files }) => [type, files.length]))
    const terms = await inTenant(order.tenantId, () => findProductTerms(order.productId ?? 0))
    const values = valuesOf(order)
    const { issues } = validateEntry(standardTemplate, values, terms ?? null, { today, files })
    expect([order.id, issues.filter(({ level }) => level === 'error')]).toEqual([order.id, []])
    expect(deriveEntry(values, terms ?? null, today)).toEqual(values)
    expect(submittedEntry(standardTemplate, values)).toEqual(values)
    const car = cars.get(order.vehicleId ?? 0)
    expect([car?.vin, car?.netPrice]).toEqual([values.vehicle.vin, values.vehicle.netPrice])
  }
})

test('every submitted intake was one that may be submitted', async () => {
  const log = await everywhere(() => db().select().from(reviewLog))
  const items = await everywhere(() =>
    db()
      .select({ orderId: materialSet.orderId, type: materialItem.materialType, files: materialItem.files })
      .from(materialItem)
      .innerJoin(materialSet, eq(materialSet.id, materialItem.setId)),
  )
  for (const order of await allOrders()) {
    const submit = byOrder(log, order.id).find(({ event }) => event === 'submit_pre')
    const intake = intakeDraft.parse(order.intakeValues)
    expect(submittedIntake(intake)).toEqual(order.intakeValues)
    if (!submit) continue
    const today = new Date(Date.parse(submit.at) + 8 * 3_600_000).toISOString().slice(0, 10)
    const files = Object.fromEntries(byOrder(items, order.id).map(({ type, files }) => [type, files.length]))
    const { issues } = validateIntake(intake, { today, files })
    const wrong = issues.filter(({ key }) => order.status !== 'pre_rejected' || key !== 'rules.tooYoung')
    expect([order.id, wrong]).toEqual([order.id, []])
  }
})

test('a rejection by the system is of an age that the scene refuses', async () => {
  const log = await everywhere(() => db().select().from(reviewLog))
  const people = new Map((await everywhere(() => db().select().from(customer))).map((one) => [one.id, one]))
  for (const { orderId, actorId, at, event } of log) {
    if (event !== 'pre_reject' || actorId !== 0) continue
    const order = (await allOrders()).find(({ id }) => id === orderId)
    const years = age(people.get(order?.customerId ?? 0)?.birthDate ?? '', at.slice(0, 10))
    expect(years < 18 || years > 60).toBe(true)
  }
})

test('no customer has two live orders, and no row names another tenant', async () => {
  const live = (await allOrders()).filter(
    ({ status }) =>
      !['pre_rejected', 'risk_rejected', 'funder_rejected', 'voided', 'settled'].includes(status),
  )
  expect(new Set(live.map(({ customerId }) => customerId)).size).toBe(live.length)
  for (const table of orderTables) {
    const owned = await everywhere(() => db().select({ tenantId: table.tenantId }).from(table))
    const [{ total }] = (await asOwner(
      async (connection) =>
        // The owner of a cluster sees all rows; one that is not a superuser sees none, which is less and never more.
        (
          await connection.exec(`SELECT count(*)::int AS total FROM "${getTableName(table)}"`)
        ).rows,
    )) as [{ total: number }]
    expect([0, owned.length]).toContain(total)
    expect(owned.length).toBeGreaterThan(0)
  }
})

test('money was released on no bank holiday', async () => {
  const released = (await allOrders()).flatMap(({ valueDate }) => valueDate ?? [])
  expect(released.length).toBeGreaterThan(200)
  for (const date of released)
    if (date !== '2025-03-15') expect([date, isBankHoliday(date)]).toEqual([date, false])
})

test('search keys are those of the database', async () => {
  const wrong = await asOwner(
    async (connection) =>
      (
        await connection.exec(
          `SELECT a.id FROM application a JOIN customer c ON c.id = a.customer_id
         WHERE NOT (a.search_keys @> nlos_search_keys(c.name, c.id_no, c.mobile, a.order_no)
           AND a.search_keys <@ nlos_search_keys(c.name, c.id_no, c.mobile, a.order_no))`,
        )
      ).rows,
  )
  expect(wrong).toEqual([])
})

describe('hand-made rows', () => {
  test('hold one order in every state under the lowest numbers', async () => {
    const rows = (await allOrders()).filter(({ id }) => id <= handMadeCount)
    expect(rows.map(({ tenantId }) => tenantId)).toEqual(rows.map(() => 1))
    for (const { id, status } of rows) expect([id, status]).toEqual([id, handMade(id)?.status])
    expect(new Set(rows.slice(0, orderStatuses.length).map(({ status }) => status)).size).toBe(
      orderStatuses.length,
    )
  })

  test('begin with loan E1 of domain.md 4', async () => {
    const [e1] = await allOrders()
    expect(e1).toMatchObject({
      id: 1,
      valueDate: '2025-03-15',
      firstDueDate: '2025-04-15',
      carPrice: '96000.00',
      downPayment: '19200.00',
      financeAmount: '86000.00',
      depositAmount: '8600.00',
      annualRate: '0.0720',
      monthlyPayment: '2663.30',
      totalInterest: '9878.86',
      feeTotal: '3780.00',
    })
  })

  test('hold names of two and four characters, the longest values, an ID that ends in X, three orders of one', async () => {
    const rows = await inTenant(1, () => db().select().from(customer))
    const lengths = new Set(rows.map(({ name }) => Array.from(name).length))
    expect([2, 3, 4, 30].every((length) => lengths.has(length))).toBe(true)
    expect(rows.some(({ id, idNo }) => id <= handMadeCount && idNo.endsWith('X'))).toBe(true)
    const longest = (await allOrders()).find(({ remark }) => remark?.length === 500)
    expect(longest && valuesOf(longest).residence.liveAddress).toHaveLength(120)
    const counts = new Map<number, number>()
    for (const { customerId } of await allOrders()) counts.set(customerId, (counts.get(customerId) ?? 0) + 1)
    expect(Math.max(...counts.values())).toBe(3)
    const ended = await inTenant(1, () => db().select().from(shop))
    const closed = ended
      .filter(({ agreementTo }) => agreementTo !== null && agreementTo < asOf)
      .map(({ id }) => id)
    expect((await allOrders()).some(({ shopId }) => closed.includes(shopId))).toBe(true)
  })
})

test('every picture that a row names lies in the store of its tenant', async () => {
  const rows = await everywhere(() => db().select().from(attachment))
  const waiting = (await allOrders()).filter(({ status }) => status === 'wait_pre' || status === 'wait_entry')
  for (const { id } of waiting)
    expect(rows.filter(({ orderId }) => orderId === id).length).toBeGreaterThanOrEqual(2)
  const files = new Map(rows.map((row) => [`${row.tenantId} ${row.fileId}`, row]))
  for (const { tenantId, fileId, size } of files.values()) {
    expect((await readStored(tenantId, fileId))?.length).toBe(size)
    expect(await readStored(tenantId, fileId, true)).toBeDefined()
  }
})

test('two runs are equal, row for row', async () => {
  const sums = () =>
    asOwner(async (connection) => {
      const found: unknown[] = []
      for (const table of orderTables) {
        const name = getTableName(table)
        const { rows } = await connection.exec(
          `SELECT md5(coalesce(string_agg(t::text, '' ORDER BY id), '')) AS sum FROM "${name}" t`,
        )
        found.push([name, rows[0]])
      }
      return found
    })
  const first = await sums()
  await closeDatabase()
  await resetDemo({ ...database.options, orders, asOf })
  await openDatabase(database.options)
  expect(await sums()).toEqual(first)
}, 60_000)
