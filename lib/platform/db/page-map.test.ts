import { asc, eq, sql } from 'drizzle-orm'
import { draftOrder } from '../../domains/orders/service/testing.ts'
import { application } from '../../domains/orders/table.ts'
import { openTestBackend, type TestBackend } from '../../domains/testing.ts'
import { CallError } from '../errors.ts'
import { db, inTenant } from './client.ts'
import { forgetPageMaps, orderBy, type PagedQuery, pageMapSettings, pageOf } from './page-map.ts'

const rows = 1_234
let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
  const { orderId } = await draftOrder(backend.as('entry_clerk'))
  // Many rows like the one, with equal keys and with none.
  await inTenant(1, () =>
    db().execute(sql`
      insert into application (order_no, channel_id, branch_id, shop_id, salesman_id, customer_id, customer_name, id_no, mobile, created_at, finance_amount, value_date, term, return_count, priority, remark)
      select 'T' || n, channel_id, branch_id, shop_id, salesman_id, customer_id, customer_name, id_no, mobile,
        timestamptz '2025-01-01' + n / 3 * interval '1 second',
        case when n % 5 > 0 then (n % 100) * 1000 end, case when n % 4 > 0 then date '2025-01-01' + n % 40 end,
        case when n % 3 > 0 then n % 7 * 12 end, n % 5, n % 2 = 0, case when n % 6 > 0 then '备注 "' || n % 30 || '"' end
      from application, generate_series(2, ${rows}) as n where id = ${orderId}`),
  )
  Object.assign(pageMapSettings, { countCap: 300, step: 50 })
})
afterAll(() => backend.close())
beforeEach(forgetPageMaps)

const query = (by: PagedQuery['by'], descending: boolean): PagedQuery => ({
  tenantId: 1,
  table: application,
  id: application.id,
  where: eq(application.tenantId, 1),
  by,
  descending,
})
const read = (wanted: PagedQuery, start: number, length = 20, cursor?: string) =>
  inTenant(1, () => pageOf(wanted, { start, length, cursor }))

const allIds = () =>
  inTenant(1, async () => {
    const found = await db().select({ id: application.id }).from(application).orderBy(asc(application.id))
    return found.map(({ id }) => id)
  })

describe.each([
  ['created, newest first', application.createdAt, true],
  ['created, oldest first', application.createdAt, false],
  ['an amount that may be missing, highest first', application.financeAmount, true],
  ['an amount that may be missing, lowest first', application.financeAmount, false],
] as const)('pages by %s', (_name, by, descending) => {
  it('by number are the list without a gap or a row twice', async () => {
    const wanted = query(by, descending)
    const seen: number[] = []
    for (let start = 0; start < rows; start += 20) {
      const page = await read(wanted, start)
      expect(page).toMatchObject({ total: rows, pageNo: start / 20 + 1, allPage: 62 })
      seen.push(...page.ids)
    }
    expect(seen).toHaveLength(rows)
    expect([...seen].sort((a, b) => a - b)).toEqual(await allIds())
  })
})

describe.each([
  ['an instant', application.createdAt],
  ['an amount that may be missing', application.financeAmount],
  ['a date that may be missing', application.valueDate],
  ['a number', application.returnCount],
  ['a number that may be missing', application.term],
  ['an id', application.salesmanId],
  ['a yes or no', application.priority],
  ['a text', application.orderNo],
  ['a text that may be missing', application.remark],
] as const)('pages by cursor in the order of %s', (_name, by) => {
  it.each([true, false])('are those by number, descending: %s', async (descending) => {
    const wanted = query(by, descending)
    let cursor: string | undefined
    for (let start = 0; start < rows; start += 100) {
      const page = await read(wanted, start, 100, cursor)
      expect(page.ids).toEqual((await read(wanted, start, 100)).ids)
      cursor = page.nextCursor ?? undefined
    }
    expect(cursor).toBeUndefined()
  })

  it.each(['now()', '1e9', '2025-02-30', '99999999999999999999', '\0', '2025-01-01 25:00:00+00'])(
    'refuse the key %j unless it is one',
    async (key) => {
      const cursor = Buffer.from(JSON.stringify([key, 1])).toString('base64url')
      const isKey = by.getSQLType() === 'text' && key !== '\0'
      const page = read(query(by, true), 0, 20, cursor)
      await (isKey ? expect(page).resolves.toBeDefined() : expect(page).rejects.toThrow(CallError))
    },
  )
})

it('counts a short list exactly at each call', async () => {
  const wanted = { ...query(application.createdAt, true), where: sql`${application.orderNo} like 'T1_'` }
  expect(await read(wanted, 0)).toMatchObject({ total: 10, allPage: 1, nextCursor: null })
})

it.each([true, false])(
  'reads the pages of a short list with its total, descending: %s',
  async (descending) => {
    const own = sql`${application.orderNo} like 'T1__'`
    const wanted = { ...query(application.financeAmount, descending), where: own }
    const seen: number[] = []
    for (let start = 0; start < 100; start += 30) {
      const page = await read(wanted, start, 30)
      expect(page).toMatchObject({ total: 100, allPage: 4, pageNo: start / 30 + 1 })
      seen.push(...page.ids)
    }
    const { rows: sorted } = await inTenant(1, () =>
      db().execute<{ id: number }>(
        sql`select id from ${application} where ${own} order by ${orderBy(wanted)}`,
      ),
    )
    expect(seen).toEqual(sorted.map(({ id }) => Number(id)))
    expect(await read(wanted, 120, 30)).toMatchObject({ total: 100, ids: [], nextCursor: null })
  },
)

it('shows on the last page of a long list what its total says, and nothing behind it', async () => {
  const wanted = query(application.createdAt, true)
  const { total } = await read(wanted, 0)
  expect((await read(wanted, total - 3, 20)).ids).toHaveLength(3)
  expect(await read(wanted, total, 20)).toMatchObject({ total, ids: [], nextCursor: null })
})

it('answers an old map once more while a new one is made, and waits for one instead of a very old one', async () => {
  const wanted = query(application.createdAt, true)
  await read(wanted, 0)
  const settings = { ...pageMapSettings }
  await inTenant(1, () =>
    db().execute(sql`
      insert into application (order_no, channel_id, branch_id, shop_id, salesman_id, customer_id, customer_name, id_no, mobile)
      select 'NEW', channel_id, branch_id, shop_id, salesman_id, customer_id, customer_name, id_no, mobile from application where order_no = 'T2'`),
  )
  expect((await read(wanted, 0)).total).toBe(rows)
  pageMapSettings.freshMs = -1
  expect((await read(wanted, 0)).total).toBe(rows)
  await until(async () => (await read(wanted, 0)).total === rows + 1)
  pageMapSettings.staleMs = -1
  await inTenant(1, () => db().delete(application).where(eq(application.orderNo, 'NEW')))
  expect((await read(wanted, 0)).total).toBe(rows)
  Object.assign(pageMapSettings, settings)
})

it.each(['zzz', 'W10', Buffer.from('[null,1]').toString('base64url')])(
  'refuses the cursor %s, which no list gave',
  async (cursor) => {
    await expect(read(query(application.createdAt, true), 0, 20, cursor)).rejects.toThrow(CallError)
  },
)

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 200; tries++) if (await holds()) return
  throw new Error('it never held')
}
