import { and, eq, isNull, like, sql } from 'drizzle-orm'
import { changes } from '../../../platform/changes/contract.ts'
import { pendingChange, settleAccount } from '../../../platform/changes/table.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { clerksOf } from '../../../platform/messages/order-notices.ts'
import { notification } from '../../../platform/messages/table.ts'
import { forgetDeadLetters } from '../../../platform/outside/forget.ts'
import { outsideCall } from '../../../platform/outside/table.ts'
import { systemCall } from '../../../platform/system-call.ts'
import { addDays, businessDate } from '../../../rules/business-date.ts'
import { minus, sum } from '../../../rules/money.ts'
import { formatMoney } from '../../../rules/money-text.ts'
import { contract, contractTemplateVersion } from '../../contracts/table/contracts.ts'
import { bankCard } from '../../customers/table.ts'
import {
  addReceipt,
  checkReceipt,
  checkRefund,
  readReceipts,
  refundReceipt,
} from '../../first-payments/service/testing.ts'
import { sysUser } from '../../identity/table.ts'
import { glLine, glVoucher } from '../../ledger/table.ts'
import { loanAccount } from '../../loans/table.ts'
import { papers } from '../../materials/contract/papers.ts'
import { testPolicy } from '../../materials/service/testing.ts'
import { applications } from '../../orders/contract.ts'
import { lockAnyOrder } from '../../orders/service/move-order.ts'
import { stampMilestone } from '../../orders/service/stamp-milestone.ts'
import { termsAt } from '../../orders/service/terms.ts'
import { application, orderCondition } from '../../orders/table.ts'
import { settleAccounts } from '../../settle-accounts/contract.ts'
import { smsRecord } from '../../sms/table.ts'
import type { TestBackend } from '../../testing.ts'
import { releases } from '../contract.ts'
import { type ReleaseState, releaseTurns } from '../rules/disbursement.ts'
import { disbursement, releaseTask } from '../table.ts'
import { isPayable, payeesOf } from './payees.ts'
import {
  approving,
  bankSays,
  changeOf,
  makeRelease,
  onOrder,
  openGates,
  openReleases,
  orderOf,
  paid,
  payingOrder,
  paymentOf,
  paymentsOf,
  refusedBy,
  waitingOrders,
} from './testing.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openReleases({ outbox: false })
}, 60_000)
afterAll(() => backend.close())

const cashier = () => backend.as('cashier')
const checker = () => backend.as('finance_checker')
const caseOf = (orderId: number) => cashier().call(releases.get, { orderId })
const loanOf = (orderId: number) => cashier().call(releases.loan, { orderId })
const approve = async (kind: 'release' | 'payee' | 'undo', orderId: number, by = 'finance_checker') =>
  backend.as(by).send(changes.approve, approving(await changeOf(backend, kind, orderId)))
const paidOrder = async () => {
  const orderId = await payingOrder(backend)
  await bankSays(orderId, paid())
  return orderId
}
/** Debit less credit of all that was ever posted. */
const trialBalance = () =>
  inTenant(1, async () => {
    const [row] = await db()
      .select({ off: sql<string>`coalesce(sum(${glLine.debit}) - sum(${glLine.credit}), 0)::text` })
      .from(glLine)
    return row?.off
  })

