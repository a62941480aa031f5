import { and, eq, like, sql } from 'drizzle-orm'
import { changes } from '../../../platform/changes/contract.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { notification } from '../../../platform/messages/table.ts'
import { outsideAttempt, outsideCall } from '../../../platform/outside/table.ts'
import { businessDate } from '../../../rules/business-date.ts'
import { sum } from '../../../rules/money.ts'
import { sysUser } from '../../identity/table.ts'
import { loanAccount } from '../../loans/table.ts'
import { newEvent, testPicture } from '../../orders/service/testing.ts'
import { paymentFiles } from '../../payment-files/contract.ts'
import { bookLines } from '../../payment-files/service/book-answer.ts'
import { answerFile, madeFile, takenFile } from '../../payment-files/service/testing.ts'
import { paymentAnswer } from '../../payment-files/table.ts'
import { auditLog } from '../../system/table.ts'
import type { TestBackend } from '../../testing.ts'
import { releases } from '../contract.ts'
import {
  approving,
  bankSays,
  changeOf,
  onOrder,
  openReleases,
  orderOf,
  paid,
  payingOrder,
  paymentOf,
  paymentsOf,
  refusedBy,
  registerResult,
  silentOrder,
  waitingOrders,
} from './testing.ts'

/** 登记银行结果: a payment of which the bank says nothing is settled by two people, once, and never beside the bank. */

let backend: TestBackend
beforeAll(async () => {
  backend = await openReleases()
}, 60_000)
afterAll(() => backend.close())

const cashier = () => backend.as('cashier')
const checker = () => backend.as('finance_checker')
const failed = { result: '失败', bankReference: '', paidAt: '', reason: '对账单上没有这笔付款' }
const check = async (orderId: number, by = 'finance_checker') =>
  backend.as(by).send(changes.approve, approving(await changeOf(backend, 'bankResult', orderId)))
const callOf = async (orderId: number) => {
  const { payNo } = await paymentOf(orderId)
  const [call] = await inTenant(1, () =>
    db().select().from(outsideCall).where(eq(outsideCall.onceKey, payNo)),
  )
  if (!call) throw new Error('the bank was not asked')
  return call
}
const loans = (orderId: number) =>
  inTenant(1, () => db().select().from(loanAccount).where(eq(loanAccount.orderId, orderId)))
const answersOf = (orderId: number) =>
  inTenant(1, () =>
    db()
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.action, 'release.answer'), eq(auditLog.object, `application:${orderId}`))),
  )
const userOf = async (account: string) => {
  const [row] = await inTenant(1, () => db().select().from(sysUser).where(eq(sysUser.account, account)))
  if (!row) throw new Error(`there is no ${account}`)
  return row
}

