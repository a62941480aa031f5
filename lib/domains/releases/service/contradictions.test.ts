import { and, eq, like } from 'drizzle-orm'
import { changes } from '../../../platform/changes/contract.ts'
import { pendingChange } from '../../../platform/changes/table.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { notification } from '../../../platform/messages/table.ts'
import type { Outcome } from '../../../platform/outside/outcome.ts'
import { heldBack, settle } from '../../../platform/outside/settle.ts'
import { outsideCall } from '../../../platform/outside/table.ts'
import { businessDate } from '../../../rules/business-date.ts'
import { minus, sum } from '../../../rules/money.ts'
import { capital } from '../../channels/table.ts'
import { firstPayment } from '../../first-payments/table.ts'
import { sysUser } from '../../identity/table.ts'
import { loanAccount } from '../../loans/table.ts'
import { applications } from '../../orders/contract.ts'
import { newEvent } from '../../orders/service/testing.ts'
import { application } from '../../orders/table.ts'
import { paymentFiles } from '../../payment-files/contract.ts'
import { bookLines } from '../../payment-files/service/book-answer.ts'
import { answerFile, madeFile, takenFile } from '../../payment-files/service/testing.ts'
import { riskApproval } from '../../risk/contract/approval.ts'
import { attachment, auditLog } from '../../system/table.ts'
import type { TestBackend } from '../../testing.ts'
import { releases } from '../contract.ts'
import { disbursement } from '../table.ts'
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
  registerResult,
  silentOrder,
} from './testing.ts'

/**
 * A bank that says something else than what counts: nothing more is paid on that order until two people with its paper
 * said which of the two is true, and what was paid after all is booked.
 */

let backend: TestBackend
beforeAll(async () => {
  backend = await openReleases()
}, 60_000)
afterAll(() => backend.close())

const cashier = () => backend.as('cashier')
const checker = () => backend.as('finance_checker')
const idOf = async (account: string) => {
  const [row] = await inTenant(1, () => db().select().from(sysUser).where(eq(sysUser.account, account)))
  return row?.id ?? 0
}
const notPaid = { result: '失败', bankReference: '', paidAt: '', reason: '银行书面确认未付出' }
const caseOf = (orderId: number) => cashier().call(releases.get, { orderId })
const loans = (orderId: number) =>
  inTenant(1, () => db().select().from(loanAccount).where(eq(loanAccount.orderId, orderId)))
const told = (orderId: number) =>
  inTenant(1, () =>
    db()
      .select({ userId: notification.userId, body: notification.body })
      .from(notification)
      .where(and(eq(notification.orderId, orderId), like(notification.title, '%银行答复与系统不一致%'))),
  )
/** The bank says something of a payment by its number, as by its callback. */
async function saysOf(payNo: string, outcome: Outcome): Promise<void> {
  const [call] = await inTenant(1, () =>
    db().select().from(outsideCall).where(eq(outsideCall.onceKey, payNo)),
  )
  await inTenant(1, () => settle(call?.id ?? 0, { kind: 'callback', ms: 0 }, outcome))
}
/** Approves the change that waits of a kind and a payment. */
async function approveOf(
  kind: 'bankResult' | 'payee' | 'release',
  paymentId: number,
  by = 'finance_checker',
) {
  const { data } = await cashier().call(changes.of, { kind, aboutId: paymentId })
  if (data[0]?.state !== 'waiting') throw new Error(`no ${kind} waits`)
  return backend.as(by).send(changes.approve, approving(data[0]))
}
const askRetry = async (orderId: number) => {
  const { payees } = await caseOf(orderId)
  return cashier().send(releases.retry, {
    ...(await onOrder(orderId)),
    payee: payees[0]?.key ?? '',
    reason: '核实',
  })
}
const withdraw = async (kind: 'release' | 'payee', paymentId: number) => {
  const { data } = await cashier().call(changes.of, { kind, aboutId: paymentId })
  const { id = 0, rowVersion = 0 } = data[0] ?? {}
  await cashier().call(changes.withdraw, { id, rowVersion, reason: '银行已付出' })
}
const refusal = (code: string) => ({ status: 422, body: { code: `releases.refusals.${code}` } })

