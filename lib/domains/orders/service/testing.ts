import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { db, inTenant } from '../../../platform/db/client.ts'
import { fakeVin } from '../../../rules/made-up-numbers.ts'
import { attachments } from '../../materials/contract/attachments.ts'
import { products } from '../../products/contract.ts'
import { reviews } from '../../reviews/contract.ts'
import { personOf, relativeRow } from '../../seed/people.ts'
import type { Caller, TestBackend } from '../../testing.ts'
import { applications } from '../contract.ts'
import { type EntryValues, entryDraft } from '../rules/entry/entry-values.ts'
import { emptyIntake, type IntakeValues } from '../rules/entry/intake.ts'

/** Orders for tests: right values, and the way of an order through the calls of the service. */

export const newEvent = (): string => randomUUID()

/** A person of the demo generator for each test order; ages 18 to 60 only. */
let row = 5_000
export function nextPerson() {
  for (;;) {
    row += 1
    const person = personOf(row)
    const year = Number(person.birthDate.slice(0, 4))
    if (year >= 1970 && year <= 2000) return { ...person, row }
  }
}
export type TestPerson = ReturnType<typeof nextPerson>

type Place = { shopId: number; salesmanId: number; productId: number }

/** An open shop of the caller with one of its staff, and the standard product. */
export async function placeOf(caller: Caller): Promise<Place> {
  const shops = await caller.call(products.shops, {})
  const shop = shops.find(({ closed }) => closed === null)
  const [salesman] = await caller.call(products.staff, { permission: 'order:create', shopId: shop?.id })
  const offered = await caller.call(products.options, {})
  const product = offered.find(
    ({ templateCode, repayMethod }) => templateCode === 'shenfen' && repayMethod === 'annuity',
  )
  if (!shop || !salesman || !product) throw new Error('the base seed has no shop, salesman or product')
  return { shopId: shop.id, salesmanId: salesman.id, productId: product.id }
}

export function intakeFor(person: TestPerson, place: Place): IntakeValues {
  const values = emptyIntake()
  return {
    customer: {
      ...values.customer,
      name: person.name,
      idNo: person.idNo,
      mobile: person.mobile,
      idAddress: '北京市示例路1号',
      idValidFrom: '2020-01-01',
      idValidTo: '2099-01-01',
      creditAuth: true,
    },
    shop: { ...values.shop, shopId: String(place.shopId), salesmanId: String(place.salesmanId) },
    intent: {
      ...values.intent,
      productId: String(place.productId),
      vehicleKind: 'new',
      brand: '示例牌',
      series: '示例系',
      model: '示例型',
      amount: '86000.00',
      term: '36',
    },
  }
}

/** A finished entry of an unmarried customer with a new car and the figures of E1 (domain.md 4). */
export function entryFor(from: EntryValues, person: TestPerson): EntryValues {
  const first = personOf(relativeRow(person.row, 'emergency1'))
  const second = personOf(relativeRow(person.row, 'emergency2'))
  const contact = { relation: '02', address: '北京市示例路2号', knowsLoan: true }
  return entryDraft({
    ...from,
    residence: {
      ...from.residence,
      maritalStatus: '1',
      liveRegion: ['110000', '110100', '110105'],
      liveAddress: '北京市示例路3号',
    },
    employment: {
      ...from.employment,
      employType: '1',
      employerName: '示例公司',
      monthlyIncome: '12000.00',
    },
    contacts: [
      { ...contact, name: first.name, mobile: first.mobile },
      { ...contact, name: second.name, mobile: second.mobile },
    ],
    vehicle: {
      ...from.vehicle,
      kind: 'new',
      energy: '1',
      vehicleClass: '1',
      useNature: 'A',
      guidePrice: '100000.00',
      netPrice: '96000.00',
      vin: fakeVin(person.row, 2025),
    },
    financing: { ...from.financing, term: '36', downPayment: '19200.00', downRatio: '0.2000' },
    addons: [{ addonType: 'commercial_insurance', amount: '4200.00', financed: true, payee: '示例保险' }],
    bankCard: { ...from.bankCard, cardNo: '999999000000000015', bankCode: 'DEMO' },
    insurance: [{ insType: '2', insurer: 'A', premium: '4200.00', startDate: '', endDate: '' }],
    source: { ...from.source, sourceType: '1', remark: '测试' },
  })
}