describe('a release', () => {
  it('is made by one, checked by another, paid by the bank, and stands in the books', async () => {
    const [orderId = 0] = await waitingOrders(backend)
    const { amounts, payees } = await caseOf(orderId)
    expect(payees[0]).toMatchObject({ name: expect.stringContaining('示例车行') })
    await makeRelease(backend, orderId, { amount: amounts?.amount, remark: '购车款 车架号已核' })
    expect(await paymentOf(orderId)).toMatchObject({
      status: '待复核',
      amount: amounts?.amount,
      checkerId: null,
    })
    expect((await orderOf(orderId)).status).toBe('wait_release')
    expect((await approve('release', orderId)).status).toBe(200)
    expect(await caseOf(orderId)).toMatchObject({ releaseState: 'paying', payState: '付款中' })
    const payment = await paymentOf(orderId)
    const asked = await inTenant(1, () =>
      db().select().from(outsideCall).where(eq(outsideCall.onceKey, payment.payNo)),
    )
    expect(asked).toHaveLength(1)
    const { orderNo } = await orderOf(orderId)
    expect(asked[0]?.request).toMatchObject({ summary: `${orderNo} 购车款 车架号已核` })
    await bankSays(orderId, paid('BANK-1'))
    const { loan, plan, totals, tasks, books } = await loanOf(orderId)
    const vouchers = books?.vouchers ?? []
    const order = await orderOf(orderId)
    expect(order).toMatchObject({ status: 'released', valueDate: businessDate(new Date()) })
    expect(loan).toMatchObject({
      status: '还款中',
      principal: amounts?.approved,
      outstandingPrincipal: amounts?.approved,
      nextDueDate: order.firstDueDate,
    })
    expect(totals.principal).toBe(amounts?.approved)
    expect(plan).toHaveLength(order.approvedTerm ?? 0)
    expect(plan.at(-1)?.balanceAfter).toBe('0.00')
    for (const row of plan) expect(sum([row.principal, row.interest, row.serviceFee])).toBe(row.amount)
    expect(tasks.map(({ kind }) => kind).sort()).toEqual(['archive', 'mortgage', 'new_extra', 'visit'])
    expect(vouchers.map(({ event }) => event)).toContain('E03')
    const booked = vouchers.flatMap(({ lines }) => lines)
    const onAccount = (account: string) =>
      minus(
        sum(booked.filter((line) => line.account === account).map(({ debit }) => debit)),
        sum(booked.filter((line) => line.account === account).map(({ credit }) => credit)),
      )
    expect(onAccount('1531.01')).toBe(books?.ownPrincipal)
    expect(onAccount('2241.01')).toBe(minus('0.00', loan?.depositBalance ?? '0.00'))
    expect(await trialBalance()).toBe('0.00')
  })

  it('says no amount but the one that follows from the approval', async () => {
    const [orderId = 0] = await waitingOrders(backend)
    const sent = await cashier().send(releases.make, { ...(await onOrder(orderId)), amount: '1.00' })
    expect(sent.status).toBe(400)
    expect(await paymentsOf(orderId)).toEqual([])
  })

  it('goes back when the amount does not follow from the approval any more', async () => {
    const [orderId = 0] = await waitingOrders(backend)
    await makeRelease(backend, orderId)
    const order = await orderOf(orderId)
    const less = {
      approvedAmount: minus(order.approvedAmount ?? '0', '1000.00'),
      approvedTerm: order.approvedTerm ?? 0,
    }
    await inTenant(1, async () => {
      const { quoted } = await termsAt(order, less, systemCall(1, new Date()))
      await db()
        .update(application)
        .set({ ...less, approvedQuote: quoted?.view })
        .where(eq(application.id, orderId))
    })
    expect(await approve('release', orderId)).toMatchObject({
      status: 422,
      body: { code: 'releases.refusals.amountChanged' },
    })
    expect((await orderOf(orderId)).status).toBe('wait_release')
  })

  it('waits for every condition of the approval, when it is made and when it is checked', async () => {
    const [orderId = 0] = await waitingOrders(backend)
    const condition = (set: { metAt: string | null }) =>
      inTenant(1, async () => {
        await db().delete(orderCondition).where(eq(orderCondition.orderId, orderId))
        await db()
          .insert(orderCondition)
          .values({ orderId, code: 'other', detail: '补足三者险', ...set })
      })
    const open = { metAt: null }
    await condition(open)
    const blocked = { status: 422, body: { code: 'releases.refusals.conditions' } }
    expect(await cashier().send(releases.make, await onOrder(orderId))).toMatchObject(blocked)
    expect(await paymentsOf(orderId)).toEqual([])
    expect(await caseOf(orderId)).toMatchObject({ releaseState: 'make', openConditions: 1 })
    await condition({ metAt: new Date().toISOString() })
    await makeRelease(backend, orderId)
    await condition(open)
    expect(await approve('release', orderId)).toMatchObject(blocked)
    expect((await orderOf(orderId)).status).toBe('wait_release')
  })

  it('waits for receipts and refunds of the first payment, which nobody could book behind it', async () => {
    const [orderId = 0] = await waitingOrders(backend)
    const { due } = await readReceipts(backend, orderId)
    const receipt = await addReceipt(backend, orderId, due)
    const blocked = { status: 422, body: { code: 'releases.refusals.unchecked' } }
    expect(await caseOf(orderId)).toMatchObject({ releaseState: 'make', uncheckedReceipts: 1 })
    expect(await cashier().send(releases.make, await onOrder(orderId))).toMatchObject(blocked)
    await checkReceipt(backend, receipt)
    await makeRelease(backend, orderId)
    // It comes while the release waits for its own checker.
    const refund = await refundReceipt(backend, orderId, receipt, { amount: '40.00' })
    expect(await approve('release', orderId)).toMatchObject(blocked)
    expect((await orderOf(orderId)).status).toBe('wait_release')
    await checkRefund(backend, refund)
    expect(await caseOf(orderId)).toMatchObject({ uncheckedReceipts: 0 })
  })

  it('is not paid to an account that was stopped after it was made', async () => {
    const [orderId = 0] = await waitingOrders(backend)
    await makeRelease(backend, orderId)
    const { payeeId } = await paymentOf(orderId)
    const set = (status: '已停用' | '已通过') =>
      inTenant(1, () => db().update(settleAccount).set({ status }).where(eq(settleAccount.id, payeeId)))
    await set('已停用')
    expect(await approve('release', orderId)).toMatchObject({
      status: 422,
      body: { code: 'releases.refusals.payeeChanged' },
    })
    await set('已通过')
    expect((await approve('release', orderId)).status).toBe(200)
  })

  it('to a customer’s card names its bank, and is paid where it was made with the bank’s code', async () => {
    const [card] = await inTenant(1, () =>
      db()
        .insert(bankCard)
        .values({
          ownerType: 'customer',
          ownerId: 1,
          usage: 'repay',
          bindStatus: '已绑定',
          bankCode: 'DEMO',
          holderName: '李建国',
          cardNo: '9999990000000000121',
        })
        .returning(),
    )
    const order = { templateCode: 'bdzgcld', repayCardId: card?.id ?? 0, shopId: 1 }
    const payees = await inTenant(1, () => payeesOf(order))
    expect(payees).toMatchObject([{ name: '李建国', bank: expect.stringContaining('示例') }])
    const to = (payeeBank: string) => ({
      payeeKind: 'card' as const,
      payeeId: order.repayCardId,
      payeeName: '李建国',
      payeeAccount: '9999990000000000121',
      payeeBank,
    })
    expect(isPayable(payees, to(payees[0]?.bank ?? ''), to('DEMO'))).toBe(true)
    expect(isPayable(payees, to('DEMOA'))).toBe(false)
  })

  it('is made again under the same number after its checker sent it back', async () => {
    const [orderId = 0] = await waitingOrders(backend)
    await makeRelease(backend, orderId)
    const { payNo } = await paymentOf(orderId)
    const { id, rowVersion } = await changeOf(backend, 'release', orderId)
    await checker().call(changes.refuse, { id, rowVersion, reason: '附言不清' })
    expect(await paymentOf(orderId)).toMatchObject({ status: '待制单', failReason: '附言不清' })
    await makeRelease(backend, orderId, { remark: '购车款' })
    expect(await paymentsOf(orderId)).toMatchObject([{ payNo, status: '待复核', remark: '购车款' }])
  })

  it('waits for nobody any more when its order is void, and its maker hears so', async () => {
    const [orderId = 0] = await waitingOrders(backend)
    await makeRelease(backend, orderId)
    const { id } = await changeOf(backend, 'release', orderId)
    const answer = await backend
      .as('first_reviewer')
      .call(applications.void, { ...(await onOrder(orderId)), reason: '客户放弃' })
    expect(answer.rowVersion).toBe((await orderOf(orderId)).rowVersion)
    const { data } = await checker().call(changes.list, { view: 'all', state: 'waiting', length: 100 })
    expect(data.map((one) => one.id)).not.toContain(id)
    expect(await paymentOf(orderId)).toMatchObject({ status: '待制单', failReason: '订单已作废' })
    const told = await inTenant(1, () =>
      db().select().from(notification).where(eq(notification.orderId, orderId)),
    )
    expect(told.map(({ body }) => body)).toContain('订单已作废')
  })

  it('that lost a milestone after it was made says so to its checker, and goes on when it has it again', async () => {
    const [orderId = 0] = await waitingOrders(backend)
    await openGates(orderId)
    await makeRelease(backend, orderId)
    const stamp = (at: string | null) =>
      inTenant(1, async () => {
        const order = await lockAnyOrder(orderId, undefined)
        if (order) await stampMilestone(order, 'econtract', at, { actor: { id: 0 }, now: new Date() })
      })
    await stamp(null)
    expect(await approve('release', orderId)).toMatchObject({
      status: 422,
      body: { code: 'releases.refusals.notReady' },
    })
    await stamp(new Date().toISOString())
    expect((await approve('release', orderId)).status).toBe(200)
  })

  it('is not made twice, nor before its milestones, nor by who checks', async () => {
    const [orderId = 0] = await waitingOrders(backend)
    await makeRelease(backend, orderId)
    expect(await cashier().send(releases.make, await onOrder(orderId))).toMatchObject({
      status: 422,
      body: { code: 'releases.refusals.waits' },
    })
    const [early = 0] = await waitingOrders(backend)
    await inTenant(1, () =>
      db().update(application).set({ status: 'preparing' }).where(eq(application.id, early)),
    )
    expect(await cashier().send(releases.make, await onOrder(early))).toMatchObject({
      status: 422,
      body: { code: 'releases.refusals.missing' },
    })
    expect((await checker().send(releases.make, await onOrder(early))).status).toBe(403)
  })
})

