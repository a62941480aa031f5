import { eq, sql } from 'drizzle-orm'
import { readXlsx } from 'hucre/xlsx'
import { db, inTenant } from '../../../platform/db/client.ts'
import { manyOrders } from '../../../platform/db/quick-search.ts'
import { auditLog } from '../../system/table.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { applications } from '../contract.ts'
import { application } from '../table.ts'
import { draftOrder, nextPerson, submittedOrder, type TestOrder } from './testing.ts'

let backend: TestBackend
let orders: TestOrder[]
const clerk = () => backend.as('entry_clerk')

beforeAll(async () => {
  backend = await openTestBackend()
  orders = []
  for (const name of ['欧阳修文', '李白', '李白杨', '王小李']) {
    orders.push(await draftOrder(clerk(), { ...nextPerson(), name }))
  }
  orders.push(await submittedOrder(clerk()))
})
afterAll(() => backend.close())

const found = async (q: string) =>
  (await clerk().call(applications.intakeList, { q, sort: 'createdAt:asc' })).data.map(
    ({ customerName }) => customerName,
  )

describe('the quick search', () => {
  it('finds by two characters of a name', async () => {
    expect(await found('李白')).toEqual(['李白', '李白杨'])
    expect(await found('欧阳')).toEqual(['欧阳修文'])
    expect(await found('阳文')).toEqual([])
  })

  it('finds by the last digits of the ID number and mobile, and by the order number', async () => {
    const [first] = orders
    if (!first) throw new Error('no order')
    expect(await found(first.person.idNo.slice(-6))).toContain('欧阳修文')
    expect(await found(first.person.mobile.slice(-4))).toContain('欧阳修文')
    expect(await found(first.orderNo)).toEqual(['欧阳修文'])
    expect(await found('000000000000')).toEqual([])
  })

  it.each(["'", '%', '_', "' or 1=1 --", '\\', '{', '🙂', '"}'])('takes %s literally', async (q) => {
    expect(await found(q)).toEqual([])
  })
})

describe('a list', () => {
  it('filters, sorts and pages, with ID number and mobile masked', async () => {
    const page = await clerk().call(applications.query, {
      status: ['draft'],
      sort: 'createdAt:asc',
      length: 3,
    })
    expect(page).toMatchObject({ total: 4, pageNo: 1, allPage: 2 })
    expect(page.data.map(({ customerName }) => customerName)).toEqual(['欧阳修文', '李白', '李白杨'])
    const next = await clerk().call(applications.query, {
      status: ['draft'],
      sort: 'createdAt:asc',
      start: 3,
      length: 3,
      cursor: page.nextCursor ?? undefined,
    })
    expect(next.data.map(({ customerName }) => customerName)).toEqual(['王小李'])
    expect(page.data[0]).toMatchObject({
      idNo: expect.stringMatching(/^\d{6}\*{8}[\dX]{4}$/),
      mobile: expect.stringMatching(/^12\d\*{4}\d{4}$/),
      status: 'draft',
      appliedAmount: '86000.00',
      milestones: [],
    })
  })

  it('stands in groups over its pages, under heads that count and sum all of a group', async () => {
    const first = await clerk().call(applications.query, {
      group: 'status',
      sort: 'createdAt:asc',
      length: 3,
    })
    const second = await clerk().call(applications.query, {
      group: 'status',
      sort: 'createdAt:asc',
      start: 3,
      length: 3,
    })
    const states = [...first.data, ...second.data].map(({ status }) => status)
    expect(states).toEqual(['draft', 'draft', 'draft', 'draft', 'wait_pre'])
    const { groups } = await clerk().call(applications.queryGroups, { group: 'status' })
    expect(groups.toSorted((one, other) => other.count - one.count)).toEqual([
      { key: 'draft', count: 4, sums: { financeAmount: '0.00' } },
      { key: 'wait_pre', count: 1, sums: { financeAmount: '0.00' } },
    ])
    const drafts = await clerk().call(applications.queryGroups, { group: 'claimedBy', status: ['draft'] })
    expect(drafts.groups).toEqual([{ key: null, count: 4, sums: { financeAmount: '0.00' } }])
    const shops = await clerk().call(applications.queryGroups, { group: 'shopId' })
    expect(shops.groups).toEqual([
      { key: String(first.data[0]?.shopId), count: 5, sums: { financeAmount: '0.00' } },
    ])
    expect((await clerk().send(applications.query, { group: 'idNo' as never })).status).toBe(400)
  })

  it('refuses a page and a day that there are not, and takes no state that is none', async () => {
    expect((await clerk().send(applications.query, { start: -1 })).status).toBe(400)
    expect((await clerk().send(applications.query, { length: 1_000_000 })).status).toBe(400)
    expect((await clerk().send(applications.query, { createdFrom: '2025-02-30' })).status).toBe(400)
    expect((await clerk().call(applications.query, { status: ['no_such'] })).total).toBe(0)
  })

  it('takes business dates of Shanghai, both ends in', async () => {
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
    expect((await clerk().call(applications.query, { createdFrom: today, createdTo: today })).total).toBe(5)
    expect((await clerk().call(applications.query, { createdTo: '2020-01-01' })).total).toBe(0)
  })

  it('shows the stages that orders went through', async () => {
    const history = await clerk().call(applications.history, {})
    expect(history.data).toMatchObject([
      { orderId: orders.at(-1)?.orderId, stage: 'pre', result: null, handlerName: null },
    ])
  })
})