let picture: Promise<Buffer> | undefined
export function testPicture(): Promise<Buffer> {
  picture ??= sharp({ create: { width: 64, height: 40, channels: 3, background: '#3060c0' } })
    .jpeg()
    .toBuffer()
  return picture
}

/** Uploads what the order's items still ask for. */
export async function uploadRequired(caller: Caller, orderId: number): Promise<void> {
  const { items } = await caller.call(attachments.materials, { orderId })
  const bytes = await testPicture()
  for (const item of items.filter(({ required, files }) => required && files.length === 0)) {
    const input = { orderId, materialType: item.materialType, eventId: newEvent() }
    await caller.upload(attachments.upload, input, { name: `${item.materialType}.jpg`, bytes })
  }
}

export type TestOrder = { orderId: number; orderNo: string; rowVersion: number; person: TestPerson }

/** An order in 草稿 with everything the pre-review asks for. */
export async function draftOrder(caller: Caller, person = nextPerson()): Promise<TestOrder> {
  const values = intakeFor(person, await placeOf(caller))
  const saved = await caller.call(applications.saveIntake, { eventId: newEvent(), values })
  await uploadRequired(caller, saved.orderId)
  return { ...saved, person }
}

/** An order in 待运营预审. */
export async function submittedOrder(caller: Caller, person = nextPerson()): Promise<TestOrder> {
  const { orderId, orderNo, rowVersion } = await draftOrder(caller, person)
  const moved = await caller.call(applications.submitPre, { orderId, rowVersion, eventId: newEvent() })
  return { orderId, orderNo, rowVersion: moved.rowVersion, person }
}

/** An order in 待录单. */
export async function passedOrder(backend: TestBackend, person = nextPerson()): Promise<TestOrder> {
  const order = await submittedOrder(backend.as('entry_clerk'), person)
  const reviewer = backend.as('pre_reviewer')
  const { orderId } = order
  const claimed = await reviewer.call(reviews.claim, { orderId, eventId: newEvent() })
  const moved = await reviewer.call(reviews.decidePre, {
    orderId,
    rowVersion: claimed.rowVersion,
    eventId: newEvent(),
    result: 'pass',
    opinion: '资料齐全，同意',
  })
  return { ...order, rowVersion: moved.rowVersion }
}

/** The entry form's values with everything filled in, all papers uploaded. */
export async function finishedEntry(caller: Caller, order: TestOrder): Promise<EntryValues> {
  const { values } = await caller.call(applications.getEntry, { orderId: order.orderId })
  await uploadRequired(caller, order.orderId)
  return entryFor(entryDraft(values), order.person)
}

/** Copies of an order as it stands, of its row alone. @returns their ids */
export const copyOrders = (orderId: number, count = 1): Promise<number[]> =>
  inTenant(1, async () => {
    const { rows: columns } = await db().execute<{ name: string }>(sql`
      select column_name as name from information_schema.columns
      where table_name = 'application' and column_name not in ('id', 'order_no')`)
    const names = sql.raw(columns.map(({ name }) => `"${name}"`).join(', '))
    const { rows } = await db().execute<{ id: number }>(sql`
      insert into application (order_no, ${names})
      select ${`COPY-${randomUUID().slice(0, 8)}-`} || n, ${names}
      from application, generate_series(1, ${count}::int) as n where id = ${orderId}
      returning id`)
    return rows.map(({ id }) => Number(id))
  })
