import { eq, sql } from 'drizzle-orm'
import { changes } from '../../../platform/changes/contract.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { businessDate } from '../../../rules/business-date.ts'
import { minus, sum } from '../../../rules/money.ts'
import { demoPassword } from '../../identity/service/demo-offer.ts'
import { clientHash } from '../../identity/service/password-hash.ts'
import { glLine, glVoucher } from '../../ledger/table.ts'
import { attachments } from '../../materials/contract/attachments.ts'
import { preparingOrder } from '../../materials/service/testing.ts'
import { applications } from '../../orders/contract.ts'
import { newEvent } from '../../orders/service/testing.ts'
import { application, applicationFee } from '../../orders/table.ts'
import { releases } from '../../releases/contract.ts'
import { wireBank } from '../../releases/service/testing.ts'
import { riskApproval } from '../../risk/contract/approval.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { firstPayments } from '../contract.ts'
import { firstPayment } from '../table.ts'
import { uncheckedReceipts } from './order-payments.ts'
import {
  addReceipt,
  checkFailure,
  checkReceipt,
  checkRefund,
  failRefund,
  payRefund,
  readReceipts,
  refundReceipt,
} from './testing.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
}, 60_000)
afterAll(() => backend.close())

const cashier = () => backend.as('cashier')
const read = (orderId: number) => readReceipts(backend, orderId)
const add = (orderId: number, amount: string, more?: object) => addReceipt(backend, orderId, amount, more)
/** Registered and checked. */
const receive = async (orderId: number, amount: string, more?: object) => {
  const id = await add(orderId, amount, more)
  await checkReceipt(backend, id)
  return id
}
const orderRow = async (orderId: number) => {
  const [row] = await inTenant(1, () => db().select().from(application).where(eq(application.id, orderId)))
  return row
}
const changeOrder = (orderId: number, set: Partial<typeof application.$inferInsert>) =>
  inTenant(1, () => db().update(application).set(set).where(eq(application.id, orderId)))
const feesOf = (orderId: number) =>
  inTenant(1, async () => {
    const rows = await db().select().from(applicationFee).where(eq(applicationFee.orderId, orderId))
    return rows.filter(({ chargeMode }) => chargeMode === 'upfront')
  })

test('the milestone comes when the last of the sum due is checked, and goes with what is paid back', async () => {
  const { orderId } = await preparingOrder(backend, ['gps', 'insurance'])
  const { due, order } = await read(orderId)
  expect(Number(due)).toBeGreaterThan(19_200)
  const first = await add(orderId, '100.00')
  expect(await read(orderId)).toMatchObject({ state: 'checking', paid: '0.00', waiting: '100.00' })
  await checkReceipt(backend, first)
  expect(await read(orderId)).toMatchObject({ state: 'part', paid: '100.00', order: { status: 'preparing' } })
  const rest = await add(orderId, minus(due, '100.00'))
  expect(await read(orderId)).toMatchObject({ state: 'checking', order: { status: 'preparing' } })
  await expect(add(orderId, '1.00')).rejects.toThrow('422 已登记的到账待复核')
  await checkReceipt(backend, rest)
  const paid = await read(orderId)
  expect(paid).toMatchObject({ state: 'paid', paid: due, order: { status: 'wait_release' } })
  expect(paid.order.rowVersion).toBeGreaterThan(order.rowVersion)
  for (const fee of await feesOf(orderId))
    expect(fee).toMatchObject({ status: '已收', receivedAmount: fee.amount })
  await expect(add(orderId, '1.00')).rejects.toThrow('422 首期应付已全部到账')

  const refund = await refundReceipt(backend, orderId, first, { amount: '60.00' })
  expect((await read(orderId)).order.status).toBe('wait_release')
  await expect(refundReceipt(backend, orderId, first, { amount: '40.01' })).rejects.toThrow(
    '不能超过可退金额',
  )
  await checkRefund(backend, refund)
  const after = await read(orderId)
  expect(after).toMatchObject({ state: 'part', paid: minus(due, '60.00'), order: { status: 'preparing' } })
  expect(after.payments[0]).toMatchObject({ refundable: '40.00', refunds: [{ status: '待退款' }] })
  for (const fee of await feesOf(orderId)) expect(fee).toMatchObject({ status: '待收' })
})

