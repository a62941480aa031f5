import { readXlsx } from 'hucre/xlsx'
import { changes } from '../../../platform/changes/contract.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { addMonths, businessDate } from '../../../rules/business-date.ts'
import { demoPassword } from '../../identity/service/demo-offer.ts'
import { clientHash } from '../../identity/service/password-hash.ts'
import { bookDays } from '../../ledger/service/days.ts'
import { glPeriod } from '../../ledger/table.ts'
import { openReleases, overpaidLoan, releasedLoan } from '../../releases/service/testing.ts'
import type { TestBackend } from '../../testing.ts'
import { books } from '../contract.ts'
import { cashOn, closableMonth, monthOf, provedBooks } from './testing.ts'

/** 账务: what people read of the books, and how they close a month of them. */

let backend: TestBackend
let loanId = 0
const today = businessDate(new Date())
beforeAll(async () => {
  backend = await openReleases({ outbox: false })
  loanId = await releasedLoan(backend)
  await overpaidLoan(loanId)
}, 60_000)
afterAll(() => backend.close())

const cashier = () => backend.as('cashier')
const checker = () => backend.as('finance_checker')

async function checked(kind: 'period', aboutId: number) {
  const { data } = await checker().call(changes.of, { kind, aboutId })
  const [change] = data
  const payPassword = await clientHash(demoPassword)
  return checker().send(changes.approve, {
    ids: [change?.id ?? 0],
    hashes: [change?.contentHash ?? ''],
    payPassword,
  })
}

test('a loan stands in 业务台账 as its facts say, and the totals are those of all that match', async () => {
  const { data, total } = await cashier().call(books.list, {})
  const row = data.find(({ id }) => id === loanId)
  expect(row).toMatchObject({ releasedAt: today, status: expect.any(String) })
  const sums = await cashier().call(books.totals, {})
  expect(total).toBe(data.length)
  for (const name of [
    'principal',
    'outstandingPrincipal',
    'receivedInterest',
    'serviceFee',
    'rebate',
  ] as const)
    expect(Number(sums[name]).toFixed(2)).toBe(
      data.reduce((sum, one) => sum + Number(one[name]), 0).toFixed(2),
    )
  expect(await cashier().call(books.totals, { releasedTo: '2001-01-01' })).toMatchObject({
    principal: '0.00',
  })
})

test('the balance of a month is nought, and its accounts read on to their lines with the balance behind each', async () => {
  const { rows, totals, month } = await cashier().call(books.balance, {})
  expect(month).toBe(today.slice(0, 7))
  expect(totals.balanced).toBe(true)
  const bank = rows.find(({ code }) => code === '1002')
  const { data, total } = await cashier().call(books.lines, { accountCode: '1002', length: 100 })
  expect(total).toBe(data.length)
  const net = Number(bank?.closing.debit) - Number(bank?.closing.credit)
  expect(Number(data.at(-1)?.balance)).toBeCloseTo(net, 2)
  const back = await cashier().call(books.lines, { accountCode: '1002', sort: 'bizDate:desc', length: 1 })
  expect(back.data[0]).toEqual(data.at(-1))
})

test('vouchers are found by account and number, and written for an accounting program in its own columns', async () => {
  const { data } = await cashier().call(books.vouchers, { account: '1531.01' })
  const [voucher] = data
  expect(voucher?.lines.map(({ account }) => account)).toContain('1531.01')
  const found = await cashier().call(books.vouchers, { q: voucher?.voucherNo ?? '' })
  expect(found.data.map(({ id }) => id)).toEqual([voucher?.id])
  await cashier().call(books.saveVoucherColumns, {
    columns: [
      { field: 'outsideCode', title: 'KMDM' },
      { field: 'debit', title: 'JF' },
      { field: 'credit', title: 'DF' },
    ],
  })
  const response = await cashier().raw(books.exportVouchers, { event: 'E03' })
  const { sheets } = await readXlsx(new Uint8Array(await response.arrayBuffer()))
  const [head, ...rows] = sheets[0]?.rows ?? []
  const lines = rows.filter((row) => row.length === 3 && row[0] !== '')
  expect(head).toEqual(['KMDM', 'JF', 'DF'])
  expect(lines.map(([code]) => code)).toContain('1531.01')
  const sum = (at: number) => lines.reduce((all, row) => all + (Number(row[at]) || 0), 0)
  expect(sum(1)).toBeCloseTo(sum(2), 2)
  expect(sum(1)).toBeGreaterThan(0)
})

