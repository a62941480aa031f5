import { and, eq, exists, inArray, notLike, sql } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import type { JobRun } from '../../../platform/jobs/jobs.ts'
import { outside } from '../../../platform/outside/contract.ts'
import { outsideCall } from '../../../platform/outside/table.ts'
import { minus, sum } from '../../../rules/money.ts'
import { REPAY_METHODS } from '../../../rules/schedule.ts'
import { linkedPerson } from '../../customers/table.ts'
import { resetDemo } from '../../demo.ts'
import { glLine } from '../../ledger/table.ts'
import { loanAccount } from '../../loans/table.ts'
import { templates } from '../../orders/rules/entry/templates.ts'
import { application } from '../../orders/table.ts'
import { unfiledOrder } from '../../payment-files/service/testing.ts'
import { paymentFileLine } from '../../payment-files/table.ts'
import { product } from '../../products/table.ts'
import { handMadeCount } from '../../seed/hand-made.ts'
import { everywhere } from '../../seed/seeded.fixture.ts'
import { demoTenants } from '../../seed/tenants.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { releases } from '../contract.ts'
import { disbursement } from '../table.ts'
import { demoReleasesJob } from './demo-releases.ts'
import { bankBalance, booksPaid, sheetsPaid } from './testing.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend({
    demo: true,
    background: false,
    prepare: (options) => resetDemo({ ...options, orders: handMadeCount }),
  })
}, 90_000)
afterAll(() => backend.close())

const runOf = (tenantId: number) =>
  ({
    tenantId,
    signal: new AbortController().signal,
    step: <T>(work: () => Promise<T>) => inTenant(tenantId, work),
  }) as unknown as JobRun
const demoRun = runOf(1)

test('orders of the demo past their release have payments and loans, once, and books that balance', async () => {
  await demoReleasesJob.run({}, demoRun)
  await demoReleasesJob.run({}, demoRun)
  const orders = await inTenant(1, () =>
    db()
      .select({ id: application.id, status: application.status, bizMode: application.bizMode })
      .from(application)
      .where(inArray(application.status, ['released', 'settled', 'releasing', 'release_failed'])),
  )
  const payments = await inTenant(1, () => db().select().from(disbursement))
  expect(payments.length).toBeGreaterThan(3)
  expect(new Set(payments.map(({ orderId }) => orderId)).size).toBe(payments.length)
  const wanted: Record<string, string> = {
    released: '成功',
    settled: '成功',
    releasing: '付款中',
    release_failed: '失败',
  }
  for (const { orderId, status } of payments)
    expect(status).toBe(wanted[orders.find(({ id }) => id === orderId)?.status ?? ''])
  const [released] = payments.filter(({ status }) => status === '成功')
  const { loan, plan } = await backend.as('cashier').call(releases.loan, { orderId: released?.orderId ?? 0 })
  expect(loan?.principal).toBe(released?.amount)
  expect(plan.length).toBeGreaterThan(5)
  const [books] = await inTenant(1, () =>
    db()
      .select({ off: sql<string>`(sum(${glLine.debit}) - sum(${glLine.credit}))::text` })
      .from(glLine)
      // 表外 has one side.
      .where(notLike(glLine.accountCode, '7%')),
  )
  expect(books?.off).toBe('0.00')
})

test('our account in the books is what came in, and what the sheets of all days say went out', async () => {
  const { rows } = await inTenant(1, () =>
    db().execute<{ moved: string }>(sql`select
      ((select coalesce(sum(amount), 0) from first_payment where confirmed_at is not null and cancelled_at is null)
        - (select coalesce(sum(amount), 0) from first_refund where status = '已退款')
        + (select coalesce(sum(principal - own_principal), 0) from loan_account where status <> '已撤销'))::text as moved`),
  )
  const sheets = await sheetsPaid(backend)
  expect(sheets.size).toBeGreaterThan(0)
  expect(await booksPaid()).toEqual(sheets)
  expect(await bankBalance()).toBe(minus(rows[0]?.moved ?? '', sum([...sheets.values()])))
})

/** Whoever stands for an order with his own money. */
const guarantors = () =>
  db()
    .select({ one: sql`1` })
    .from(linkedPerson)
    .where(and(eq(linkedPerson.applicationId, application.id), eq(linkedPerson.role, 'guarantor')))

test('of every product on offer a loan can be looked at, so of every template, method and way to lend', async () => {
  for (const { id } of demoTenants) await demoReleasesJob.run({}, runOf(id))
  const rows = await everywhere(() =>
    db()
      .select({ product, loan: loanAccount, guaranteed: sql<boolean>`${exists(guarantors())}` })
      .from(product)
      .leftJoin(application, and(eq(application.productId, product.id), eq(application.status, 'released')))
      .leftJoin(loanAccount, eq(loanAccount.orderId, application.id))
      .where(eq(product.status, '已上架')),
  )
  const lent = rows.flatMap(({ loan, ...row }) => (loan ? [{ ...row, loan }] : []))
  const seen = new Set(lent.map((row) => row.product.id))
  expect(rows.flatMap(({ product: { id, name } }) => (seen.has(id) ? [] : [name]))).toEqual([])
  expect(new Set(lent.map((row) => row.product.templateCode))).toEqual(
    new Set(templates.map(({ code }) => code)),
  )
  expect(new Set(lent.map(({ loan }) => loan.repayMethod))).toEqual(new Set(REPAY_METHODS))
  const modes = new Set(lent.map((row) => row.product.bizMode))
  expect([...modes].sort()).toEqual(['assist_loan', 'direct_lease', 'joint_loan', 'sale_leaseback'])
  const some: Record<string, (row: (typeof lent)[number]) => boolean> = {
    'a joint loan with its funder': ({ loan }) =>
      Number(loan.ownPrincipal) > 0 && Number(loan.ownPrincipal) < Number(loan.principal),
    'an assisted loan with its funder': ({ loan }) => loan.ownPrincipal === '0.00',
    'rents in advance': ({ loan }) => loan.paymentTiming === 'advance',
    'a guarantor': ({ guaranteed }) => guaranteed,
    'interest by days': ({ loan }) => loan.dayCount === 'ACT/365',
    'a fixed day': ({ product: { repayDay }, loan }) => repayDay !== null && loan.repayDay === repayDay,
  }
  expect(Object.keys(some).filter((name) => !lent.some(some[name] ?? Boolean))).toEqual([])
})

test('what the demo’s bank never answered can be sent again', async () => {
  const [call] = await inTenant(1, () =>
    db().select().from(outsideCall).where(eq(outsideCall.port, 'payment')).limit(1),
  )
  const { id, rowVersion } = call ?? { id: 0, rowVersion: 0 }
  await backend.as('admin').call(outside.resend, { id, rowVersion })
  const [again] = await inTenant(1, () => db().select().from(outsideCall).where(eq(outsideCall.id, id)))
  expect(again?.nextAt).not.toBeNull()
})

test('a payment that somebody checked while the demo was made is left for his own file', async () => {
  const orderId = await unfiledOrder(backend)
  await demoReleasesJob.run({}, demoRun)
  const lines = await inTenant(1, () =>
    db()
      .select({ id: paymentFileLine.id })
      .from(paymentFileLine)
      .innerJoin(disbursement, eq(disbursement.id, paymentFileLine.disbursementId))
      .where(eq(disbursement.orderId, orderId)),
  )
  expect(lines).toEqual([])
})