/** The bank refuses. */
async function failedOrder(): Promise<number> {
  const orderId = await payingOrder(backend)
  await bankSays(orderId, refusedBy('账户冻结'))
  return orderId
}

/** Whatever let a payment fail, its bank says afterwards that it paid, under the reference. */
const sources: Record<string, (reference: string) => Promise<number>> = {
  'the interface refused, and says done': async (reference) => {
    const orderId = await failedOrder()
    await bankSays(orderId, paid(reference))
    return orderId
  },
  'two people registered a failure, and the interface says done': async (reference) => {
    const orderId = await silentOrder(backend)
    await registerResult(backend, orderId, notPaid)
    await checker().call(changes.approve, approving(await changeOf(backend, 'bankResult', orderId)))
    await bankSays(orderId, paid(reference))
    return orderId
  },
  'a line of a file failed, and a newer answer has it as paid': async (reference) => {
    const { fileId } = await takenFile(backend)
    const get = () => cashier().call(paymentFiles.get, { fileId })
    const [line] = (await get()).lines
    if (!line) throw new Error('no line')
    const read = async (...row: string[]) => {
      const { rowVersion } = (await get()).file
      const answer = answerFile([line.payNo, line.amount, ...row])
      await cashier().upload(paymentFiles.readAnswer, { fileId, rowVersion }, answer)
      return (await get()).answers[0]?.id ?? 0
    }
    const answerId = await read('失败', '', '', '户名不符')
    await checker().call(paymentFiles.book, {
      fileId,
      rowVersion: (await get()).file.rowVersion,
      answerId,
    })
    await bookLines(answerId, await idOf('finance_checker'), {
      tenantId: 1,
      signal: new AbortController().signal,
      step: <T>(work: () => Promise<T>) => inTenant(1, work),
    })
    await read('成功', reference, businessDate(new Date()), '')
    return line.orderId
  },
}

describe.each(Object.entries(sources))('%s:', (name, make) => {
  const reference = `LATE-${Object.keys(sources).indexOf(name)}`

  it('it is kept and shown, all who check hear, and nothing more is made of the order', async () => {
    const orderId = await make(`${reference}-A`)
    const { payNo } = await paymentOf(orderId)
    const shown = await caseOf(orderId)
    expect(shown.contradicted).toBe(payNo)
    expect(shown.payments[0]?.contradiction).toMatchObject({
      result: '成功',
      bankReference: `${reference}-A`,
    })
    expect((await told(orderId)).map(({ userId }) => userId)).toContain(await idOf('finance_checker'))
    const noted = await inTenant(1, () =>
      db()
        .select({ after: auditLog.after })
        .from(auditLog)
        .where(
          and(eq(auditLog.action, 'release.contradiction'), eq(auditLog.object, `application:${orderId}`)),
        ),
    )
    expect(noted).toMatchObject([{ after: { payNo, bankReference: `${reference}-A` } }])
    expect(await askRetry(orderId)).toMatchObject(refusal('contradicted'))
  })

  it('what was paid is booked by two people, from the day of the bank', async () => {
    const orderId = await make(`${reference}-B`)
    const payment = await paymentOf(orderId)
    const paidAt = new Date().toISOString()
    await registerResult(backend, orderId, { bankReference: `${reference}-B`, paidAt })
    expect(await approveOf('bankResult', payment.id, 'cashier')).toMatchObject({ status: 403 })
    expect(await loans(orderId)).toEqual([])
    expect(await approveOf('bankResult', payment.id)).toMatchObject({ status: 200 })
    const booked = await paymentOf(orderId)
    expect(booked).toMatchObject({ id: payment.id, status: '成功', bankReference: `${reference}-B` })
    expect([booked.failReason, booked.voucherFile === null]).toEqual([null, false])
    expect(await orderOf(orderId)).toMatchObject({
      status: 'released',
      valueDate: businessDate(new Date(paidAt)),
    })
    expect(await loans(orderId)).toHaveLength(1)
    const { books } = await checker().call(releases.loan, { orderId })
    expect(books?.vouchers.length).toBeGreaterThan(0)
    for (const { lines } of books?.vouchers ?? [])
      expect(sum(lines.map(({ debit }) => debit))).toBe(sum(lines.map(({ credit }) => credit)))
    const shown = await caseOf(orderId)
    expect([shown.contradicted, shown.payments[0]?.contradiction]).toEqual([null, null])
  })

  it('what was not paid after all is paid again, once two people said so', async () => {
    const orderId = await make(`${reference}-C`)
    const payment = await paymentOf(orderId)
    await registerResult(backend, orderId, notPaid)
    expect(await approveOf('bankResult', payment.id, 'cashier')).toMatchObject({ status: 403 })
    expect(await askRetry(orderId)).toMatchObject(refusal('contradicted'))
    expect(await approveOf('bankResult', payment.id)).toMatchObject({ status: 200 })
    expect((await caseOf(orderId)).contradicted).toBeNull()
    expect((await orderOf(orderId)).status).toBe('release_failed')
    expect(await askRetry(orderId)).toMatchObject({ status: 200 })
    expect(await approveOf('payee', payment.id)).toMatchObject({ status: 200 })
    expect((await paymentsOf(orderId)).map(({ status }) => status)).toEqual(['待制单', '失败'])
    expect((await makeRelease(backend, orderId)).status).toBe('wait_release')
    expect(await loans(orderId)).toEqual([])
  })
})