describe('the bank', () => {
  it('says no: the cashier corrects the payee, another one checks it, and it is paid under a new number', async () => {
    const orderId = await payingOrder(backend)
    await bankSays(orderId, refusedBy('收款账号与户名不符'))
    expect(await caseOf(orderId)).toMatchObject({ releaseState: 'failed' })
    const first = await paymentOf(orderId)
    expect(first).toMatchObject({ status: '失败', failReason: '收款账号与户名不符' })
    const { payees } = await caseOf(orderId)
    const payee = payees[0]?.key ?? ''
    await cashier().call(releases.retry, { ...(await onOrder(orderId)), payee, reason: '银行已核实' })
    expect((await orderOf(orderId)).status).toBe('release_failed')
    expect((await approve('payee', orderId)).status).toBe(200)
    expect((await orderOf(orderId)).status).toBe('wait_release')
    await makeRelease(backend, orderId)
    expect((await approve('release', orderId)).status).toBe(200)
    await bankSays(orderId, paid())
    const all = await paymentsOf(orderId)
    expect(all.map(({ status }) => status)).toEqual(['成功', '失败'])
    expect(all[0]?.payNo).not.toBe(first.payNo)
    expect((await loanOf(orderId)).loan).not.toBeNull()
  })

  it('says no, and a colleague of the maker corrects the payee: what becomes of that is told to him', async () => {
    const orderId = await payingOrder(backend)
    await bankSays(orderId, refusedBy('账户冻结'))
    const payee = (await caseOf(orderId)).payees[0]?.key ?? ''
    const colleague = backend.as('cashier2')
    await colleague.call(releases.retry, { ...(await onOrder(orderId)), payee, reason: '银行已核实' })
    const { id, rowVersion } = await changeOf(backend, 'payee', orderId)
    await checker().call(changes.refuse, { id, rowVersion, reason: '账号没有改' })
    const told = await inTenant(1, () =>
      db()
        .select({ account: sysUser.account })
        .from(notification)
        .innerJoin(sysUser, eq(sysUser.id, notification.userId))
        .where(and(eq(notification.orderId, orderId), eq(notification.body, '账号没有改'))),
    )
    expect(told).toEqual([{ account: 'cashier2' }])
  })

  it('says no while a gate closes: the corrected payment waits until it is open again', async () => {
    const orderId = await payingOrder(backend)
    await bankSays(orderId, refusedBy('账户冻结'))
    const insure = async (at: string | null) => {
      const order = await orderOf(orderId)
      await inTenant(1, () => stampMilestone(order, 'insurance', at, { actor: { id: 0 }, now: new Date() }))
    }
    await insure(null)
    expect((await orderOf(orderId)).status).toBe('release_failed')
    const payee = (await caseOf(orderId)).payees[0]?.key ?? ''
    await cashier().call(releases.retry, { ...(await onOrder(orderId)), payee, reason: '银行已核实' })
    expect((await approve('payee', orderId)).status).toBe(200)
    expect(await caseOf(orderId)).toMatchObject({ releaseState: 'missing' })
    expect(await cashier().send(releases.make, await onOrder(orderId))).toMatchObject({ status: 422 })
    await insure(new Date().toISOString())
    await makeRelease(backend, orderId)
    expect((await approve('release', orderId)).status).toBe(200)
    await bankSays(orderId, paid())
    expect((await orderOf(orderId)).status).toBe('released')
  })

  it('that answers twice pays once, and a late word changes nothing', async () => {
    const orderId = await paidOrder()
    const before = await loanOf(orderId)
    await bankSays(orderId, paid('BANK-TWICE'))
    await bankSays(orderId, refusedBy('账户冻结'))
    expect(await loanOf(orderId)).toEqual(before)
    expect(await paymentsOf(orderId)).toMatchObject([{ status: '成功' }])
  })

  it('that says nothing leaves the payment where it is: nothing is made beside it', async () => {
    const orderId = await payingOrder(backend)
    const { payNo } = await paymentOf(orderId)
    for (let tries = 0; tries < 12; tries++) {
      await inTenant(1, () =>
        db().update(outsideCall).set({ attempts: tries }).where(eq(outsideCall.onceKey, payNo)),
      )
      await bankSays(orderId, { result: 'error', note: 'timeout' })
    }
    expect(await caseOf(orderId)).toMatchObject({ releaseState: 'silent', payState: '付款中' })
    expect(await cashier().send(releases.make, await onOrder(orderId))).toMatchObject({
      status: 422,
      body: { code: 'releases.refusals.paying' },
    })
    // A day on which it cannot have been paid is no answer.
    for (const paidAt of ['1970-01-01T00:00:00Z', '2199-01-01T00:00:00Z']) {
      const said = bankSays(orderId, { result: 'done', answer: { bankReference: 'B-1', paidAt } })
      await expect(said).rejects.toThrow('请与银行核对')
    }
    // Months later it can still be asked: nobody may have to guess whether it paid.
    const age = () =>
      inTenant(1, () =>
        db().execute(
          sql`update outside_call set answered_at = now() - interval '90 days' where once_key = ${payNo}`,
        ),
      )
    const forget = () =>
      forgetDeadLetters.run({}, { step: (work: () => Promise<void>) => inTenant(1, work) } as never)
    const asked = async () => {
      const [call] = await inTenant(1, () =>
        db().select().from(outsideCall).where(eq(outsideCall.onceKey, payNo)),
      )
      return call?.request
    }
    await age()
    await forget()
    expect(await asked()).not.toBeNull()
    await bankSays(orderId, paid())
    expect((await orderOf(orderId)).status).toBe('released')
    await age()
    await forget()
    expect(await asked()).toBeNull()
  })
})