test('more than is due is said to who checks it, and again before the release, until it has gone back', async () => {
  wireBank()
  const { orderId } = await preparingOrder(backend, ['gps', 'insurance'])
  const { due } = await read(orderId)
  const changeOf = async (kind: 'receipt' | 'release', aboutId: number) => {
    const { data } = await backend.as('finance_checker').call(changes.of, { kind, aboutId })
    return data[0]
  }
  const told = async (kind: 'receipt' | 'release', aboutId: number) =>
    (await changeOf(kind, aboutId))?.lines.flatMap(({ field, value }) => (field === 'overpaid' ? value : []))
  const first = await add(orderId, '100.00')
  expect(await told('receipt', first)).toEqual([])
  await checkReceipt(backend, first)
  const rest = await add(orderId, minus(sum([due, '500.00']), '100.00'))
  expect(await told('receipt', rest)).toEqual(['500.00'])
  await checkReceipt(backend, rest)

  const release = async () => {
    await cashier().call(releases.make, {
      orderId,
      rowVersion: (await read(orderId)).order.rowVersion,
      eventId: newEvent(),
    })
    const { overpaid, payments } = await cashier().call(releases.get, { orderId })
    const { id: paymentId = 0 } = payments[0] ?? {}
    return { overpaid, paymentId, lines: await told('release', paymentId) }
  }
  // Whoever makes many at once sees it in the list.
  const { data } = await cashier().call(releases.list, { q: (await read(orderId)).order.orderNo })
  expect(data).toMatchObject([{ overpaid: '500.00' }])
  const before = await release()
  expect(before).toMatchObject({ overpaid: '500.00', lines: ['500.00'] })
  // Withdrawn, because the rest goes back first.
  const { id = 0, rowVersion = 0 } = (await changeOf('release', before.paymentId)) ?? {}
  await cashier().call(changes.withdraw, { id, rowVersion, reason: '先退多收的首付款', eventId: newEvent() })
  await checkRefund(backend, await refundReceipt(backend, orderId, rest, { amount: '500.00' }))
  expect(await release()).toMatchObject({ overpaid: '0.00', lines: [] })
})

test('two receipts of one order are checked in one call', async () => {
  const { orderId } = await preparingOrder(backend)
  const ids = [await add(orderId, '100.00'), await add(orderId, '200.00')]
  const checker = backend.as('finance_checker')
  const waiting = await Promise.all(
    ids.map(async (aboutId) => (await checker.call(changes.of, { kind: 'receipt', aboutId })).data[0]),
  )
  const { done, left } = await checker.call(changes.approve, {
    ids: waiting.map((one) => one?.id ?? 0),
    hashes: waiting.map((one) => one?.contentHash ?? ''),
    eventId: newEvent(),
  })
  expect([done.length, left]).toEqual([2, []])
  expect(await read(orderId)).toMatchObject({ paid: '300.00', waiting: '0.00' })
})

test('terms that change move the sum due, and the milestone with it', async () => {
  const { orderId } = await preparingOrder(backend)
  const { due } = await read(orderId)
  await receive(orderId, due)
  const { approvedAmount, approvedTerm } = (await orderRow(orderId)) ?? {}
  const change = async (amount: string) =>
    backend.as('entry_clerk').call(riskApproval.changeTerms, {
      orderId,
      rowVersion: (await read(orderId)).order.rowVersion,
      eventId: newEvent(),
      amount,
      term: approvedTerm ?? 0,
      reason: '客户要求变更',
    })
  await change(minus(approvedAmount ?? '0', '1000.00'))
  const less = await read(orderId)
  expect(Number(less.due)).toBeGreaterThan(Number(due))
  expect(less).toMatchObject({ state: 'part', paid: due })
  expect((await orderRow(orderId))?.firstPaymentAt).toBeNull()
  for (const fee of await feesOf(orderId)) expect(fee).toMatchObject({ status: '待收' })

  // Approved again with what was asked for at first, what was paid is enough again.
  await change(approvedAmount ?? '0')
  expect(await read(orderId)).toMatchObject({ due, paid: due })
  expect((await orderRow(orderId))?.firstPaymentAt).not.toBeNull()
})

