import { papers } from '../../materials/contract/papers.ts'
import { lastDayOf, type PolicyNeed } from '../../materials/rules/policy.ts'
import { fillPapers, preparingOrder, testPolicy } from '../../materials/service/testing.ts'
import { newEvent } from '../../orders/service/testing.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { importer } from './testing.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend({ background: false })
}, 60_000)
afterAll(() => backend.close())

const heads = ['订单编号', '险种', '保险公司', '保单号', '保费', '保额', '生效日期', '到期日期']
const kindWords: Record<string, string> = { '1': '交强险', '2': '商业险-车损' }
let last = 0
/** A row as a spreadsheet has it, of a number of its own unless told. */
function rowOf(orderNo: string, need: PolicyNeed, more: Partial<Record<string, string>> = {}): string[] {
  const { insType, premium, sumInsured, startDate } = testPolicy(need)
  last += 1
  const usual: Record<string, string> = {
    订单编号: orderNo,
    险种: kindWords[insType] ?? '',
    保险公司: '示例保险甲',
    保单号: `I${last}-${need}`,
    保费: premium,
    保额: sumInsured,
    生效日期: startDate.replaceAll('-', '/'),
    到期日期: lastDayOf(startDate),
  }
  return heads.map((head) => more[head] ?? usual[head] ?? '')
}
const clerk = () => importer(backend, 'material_clerk', 'policies', heads)
const read = (orderId: number) =>
  backend.as('material_clerk').call(papers.get, { orderId, kind: 'insurance' })
const numbersOf = async (orderId: number) => (await read(orderId)).policies.map(({ policyNo }) => policyNo)

test('policies of a file stand with their orders as those that are typed, each judged by the form of its order', async () => {
  const { orderId, orderNo } = await preparingOrder(backend)
  const other = await preparingOrder(backend)
  const taken = testPolicy('compulsory')
  const { order } = await read(other.orderId)
  await backend.as('material_clerk').call(papers.savePolicy, {
    orderId: other.orderId,
    rowVersion: order.rowVersion,
    eventId: newEvent(),
    ...taken,
  })
  const [compulsory, commercial] = [rowOf(orderNo, 'compulsory'), rowOf(orderNo, 'commercial')]
  const steps = clerk()
  const id = await steps.read(
    compulsory,
    commercial,
    compulsory,
    rowOf('没有的订单', 'compulsory'),
    rowOf(orderNo, 'compulsory', { 保单号: taken.policyNo }),
    rowOf(orderNo, 'compulsory', { 保险公司: '没有的公司' }),
    rowOf(orderNo, 'compulsory', { 保费: '0' }),
    rowOf(orderNo, 'compulsory', { 到期日期: '2026-01-01', 生效日期: '2026-01-01' }),
    rowOf(orderNo, 'commercial', { 保额: '1000.00' }),
    rowOf(orderNo, 'commercial', { 保额: '' }),
  )
  expect(await steps.fileOf(id)).toMatchObject({
    freshCount: 2,
    wrong: [
      { row: 4, field: 'policyNo', reason: '与前面的行重复' },
      { row: 5, field: 'orderNo', reason: '没有这个订单' },
      { row: 6, field: 'policyNo', reason: expect.stringContaining('已用于其他保单') },
      { row: 7, field: 'insurer', reason: '不是可选的内容' },
      { row: 8, field: 'premium' },
      { row: 9, field: 'endDate' },
      { row: 10, field: 'sumInsured', reason: expect.stringContaining('不能低于剩余本金') },
      { row: 11, field: 'sumInsured' },
    ],
  })
  const before = await read(orderId)
  expect(await steps.book(id)).toMatchObject({ status: 200, body: { added: 2 } })
  const after = await read(orderId)
  // The one that the entry had named was completed, the other one is new.
  expect(after.policies).toHaveLength(before.policies.length + 1)
  expect(after.policies.filter(({ policyNo }) => policyNo)).toMatchObject([
    { insType: '1', insurer: 'DEMO1', policyNo: compulsory[3], status: '待审核', premium: '950.00' },
    { insType: '2', insurer: 'DEMO1', policyNo: commercial[3], status: '待审核' },
  ])
  const again = await steps.read(compulsory, commercial)
  expect(await steps.fileOf(again)).toMatchObject({ freshCount: 0, sameCount: 2 })
})

test('an order that the importer may not see is not there for him', async () => {
  const { orderNo, orderId } = await preparingOrder(backend)
  const sees = async (by: string) =>
    (await backend.as(by).send(papers.get, { orderId, kind: 'insurance' })).status === 200
  const stranger = (await sees('shop_user')) ? 'shop_user2' : 'shop_user'
  expect(await sees(stranger)).toBe(false)
  const steps = importer(backend, stranger, 'policies', heads)
  const id = await steps.read(rowOf(orderNo, 'compulsory'))
  expect(await steps.fileOf(id)).toMatchObject({
    freshCount: 0,
    wrong: [{ row: 2, field: 'orderNo', value: orderNo, reason: '没有这个订单' }],
  })
  expect(await steps.book(id)).toMatchObject({ status: 422 })
})

test('an import taken back leaves the policies as the entry had named them; one that was changed since keeps all', async () => {
  const { orderId, orderNo } = await preparingOrder(backend)
  const before = (await read(orderId)).policies
  const steps = clerk()
  const rows = [rowOf(orderNo, 'compulsory'), rowOf(orderNo, 'commercial')]
  const id = await steps.read(...rows)
  await steps.book(id)
  expect(await steps.undo(id)).toMatchObject({ status: 200 })
  expect((await read(orderId)).policies).toEqual(
    before.map((policy) => ({ ...policy, insuredname: expect.anything() })),
  )

  const second = await steps.read(...rows)
  await steps.book(second)
  const { order, policies } = await read(orderId)
  const changed = policies.find(({ policyNo }) => policyNo === rows[0]?.[3])
  await backend.as('material_clerk').call(papers.savePolicy, {
    orderId,
    rowVersion: order.rowVersion,
    eventId: newEvent(),
    ...testPolicy('compulsory'),
    policyId: changed?.id,
    policyNo: rows[0]?.[3] ?? '',
    premium: '951.00',
  })
  expect(await steps.undo(second)).toMatchObject({
    status: 422,
    body: { code: 'imports.refusals.used' },
  })
  expect(await numbersOf(orderId)).toContain(rows[1]?.[3])
})

test('an order whose insurance is being judged takes no policy, and gives none back', async () => {
  const { orderId, orderNo } = await preparingOrder(backend)
  const steps = clerk()
  const brought = await steps.read(rowOf(orderNo, 'compulsory'))
  await steps.book(brought)
  await fillPapers(backend, orderId, 'insurance')
  const { order } = await read(orderId)
  await backend.as('material_clerk').call(papers.submit, {
    orderId,
    kind: 'insurance',
    rowVersion: order.rowVersion,
    eventId: newEvent(),
  })
  const refusal = await backend.as('material_clerk').send(papers.savePolicy, {
    orderId,
    rowVersion: (await read(orderId)).order.rowVersion,
    eventId: newEvent(),
    ...testPolicy('compulsory'),
  })
  expect(refusal.status).toBe(422)
  const id = await steps.read(rowOf(orderNo, 'compulsory'))
  expect(await steps.fileOf(id)).toMatchObject({
    freshCount: 0,
    wrong: [{ row: 2, field: 'orderNo', reason: (refusal.body as { message: string }).message }],
  })
  expect(await steps.undo(brought)).toMatchObject({ status: 422 })
})
