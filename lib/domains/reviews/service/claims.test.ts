import { messages } from '../../../platform/messages/contract.ts'
import { home } from '../../home/contract.ts'
import { applications } from '../../orders/contract.ts'
import { newEvent, submittedOrder } from '../../orders/service/testing.ts'
import { products } from '../../products/contract.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { reviews } from '../contract.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
})
afterAll(() => backend.close())

const clerk = () => backend.as('entry_clerk')
const reviewers = () => [backend.as('pre_reviewer'), backend.as('pre_reviewer2')] as const
const nameOf = async (account: string) => {
  const staff = await backend.as('admin').call(products.staff, {})
  return staff.find((one) => one.account === account)?.name
}

it('gives an order that two reviewers claim at once to one, and tells the other who has it', async () => {
  const names = [await nameOf('pre_reviewer'), await nameOf('pre_reviewer2')]
  for (let round = 0; round < 5; round++) {
    const { orderId } = await submittedOrder(clerk())
    const answers = await Promise.all(
      reviewers().map((reviewer) => reviewer.send(reviews.claim, { orderId, eventId: newEvent() })),
    )
    const winner = answers.findIndex(({ status }) => status === 200)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers[1 - winner]?.body).toMatchObject({
      message: `该订单已被${names[winner]}领取`,
      code: 'taken',
    })
    const { steps } = await clerk().call(applications.progress, { orderId })
    expect(steps.filter(({ event }) => event === 'claim')).toHaveLength(1)
  }
})

it('hands the pool out in order of waiting, each order once', async () => {
  const [first, second] = reviewers()
  await submittedOrder(clerk())
  await submittedOrder(clerk())
  const taken: number[] = []
  for (;;) {
    const pair = await Promise.all([
      first.call(reviews.claimNext, { stage: 'pre', eventId: newEvent() }),
      second.call(reviews.claimNext, { stage: 'pre', eventId: newEvent() }),
    ])
    taken.push(...pair.flatMap((one) => one?.orderId ?? []))
    if (pair.includes(null)) break
  }
  expect(taken.length).toBeGreaterThanOrEqual(2)
  expect(new Set(taken).size).toBe(taken.length)
  const [row] = await first.call(home.examine, {})
  expect(row).toEqual({ exa_status: '2', counta: 0, countb: expect.any(Number) })
})

it('goes back to the pool and over to a colleague, but not to somebody of another stage', async () => {
  const [first, second] = reviewers()
  const { orderId } = await submittedOrder(clerk())
  const claimed = await first.call(reviews.claim, { orderId, eventId: newEvent() })
  const notHis = { orderId, rowVersion: claimed.rowVersion, eventId: newEvent() }
  expect(await second.send(reviews.unclaim, notHis)).toMatchObject({
    status: 422,
    body: { message: '该订单由他人处理' },
  })
  const back = await first.call(reviews.unclaim, { ...notHis, eventId: newEvent() })
  expect(back).toMatchObject({ claimedBy: null, claimedAt: null })
  expect(
    await first.send(reviews.decidePre, {
      orderId,
      rowVersion: back.rowVersion,
      eventId: newEvent(),
      result: 'pass',
      opinion: '资料齐全，同意',
    }),
  ).toMatchObject({ status: 422, body: { message: '请先领取该订单' } })

  const again = await first.call(reviews.claim, { orderId, eventId: newEvent() })
  const staff = await backend.as('admin').call(products.staff, {})
  const idOf = (account: string) => staff.find((one) => one.account === account)?.id ?? 0
  const transfer = (account: string) =>
    first.send(reviews.transfer, {
      orderId,
      rowVersion: again.rowVersion,
      eventId: newEvent(),
      userId: idOf(account),
    })
  expect(await transfer('entry_clerk')).toMatchObject({
    status: 400,
    body: { fields: { userId: '该人员不能处理本环节' } },
  })
  expect(await transfer('pre_reviewer2')).toMatchObject({
    status: 200,
    body: { claimedBy: idOf('pre_reviewer2') },
  })
})