test('an account is called otherwise from today on, and as before on the days before', async () => {
  const { data } = await cashier().call(books.accounts, { q: '2401' })
  const { id = 0, rowVersion = 0 } = data[0] ?? {}
  await cashier().call(books.saveAccount, { id, rowVersion, name: '递延手续费', outsideCode: '2401001' })
  const now = await cashier().call(books.accounts, { q: '2401' })
  expect(now.data).toMatchObject([{ name: '递延手续费', outsideCode: '2401001', validFrom: today }])
  const before = await cashier().send(books.saveAccount, { id, rowVersion, name: '又一个', outsideCode: '' })
  expect(before.status).toBe(409)
  await cashOn(addMonths(today, -1))
  const rows = async (month: string) => (await cashier().call(books.balance, { month })).rows
  expect((await rows(today.slice(0, 7))).find(({ code }) => code === '2401')?.name).toBe('递延手续费')
})

test('a month is closed by two people when all holds, then takes nothing, and is opened again with a reason', async () => {
  const period = await closableMonth()
  const { checks } = await cashier().call(books.closing, { id: period.id })
  expect(checks.filter(({ ok }) => !ok)).toEqual([])
  const { id, rowVersion } = period
  await cashier().call(books.closePeriod, { id, rowVersion })
  expect((await monthOf(id)).state).toBe('open')
  expect((await checked('period', id)).status).toBe(200)
  const closed = await monthOf(id)
  expect(closed.state).toBe('closed')
  // A posting of a closed day stands on the first open one.
  await cashOn(`${period.month}-20`)
  const openFrom = addMonths(`${period.month}-01`, 1)
  expect((await inTenant(1, () => bookDays({ today }))).openFrom).toBe(openFrom)
  const { data } = await cashier().call(books.vouchers, { dayFrom: openFrom, dayTo: openFrom })
  expect(data).toHaveLength(1)
  const reopened = { id, rowVersion: closed.rowVersion, reason: '漏记' }
  await cashier().call(books.reopenPeriod, reopened)
  expect((await checked('period', id)).status).toBe(200)
  expect(await monthOf(id)).toMatchObject({ state: 'open', reason: '漏记' })
})

test('it says what does not hold: an earlier month, its end, a proof, a difference', async () => {
  const closing = async (month: string) => {
    const { data } = await cashier().call(books.periods, { q: month })
    const { id = 0, rowVersion = 0 } = data[0] ?? {}
    const { checks } = await cashier().call(books.closing, { id })
    const answer = await cashier().send(books.closePeriod, { id, rowVersion })
    return { failing: checks.flatMap(({ ok, code }) => (ok ? [] : [code])), answer }
  }
  await provedBooks()
  const now = await closing(today.slice(0, 7))
  expect(now.failing).toEqual(['before', 'ended'])
  expect(now.answer).toMatchObject({ status: 422 })
  expect(JSON.stringify(now.answer.body)).toContain('期间已结束')
  const period = await closableMonth()
  await inTenant(1, () =>
    db().execute(`update loan_account set deposit_balance = deposit_balance + 1 where id = ${loanId}`),
  )
  const proof = await provedBooks()
  expect(proof.differences).toMatchObject([{ what: 'depositBalance' }])
  expect((await closing(period.month)).failing).toEqual(['deposit', 'proof'])
  await inTenant(1, () =>
    db().execute(`update loan_account set deposit_balance = deposit_balance - 1 where id = ${loanId}`),
  )
  expect((await inTenant(1, () => db().select().from(glPeriod))).length).toBeGreaterThan(2)
})
