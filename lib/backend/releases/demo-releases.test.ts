import { eq, inArray, sql } from 'drizzle-orm'
import { outside } from '../../contracts/outside.ts'
import { releases } from '../../contracts/releases.ts'
import { db, inTenant } from '../db/client.ts'
import { application } from '../db/schema/applications.ts'
import { outsideCall } from '../db/schema/outside.ts'
import { paymentFileLine } from '../db/schema/payment-files.ts'
import { disbursement, glLine, loanAccount } from '../db/schema/releases.ts'
import { resetDemo } from '../demo.ts'
import type { JobRun } from '../jobs/jobs.ts'
import { unfiledOrder } from '../payment-files/testing.ts'
import { openTestBackend, type TestBackend } from '../testing.ts'
import { demoReleasesJob } from './demo-releases.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend({
    ...{ demo: true, background: false },
    prepare: (options) => resetDemo({ ...options, orders: 60 }),
  })
}, 90_000)
afterAll(() => backend.close())

const demoRun = {
  tenantId: 1,
  signal: new AbortController().signal,
  step: <T>(work: () => Promise<T>) => inTenant(1, work),
} as unknown as JobRun

test('orders of the demo past their release have payments and loans, once, and books that balance', async () => {
  await demoReleasesJob.run({}, demoRun)
  await demoReleasesJob.run({}, demoRun)
  const orders = await inTenant(1, () =>
    db()
      .select({ id: application.id, status: application.status, bizMode: application.bizMode })
      .from(application)
      .where(inArray(application.status, ['released', 'releasing', 'release_failed'])),
  )
  const payments = await inTenant(1, () => db().select().from(disbursement))
  expect(payments.length).toBeGreaterThan(3)
  expect(new Set(payments.map(({ orderId }) => orderId)).size).toBe(payments.length)
  const wanted: Record<string, string> = { released: '成功', releasing: '付款中', release_failed: '失败' }
  for (const { orderId, status } of payments)
    expect(status).toBe(wanted[orders.find(({ id }) => id === orderId)?.status ?? ''])
  const [released] = payments.filter(({ status }) => status === '成功')
  const { loan, plan } = await backend.as('cashier').call(releases.loan, { orderId: released?.orderId ?? 0 })
  expect(loan?.principal).toBe(released?.amount)
  expect(plan.length).toBeGreaterThan(5)
  const [books] = await inTenant(1, () =>
    db()
      .select({ off: sql<string>`(sum(${glLine.debit}) - sum(${glLine.credit}))::text` })
      .from(glLine),
  )
  expect(books?.off).toBe('0.00')
})

test('our account in the books is what came in and went out: first payments, refunds, releases, funders’ money', async () => {
  const [{ bank, moved } = { bank: '', moved: '-' }] = await inTenant(1, async () => {
    const { rows } = await db().execute<{ bank: string; moved: string }>(sql`select
      (select sum(debit - credit) from gl_line where account_code = '1002')::text as bank,
      ((select coalesce(sum(amount), 0) from first_payment where confirmed_at is not null and cancelled_at is null)
        - (select coalesce(sum(amount), 0) from first_refund where status = '已退款')
        - (select coalesce(sum(amount), 0) from disbursement where status = '成功')
        + (select coalesce(sum(principal - own_principal), 0) from loan_account where status <> '已撤销'))::text as moved`)
    return rows
  })
  expect(bank).toBe(moved)
})

test('of every product that was sold in the demo a loan can be looked at', async () => {
  const rows = await inTenant(1, () =>
    db()
      .select({ template: application.templateCode, product: application.productId, loan: loanAccount.id })
      .from(application)
      .leftJoin(loanAccount, eq(loanAccount.orderId, application.id))
      .where(eq(application.status, 'released')),
  )
  const lent = new Set(rows.flatMap((row) => (row.loan ? [`${row.template} ${row.product}`] : [])))
  const missing = rows.filter((row) => !lent.has(`${row.template} ${row.product}`))
  expect(missing).toEqual([])
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