/** Its payee is corrected and checked: another payment waits to be made. */
async function againOrder() {
  const orderId = await failedOrder()
  const first = await paymentOf(orderId)
  await askRetry(orderId)
  await approveOf('payee', first.id)
  await openGates(orderId)
  return { orderId, first }
}

describe('it comes while the order is on its way to another payment', () => {
  it('and a payee waits to be checked: not checked, and taken back before the first is booked', async () => {
    const orderId = await failedOrder()
    const { id } = await paymentOf(orderId)
    expect(await askRetry(orderId)).toMatchObject({ status: 200 })
    await bankSays(orderId, paid('WHILE-PAYEE'))
    expect(await approveOf('payee', id)).toMatchObject(refusal('contradicted'))
    const said = { bankReference: 'WHILE-PAYEE' }
    await expect(registerResult(backend, orderId, said)).rejects.toThrow('请先撤回或驳回')
    await withdraw('payee', id)
    await registerResult(backend, orderId, said)
    expect(await approveOf('bankResult', id)).toMatchObject({ status: 200 })
    expect((await orderOf(orderId)).status).toBe('released')
  })

  it('and nothing is made yet: nothing is, the first is booked, and can come back as any', async () => {
    const { orderId, first } = await againOrder()
    await saysOf(first.payNo, paid('WHILE-DRAFT'))
    expect((await caseOf(orderId)).contradicted).toBe(first.payNo)
    const make = { ...(await onOrder(orderId)) }
    expect(await cashier().send(releases.make, make)).toMatchObject(refusal('contradicted'))
    await registerResult(backend, orderId, { bankReference: 'WHILE-DRAFT' })
    expect(await approveOf('bankResult', first.id)).toMatchObject({ status: 200 })
    expect((await orderOf(orderId)).status).toBe('released')
    const [draft, booked] = await paymentsOf(orderId)
    expect(booked).toMatchObject({ id: first.id, status: '成功' })
    expect(draft).toMatchObject({ status: '失败', checkedAt: null })
    expect(draft?.failReason).toContain(first.payNo)
    // Everything that was never sent stands on no sheet of a day as a failure.
    const { groups } = await cashier().call(releases.day, {})
    const failed = groups.reduce((count, { cells }) => count + cells.failed.count, 0)
    const really = await inTenant(1, () =>
      db().select().from(disbursement).where(eq(disbursement.status, '失败')),
    )
    expect(failed).toBe(really.filter(({ checkedAt }) => checkedAt !== null).length)
    const shown = await caseOf(orderId)
    expect(shown).toMatchObject({ payState: '成功', contradicted: null })
    const undo = { ...(await onOrder(orderId)), bankReference: 'BACK-1', reason: '收款行退回' }
    expect(await checker().send(releases.undo, undo)).toMatchObject({ status: 200 })
  })

  it('and one waits to be checked: it is not, and is taken back before the first is booked', async () => {
    const { orderId, first } = await againOrder()
    await makeRelease(backend, orderId)
    const next = await paymentOf(orderId)
    await saysOf(first.payNo, paid('WHILE-CHECK'))
    expect(await approveOf('release', next.id)).toMatchObject(refusal('contradicted'))
    expect((await paymentOf(orderId)).status).toBe('待复核')
    const said = { bankReference: 'WHILE-CHECK' }
    await expect(registerResult(backend, orderId, said)).rejects.toThrow('请先撤回或驳回')
    await withdraw('release', next.id)
    await registerResult(backend, orderId, said)
    expect(await approveOf('bankResult', first.id)).toMatchObject({ status: 200 })
    expect((await paymentsOf(orderId)).map(({ status }) => status)).toEqual(['失败', '成功'])
    expect(await loans(orderId)).toHaveLength(1)
  })

  it('and the other one has gone out: the first is not booked beside it, and is closed once its money is back', async () => {
    const { orderId, first } = await againOrder()
    await makeRelease(backend, orderId)
    const next = await paymentOf(orderId)
    expect(await approveOf('release', next.id)).toMatchObject({ status: 200 })
    const [call] = await inTenant(1, () =>
      db().select().from(outsideCall).where(eq(outsideCall.onceKey, next.payNo)),
    )
    if (!call) throw new Error('the bank was not asked')
    const held = () => inTenant(1, () => heldBack(call))
    expect(await held()).toBeUndefined()
    await saysOf(first.payNo, paid('TWICE'))
    // It is asked about alone, however often.
    expect(await held()).toContain(first.payNo)
    // As long as the bank may answer the newer one, that one comes first.
    await expect(registerResult(backend, orderId, { bankReference: 'TWICE' })).rejects.toThrow(
      '银行还可能答复',
    )
    await bankSays(orderId, paid('SECOND'))
    expect((await orderOf(orderId)).status).toBe('released')
    expect((await caseOf(orderId)).contradicted).toBe(first.payNo)
    await expect(registerResult(backend, orderId, { bankReference: 'TWICE' })).rejects.toThrow(next.payNo)
    await registerResult(backend, orderId, { ...notPaid, reason: '重复付出的款项已退回' })
    expect(await approveOf('bankResult', first.id)).toMatchObject({ status: 200 })
    expect((await caseOf(orderId)).contradicted).toBeNull()
    expect((await paymentsOf(orderId)).map(({ status }) => status)).toEqual(['成功', '失败'])
    expect(await loans(orderId)).toHaveLength(1)
  })

  it('and the other one waits for a file, or is in one: it goes to no bank', async () => {
    const { orderId, first } = await againOrder()
    await makeRelease(backend, orderId)
    const next = await paymentOf(orderId)
    expect(await approveOf('release', next.id)).toMatchObject({ status: 200 })
    await inTenant(1, () =>
      db().update(disbursement).set({ payBy: 'file' }).where(eq(disbursement.id, next.id)),
    )
    const fileToBe = async () =>
      (await cashier().call(paymentFiles.waiting, {})).contradicted.map((one) => one.orderId)
    expect(await fileToBe()).not.toContain(orderId)
    const { fileId } = await madeFile(backend)
    const numbers = (await cashier().call(paymentFiles.get, { fileId })).lines.map(({ payNo }) => payNo)
    expect(numbers).toContain(next.payNo)
    await saysOf(first.payNo, paid('FILED-TWICE'))
    expect(await cashier().send(paymentFiles.download, { fileId })).toMatchObject({
      status: 422,
      body: { code: 'paymentFiles.refusals.contradicted' },
    })
    const { file } = await cashier().call(paymentFiles.get, { fileId })
    await checker().call(paymentFiles.cancel, {
      fileId,
      rowVersion: file.rowVersion,
      reason: '首笔已付出',
      eventId: newEvent(),
    })
    expect(await fileToBe()).toContain(orderId)
  })

  it('and it is back in preparation: it waits there until its milestones are reached again', async () => {
    const { orderId, first } = await againOrder()
    await cashier().call(releases.back, { ...(await onOrder(orderId)), reason: '发票有误' })
    await saysOf(first.payNo, paid('PREPARING'))
    const said = { bankReference: 'PREPARING' }
    await expect(registerResult(backend, orderId, said)).rejects.toThrow('待放款')
    await cashier().call(releases.ready, await onOrder(orderId))
    await registerResult(backend, orderId, said)
    expect(await approveOf('bankResult', first.id)).toMatchObject({ status: 200 })
    expect((await orderOf(orderId)).status).toBe('released')
  })
})

