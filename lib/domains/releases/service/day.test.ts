import { eq } from 'drizzle-orm'
import { readXlsx } from 'hucre/xlsx'
import { changes } from '../../../platform/changes/contract.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { addDays, businessDate } from '../../../rules/business-date.ts'
import { sum } from '../../../rules/money.ts'
import { tenant } from '../../identity/table.ts'
import type { TestBackend } from '../../testing.ts'
import { releases } from '../contract.ts'
import type { DayColumn } from '../rules/release-day.ts'
import { disbursement } from '../table.ts'
import {
  approving,
  bankSays,
  changeOf,
  openReleases,
  paid,
  payingOrder,
  paymentOf,
  refusedBy,
  registerResult,
} from './testing.ts'

/** 出纳日报: what was signed yesterday is as it was, whatever is heard today. */

let backend: TestBackend
beforeAll(async () => {
  backend = await openReleases()
}, 60_000)
afterAll(() => backend.close())

const cashier = () => backend.as('cashier')
const yesterday = addDays(businessDate(new Date()), -1)
const [checkedAt, paidAt] = [`${yesterday}T10:00:00+08:00`, `${yesterday}T11:00:00+08:00`]
const read = (day?: string) => cashier().call(releases.day, { day })
type Sheet = Awaited<ReturnType<typeof read>>
const countOf = ({ groups }: Sheet, column: DayColumn) =>
  groups.reduce((count, { cells }) => count + cells[column].count, 0)
const set = (orderId: number, values: Partial<typeof disbursement.$inferInsert>) =>
  inTenant(1, () => db().update(disbursement).set(values).where(eq(disbursement.orderId, orderId)))
const paidYesterday = (): ReturnType<typeof paid> => {
  const said = paid()
  if (said.result !== 'done') throw new Error('the bank paid')
  return { ...said, answer: { ...said.answer, paidAt: new Date(paidAt).toISOString() } }
}

test('each figure opens into the payments that make it, and the sheet is a file', async () => {
  await payingOrder(backend)
  const { day, groups } = await read()
  for (const { capitalName, payerAccount, cells } of groups)
    for (const [column, { count, amount }] of Object.entries(cells)) {
      const { rows } = await cashier().call(releases.dayRows, {
        day,
        capitalName,
        payerAccount,
        column: column as DayColumn,
      })
      expect([column, rows.length, sum(rows.map((row) => row.amount))]).toEqual([column, count, amount])
    }
  const all = groups.flatMap(({ cells }) => Object.values(cells))
  expect(all.some(({ count }) => count > 0)).toBe(true)
  const response = await cashier().raw(releases.exportDay, { day })
  const { sheets } = await readXlsx(new Uint8Array(await response.arrayBuffer()))
  const lines = sheets[0]?.rows ?? []
  const sent = lines.filter((line) => typeof line[7] === 'number')
  expect(sent).toHaveLength(all.reduce((count, cell) => count + cell.count, 0))
})

/** Checked yesterday, and with the bank since. */
async function overnight(): Promise<number> {
  const orderId = await payingOrder(backend)
  await set(orderId, { checkedAt, sheetDay: yesterday })
  return orderId
}

test('the answer of the next day is backdated there, and yesterday’s sheet still has the payment as open', async () => {
  const orderId = await overnight()
  const [signed, before] = [await read(yesterday), await read()]
  await bankSays(orderId, paidYesterday())
  expect((await read(yesterday)).groups).toEqual(signed.groups)
  const today = await read()
  expect(countOf(today, 'backdated')).toBe(countOf(before, 'backdated') + 1)
  expect(countOf(today, 'paid')).toBe(countOf(before, 'paid'))
  const { payNo, amount, bankReference } = await paymentOf(orderId)
  const shownAt = new Date(paidAt).toISOString().replace('.000', '')
  expect(today.backdated).toContainEqual(
    expect.objectContaining({
      orderId,
      payNo,
      amount,
      bankReference,
      paidAt: shownAt,
    }),
  )
})

test('what failed yesterday and was paid after all stays failed there, and is backdated when it is booked', async () => {
  const orderId = await overnight()
  await bankSays(orderId, refusedBy('账户冻结'))
  await set(orderId, { failedOn: yesterday })
  const [signed, before] = [await read(yesterday), await read()]
  expect(countOf(signed, 'failed')).toBeGreaterThan(0)
  await bankSays(orderId, paid('AFTER-ALL'))
  await registerResult(backend, orderId, {
    bankReference: 'AFTER-ALL',
    paidAt: new Date(paidAt).toISOString(),
  })
  const change = await changeOf(backend, 'bankResult', orderId)
  await backend.as('finance_checker').call(changes.approve, approving(change))
  expect((await paymentOf(orderId)).status).toBe('成功')
  expect((await read(yesterday)).groups).toEqual(signed.groups)
  expect(countOf(await read(), 'backdated')).toBe(countOf(before, 'backdated') + 1)
})

test('another cut-off cuts no sheet of the past anew', async () => {
  const orderId = await overnight()
  await bankSays(orderId, paidYesterday())
  await set(orderId, { bookedOn: yesterday })
  const signed = await read(yesterday)
  const setCutoff = (releaseCutoff: string | null) =>
    inTenant(1, () => db().update(tenant).set({ releaseCutoff }).where(eq(tenant.id, 1)))
  await setCutoff('09:30')
  expect((await read(yesterday)).groups).toEqual(signed.groups)
  expect(countOf(signed, 'paid')).toBeGreaterThan(0)
  await setCutoff(null)
})
