import { eq, getTableName, sql } from 'drizzle-orm'
import { asOwner, db, inTenant } from '../../platform/db/client.ts'
import { readStored } from '../../platform/files/file-store.ts'
import { bankCard as bankCardRule, bankCardWarning, mobile } from '../../rules/fields.ts'
import { idCard } from '../../rules/id-card.ts'
import { uscc } from '../../rules/uscc.ts'
import { vin } from '../../rules/vin.ts'
import { capital, channel, shop } from '../channels/table.ts'
import { bankCard, linkedPerson } from '../customers/table.ts'
import { milestoneCodes, milestones } from '../identity/rules/milestones.ts'
import { sysUser } from '../identity/table.ts'
import { quoteView } from '../orders/contract.ts'
import { isEnterprise } from '../orders/rules/entry/customer-identity.ts'
import { intakeDraft } from '../orders/rules/entry/intake.ts'
import { deadStatuses, type OrderStatus, orderStatuses } from '../orders/rules/order-states.ts'
import { application } from '../orders/table.ts'
import { fillKeys } from '../relations/service/fill-keys.ts'
import { relationKey } from '../relations/table.ts'
import { attachment } from '../system/table.ts'
import { vehicle } from '../vehicles/table.ts'
import { handMade, handMadeCount } from './hand-made.ts'
import { orderTables } from './order-tables.ts'
import { asOf, checksums, entryOf, everywhere, isEntered, openSeeded, type Seeded } from './seeded.fixture.ts'

let seeded: Seeded
beforeAll(async () => {
  seeded = await openSeeded(120)
}, 180_000)
afterAll(() => seeded.close())

test('there are the wanted orders under numbers of their own', () => {
  expect(seeded.orders).toHaveLength(120)
  expect(new Set(seeded.orders.map(({ orderNo }) => orderNo)).size).toBe(120)
  for (const { orderNo } of seeded.orders) expect(orderNo).toMatch(/^(BLQ|QHE|YFD)20\d{6}\d{6}$/)
})

test('every identifier passes our own rules', async () => {
  const wrong: unknown[] = []
  const check = (value: string | null, message: unknown) => message !== null && wrong.push([value, message])
  for (const order of await everywhere(() => db().select().from(application))) {
    const { idNo, mobile: number } = order
    const ofPerson = () => idCard(idNo) ?? (idNo.slice(2, 6) === '0000' ? null : 'a real county')
    check(idNo, isEnterprise(intakeDraft(order.intakeValues).customer) ? uscc(idNo) : ofPerson())
    check(number, mobile(number))
  }
  for (const { idNo, mobile: number } of await everywhere(() => db().select().from(linkedPerson))) {
    check(idNo, idNo && idCard(idNo))
    check(number, mobile(number))
  }
  for (const { cardNo } of await everywhere(() => db().select().from(bankCard)))
    check(cardNo, bankCardRule(cardNo) ?? bankCardWarning(cardNo))
  const cars = await everywhere(() => db().select().from(vehicle))
  for (const car of cars) check(car.vin, vin(car.vin ?? ''))
  const companies = [
    ...(await everywhere(() => db().select({ uscc: shop.uscc }).from(shop))),
    ...(await everywhere(() => db().select({ uscc: channel.uscc }).from(channel))),
  ]
  for (const company of companies) check(company.uscc, uscc(company.uscc ?? ''))
  expect(wrong).toEqual([])
  expect(new Set(cars.map((car) => car.vin)).size).toBe(cars.length)
})

test('no customer has two live orders', () => {
  const live = seeded.orders.filter(({ status }) => !deadStatuses.includes(status as OrderStatus))
  expect(new Set(live.map(({ customerId }) => customerId)).size).toBe(live.length)
})

test('rows of the tenants together are all rows there are', async () => {
  for (const table of orderTables) {
    const counts = await everywhere(async () => [await db().$count(table)])
    const { rows } = await asOwner((connection) =>
      connection.exec(`SELECT count(*)::int AS n FROM "${getTableName(table)}"`),
    )
    const owned = counts.reduce((total, count) => total + count)
    // The owner sees every row as a superuser, else none.
    expect([owned, 0]).toContain((rows[0] as { n: number }).n)
    expect(owned).toBeGreaterThan(0)
  }
})

test('search keys are those of the database', async () => {
  const read = () =>
    db().execute<{ id: number; right: boolean }>(
      sql`SELECT a.id, a.search_keys @> wanted AND a.search_keys <@ wanted AS "right"
        FROM application a, nlos_search_keys(a.customer_name, a.id_no, a.mobile, a.order_no) AS wanted`,
    )
  const orders = await everywhere(async () => (await read()).rows)
  expect(orders).toHaveLength(seeded.orders.length)
  expect(orders.filter(({ right }) => !right)).toEqual([])
})

test('every picture that a row names lies in the store of its tenant', async () => {
  const rows = await everywhere(() => db().select().from(attachment))
  const waiting = seeded.orders.filter(({ status }) => status === 'wait_pre' || status === 'wait_entry')
  expect(waiting.length).toBeGreaterThan(4)
  for (const { id, intakeValues } of waiting) {
    // Both sides of an identity card, or a licence.
    const papers = isEnterprise(intakeDraft(intakeValues).customer) ? 1 : 2
    expect(rows.filter(({ orderId }) => orderId === id).length).toBeGreaterThanOrEqual(papers)
  }
  const files = new Map(rows.map((row) => [`${row.tenantId} ${row.fileId}`, row]))
  for (const { tenantId, fileId, size } of files.values()) {
    expect((await readStored(tenantId, fileId))?.length).toBe(size)
    expect(await readStored(tenantId, fileId, { preview: true })).toBeDefined()
  }
})