it('the order ends by no other way meanwhile, which would leave the payment unbooked', async () => {
  const orderId = await failedOrder()
  const first = await paymentOf(orderId)
  await askRetry(orderId)
  await approveOf('payee', first.id)
  await openGates(orderId)
  await cashier().call(releases.back, { ...(await onOrder(orderId)), reason: '发票有误' })
  await saysOf(first.payNo, paid('MEANWHILE'))
  const { approvedAmount, approvedTerm } = await orderOf(orderId)
  const ways = async () => [
    await backend
      .as('first_reviewer')
      .send(applications.void, { ...(await onOrder(orderId)), reason: '客户放弃' }),
    await backend.as('entry_clerk').send(riskApproval.changeTerms, {
      ...(await onOrder(orderId)),
      reason: '客户要求少贷一千元',
      amount: minus(approvedAmount ?? '', '1000.00'),
      term: approvedTerm ?? 0,
    }),
  ]
  for (const answer of await ways()) expect(answer).toMatchObject(refusal('disputed'))
  await registerResult(backend, orderId, notPaid)
  expect(await approveOf('bankResult', first.id)).toMatchObject({ status: 200 })
  expect((await ways()).map(({ status }) => status)).toContain(200)
})

describe('the order is not what it was when it was paid: nothing is booked to others than who paid', () => {
  it.each([
    ['its funder is another one', async () => ({ capitalId: await otherFunder() }), '资方'],
    ['its term is another one, at the same amount', async () => ({ approvedTerm: 12 }), '方案后来变更'],
  ] as const)('%s', async (_name, other, why) => {
    const orderId = await failedOrder()
    const { id } = await paymentOf(orderId)
    await bankSays(orderId, paid(`OTHER-${why}`))
    const { capitalId, approvedTerm } = await orderOf(orderId)
    const become = (values: Partial<typeof application.$inferInsert>) =>
      inTenant(1, () => db().update(application).set(values).where(eq(application.id, orderId)))
    const said = { bankReference: `OTHER-${why}` }
    const changed = await other()
    await become(changed)
    await expect(registerResult(backend, orderId, said)).rejects.toThrow(why)
    // Nor where it changes behind the maker.
    await become({ capitalId, approvedTerm })
    await registerResult(backend, orderId, said)
    await become(changed)
    expect(await approveOf('bankResult', id)).toMatchObject({ status: 422 })
    expect(await loans(orderId)).toEqual([])
    await become({ capitalId, approvedTerm })
    expect(await approveOf('bankResult', id)).toMatchObject({ status: 200 })
    expect(await loans(orderId)).toMatchObject([{ capitalId }])
  })

  const otherFunder = async () => {
    const [row] = await inTenant(1, () => db().select({ id: capital.id }).from(capital).limit(1))
    return row?.id ?? null
  }

  it('money that came in and was not checked is checked first', async () => {
    const { orderId, first } = await againOrder()
    await saysOf(first.payNo, paid('UNCHECKED'))
    await inTenant(1, async () => {
      const [file] = await db().select({ id: attachment.id }).from(attachment).limit(1)
      const values = { amount: '1.00', paidOn: '2026-01-01', method: 'transfer' as const, payer: '李' }
      await db()
        .insert(firstPayment)
        .values({ orderId, ...values, reference: `UNCHECKED-${orderId}`, proofId: file?.id ?? 0 })
    })
    await expect(registerResult(backend, orderId, { bankReference: 'UNCHECKED' })).rejects.toThrow(
      '首付款有到账',
    )
    await inTenant(1, () =>
      db().update(firstPayment).set({ confirmedAt: '2026-01-02' }).where(eq(firstPayment.orderId, orderId)),
    )
    await registerResult(backend, orderId, { bankReference: 'UNCHECKED' })
    expect(await approveOf('bankResult', first.id)).toMatchObject({ status: 200 })
  })
})

