import { eq } from 'drizzle-orm'
import { firstPayments } from '../../contracts/first-payments.ts'
import { businessDate } from '../../rules/business-date.ts'
import { minus } from '../../rules/money.ts'
import { newEvent, testPicture } from '../applications/testing.ts'
import { db, inTenant } from '../db/client.ts'
import { applicationFee } from '../db/schema/applications.ts'
import { preparingOrder } from '../materials/testing.ts'
import { openTestBackend, type TestBackend } from '../testing.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
}, 60_000)
afterAll(() => backend.close())

const cashier = () => backend.as('cashier')
const read = (orderId: number) => cashier().call(firstPayments.get, { orderId })
const on = async (orderId: number) => ({
  ...{ orderId, rowVersion: (await read(orderId)).order.rowVersion, eventId: newEvent() },
})
const today = businessDate(new Date())
let last = 0
const add = async (orderId: number, amount: string, more: object = {}) =>
  cashier().upload(
    firstPayments.add,
    {
      ...{ ...(await on(orderId)), amount, paidOn: today, method: 'transfer' as const },
      ...{ payer: '李建国', reference: `REF-${++last}`, ...more },
    },
    { name: '凭证.jpg', bytes: await testPicture() },
  )
const feesOf = (orderId: number) =>
  inTenant(1, async () => {
    const rows = await db().select().from(applicationFee).where(eq(applicationFee.orderId, orderId))
    return rows.filter(({ chargeMode }) => chargeMode === 'upfront')
  })

test('the milestone comes with the last of the sum due, and goes with what is taken back', async () => {
  const { orderId } = await preparingOrder(backend, ['gps', 'insurance'])
  const { due, order } = await read(orderId)
  expect(Number(due)).toBeGreaterThan(19_200)
  await add(orderId, '100.00')
  expect(await read(orderId)).toMatchObject({ state: 'part', paid: '100.00', order: { status: 'preparing' } })
  await add(orderId, minus(due, '100.00'))
  const paid = await read(orderId)
  expect(paid).toMatchObject({ state: 'paid', paid: due, order: { status: 'wait_release' } })
  expect(paid.order.rowVersion).toBeGreaterThan(order.rowVersion)
  for (const fee of await feesOf(orderId))
    expect(fee).toMatchObject({ status: '已收', receivedAmount: fee.amount })
  await expect(add(orderId, '1.00')).rejects.toThrow('422 首期应付已全部到账')

  const [first] = paid.payments
  await cashier().call(firstPayments.cancel, {
    ...{ ...(await on(orderId)), paymentId: first?.id ?? 0, reason: '录错' },
  })
  const after = await read(orderId)
  expect(after).toMatchObject({ state: 'part', order: { status: 'preparing' } })
  expect(after.payments[0]).toMatchObject({ cancelReason: '录错', cancelledAt: expect.any(String) })
  for (const fee of await feesOf(orderId)) expect(fee).toMatchObject({ status: '待收' })
  await expect(
    cashier().call(firstPayments.cancel, {
      ...{ ...(await on(orderId)), paymentId: first?.id ?? 0, reason: '再撤' },
    }),
  ).rejects.toThrow('404')
})

test('a reference counts once, of whatever order, until its payment is taken back', async () => {
  const one = await preparingOrder(backend)
  const other = await preparingOrder(backend)
  await add(one.orderId, '10.00', { reference: 'SAME' })
  await expect(add(other.orderId, '10.00', { reference: 'SAME' })).rejects.toThrow('该流水号已登记')
  const { payments } = await read(one.orderId)
  await cashier().call(firstPayments.cancel, {
    ...{ ...(await on(one.orderId)), paymentId: payments[0]?.id ?? 0, reason: '付错订单' },
  })
  await add(other.orderId, '10.00', { reference: 'SAME' })
})

test('a payment has a right amount, a day that has been, and its proof, which its readers can open', async () => {
  const { orderId } = await preparingOrder(backend)
  await expect(add(orderId, '0.00')).rejects.toThrow('必须大于0')
  await expect(add(orderId, '1.00', { paidOn: '2099-01-01' })).rejects.toThrow('不能晚于今天')
  await add(orderId, '5.00')
  const { payments } = await read(orderId)
  const sent = await backend
    .as('finance_checker')
    .raw(firstPayments.proof, { orderId, paymentId: payments[0]?.id ?? 0 })
  expect(sent.headers.get('content-type')).toBe('image/jpeg')
  const { data } = await cashier().call(firstPayments.list, { state: 'part', length: 100 })
  expect(data.find(({ id }) => id === orderId)).toMatchObject({ paid: '5.00', state: 'part' })
})
