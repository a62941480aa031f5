import { eq } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import { branch, shop } from '../../channels/table.ts'
import { product } from '../../products/table.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { applications } from '../contract.ts'
import {
  draftOrder,
  finishedEntry,
  intakeFor,
  newEvent,
  nextPerson,
  passedOrder,
  placeOf,
} from './testing.ts'

let backend: TestBackend
let branchId = 0
let modes: string[] = []
beforeAll(async () => {
  backend = await openTestBackend()
  const { shopId, productId } = await placeOf(clerk())
  await inTenant(1, async () => {
    const [place] = await db().select({ id: shop.branchId }).from(shop).where(eq(shop.id, shopId))
    const [sold] = await db().select({ mode: product.bizMode }).from(product).where(eq(product.id, productId))
    branchId = place?.id ?? 0
    modes = [sold?.mode ?? '']
  })
}, 60_000)
afterEach(() => sells(null))
afterAll(() => backend.close())

const clerk = () => backend.as('entry_clerk')
const others = () =>
  ['direct_lease', 'sale_leaseback', 'assist_loan', 'joint_loan'].filter((mode) => !modes.includes(mode))
const sells = (businessScope: string[] | null) =>
  inTenant(1, () => db().update(branch).set({ businessScope }).where(eq(branch.id, branchId)))
const outside = expect.stringContaining('的业务范围不含此产品的业务模式')

describe('a branch with a 业务范围', () => {
  test('takes an order of it, and of anything where it names nothing', async () => {
    for (const scope of [modes, [], null]) {
      await sells(scope)
      const { orderId, rowVersion } = await draftOrder(clerk())
      await clerk().call(applications.submitPre, { orderId, rowVersion, eventId: newEvent() })
    }
  })

  test('takes no intake outside it, whether its product is chosen before the change or behind', async () => {
    const { orderId, rowVersion } = await draftOrder(clerk())
    await sells(others())
    expect(
      await clerk().send(applications.submitPre, { orderId, rowVersion, eventId: newEvent() }),
    ).toMatchObject({ status: 422, body: { message: outside } })
    const values = intakeFor(nextPerson(), await placeOf(clerk()))
    expect(await clerk().send(applications.saveIntake, { eventId: newEvent(), values })).toMatchObject({
      status: 400,
      body: { fields: { 'intent.productId': outside } },
    })
    // The product that stands in an order stays: the order can be saved, and corrected.
    const mine = await clerk().call(applications.getIntake, { orderId })
    const again = { orderId, rowVersion, eventId: newEvent(), values: mine.values }
    expect((await clerk().send(applications.saveIntake, again)).status).toBe(200)
  })

  test('lets an order keep its product, and take no other one outside it', async () => {
    const order = await passedOrder(backend)
    const { orderId } = order
    const values = await finishedEntry(clerk(), order)
    const save = async (productId: number) => {
      const { order: now } = await clerk().call(applications.getEntry, { orderId })
      return clerk().send(applications.saveEntry, {
        orderId,
        rowVersion: now.rowVersion,
        values: { ...values, financing: { ...values.financing, productId: String(productId) } },
      })
    }
    const rows = await inTenant(1, () => db().select().from(product).where(eq(product.status, '已上架')))
    const { productId } = await placeOf(clerk())
    const another = rows.find(({ id, bizMode }) => id !== productId && bizMode !== null)
    if (!another) throw new Error('the base seed has one product')
    await sells(others().filter((mode) => mode !== another.bizMode))
    expect((await save(productId)).status).toBe(200)
    expect(await save(another.id)).toMatchObject({
      status: 400,
      body: { fields: { 'financing.productId': outside } },
    })
  })
})