describe('what was signed', () => {
  it('runs from the value date to the last due date, and not when the money came back', async () => {
    const orderId = await payingOrder(backend)
    const days = async () => {
      const [row] = await inTenant(1, () => db().select().from(contract).where(eq(contract.orderId, orderId)))
      return { from: row?.effectiveFrom, to: row?.effectiveTo }
    }
    await inTenant(1, async () => {
      const [version] = await db().select({ id: contractTemplateVersion.id }).from(contractTemplateVersion)
      await db()
        .insert(contract)
        .values({
          contractNo: `RUNS-${orderId}`,
          orderId,
          title: '合同',
          code: 'HZ' as const,
          status: '已签署' as const,
          expireAt: new Date().toISOString(),
          templateVersionId: version?.id ?? 0,
          templateVersion: 'v1',
          fileHash: 'f',
          fileSize: 1,
          generatedAt: new Date().toISOString(),
          createdBy: 1,
        })
    })
    await bankSays(orderId, paid())
    const { loan } = await loanOf(orderId)
    expect(await days()).toEqual({ from: loan?.valueDate, to: loan?.maturity })
    await checker().call(releases.undo, {
      ...(await onOrder(orderId)),
      bankReference: 'B',
      reason: '收款行退回',
    })
    await approve('undo', orderId, 'admin')
    expect(await days()).toEqual({ from: null, to: null })
  })
})