test('a checked refund is paid once, with the number of the bank', async () => {
  const { orderId } = await preparingOrder(backend)
  const payment = await receive(orderId, '300.00')
  const refundId = await refundReceipt(backend, orderId, payment, { amount: '300.00' })
  const pay = (reference: string) => payRefund(backend, orderId, refundId, reference)
  await expect(pay('BACK-1')).rejects.toThrow('只有复核通过、待退款的才能登记已退')
  await checkRefund(backend, refundId)
  await pay('BACK-1')
  await expect(pay('BACK-2')).rejects.toThrow('只有复核通过、待退款的才能登记已退')
  expect((await read(orderId)).payments[0]).toMatchObject({
    refundable: '0.00',
    refunds: [{ status: '已退款', reference: 'BACK-1' }],
  })
})

test('a reference counts once, of whatever order, until its payment is taken out as wrong', async () => {
  const one = await preparingOrder(backend)
  const other = await preparingOrder(backend)
  const payment = await receive(one.orderId, '10.00', { reference: 'SAME' })
  await expect(add(other.orderId, '10.00', { reference: 'SAME' })).rejects.toThrow('该流水号已登记')
  await expect(
    refundReceipt(backend, one.orderId, payment, { amount: '9.00', kind: 'wrong' }),
  ).rejects.toThrow('冲销须为该笔全部金额')
  const refund = await refundReceipt(backend, one.orderId, payment, { amount: '10.00', kind: 'wrong' })
  await checkRefund(backend, refund)
  expect(await read(one.orderId)).toMatchObject({ paid: '0.00', payments: [{ state: 'cancelled' }] })
  await add(other.orderId, '10.00', { reference: 'SAME' })
})

/** Everything that was posted of an order: event, account and debit less credit, in its order. */
const postedOf = (orderId: number) =>
  inTenant(1, async () => {
    const lines = await db()
      .select({
        event: glVoucher.event,
        account: glLine.accountCode,
        off: sql<string>`(${glLine.debit} - ${glLine.credit})::text`,
      })
      .from(glLine)
      .innerJoin(glVoucher, eq(glVoucher.id, glLine.voucherId))
      .where(eq(glVoucher.orderId, orderId))
      .orderBy(glLine.id)
    return lines.flatMap(({ event, account, off }) => (account === '1002' ? [[event, off]] : []))
  })

test('what comes in and goes back before a release is cash in the books, once and when it moves', async () => {
  const { orderId } = await preparingOrder(backend)
  const payment = await add(orderId, '300.00')
  expect(await postedOf(orderId)).toEqual([])
  await checkReceipt(backend, payment)
  const refundId = await refundReceipt(backend, orderId, payment, { amount: '300.00' })
  await checkRefund(backend, refundId)
  expect(await postedOf(orderId)).toEqual([['E00', '300.00']])
  await payRefund(backend, orderId, refundId, 'BOOKS-1')
  const back = [
    ['E00', '300.00'],
    ['E00', '-300.00'],
  ]
  expect(await postedOf(orderId)).toEqual(back)
  // The bank gave it back: the money is with us again.
  await failRefund(backend, orderId, refundId, { remedy: 'counts' })
  await checkFailure(backend, refundId)
  expect(await postedOf(orderId)).toEqual([...back, ['E22', '300.00']])
})

test('what never came in is reversed in the books', async () => {
  const { orderId } = await preparingOrder(backend)
  const payment = await receive(orderId, '10.00')
  await checkRefund(
    backend,
    await refundReceipt(backend, orderId, payment, { amount: '10.00', kind: 'wrong' }),
  )
  expect(await postedOf(orderId)).toEqual([
    ['E00', '10.00'],
    ['E22', '-10.00'],
  ])
})

test('of what went back in part nothing is taken out as if it had never come', async () => {
  const { orderId } = await preparingOrder(backend)
  const payment = await receive(orderId, '100.00')
  await checkRefund(backend, await refundReceipt(backend, orderId, payment, { amount: '30.00' }))
  for (const amount of ['70.00', '100.00'])
    await expect(refundReceipt(backend, orderId, payment, { amount, kind: 'wrong' })).rejects.toThrow(
      '冲销须为该笔全部金额',
    )
  expect(await read(orderId)).toMatchObject({ paid: '70.00' })
})

