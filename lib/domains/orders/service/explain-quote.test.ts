import { eq } from 'drizzle-orm'
import { readXlsx } from 'hucre/xlsx'
import { db, inTenant } from '../../../platform/db/client.ts'
import { minus, sum } from '../../../rules/money.ts'
import { riskApproval } from '../../risk/contract/approval.ts'
import { claimFor, riskOrder } from '../../risk/service/testing.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { applications } from '../contract.ts'
import { application } from '../table.ts'
import { newEvent } from './testing.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
})
afterAll(() => backend.close())

const clerk = () => backend.as('entry_clerk')
const officer = () => backend.as('risk_officer')
const explain = (orderId: number, approved: boolean) =>
  clerk().call(applications.explainQuote, { orderId, approved })

type Lines = Awaited<ReturnType<typeof explain>>['lines'][string]
const added = (lines: Lines = []) =>
  lines.reduce((total, line) => {
    if (line.role !== 'part') return total
    return line.minus ? minus(total, line.value) : sum([total, line.value])
  }, '0.00')

it('says what each figure of an order is made of, as applied for and as approved', async () => {
  const { orderId } = await riskOrder(backend)
  const { rowVersion } = await claimFor(officer(), orderId)
  const { order, quote } = await clerk().call(applications.get, { orderId })
  const applied = await explain(orderId, false)
  expect(applied.held).toBe(true)
  for (const figure of ['financeAmount', 'firstDueAmount', 'totalInterest'] as const)
    expect(added(applied.lines[figure])).toBe(quote?.[figure])
  expect(applied.lines.funderAmount).toBeUndefined()

  await officer().call(riskApproval.decide, {
    orderId,
    rowVersion,
    eventId: newEvent(),
    result: 'pass',
    opinion: '收入稳定，同意',
    approvedAmount: minus(order.financeAmount ?? '0', '5000.00'),
    approvedTerm: 24,
  })
  const { approvedQuote } = await clerk().call(applications.get, { orderId })
  const approved = await explain(orderId, true)
  expect(approved.held).toBe(true)
  expect(added(approved.lines.financeAmount)).toBe(approvedQuote?.financeAmount)
  expect((await explain(orderId, false)).lines).toEqual(applied.lines)
})

it('says nothing about figures that it does not come to any more', async () => {
  const { orderId } = await riskOrder(backend)
  const { quote } = await clerk().call(applications.get, { orderId })
  await inTenant(1, () =>
    db()
      .update(application)
      .set({ quoteSnapshot: { ...quote, monthlyPayment: '1.00' } })
      .where(eq(application.id, orderId)),
  )
  expect(await explain(orderId, false)).toEqual({ held: false, lines: {}, feeNames: {} })
  expect(await explain(orderId, true)).toMatchObject({ held: false })
})

it('is the second sheet of the file of orders: formula, inputs and rounding, adding up to the first', async () => {
  const { orderId } = await riskOrder(backend)
  const { order } = await clerk().call(applications.get, { orderId })
  const sheetsOf = async (...columns: string[]) => {
    const input = { list: 'query', q: order.orderNo, columns } as const
    const response = await clerk().raw(applications.exportList, input)
    expect(response.status).toBe(200)
    return (await readXlsx(new Uint8Array(await response.arrayBuffer()))).sheets
  }
  const [first, second] = await sheetsOf('orderNo', 'financeAmount', 'monthlyPayment', 'approvedAmount')
  expect(first?.rows.slice(0, 2).map(([head]) => head)).toEqual(['订单编号', order.orderNo])
  expect(first?.rows[1]?.[1]).toBe(Number(order.financeAmount))
  expect(second?.name).toBe('计算说明')
  const lines = second?.rows ?? []
  expect(lines[0]).toEqual(['订单编号', '项目', '计算公式', '构成', '取值'])
  const applied = await explain(orderId, false)
  const of = (column: string) => lines.filter((line) => line[1] === column)
  expect(of('融资额')).toHaveLength(applied.lines.financeAmount?.length ?? 0)
  expect(of('月供')).toHaveLength(applied.lines.monthlyPayment?.length ?? 0)
  expect(of('融资额')[0]).toEqual([
    order.orderNo,
    '融资额',
    '车辆价格 − 首付金额 + 融入的附加项与费用',
    expect.any(String),
    expect.stringMatching(/^[\d,.]+$/),
  ])
  // Nothing is approved yet.
  expect(of('批复金额')).toEqual([
    [order.orderNo, '批复金额', expect.any(String), expect.stringMatching(/^没有报价/), ''],
  ])
  expect(lines.at(-1)?.[0]).toBe('金额四舍五入到分，比率保留四位小数')
  expect(await sheetsOf('orderNo')).toHaveLength(1)
})