describe('money that came back', () => {
  it('is entered by finance, confirmed by an administrator, and leaves nothing in the books', async () => {
    const orderId = await paidOrder()
    const { loan } = await loanOf(orderId)
    const asked = { bankReference: 'BACK-1', reason: '收款行退回' }
    await checker().call(releases.undo, { ...(await onOrder(orderId)), ...asked })
    expect((await approve('undo', orderId)).status).toBe(403)
    expect((await approve('undo', orderId, 'admin')).status).toBe(200)
    expect(await orderOf(orderId)).toMatchObject({
      status: 'wait_release',
      releasedAt: null,
      valueDate: null,
    })
    const { makerId, payNo } = await paymentOf(orderId)
    expect(await paymentOf(orderId)).toMatchObject({ status: '退票' })
    // Whoever made it makes it again, and whose order it is asks the payee.
    const told = await inTenant(1, () =>
      db()
        .select()
        .from(notification)
        .where(and(eq(notification.orderId, orderId), like(notification.title, '%退票'))),
    )
    const order = await orderOf(orderId)
    expect(told.map(({ userId }) => userId).sort()).toEqual([makerId, ...clerksOf(order, makerId)].sort())
    expect(told.length).toBeGreaterThan(1)
    for (const { body } of told) {
      expect(body).toContain(payNo)
      expect(body).toContain('BACK-1')
      expect(body).toContain('收款行退回')
    }
    expect(told.find(({ userId }) => userId === makerId)?.opens).toBe('releaseCase')
    const after = await loanOf(orderId)
    expect(after.loan).toMatchObject({ loanNo: loan?.loanNo, status: '已撤销', outstandingPrincipal: '0.00' })
    expect(after.tasks).toEqual([])
    const vouchers = after.books?.vouchers ?? []
    expect(vouchers.filter(({ event }) => event === 'E22')).toHaveLength(
      vouchers.filter(({ event }) => event !== 'E22').length,
    )
    const left = await inTenant(1, () =>
      db()
        .select({
          account: glLine.accountCode,
          off: sql<string>`(sum(${glLine.debit}) - sum(${glLine.credit}))::text`,
        })
        .from(glLine)
        .where(eq(glLine.loanId, loan?.id ?? 0))
        .groupBy(glLine.accountCode),
    )
    expect(left.filter(({ off }) => off !== '0.00')).toEqual([])
    await makeRelease(backend, orderId)
    expect((await approve('release', orderId)).status).toBe(200)
    await bankSays(orderId, paid())
    const again = await loanOf(orderId)
    expect(again.loan?.loanNo).not.toBe(loan?.loanNo)
    expect(again.loan?.status).toBe('还款中')
    const open = await inTenant(1, () =>
      db()
        .select()
        .from(releaseTask)
        .where(and(eq(releaseTask.orderId, orderId), isNull(releaseTask.endedAt))),
    )
    expect(open).toHaveLength(4)
    expect(await trialBalance()).toBe('0.00')
  })
})