describe('a result that two people register', () => {
  it('of success opens the loan with balanced vouchers, keeps the 回单 and names both', async () => {
    const orderId = await silentOrder(backend)
    const paidAt = new Date().toISOString()
    await registerResult(backend, orderId, { bankReference: 'PAPER-1', paidAt })
    expect(await loans(orderId)).toEqual([])
    const [shown] = (await checker().call(releases.get, { orderId })).payments
    expect(shown?.proofName).toBe('回单.jpg')
    expect((await check(orderId)).status).toBe(200)
    const payment = await paymentOf(orderId)
    expect(payment).toMatchObject({ status: '成功', bankReference: 'PAPER-1', silent: false })
    expect(payment.voucherFile).not.toBeNull()
    expect(await orderOf(orderId)).toMatchObject({
      status: 'released',
      valueDate: businessDate(new Date(paidAt)),
    })
    expect(await loans(orderId)).toHaveLength(1)
    const { books } = await checker().call(releases.loan, { orderId })
    expect(books?.vouchers.length).toBeGreaterThan(0)
    for (const { lines } of books?.vouchers ?? [])
      expect(sum(lines.map(({ debit }) => debit))).toBe(sum(lines.map(({ credit }) => credit)))
    const [said, ...more] = await answersOf(orderId)
    expect(more).toEqual([])
    const names = {
      madeByName: (await userOf('cashier')).name,
      checkerName: (await userOf('finance_checker')).name,
    }
    expect(said?.after).toMatchObject({ ok: true, bankReference: 'PAPER-1', ...names })
    expect(said?.actorId).toBe((await userOf('finance_checker')).id)
    const proof = await checker().raw(releases.proof, { orderId, paymentId: payment.id })
    expect([proof.status, proof.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  })

  it('of failure leads to another payee, under another number', async () => {
    const orderId = await silentOrder(backend)
    await registerResult(backend, orderId, failed)
    expect((await check(orderId)).status).toBe(200)
    expect(await paymentOf(orderId)).toMatchObject({ status: '失败', failReason: failed.reason })
    expect((await orderOf(orderId)).status).toBe('release_failed')
    expect(await loans(orderId)).toEqual([])
    const { payees } = await cashier().call(releases.get, { orderId })
    await cashier().call(releases.retry, {
      ...(await onOrder(orderId)),
      payee: payees[0]?.key ?? '',
      reason: '核实',
    })
    await checker().call(changes.approve, approving(await changeOf(backend, 'payee', orderId)))
    expect((await paymentsOf(orderId)).map(({ status }) => status)).toEqual(['待制单', '失败'])
  })

  it.each([
    ['paid', paid('LATE')],
    ['refused', refusedBy('账户冻结')],
  ])('is not changed by the bank that says later: %s', async (_name, late) => {
    for (const [more, status] of [
      [{}, '成功'],
      [failed, '失败'],
    ] as const) {
      const orderId = await silentOrder(backend)
      await registerResult(backend, orderId, more)
      await check(orderId)
      // Everything that the bank says stands beside it: nothing of what counts is another.
      const counting = async () => {
        const { contradiction, rowVersion, ...payment } = await paymentOf(orderId)
        return [payment, await orderOf(orderId), await loans(orderId)]
      }
      const before = await counting()
      await bankSays(orderId, late)
      expect(await counting()).toEqual(before)
      expect((await paymentOf(orderId)).status).toBe(status)
      const call = await callOf(orderId)
      expect([call.nextAt, call.request]).toEqual([null, null])
      const attempts = await inTenant(1, () =>
        db().select().from(outsideAttempt).where(eq(outsideAttempt.callId, call.id)),
      )
      expect(attempts.at(-1)?.result).toBe('repeat')
      expect(await answersOf(orderId)).toHaveLength(1)
      // Of what is something else than what counts all who check hear, once.
      const isSame = status === '失败' && late.result === 'refused'
      await bankSays(orderId, late)
      const told = await inTenant(1, () =>
        db()
          .select({ userId: notification.userId, body: notification.body })
          .from(notification)
          .where(and(eq(notification.orderId, orderId), like(notification.title, '%银行答复与系统不一致%'))),
      )
      if (isSame) expect(told).toEqual([])
      else {
        expect(told.map(({ userId }) => userId)).toContain((await userOf('finance_checker')).id)
        expect(new Set(told.map(({ userId }) => userId)).size).toBe(told.length)
      }
    }
  })

  it('gives way to the bank that says first', async () => {
    const orderId = await silentOrder(backend)
    await registerResult(backend, orderId, failed)
    await bankSays(orderId, paid('BANK-FIRST'))
    expect(await check(orderId)).toMatchObject({
      status: 422,
      body: { code: 'changes.refusals.wasExpired', message: expect.stringContaining('银行已答复') },
    })
    expect(await paymentOf(orderId)).toMatchObject({ status: '成功', bankReference: 'BANK-FIRST' })
    expect(await loans(orderId)).toHaveLength(1)
  })

  it('is not checked while the bank is asked again', async () => {
    const orderId = await silentOrder(backend)
    await registerResult(backend, orderId, failed)
    const { id } = await callOf(orderId)
    const ask = (nextAt: string | null) =>
      inTenant(1, () =>
        db()
          .update(outsideCall)
          .set({
            status: nextAt ? ('sent' as const) : ('dead' as const),
            nextAt,
            rowVersion: sql`${outsideCall.rowVersion} + 1`,
          })
          .where(eq(outsideCall.id, id)),
      )
    await ask(new Date().toISOString())
    expect(await check(orderId)).toMatchObject({ status: 422, body: { code: 'releases.refusals.bankAsked' } })
    expect((await paymentOf(orderId)).status).toBe('付款中')
    // Asked afresh and silent again, it may have paid since: the paper of before says nothing of that.
    await ask(null)
    const since = { status: 422, body: { code: 'releases.refusals.bankAskedSince' } }
    expect(await check(orderId)).toMatchObject(since)
    expect((await paymentOf(orderId)).status).toBe('付款中')
  })

  it('has a number of the bank that no other payment has', async () => {
    const [one, other] = [await silentOrder(backend), await silentOrder(backend)]
    const paper = { bankReference: 'PAPER-OF-BOTH' }
    await registerResult(backend, one, paper)
    await registerResult(backend, other, paper)
    expect((await check(one)).status).toBe(200)
    expect(await check(other)).toMatchObject({
      status: 422,
      body: { code: 'releases.refusals.referenceTaken' },
    })
    await expect(registerResult(backend, await silentOrder(backend), paper)).rejects.toThrow(
      '已用于另一笔放款',
    )
  })

  it('of one paper counts for one of two payments that are checked at the same moment', async () => {
    const orders = [await silentOrder(backend), await silentOrder(backend)]
    for (const orderId of orders) await registerResult(backend, orderId, { bankReference: 'PAPER-AT-ONCE' })
    const answers = await Promise.all(orders.map((orderId) => check(orderId)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    const paidBy = await Promise.all(orders.map(async (orderId) => (await paymentOf(orderId)).status))
    expect(paidBy.sort()).toEqual(['付款中', '成功'].sort())
  })

  it('is never checked by who made it', async () => {
    const orderId = await silentOrder(backend)
    await registerResult(backend, orderId)
    expect((await check(orderId, 'cashier')).status).toBe(403)
    expect((await paymentOf(orderId)).status).toBe('付款中')
  })
})

describe('nothing is registered', () => {
  const refused = async (orderId: number, more: object, said: string) => {
    await expect(registerResult(backend, orderId, more)).rejects.toThrow(said)
    const { id } = await paymentOf(orderId)
    expect((await cashier().call(changes.of, { kind: 'bankResult', aboutId: id })).data).toEqual([])
  }

  it('of a payment that the bank is asked about, or that is over', async () => {
    const orderId = await payingOrder(backend)
    expect(await cashier().call(releases.get, { orderId })).toMatchObject({ unanswered: false })
    await refused(orderId, {}, '银行还可能答复')
    await bankSays(orderId, paid())
    await refused(orderId, {}, '只有付款中的放款可以登记银行结果')
  })

  it('of an order that was never paid', async () => {
    const [orderId = 0] = await waitingOrders(backend)
    await expect(registerResult(backend, orderId)).rejects.toThrow('只有付款中')
  })

  it('with a time to come, a time before the release was checked, or without what it is known by', async () => {
    const orderId = await silentOrder(backend)
    const at = (ms: number) => ({ paidAt: new Date(Date.now() + ms).toISOString() })
    await refused(orderId, at(120_000), '不能晚于现在')
    await refused(orderId, at(-86_400_000), '不能早于放款复核的时间')
    await refused(orderId, { paidAt: '' }, '400')
    await refused(orderId, { bankReference: ' ' }, '400')
    await refused(orderId, { ...failed, reason: '' }, '400')
    await expect(
      cashier().upload(
        releases.result,
        { ...(await onOrder(orderId)), ...failed, result: '失败' },
        { name: '回单.txt', bytes: Buffer.from('paid') },
      ),
    ).rejects.toThrow('400')
  })

  it('by who does not make releases', async () => {
    const orderId = await silentOrder(backend)
    await expect(
      checker().upload(
        releases.result,
        { ...(await onOrder(orderId)), ...failed, result: '失败' },
        { name: '回单.jpg', bytes: await testPicture() },
      ),
    ).rejects.toThrow('403')
  })
})

describe('a payment of a file', () => {
  it('is registered once its file was taken, answers its line, and no late file changes it', async () => {
    const early = await madeFile(backend)
    const [own] = (await cashier().call(paymentFiles.get, { fileId: early.fileId })).lines
    await expect(registerResult(backend, own?.orderId ?? 0)).rejects.toThrow('银行还可能答复')

    const { fileId } = await takenFile(backend, 2)
    const [line, other] = (await cashier().call(paymentFiles.get, { fileId })).lines
    if (!line || !other) throw new Error('no lines')
    const { orderId, payNo, amount } = line
    await registerResult(backend, orderId, { bankReference: 'PAPER-FILE' })
    expect((await check(orderId)).status).toBe(200)
    const after = await cashier().call(paymentFiles.get, { fileId })
    expect(after.file).toMatchObject({ status: '部分回盘', answered: 1, failed: 0 })
    expect(after.lines[0]).toMatchObject({ result: '成功', bankReference: 'PAPER-FILE' })
    expect((await orderOf(orderId)).status).toBe('released')

    const rows = [
      [payNo, amount, '失败', '', '', '户名不符'],
      [other.payNo, other.amount, '失败', '', '', '户名不符'],
    ]
    const { rowVersion } = after.file
    await cashier().upload(paymentFiles.readAnswer, { fileId, rowVersion }, answerFile(...rows))
    const {
      answers: [answer],
    } = await cashier().call(paymentFiles.get, { fileId })
    expect(answer?.lines.map(({ finding }) => finding)).toEqual(['contradicts', null])
    // Read before the result was registered, and booked after it.
    await inTenant(1, () =>
      db()
        .update(paymentAnswer)
        .set({ lines: (answer?.lines ?? []).map((one) => ({ ...one, finding: null })) })
        .where(eq(paymentAnswer.fileId, fileId)),
    )
    await bookLines(answer?.id ?? 0, (await userOf('finance_checker')).id, {
      tenantId: 1,
      signal: new AbortController().signal,
      step: <T>(work: () => Promise<T>) => inTenant(1, work),
    })
    const booked = await cashier().call(paymentFiles.get, { fileId })
    expect(booked.file).toMatchObject({ status: '已回盘', answered: 2, failed: 1 })
    expect((await orderOf(orderId)).status).toBe('released')
    expect((await orderOf(other.orderId)).status).toBe('release_failed')
    expect(await loans(orderId)).toHaveLength(1)
    // Everything that the file said otherwise of the first is nothing to pass over.
    const told = await inTenant(1, () =>
      db()
        .select({ body: notification.body })
        .from(notification)
        .where(and(eq(notification.orderId, orderId), like(notification.title, '%银行答复与系统不一致%'))),
    )
    expect(told.map(({ body }) => body)).toContainEqual(expect.stringContaining('户名不符'))
  })

  it('waits for an answer that was read and not booked, and its file is not given up meanwhile', async () => {
    const { fileId, rowVersion } = await takenFile(backend)
    const [line] = (await cashier().call(paymentFiles.get, { fileId })).lines
    if (!line) throw new Error('no line')
    const { orderId, payNo, amount } = line
    await registerResult(backend, orderId, failed)
    const reason = '银行确认未执行'
    const cancel = { fileId, rowVersion, reason, eventId: newEvent() }
    expect(await cashier().send(paymentFiles.askCancel, cancel)).toMatchObject({
      status: 422,
      body: { code: 'paymentFiles.refusals.isRegistered' },
    })
    const now = (await cashier().call(paymentFiles.get, { fileId })).file
    const paidRow = [payNo, amount, '成功', 'FILE-1', businessDate(new Date()), '']
    await cashier().upload(
      paymentFiles.readAnswer,
      { fileId, rowVersion: now.rowVersion },
      answerFile(paidRow),
    )
    expect(await check(orderId)).toMatchObject({
      status: 422,
      body: { code: 'releases.refusals.bankAsked' },
    })
  })
})
