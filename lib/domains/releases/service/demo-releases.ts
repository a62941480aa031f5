import { randomUUID } from 'node:crypto'
import { and, asc, desc, eq, inArray, notExists, sql } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { withCall } from '../../../platform/context.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { defineJob, startJob } from '../../../platform/jobs/jobs.ts'
import { describeError, log } from '../../../platform/log.ts'
import { callTries } from '../../../platform/outside/rules/outside.ts'
import { outsideCall } from '../../../platform/outside/table.ts'
import { systemCall } from '../../../platform/system-call.ts'
import { businessDate } from '../../../rules/business-date.ts'
import { demoReceipts } from '../../first-payments/service/demo-receipts.ts'
import type { PayWay } from '../../identity/rules/tenant-settings.ts'
import { sysUser } from '../../identity/table.ts'
import { lockAnyOrder, type Order } from '../../orders/service/move-order.ts'
import { nextPayNo } from '../../orders/service/number-series.ts'
import { application } from '../../orders/table.ts'
import { demoFiles } from '../../payment-files/service/demo-files.ts'
import type { DisbursementState } from '../rules/disbursement.ts'
import { disbursement } from '../table.ts'
import { approvedTerms } from './approved-terms.ts'
import { openLoan } from './open-loan.ts'
import { payeesOf, payersOf } from './payees.ts'
import type { Payment } from './release-record.ts'
import { tasksDone } from './release-tasks.ts'

/**
 * Orders of the demo are seeded past their release. What belongs to it is made after the start, by the code that makes
 * it for every order: payments, and loans with plan and postings of those that were released last.
 */

const mostLoans = 120
const mostSettled = 30

export const demoReleasesJob = defineJob({
  name: 'releases.demo',
  run: async ({ most }, job) => {
    const orders = () => ordersWithout(typeof most === 'number' ? most : mostLoans)
    for (const [at, orderId] of (await inTenant(job.tenantId, orders)).entries()) {
      job.signal.throwIfAborted()
      await job
        .step(() => bookOrder(orderId, job.tenantId, at % 2 === 0 ? 'port' : 'file'))
        .catch((error: unknown) => {
          if (job.signal.aborted) throw error
          // One that fails keeps no other from its own.
          log({ event: 'demo release not booked', order: orderId, ...describeError(error) })
        })
    }
    await demoFiles(job)
    await demoReceipts(job)
    // Everything that happened to these loans since is told by a job of its own.
    await job.step(() => startJob('closings.demo', {}, { key: 'demo' }))
  },
})

const states: Readonly<Record<string, DisbursementState>> = {
  releasing: '付款中',
  release_failed: '失败',
  released: '成功',
  settled: '成功',
}

async function ordersWithout(loans: number): Promise<number[]> {
  const made = db().select({ one: sql`1` }).from(disbursement).where(eq(disbursement.orderId, application.id))
  const of = (statuses: string[], most: number) =>
    db()
      .select({ id: application.id })
      .from(application)
      .where(and(inArray(application.status, statuses), notExists(made)))
      .orderBy(desc(application.releasedAt), asc(application.id))
      .limit(most)
  // Whatever was sold, somebody can look at a loan of it.
  const oneOfEach = await db()
    .selectDistinctOn([application.templateCode, application.productId], { id: application.id })
    .from(application)
    .where(and(eq(application.status, 'released'), notExists(made)))
    .orderBy(application.templateCode, application.productId, desc(application.releasedAt))
  const rows = [
    ...(await of(['releasing', 'release_failed'], 500)),
    ...(await of(['released'], loans)),
    ...(await of(['settled'], mostSettled)),
    ...oneOfEach,
  ]
  return [...new Set(rows.map(({ id }) => id))]
}

/** @param payBy every other one was paid by file, as if the tenant had gone from one way to the other */
async function bookOrder(orderId: number, tenantId: number, payBy: PayWay): Promise<void> {
  const order = await lockAnyOrder(orderId, undefined)
  const status = order && states[order.status]
  const [payee] = order ? await payeesOf(order) : []
  const [payer] = await payersOf()
  const staff = await db()
    .select({ id: sysUser.id, account: sysUser.account })
    .from(sysUser)
    .where(inArray(sysUser.account, ['cashier', 'finance_checker']))
  const idOf = (account: string) => staff.find((one) => one.account === account)?.id
  const [makerId, checkerId] = [idOf('cashier'), idOf('finance_checker')]
  if (!order || !status || !payee || !payer || !makerId || !checkerId) return
  const call = systemCall(tenantId, new Date())
  await withCall(call, async () => {
    const at = order.releasedAt ?? order.stageEnteredAt
    const day = businessDate(new Date(at))
    const [payment] = await db()
      .insert(disbursement)
      .values({
        payNo: await nextPayNo(day),
        orderId,
        status,
        makerId,
        checkerId,
        amount: (await approvedTerms(order, call, day)).amount,
        payerAccount: payer.code,
        payeeKind: payee.kind,
        payeeId: payee.id,
        payeeName: payee.name,
        payeeAccount: payee.account,
        payeeBank: payee.bank,
        createdAt: at,
        createdBy: makerId,
        checkedAt: at,
        sheetDay: day,
        capitalId: order.capitalId,
        ...(status === '成功' && {
          bankReference: `SIM-P-${randomUUID().slice(0, 16)}`,
          paidAt: at,
          bookedOn: day,
        }),
        ...(status === '失败' && { failReason: say('releases.demoFailure'), failedOn: day }),
        payBy,
        silent: status === '付款中' && payBy === 'port',
      })
      .returning()
    if (!payment) throw new Error('the payment was not written')
    if (status === '付款中' && payBy === 'port') await leaveUnanswered(order, payment)
    if (status !== '成功') return
    const { set } = await openLoan(order, payment, order.valueDate ?? day, call)
    await db().update(application).set(set).where(eq(application.id, order.id))
    if (order.status === 'settled') await tasksDone(order.id, call)
  })
}

/** A question that the bank never answered: sent again by hand, the simulator answers it. */
async function leaveUnanswered(order: Order, payment: Payment): Promise<void> {
  const { payNo, amount, payerAccount, payeeName, payeeAccount, payeeBank } = payment
  const request = { payNo, amount, payerAccount, payeeName, payeeAccount, payeeBank, summary: order.orderNo }
  await db().insert(outsideCall).values({
    port: 'payment',
    onceKey: payNo,
    reference: randomUUID(),
    request,
    requestHash: '',
    shown: { payNo },
    aboutType: 'payment',
    aboutId: payment.id,
    status: 'dead',
    attempts: callTries,
    nextAt: null,
    sentAt: payment.checkedAt,
    answeredAt: sql`now()`,
    reason: 'timed out',
  })
}