describe('an export', () => {
  it('holds the filter’s rows and chosen columns, text that no spreadsheet runs, and who made it', async () => {
    const [first] = orders
    if (!first) throw new Error('no order')
    await inTenant(1, () =>
      db()
        .update(application)
        .set({ customerName: '=HYPERLINK("x")' })
        .where(eq(application.id, first.orderId)),
    )
    const response = await clerk().raw(applications.exportList, {
      list: 'intake',
      status: ['draft'],
      sort: 'createdAt:asc',
      columns: ['orderNo', 'customerName', 'idNo', 'status', 'appliedAmount', 'returnCount'],
    })
    expect(response.status).toBe(200)
    const book = await readXlsx(new Uint8Array(await response.arrayBuffer()), { readStyles: true })
    expect(book.sheets[0]?.cells?.get('1,4')?.style?.numFmt).toBe('#,##0.00')
    expect(book.sheets[0]?.cells?.get('1,1')?.formula).toBeUndefined()
    const rows = book.sheets[0]?.rows ?? []
    expect(rows[0]).toEqual(['订单编号', '客户姓名', '证件号', '状态', '申请金额', '退回次数'])
    expect(rows[1]).toEqual([
      first.orderNo,
      '=HYPERLINK("x")',
      expect.stringMatching(/^\d{6}\*{8}[\dX]{4}$/),
      '草稿',
      86000,
      0,
    ])
    expect(rows.slice(2, 5).map((row) => row[1])).toEqual(['李白', '李白杨', '王小李'])
    expect(rows.at(-1)?.[0]).toMatch(/^导出人 .+（entry_clerk） \d{4}-\d{2}-\d{2} \d{2}:\d{2}$/)
    const logged = await inTenant(1, () =>
      db().select().from(auditLog).where(eq(auditLog.action, 'list.export')),
    )
    expect(logged).toMatchObject([
      { object: 'list:intake', after: { count: 4, filter: { status: ['draft'] } } },
    ])
  })

  it('holds the stages of the history too, in words, and says so in the audit log', async () => {
    const columns = ['orderNo', 'stage', 'result', 'handlerName', 'finishedAt']
    const response = await clerk().raw(applications.exportHistory, { columns })
    expect(response.status).toBe(200)
    const book = await readXlsx(new Uint8Array(await response.arrayBuffer()))
    const [heads, row] = book.sheets[0]?.rows ?? []
    expect(heads).toEqual(['订单编号', '环节', '结果', '处理人', '完成时间'])
    expect(row?.slice(0, 3)).toEqual([orders.at(-1)?.orderNo, '预审', '待处理'])
    const logged = await inTenant(1, () =>
      db().select().from(auditLog).where(eq(auditLog.object, 'list:history')),
    )
    expect(logged).toMatchObject([{ action: 'list.export', after: { count: 1, filter: { columns } } }])
    expect((await clerk().raw(applications.exportHistory, { columns: ['idNo'] })).status).toBe(400)
    expect((await backend.as('shop_user').raw(applications.exportHistory, { columns })).status).toBe(403)
  })

  it('refuses columns that no list has, and users who may not export', async () => {
    const wrong = { list: 'query', columns: ['passwordHash'] } as const
    expect((await clerk().raw(applications.exportList, { ...wrong, columns: ['passwordHash'] })).status).toBe(
      400,
    )
    expect((await clerk().raw(applications.exportList, { ...wrong, columns: [] })).status).toBe(400)
    expect(
      (await backend.as('shop_user').raw(applications.exportList, { list: 'query', columns: ['orderNo'] }))
        .status,
    ).toBe(403)
  })

  it('is made twenty times an hour by one user, and then not even in parallel', async () => {
    const reviewer = backend.as('pre_reviewer')
    const ask = { list: 'query' as const, columns: ['orderNo'], q: '000000000000' }
    const statuses = async (tries: number) => {
      const answers = Array.from({ length: tries }, () => reviewer.raw(applications.exportList, ask))
      return (await Promise.all(answers)).map(({ status }) => status).sort()
    }
    expect(await statuses(22)).toEqual([...Array<number>(20).fill(200), 429, 429])
    expect((await clerk().raw(applications.exportList, ask)).status).toBe(200)
  })
})

it('counts a text that very many orders have no further than many, unless a filter leaves fewer', async () => {
  const [order] = orders
  if (!order) throw new Error('no order')
  await inTenant(1, () =>
    db().execute(sql`
      insert into application (order_no, channel_id, branch_id, shop_id, salesman_id, customer_id, customer_name, id_no, mobile, status, created_at)
      select 'M2025' || n, channel_id, branch_id, shop_id, salesman_id, customer_id, customer_name, id_no, mobile, case when n = 1 then 'wait_pre' else 'void' end,
        timestamptz '2025-01-01' - n * interval '1 second'
      from application, generate_series(1, ${manyOrders + 1}) as n where id = ${order.orderId}`),
  )
  const admin = backend.as('admin')
  const newest = { q: 'm2025', sort: 'createdAt:desc' } as const
  const page = await admin.call(applications.query, newest)
  expect(page).toMatchObject({ total: manyOrders, more: true, allPage: manyOrders / 20 })
  expect(page.data.map(({ orderNo }) => orderNo)).toEqual(
    Array.from({ length: 20 }, (_, n) => `M2025${n + 1}`),
  )
  const next = await admin.call(applications.query, { ...newest, start: 20, cursor: page.nextCursor ?? '' })
  expect(next.data[0]?.orderNo).toBe('M202521')
  const few = await admin.call(applications.query, { q: 'm2025', status: ['wait_pre'] })
  expect(few).toMatchObject({ total: 1, more: false })
  const one = await admin.call(applications.query, { q: 'm20251999' })
  expect(one).toMatchObject({ total: 1, more: false })
  expect((await backend.as('entry_clerk', 'qhe').call(applications.query, { q: 'm2025' })).total).toBe(0)
})