describe('a payment that counts as paid', () => {
  it('and whose bank says that it failed stays booked: confirmed by its paper, or taken back by 退票', async () => {
    const orderId = await payingOrder(backend)
    await bankSays(orderId, paid('COUNTS'))
    await bankSays(orderId, refusedBy('收款行退回'))
    const payment = await paymentOf(orderId)
    expect((await caseOf(orderId)).contradicted).toBe(payment.payNo)
    await expect(registerResult(backend, orderId, notPaid)).rejects.toThrow('退票')
    await registerResult(backend, orderId, { bankReference: 'COUNTS' })
    const before = await loans(orderId)
    expect(await approveOf('bankResult', payment.id)).toMatchObject({ status: 200 })
    expect((await caseOf(orderId)).contradicted).toBeNull()
    expect([(await orderOf(orderId)).status, await loans(orderId)]).toEqual(['released', before])

    await bankSays(orderId, refusedBy('收款行退回'))
    expect((await caseOf(orderId)).contradicted).toBe(payment.payNo)
    const undo = { ...(await onOrder(orderId)), bankReference: 'BACK-2', reason: '收款行退回' }
    await checker().call(releases.undo, undo)
    const change = await changeOf(backend, 'undo', orderId)
    await backend.as('admin').call(changes.approve, approving(change))
    // The bank and the books say the same now.
    expect((await caseOf(orderId)).contradicted).toBeNull()
  })
})