test('of two who say the same number at once, for two orders, one is taken', async () => {
  const orders = [(await preparingOrder(backend)).orderId, (await preparingOrder(backend)).orderId]
  const said = await Promise.allSettled(orders.map((id) => add(id, '10.00', { reference: 'AT-ONCE' })))
  expect(said.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  for (const one of said)
    if (one.status === 'rejected') expect(String(one.reason)).toContain('该流水号已登记')

  const refunds: { orderId: number; refundId: number }[] = []
  for (const orderId of orders) {
    const paymentId = await receive(orderId, '20.00')
    const refundId = await refundReceipt(backend, orderId, paymentId, { amount: '20.00' })
    await checkRefund(backend, refundId)
    refunds.push({ orderId, refundId })
  }
  const versions = await Promise.all(orders.map(async (id) => (await read(id)).order.rowVersion))
  const paid = await Promise.allSettled(
    refunds.map((refund, at) =>
      cashier().call(firstPayments.refundPaid, {
        ...refund,
        rowVersion: versions[at] ?? 0,
        eventId: newEvent(),
        reference: 'BACK-AT-ONCE',
        refundedOn: businessDate(new Date()),
      }),
    ),
  )
  expect(paid.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  for (const one of paid)
    if (one.status === 'rejected') expect(String(one.reason)).toContain('该流水号已登记')
})

test('what came in for an order that ended counts, and is listed until it has gone back', async () => {
  const { orderId } = await preparingOrder(backend)
  const payment = await add(orderId, '80.00')
  const { order } = await read(orderId)
  await backend.as('first_reviewer').call(applications.void, {
    orderId,
    rowVersion: order.rowVersion,
    reason: '客户放弃',
    eventId: newEvent(),
  })
  const listed = async () => {
    const { data } = await cashier().call(firstPayments.list, { state: 'refund', length: 100 })
    return data.find(({ id }) => id === orderId)
  }
  expect(await listed()).toBeUndefined()
  await checkReceipt(backend, payment)
  expect(await listed()).toMatchObject({ paid: '80.00', state: 'refund' })
  const refundId = await refundReceipt(backend, orderId, payment, { amount: '80.00' })
  await checkRefund(backend, refundId)
  expect(await listed()).toMatchObject({ paid: '0.00', state: 'refund' })
  await payRefund(backend, orderId, refundId, 'BACK-VOID')
  expect(await listed()).toBeUndefined()
})

test.each(['pre_rejected', 'risk_rejected'] as const)(
  'what came in for an order that is judged anew, and ends %s, is counted and goes back',
  async (status) => {
    const { orderId } = await preparingOrder(backend)
    const payment = await add(orderId, '80.00')
    const more = await add(orderId, '20.00')
    await changeOrder(orderId, { status: 'wait_risk' })
    await checkReceipt(backend, payment)
    await checkRefund(backend, await refundReceipt(backend, orderId, payment, { amount: '30.00' }))
    await changeOrder(orderId, { status })
    await checkReceipt(backend, more)
    const { data } = await cashier().call(firstPayments.list, { state: 'refund', length: 100 })
    expect(data.find(({ id }) => id === orderId)).toMatchObject({ paid: '70.00', state: 'refund' })
    await checkRefund(backend, await refundReceipt(backend, orderId, payment, { amount: '50.00' }))
    await checkRefund(backend, await refundReceipt(backend, orderId, more, { amount: '20.00' }))
    expect(await read(orderId)).toMatchObject({ paid: '0.00', state: 'refund' })
    // It waits for no money any more.
    await expect(add(orderId, '1.00')).rejects.toThrow('422')
  },
)

describe('a refund that the bank did not pay', () => {
  const refundsOf = async (orderId: number) =>
    (await read(orderId)).payments.flatMap(({ refunds }) => refunds)
  /** Checked, and paid unless told. */
  const refundOf = async (orderId: number, payment: number, reference?: string) => {
    const refundId = await refundReceipt(backend, orderId, payment, { amount: '60.00' })
    await checkRefund(backend, refundId)
    if (reference) await payRefund(backend, orderId, refundId, reference)
    return refundId
  }

  it('goes to another account: its money is away all the time, whatever the order does meanwhile', async () => {
    const { orderId } = await preparingOrder(backend)
    const payment = await receive(orderId, '100.00')
    const failed = await refundOf(orderId, payment)
    await changeOrder(orderId, { status: 'released' })
    await failRefund(backend, orderId, failed, { remedy: 'again' })
    expect((await refundsOf(orderId))[0]).toMatchObject({ status: '待退款', failing: true })
    await expect(payRefund(backend, orderId, failed, 'WHILE-FAILING')).rejects.toThrow('登记了未成，待复核')
    await checkFailure(backend, failed)
    const [first, second, ...more] = await refundsOf(orderId)
    expect(more).toEqual([])
    expect(first).toMatchObject({ status: '退款失败', endReason: '收款账户已销户', failing: false })
    expect(second).toMatchObject({ status: '待退款', amount: '60.00', reason: '客户多付' })
    expect(second?.payeeAccount).toMatch(/0139$/)
    expect(await read(orderId)).toMatchObject({ paid: '40.00', payments: [{ refundable: '40.00' }] })
    // Behind the release nothing else has the order in a list.
    const listed = async () =>
      (await cashier().call(firstPayments.list, { state: 'refund', length: 100 })).data.find(
        ({ id }) => id === orderId,
      )
    expect(await listed()).toMatchObject({ state: 'refund' })
    await payRefund(backend, orderId, second?.id ?? 0, 'SECOND-TRY')
    expect(await listed()).toBeUndefined()
    expect((await refundsOf(orderId)).map(({ status }) => status)).toEqual(['退款失败', '已退款'])
    await expect(failRefund(backend, orderId, failed, { remedy: 'again' })).rejects.toThrow(
      '只有待退款、已退款的',
    )
  })

  it('or counts again, also after it came back, and its bank’s number stays taken', async () => {
    const { orderId } = await preparingOrder(backend)
    const { due } = await read(orderId)
    const payment = await receive(orderId, due)
    const back = await refundOf(orderId, payment, 'CAME-BACK')
    expect(await read(orderId)).toMatchObject({ state: 'part' })
    await failRefund(backend, orderId, back, { remedy: 'counts' })
    await checkFailure(backend, back)
    expect(await read(orderId)).toMatchObject({ state: 'paid', paid: due })
    expect(await refundsOf(orderId)).toMatchObject([{ status: '退款失败', reference: 'CAME-BACK' }])
    const again = await refundOf(orderId, payment)
    await expect(payRefund(backend, orderId, again, 'CAME-BACK')).rejects.toThrow('该流水号已登记')
  })

  it('counts no more once the release uses it, and the release waits for who is to check that it does', async () => {
    const { orderId } = await preparingOrder(backend)
    const payment = await receive(orderId, '100.00')
    const failed = await refundOf(orderId, payment)
    await failRefund(backend, orderId, failed, { remedy: 'counts' })
    const waiting = () => inTenant(1, async () => (await uncheckedReceipts([orderId])).get(orderId))
    expect(await waiting()).toBe(1)
    await changeOrder(orderId, { status: 'released' })
    await expect(checkFailure(backend, failed)).rejects.toThrow('只能改账户再退')
    const { data } = await cashier().call(changes.of, { kind: 'refundFailed', aboutId: failed })
    const { id = 0, rowVersion = 0 } = data[0] ?? {}
    await cashier().call(changes.withdraw, { id, rowVersion, reason: '改账户', eventId: newEvent() })
    expect(await waiting()).toBeUndefined()
    await expect(failRefund(backend, orderId, failed, { remedy: 'counts' })).rejects.toThrow('只能改账户再退')
    await expect(failRefund(backend, orderId, failed, { remedy: 'again', payeeAccount: '' })).rejects.toThrow(
      '不能为空',
    )
  })

  it('names no account in whole where one that was taken back is checked after all', async () => {
    const { orderId } = await preparingOrder(backend)
    const payment = await receive(orderId, '100.00')
    const failed = await refundOf(orderId, payment)
    const waiting = async () =>
      (await backend.as('finance_checker').call(changes.of, { kind: 'refundFailed', aboutId: failed }))
        .data[0]
    await failRefund(backend, orderId, failed, { remedy: 'again', payeeAccount: '9999990000000000147' })
    const { id = 0, rowVersion = 0, contentHash = '' } = (await waiting()) ?? {}
    await cashier().call(changes.withdraw, { id, rowVersion, reason: '账号写错', eventId: newEvent() })
    await failRefund(backend, orderId, failed, { remedy: 'again', payeeAccount: '9999990000000000154' })
    const { status, body } = await backend.as('finance_checker').send(changes.approve, {
      ids: [id],
      hashes: [contentHash],
      payPassword: clientHash(demoPassword),
      eventId: newEvent(),
    })
    expect(status).toBe(422)
    expect(JSON.stringify(body)).toMatch(/收款账号由“\*+0147”改为“\*+0154”/)
    expect(JSON.stringify(body)).not.toContain('9999990000000000')
  })

  it('of an order that ended is owed again', async () => {
    const { orderId } = await preparingOrder(backend)
    const payment = await receive(orderId, '60.00')
    const back = await refundOf(orderId, payment, 'ENDED-BACK')
    await changeOrder(orderId, { status: 'voided' })
    const listed = async () =>
      (await cashier().call(firstPayments.list, { state: 'refund', length: 100 })).data.some(
        ({ id }) => id === orderId,
      )
    expect(await listed()).toBe(false)
    await failRefund(backend, orderId, back, { remedy: 'again' })
    await checkFailure(backend, back)
    expect(await listed()).toBe(true)
  })
})

test('nothing goes back once the release uses it', async () => {
  const { orderId } = await preparingOrder(backend)
  const payment = await receive(orderId, '80.00')
  for (const status of ['releasing', 'release_failed', 'released', 'settled']) {
    await changeOrder(orderId, { status })
    await expect(refundReceipt(backend, orderId, payment, { amount: '80.00' })).rejects.toThrow('放款已开始')
  }
})

test('a payment has a right amount, a day that has been, and its proof, which its readers can open', async () => {
  const { orderId } = await preparingOrder(backend)
  await expect(add(orderId, '0.00')).rejects.toThrow('必须大于0')
  await expect(add(orderId, '1.00', { paidOn: '2099-01-01' })).rejects.toThrow('不能晚于今天')
  await receive(orderId, '5.00')
  const { payments } = await read(orderId)
  const sent = await backend
    .as('finance_checker')
    .raw(firstPayments.proof, { orderId, paymentId: payments[0]?.id ?? 0 })
  expect(sent.headers.get('content-type')).toBe('image/jpeg')
  // A bank's paper is not one of the order's: whoever sees the order opens it by no other way.
  const [row] = await inTenant(1, () =>
    db().select({ fileId: firstPayment.proofId }).from(firstPayment).where(eq(firstPayment.orderId, orderId)),
  )
  const asPaper = { orderId, fileId: row?.fileId ?? 0 }
  expect((await backend.as('entry_clerk').raw(attachments.download, asPaper)).status).toBe(404)
  const { data } = await cashier().call(firstPayments.list, { state: 'part', length: 100 })
  expect(data.find(({ id }) => id === orderId)).toMatchObject({ paid: '5.00', state: 'part' })
})

test('what a customer pays first is registered also where his release does not wait for it', async () => {
  const { orderId } = await preparingOrder(backend)
  const { due, downPayment } = await read(orderId)
  const listed = async () => {
    const { data } = await backend.as('cashier').call(firstPayments.list, { start: 0, length: 100 })
    return data.some(({ id }) => id === orderId)
  }
  // 保证人: its release waits for no first payment.
  await changeOrder(orderId, { templateCode: 'bdbzrld' })
  expect(await listed()).toBe(true)
  // 自购车: the customer has the car, so that he pays fees alone.
  const fees = minus(due, downPayment)
  const quote = { ...((await orderRow(orderId))?.approvedQuote as object), firstDueAmount: fees }
  await changeOrder(orderId, { templateCode: 'bdzgcld', approvedQuote: quote })
  expect(await read(orderId)).toMatchObject({ due: fees, downPayment: '0.00', others: fees })
  expect(await listed()).toBe(true)
  await changeOrder(orderId, { approvedQuote: { ...quote, firstDueAmount: '0.00' } })
  expect(await listed()).toBe(false)
})