describe('what nobody checked in time', () => {
  const late = (orderId: number) =>
    inTenant(1, () =>
      db()
        .update(pendingChange)
        .set({ expiresAt: new Date(Date.now() - 1_000).toISOString() })
        .where(and(eq(pendingChange.orderId, orderId), eq(pendingChange.state, 'waiting'))),
    )

  it('does not stand in the way of whoever enters it again before the job ended it', async () => {
    const back = await paidOrder()
    const failed = await payingOrder(backend)
    await bankSays(failed, refusedBy('收款账号与户名不符'))
    const payee = (await caseOf(failed)).payees[0]?.key ?? ''
    const undo = async () =>
      checker().call(releases.undo, { ...(await onOrder(back)), bankReference: 'B', reason: '收款行退回' })
    const retry = async () =>
      cashier().call(releases.retry, { ...(await onOrder(failed)), payee, reason: '银行已核实' })
    for (const [orderId, again] of [[back, undo] as const, [failed, retry] as const]) {
      await again()
      await late(orderId)
      const { rowVersion } = await again()
      expect(rowVersion).toBe((await orderOf(orderId)).rowVersion)
      const rows = await inTenant(1, () =>
        db().select().from(pendingChange).where(eq(pendingChange.orderId, orderId)).orderBy(pendingChange.id),
      )
      expect(rows.slice(-2).map(({ state }) => state)).toEqual(['expired', 'waiting'])
    }
  })
})

