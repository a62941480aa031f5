import { and, asc, like, sql } from 'drizzle-orm'
import { sysUser } from '../../domains/identity/table.ts'
import { draftOrder } from '../../domains/orders/service/testing.ts'
import { application } from '../../domains/orders/table.ts'
import { openTestBackend, type TestBackend } from '../../domains/testing.ts'
import { voice } from '../../domains/voice/contract.ts'
import { seat } from '../../domains/voice/table.ts'
import type { Call } from '../context.ts'
import { orderReminder } from '../messages/table.ts'
import { db, inTenant } from './client.ts'
import { defineList } from './list.ts'
import {
  type Condition,
  from,
  is,
  lastDays,
  longerThanDays,
  oneOf,
  textIn,
  to,
  withinDays,
} from './list-conditions.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
  const { orderId } = await draftOrder(backend.as('entry_clerk'))
  // T1 to T10, of 1 to 10 March at Shanghai's midnight.
  await inTenant(1, () =>
    db().execute(sql`
      insert into application (order_no, channel_id, branch_id, shop_id, salesman_id, customer_id, customer_name, id_no, mobile, created_at, finance_amount, value_date, term)
      select 'T' || n, channel_id, branch_id, shop_id, salesman_id, customer_id, customer_name, id_no, mobile,
        timestamptz '2026-02-28T16:00:00Z' + (n - 1) * interval '1 day', n * 1000, date '2026-02-28' + n, n * 12
      from application, generate_series(1, 10) as n where id = ${orderId}`),
  )
})
afterAll(() => backend.close())

/** Noon of 5 March in Shanghai. */
const call = { tenantId: 1, now: new Date('2026-03-05T04:00:00Z'), today: '2026-03-05' } as Call

/** The days of March that a condition leaves. */
const days = (where: ReturnType<Condition<never>>) =>
  inTenant(1, async () => {
    const found = await db()
      .select({ no: application.orderNo })
      .from(application)
      .where(and(like(application.orderNo, 'T%'), where))
      .orderBy(asc(application.id))
    return found.map(({ no }) => Number(no.slice(1)))
  })

const { createdAt, valueDate, financeAmount, term, orderNo } = application

test.each([
  ['a day of an instant, from', from(createdAt)('2026-03-09', call), [9, 10]],
  ['a day of an instant, to', to(createdAt)('2026-03-02', call), [1, 2]],
  ['a date, from', from(valueDate)('2026-03-09', call), [9, 10]],
  ['a date, to', to(valueDate)('2026-03-02', call), [1, 2]],
  ['an amount, from', from(financeAmount)('9000.00', call), [9, 10]],
  ['an amount, to', to(financeAmount)('2000.00', call), [1, 2]],
  ['a number, from', from(term)(108, call), [9, 10]],
  ['a number, to', to(term)(24, call), [1, 2]],
  ['an instant more than three days ago', longerThanDays(createdAt)(3, call), [1, 2]],
  ['a date more than three days ago', longerThanDays(valueDate)(3, call), [1]],
  ['an instant within two days', withinDays(createdAt)(2, call), [6, 7]],
  ['a date within two days', withinDays(valueDate)(2, call), [5, 6, 7]],
  ['one of', oneOf(orderNo)(['T3', 'T4', 'X'], call), [3, 4]],
  ['none of', oneOf(orderNo)([], call), []],
  ['a text, whatever its case', textIn(orderNo, application.remark)('t1'), [1, 10]],
  ['a text as it was pasted', textIn(orderNo)('\u202aＴ 3\u200b'), [3]],
  ['nothing but what cannot be seen', textIn(orderNo)('\u200b'), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
  ['a text that would be a pattern', textIn(orderNo)('T_'), []],
  ['a log without a beginning', lastDays(createdAt)({ ...call, today: '2026-04-06' }, {}), [8, 9, 10]],
  ['a log up to a day', lastDays(createdAt)(call, { to: '2026-04-07' }), [9, 10]],
])('%s', async (_name, where, left) => {
  expect(await days(where)).toEqual(left)
})

const seats = {
  table: seat,
  scope: 'tenant' as const,
  filters: { status: is(seat.status) },
  search: textIn(seat.seatsNumber),
  sorts: { seats_number: seat.seatsNumber, changedAt: seat.changedAt },
  rows: async () => [],
}
const input = { start: 0, length: 1, sort: 'seats_number:asc' as const }

test('a list asks for the rows of the tenant that calls, whatever the transaction would show', async () => {
  const { page } = defineList(voice.seatList, seats)
  const totals = [1, 2].map((tenantId) => inTenant(1, () => page(input, { ...call, tenantId })))
  expect((await Promise.all(totals)).map(({ total }) => total)).toEqual([20, 0])
})

test('a filter that asks for nothing leaves no row out', async () => {
  const { page } = defineList(voice.seatList, { ...seats, filters: { status: () => sql`false` } })
  const asked = (status: unknown) => inTenant(1, () => page({ ...input, status } as typeof input, call))
  const totals = await Promise.all(
    ['1', '', [], undefined].map(async (status) => (await asked(status)).total),
  )
  expect(totals).toEqual([0, 20, 20, 20])
})

test('a list without its scope, a filter, a sort or its search does not compile, nor one that sorts by what has no cursor', () => {
  const { scope: _scope, ...unscoped } = seats
  // @ts-expect-error the scope has to be said
  defineList(voice.seatList, unscoped)
  // @ts-expect-error the contract sorts by seats_number, which is no column of the table
  defineList(voice.seatList, { ...seats, sorts: {} })
  // @ts-expect-error the contract has a filter by status, and the table of users has no such column
  defineList(voice.seatList, { ...seats, table: orderReminder, filters: {} })
  const { search: _search, ...silent } = seats
  // @ts-expect-error the contract takes a text to search for
  defineList(voice.seatList, silent)
  const byArray = { seats_number: sysUser.roleCodes, changedAt: seat.changedAt }
  expect(() => defineList(voice.seatList, { ...seats, sorts: byArray })).toThrow(
    'teach cursor-key.ts its keys',
  )
})