it("lets a manager alone hand on a colleague's case, and tells who had it", async () => {
  const [first, second] = reviewers()
  const { orderId, orderNo } = await submittedOrder(clerk())
  const { rowVersion } = await first.call(reviews.claim, { orderId, eventId: newEvent() })
  const staff = await backend.as('admin').call(products.staff, {})
  const idOf = (account: string) => staff.find((one) => one.account === account)?.id ?? 0
  const transfer = (by: typeof first, account: string) =>
    by.send(reviews.transfer, { orderId, rowVersion, eventId: newEvent(), userId: idOf(account) })
  const refusal = { status: 422, body: { message: '该订单由他人处理' } }
  expect(await transfer(second, 'pre_reviewer2')).toMatchObject(refusal)
  expect(await transfer(backend.as('first_reviewer'), 'pre_reviewer2')).toMatchObject(refusal)
  expect((await transfer(backend.as('risk_manager'), 'pre_reviewer2')).status).toBe(200)
  const titles = async (by: typeof first) =>
    (await by.call(messages.notices, {})).data.map(({ title }) => title)
  expect(await titles(first)).toContain(`您处理的 ${orderNo} 已转交 ${await nameOf('pre_reviewer2')}`)
  expect(await titles(second)).toContain(`${orderNo} 已转交给您`)
})

it('wants reasons for a return and a reject, that belong together', async () => {
  const [first] = reviewers()
  const { orderId } = await submittedOrder(clerk())
  const { rowVersion } = await first.call(reviews.claim, { orderId, eventId: newEvent() })
  const decide = (more: object) =>
    first.send(reviews.decidePre, {
      orderId,
      rowVersion,
      eventId: newEvent(),
      opinion: '身份证反面看不清',
      ...more,
    })
  expect(await decide({ result: 'return' })).toMatchObject({
    status: 400,
    body: { fields: { reasonL1: '请选择原因', reasonL2: '请选择原因', reasonDetail: '请填写原因细节' } },
  })
  expect(await decide({ result: 'reject', reasonL1: 'document', reasonL2: 'vehicle_price' })).toMatchObject({
    status: 400,
    body: { fields: { reasonL2: '请选择原因' } },
  })
  expect(await decide({ result: 'pass', opinion: '好' })).toMatchObject({
    status: 400,
    body: { fields: { opinion: expect.any(String) } },
  })
})

it('counts for the home page and lists by claim', async () => {
  const [first] = reviewers()
  const { orderId, orderNo } = await submittedOrder(clerk())
  const before = await first.call(home.examine, {})
  const page = await first.call(reviews.preList, { claim: 'unclaimed', q: orderNo })
  expect(page.data.map(({ id }) => id)).toEqual([orderId])
  await first.call(reviews.claim, { orderId, eventId: newEvent() })
  const after = await first.call(home.examine, {})
  expect(after[0]).toEqual({
    exa_status: '2',
    counta: (before[0]?.counta ?? 0) - 1,
    countb: (before[0]?.countb ?? 0) + 1,
  })
  expect((await first.call(reviews.preList, { claim: 'mine', q: orderNo })).total).toBe(1)
  expect((await first.call(reviews.preList, { claim: 'unclaimed', q: orderNo })).total).toBe(0)
  expect(await clerk().call(home.examine, {})).toEqual([])
  const todos = await first.call(home.list, { length: 100 })
  expect(todos.data.map(({ id }) => id)).toContain(orderId)
})

it('shows the reviewer who it is, and nothing in clear', async () => {
  const [first] = reviewers()
  const { orderId, person } = await submittedOrder(clerk())
  const shown = await first.call(reviews.getPre, { orderId })
  expect(shown.persons[0]).toMatchObject({ role: 'customer', name: person.name })
  expect(JSON.stringify(shown)).not.toContain(person.idNo)
})