describe('the books', () => {
  it('take no voucher that does not balance, and change none', async () => {
    const orderId = await paidOrder()
    const [voucher] = await inTenant(1, () =>
      db().select().from(glVoucher).where(eq(glVoucher.orderId, orderId)).limit(1),
    )
    const odd = inTenant(1, () =>
      db()
        .insert(glLine)
        .values({
          voucherId: voucher?.id ?? 0,
          accountCode: '1002',
          debit: '1.00',
          credit: '0.00',
          bizDate: '2026-01-01',
        }),
    )
    await expect(odd).rejects.toThrow()
    const changed = inTenant(1, () =>
      db()
        .update(glLine)
        .set({ debit: '1.00' })
        .where(eq(glLine.voucherId, voucher?.id ?? 0)),
    )
    await expect(changed).rejects.toThrow()
    const empty = inTenant(1, () =>
      db()
        .insert(glVoucher)
        .values({ voucherNo: 'X', event: 'E01', bizDate: '2026-01-01', refType: 'voucher', refId: 1 }),
    )
    await expect(empty).rejects.toThrow()
  })

  it('number vouchers without a gap', async () => {
    const month = businessDate(new Date()).replaceAll('-', '').slice(0, 6)
    const numbers = await inTenant(1, () => db().select({ no: glVoucher.voucherNo }).from(glVoucher))
    const serials = numbers
      .flatMap(({ no }) => (no.startsWith(`记-${month}-`) ? [Number(no.slice(-4))] : []))
      .sort((a, b) => a - b)
    expect(serials).toEqual(serials.map((_, at) => at + 1))
    expect(serials.length).toBeGreaterThan(5)
  })
})

test('the list has what is not finished, and finds what a release still waits for', async () => {
  const [orderId = 0] = await waitingOrders(backend)
  const ids = async (input: object) =>
    (await cashier().call(releases.list, { length: 100, sort: 'createdAt:desc', ...input })).data.map(
      ({ id }) => id,
    )
  await openGates(orderId)
  expect(await ids({ releaseState: 'open' })).toContain(orderId)
  expect(await ids({ missing: 'econtract' })).not.toContain(orderId)
  await inTenant(1, () =>
    db()
      .update(application)
      .set({ status: 'preparing', econtractSignedAt: null, funderOkAt: null, capitalId: null })
      .where(eq(application.id, orderId)),
  )
  expect(await ids({ missing: 'econtract' })).toContain(orderId)
  // Nobody has to agree to our own money.
  expect(await ids({ missing: 'funder' })).not.toContain(orderId)
  const paidId = await paidOrder()
  expect(await ids({ releaseState: 'open' })).not.toContain(paidId)
  expect(await ids({ releaseState: 'all' })).toContain(paidId)
})