it('what the bank says once more is heard once, something else again, and after two people it is open anew', async () => {
  const orderId = await failedOrder()
  const { id } = await paymentOf(orderId)
  await bankSays(orderId, paid('ONCE'))
  const once = (await told(orderId)).length
  await bankSays(orderId, paid('ONCE'))
  expect(await told(orderId)).toHaveLength(once)
  await bankSays(orderId, paid('OTHER'))
  expect((await told(orderId)).length).toBe(once * 2)
  // Everything that was registered before the bank said something else says nothing of that.
  await registerResult(backend, orderId, notPaid)
  await bankSays(orderId, paid('THIRD'))
  expect(await approveOf('bankResult', id)).toMatchObject(refusal('bankAskedSince'))
  const { data } = await cashier().call(changes.of, { kind: 'bankResult', aboutId: id })
  await checker().call(changes.refuse, {
    id: data[0]?.id ?? 0,
    rowVersion: data[0]?.rowVersion ?? 0,
    reason: '银行又有答复',
  })
  await registerResult(backend, orderId, notPaid)
  expect(await approveOf('bankResult', id)).toMatchObject({ status: 200 })
  expect(await askRetry(orderId)).toMatchObject({ status: 200 })
  await bankSays(orderId, paid('THIRD'))
  expect(await approveOf('payee', id)).toMatchObject(refusal('contradicted'))
})

it('what was registered by hand waits for nobody once the bank itself has answered, and who made it hears why', async () => {
  const orderId = await silentOrder(backend)
  const { id, payNo } = await paymentOf(orderId)
  await registerResult(backend, orderId)
  await bankSays(orderId, paid('BY-ITSELF'))
  const rows = await inTenant(1, () => db().select().from(pendingChange).where(eq(pendingChange.aboutId, id)))
  const change = rows.find(({ kind }) => kind === 'bankResult')
  expect(change).toMatchObject({ state: 'expired', decidedBy: null })
  expect(change?.decideReason).toContain('银行已答复')
  const noted = await inTenant(1, () =>
    db()
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.action, 'change.expire'), eq(auditLog.object, `pending_change:${change?.id}`))),
  )
  expect(noted).toMatchObject([{ after: { state: 'expired', reason: change?.decideReason } }])
  const heard = await inTenant(1, () =>
    db()
      .select({ userId: notification.userId })
      .from(notification)
      .where(and(eq(notification.orderId, orderId), like(notification.title, `%${payNo} 的银行结果登记%`))),
  )
  expect(heard).toEqual([{ userId: await idOf('cashier') }])
})