describe('hand-made rows', () => {
  test('hold one order in every state under the lowest numbers', () => {
    const rows = seeded.orders.filter(({ id }) => id <= handMadeCount)
    for (const { id, status, tenantId } of rows) {
      const made = handMade(id)
      expect([id, status, tenantId]).toEqual([id, made?.status, made?.tenantId ?? 1])
    }
    const first = rows.slice(0, orderStatuses.length).map(({ status }) => status)
    expect(new Set(first)).toEqual(new Set(orderStatuses))
  })

  test('begin with loan E1 of domain.md 4', () => {
    expect(seeded.orders[0]).toMatchObject({
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

  test('hold names of two and four characters, the longest values, an ID number that ends in X', async () => {
    const customers = await inTenant(1, () => db().select().from(application))
    const lengths = new Set(customers.map(({ customerName }) => Array.from(customerName).length))
    expect([2, 3, 4, 30].filter((length) => !lengths.has(length))).toEqual([])
    expect(customers.some(({ id, idNo }) => id <= handMadeCount && idNo.endsWith('X'))).toBe(true)
    const longest = seeded.orders.find(({ remark }) => remark?.length === 500)
    expect(longest && entryOf(longest).residence.liveAddress).toHaveLength(120)
  })

  test('hold a customer with three orders and a shop whose agreement has ended', async () => {
    const ofOne = Map.groupBy(seeded.orders, ({ customerId }) => customerId)
    expect(Math.max(...[...ofOne.values()].map((orders) => orders.length))).toBe(3)
    const shops = await inTenant(1, () => db().select().from(shop))
    const ended = shops.flatMap(({ id, agreementTo }) => (agreementTo && agreementTo < asOf ? [id] : []))
    expect(seeded.orders.some(({ shopId }) => ended.includes(shopId))).toBe(true)
  })

  test('hold orders for the whole way from the approval to the release, with a funder and nothing begun', async () => {
    const [funder] = await inTenant(1, () => db().select().from(capital).where(eq(capital.code, 'BANKA')))
    const rows = seeded.orders.filter(({ id }) => handMade(id)?.fromApproval)
    expect(rows).toHaveLength(2)
    for (const row of rows) {
      expect(row).toMatchObject({
        status: 'wait_sign',
        capitalId: funder?.id,
        contractNo: null,
        carPrice: '96000.00',
        financeAmount: '86000.00',
      })
      const reached = milestoneCodes.map((code) => row[milestones[code].field])
      expect(reached.filter((at) => at !== null)).toEqual([])
      // Lists of work begin with who has waited longest: whoever takes their first row takes none of these.
      const waitsLonger = seeded.orders.filter(
        ({ id, status, tenantId, stageEnteredAt }) =>
          tenantId === 1 &&
          status === 'wait_sign' &&
          !handMade(id)?.fromApproval &&
          stageEnteredAt < row.stageEnteredAt,
      )
      expect(waitsLonger.some(({ capitalId }) => capitalId === funder?.id)).toBe(true)
      expect(
        waitsLonger.some(({ firstPaymentAt, gpsInstalledAt }) => !firstPaymentAt && !gpsInstalledAt),
      ).toBe(true)
    }
  })

  test('offer as the next to be claimed an order that its clerk can go on with', async () => {
    const [clerk] = await inTenant(1, () =>
      db().select().from(sysUser).where(eq(sysUser.account, 'entry_clerk')),
    )
    const [next] = seeded.orders
      .filter(({ tenantId, status, claimedBy }) => tenantId === 1 && status === 'wait_pre' && !claimedBy)
      .sort((a, b) => (a.stageEnteredAt < b.stageEnteredAt ? -1 : 1))
    expect(next).toMatchObject({ customerName: '李明', entryUserId: clerk?.id, lastDecidedBy: null })
  })

  test('hold enterprises whose legal person guarantees, and interest that the maker of the car bears', () => {
    const entered = seeded.orders.filter(isEntered)
    const enterprises = entered.filter((order) => isEnterprise(entryOf(order).customer))
    expect(new Set(enterprises.map(({ templateCode }) => templateCode))).toEqual(
      new Set(['shenfen', 'jdzlld']),
    )
    for (const order of enterprises) {
      const { customer, guarantors } = entryOf(order)
      expect(guarantors.map(({ idNo }) => idNo)).toEqual([customer.legalIdNo])
    }
    const borne = entered.filter((order) => quoteView.parse(order.quoteSnapshot)?.parties?.subsidy)
    expect(new Set(borne.map((order) => entryOf(order).subsidy.mode))).toEqual(new Set(['full', 'rate']))
  })
})

test('two runs are equal, row for row', async () => {
  const first = await checksums(orderTables)
  const orders = first.filter(({ name }) => name === 'application')
  expect(orders.reduce((total, { count }) => total + count, 0)).toBe(seeded.orders.length)
  await seeded.reseed()
  expect(await checksums(orderTables)).toEqual(first)
}, 120_000)

// The last one, because its rows are not the seeded ones any more.
test('relation keys are those that the backend writes', async () => {
  const read = async () => {
    const rows = await db().select().from(relationKey)
    return rows
      .map(({ orderId, kind, value, holders }) => `${orderId} ${kind} ${value} ${JSON.stringify(holders)}`)
      .sort()
  }
  const seededKeys = await everywhere(read)
  await everywhere(async () => {
    await db().delete(relationKey)
    return []
  })
  expect(await fillKeys()).toBe(seeded.orders.length)
  expect(await everywhere(read)).toEqual(seededKeys)
  expect(seededKeys.length).toBeGreaterThan(120 * 3)
})