test('the list begins with what somebody can do now, the longest known first, on every page', async () => {
  const walk = async () => {
    const rows: { id: number; releaseState: ReleaseState }[] = []
    let cursor: string | undefined
    do {
      const page = await cashier().call(releases.list, { releaseState: 'all', length: 7, cursor })
      rows.push(...page.data)
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    return rows
  }
  const rows = await walk()
  expect(new Set(rows.map(({ releaseState }) => releaseState)).size).toBeGreaterThan(3)
  const place = ({ id, releaseState }: (typeof rows)[number]) => releaseTurns.indexOf(releaseState) * 1e9 + id
  expect(rows.map(place)).toEqual(rows.map(place).toSorted((a, b) => a - b))
})

test('many are made and checked at once, each paid once', async () => {
  const ids = await waitingOrders(backend, 12)
  for (const id of ids) await makeRelease(backend, id)
  const rows = await Promise.all(ids.map((id) => changeOf(backend, 'release', id)))
  const [one, two] = await Promise.all(
    ['finance_checker', 'finance_checker2'].map((by) =>
      backend.as(by).call(changes.approve, approving(...rows)),
    ),
  )
  const done = [...(one?.done ?? []), ...(two?.done ?? [])]
  expect(done).toHaveLength(ids.length)
  expect(new Set(done).size).toBe(ids.length)
  for (const id of ids) await bankSays(id, paid())
  const loans = await inTenant(1, () => db().select().from(loanAccount))
  for (const id of ids) expect(loans.filter(({ orderId }) => orderId === id)).toHaveLength(1)
  expect(await trialBalance()).toBe('0.00')
}, 60_000)

test('an order of another shop’s user is no release of his', async () => {
  const orderId = await payingOrder(backend)
  expect((await backend.as('shop_user').send(releases.get, { orderId })).status).toBe(403)
  expect((await backend.as('shop_user2').send(releases.loan, { orderId })).status).toBe(404)
  const accounts = await cashier().call(settleAccounts.list, {})
  expect(accounts.total).toBeGreaterThan(2)
})

test('behind the release a policy of the car covers what is left of the loan, not all that was lent', async () => {
  const orderId = await paidOrder()
  const save = async (sumInsured: string) =>
    backend.as('material_clerk').call(papers.savePolicy, {
      ...(await onOrder(orderId)),
      ...testPolicy('commercial'),
      sumInsured,
    })
  await expect(save('6000.00')).rejects.toThrow('车损险保额不能低于剩余本金')
  await inTenant(1, () =>
    db().update(loanAccount).set({ outstandingPrincipal: '5000.00' }).where(eq(loanAccount.orderId, orderId)),
  )
  await expect(save('4999.99')).rejects.toThrow('车损险保额不能低于剩余本金 5,000.00 元')
  await expect(save('5000.00')).resolves.toMatchObject({ orderId })
})

test('the cashier’s day adds up to the payments of the day', async () => {
  const before = await cashier().call(releases.day, {})
  const countOf = ({ groups }: typeof before, column: 'paid' | 'paying' | 'checking') =>
    groups.reduce((count, { cells }) => count + cells[column].count, 0)
  await paidOrder()
  await payingOrder(backend)
  const after = await cashier().call(releases.day, {})
  expect(countOf(after, 'paid')).toBe(countOf(before, 'paid') + 1)
  expect(countOf(after, 'paying')).toBe(countOf(before, 'paying') + 1)
  expect((await cashier().call(releases.day, { day: '2020-01-01' })).groups).toEqual([])
})

test('money that came back stays paid on the sheet of its day, and is a 退票 of the day on which it came back', async () => {
  const orderId = await paidOrder()
  // Paid yesterday, as the sheet that was signed then has it.
  const yesterday = addDays(businessDate(new Date()), -1)
  const at = `${yesterday}T10:00:00+08:00`
  const { id } = await paymentOf(orderId)
  await inTenant(1, () =>
    db()
      .update(disbursement)
      .set({ checkedAt: at, paidAt: at, sheetDay: yesterday, bookedOn: yesterday })
      .where(eq(disbursement.id, id)),
  )
  const read = (day?: string) => cashier().call(releases.day, { day })
  const [signed, today] = [await read(yesterday), await read()]
  await checker().call(releases.undo, {
    ...(await onOrder(orderId)),
    bankReference: 'BACK-2',
    reason: '账户已销户',
  })
  await approve('undo', orderId, 'admin')
  expect((await read(yesterday)).groups).toEqual(signed.groups)
  const back = ({ groups }: typeof signed) =>
    groups.reduce((count, { cells }) => count + cells.returned.count, 0)
  expect(back(await read())).toBe(back(today) + 1)
})

test('放款审核退回 says why to the clerk, waits for no maker, and the order is taken up again once it is mended', async () => {
  const [orderId = 0, made = 0] = await waitingOrders(backend, 2)
  await makeRelease(backend, made)
  expect(await cashier().send(releases.back, { ...(await onOrder(made)), reason: '发票有误' })).toMatchObject(
    { status: 422, body: { message: expect.stringContaining('撤回') } },
  )
  await cashier().call(releases.back, { ...(await onOrder(orderId)), reason: '发票有误' })
  expect((await orderOf(orderId)).status).toBe('preparing')
  const told = await inTenant(1, () =>
    db().select().from(notification).where(eq(notification.orderId, orderId)),
  )
  expect(told.map(({ body }) => body)).toContainEqual(expect.stringContaining('发票有误'))
  expect(await checker().send(releases.ready, await onOrder(orderId))).toMatchObject({ status: 403 })
  await openGates(orderId, false)
  expect(await cashier().send(releases.ready, await onOrder(orderId))).toMatchObject({ status: 422 })
  await openGates(orderId)
  await cashier().call(releases.ready, await onOrder(orderId))
  expect((await orderOf(orderId)).status).toBe('wait_release')
})

test('the customer hears by SMS that the money went, once, with the first instalment', async () => {
  const orderId = await paidOrder()
  await bankSays(orderId, paid())
  const texts = await inTenant(1, () => db().select().from(smsRecord).where(eq(smsRecord.orderId, orderId)))
  const { plan } = await loanOf(orderId)
  expect(texts.filter(({ kind }) => kind === 'released').map(({ body }) => body)).toEqual([
    expect.stringContaining(formatMoney(plan[0]?.amount ?? '')),
  ])
})
