import { draftOrder, nextPerson, submittedOrder, type TestOrder } from '../../orders/service/testing.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { home } from '../contract.ts'

let backend: TestBackend
let first: TestOrder
let second: TestOrder
const clerk = () => backend.as('entry_clerk')

beforeAll(async () => {
  backend = await openTestBackend()
  const person = { ...nextPerson(), name: '欧阳修文' }
  // 预审 is open to one order of a customer at a time: the second is a draft.
  first = await submittedOrder(clerk(), person)
  second = await draftOrder(clerk(), person)
  await draftOrder(clerk(), { ...nextPerson(), name: '欧阳修' })
}, 60_000)
afterAll(() => backend.close())

const find = (q: string) => clerk().call(home.find, { q })

test('two characters of a name find the customers once each and their orders, the newest first', async () => {
  const { customers, orders, total, more } = await find(' 修文 ')
  expect(customers).toEqual([
    {
      id: expect.any(Number),
      name: '欧阳修文',
      idNo: expect.stringMatching(/^\d{6}\*{8}[\dX]{4}$/),
      mobile: expect.stringMatching(/^12\d\*{4}\d{4}$/),
      orderId: second.orderId,
    },
  ])
  expect(orders.map(({ id }) => id)).toEqual([second.orderId, first.orderId])
  expect(orders[0]).toEqual({
    id: second.orderId,
    orderNo: second.orderNo,
    customerName: '欧阳修文',
    productName: expect.any(String),
    status: 'draft',
  })
  expect({ total, more }).toEqual({ total: 2, more: false })
  expect((await find('欧阳')).customers).toHaveLength(2)
})

test('a mobile finds the customer too, an order number the order alone', async () => {
  expect((await find(first.person.mobile.slice(-6))).customers).toHaveLength(1)
  const byNumber = await find(first.orderNo.toLowerCase())
  expect(byNumber.orders.map(({ id }) => id)).toEqual([first.orderId])
  expect(byNumber.customers).toEqual([])
})

test('what is outside the data scope is not found, and too short a text is refused', async () => {
  const nothing = { customers: [], orders: [], total: 0, more: false }
  // Of a shop of another branch than the clerk's.
  expect(await backend.as('shop_user2').call(home.find, { q: '欧阳' })).toEqual(nothing)
  expect((await clerk().send(home.find, { q: '欧' })).status).toBe(400)
  expect((await clerk().send(home.find, { q: '   ' })).status).toBe(400)
})
