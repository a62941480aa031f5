import { and, eq } from 'drizzle-orm'
import { changes } from '../../../platform/changes/contract.ts'
import { expireChange } from '../../../platform/changes/end-change.ts'
import { pendingChange, settleAccount } from '../../../platform/changes/table.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { systemCall } from '../../../platform/system-call.ts'
import { minus } from '../../../rules/money.ts'
import { formatMoney } from '../../../rules/money-text.ts'
import { termsAt } from '../../orders/service/terms.ts'
import { application } from '../../orders/table.ts'
import { settleAccounts } from '../../settle-accounts/contract.ts'
import { auditLog, dictItem } from '../../system/table.ts'
import type { TestBackend } from '../../testing.ts'
import { releases } from '../contract.ts'
import {
  approving,
  bankSays,
  changeOf,
  makeRelease,
  onOrder,
  openReleases,
  orderOf,
  paymentOf,
  refusedBy,
  waitingOrders,
} from './testing.ts'

/**
 * Everything that whoever comes second reads: who was first, when and why, what is different by now, and what he can
 * do. And where the money goes when it is made a second time.
 */

let backend: TestBackend
beforeAll(async () => {
  backend = await openReleases({ outbox: false })
}, 60_000)
afterAll(() => backend.close())

const cashier = () => backend.as('cashier')
const checker = () => backend.as('finance_checker')
const waitingOrder = async () => (await waitingOrders(backend))[0] ?? 0
const shown = (orderId: number) => changeOf(backend, 'release', orderId)
const approve = (change: Awaited<ReturnType<typeof shown>>, by = 'finance_checker') =>
  backend.as(by).send(changes.approve, approving(change))
const tries = (id: number) =>
  inTenant(1, () =>
    db()
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.object, `pending_change:${id}`), eq(auditLog.action, 'change.leave')))
      .orderBy(auditLog.id),
  )
/** It is refused by one sentence, and the try is kept with it. */
async function expectRefused(change: Awaited<ReturnType<typeof shown>>, code: string, sentence: RegExp) {
  expect(await approve(change)).toMatchObject({
    status: 422,
    body: { code, message: expect.stringMatching(sentence) },
  })
  expect((await tries(change.id)).at(-1)?.after).toMatchObject({ reason: expect.stringMatching(sentence) })
}

let accounts = 0
/** Another account of an order's shop that may be paid. @returns its key and its number */
async function anotherAccount(orderId: number) {
  const { shopId } = await orderOf(orderId)
  const accountNo = `99991111${String(++accounts).padStart(8, '0')}`
  const { id } = await cashier().call(settleAccounts.save, {
    shopId,
    accountKind: 'payee',
    holderName: '示例车行二部',
    bankName: '示例银行',
    accountNo,
    isCorporate: true,
  })
  const { data } = await cashier().call(changes.of, { kind: 'account', aboutId: id })
  if (!data[0]) throw new Error('the account waits for nobody')
  await checker().call(changes.approve, approving(data[0]))
  return { key: `account:${id}`, accountNo, id }
}

describe('whoever checks what was taken back meanwhile', () => {
  it('reads who took it back and why, and what is different in what was made after it', async () => {
    const orderId = await waitingOrder()
    await makeRelease(backend, orderId, { remark: '购车款' })
    const first = await shown(orderId)
    const { id, rowVersion, madeByName } = first
    await cashier().call(changes.withdraw, { id, rowVersion, reason: '换收款账户' })
    const withdrawn = 'changes.refusals.wasWithdrawn'
    await expectRefused(first, withdrawn, new RegExp(`^${madeByName}已于.+撤回制单：换收款账户。.+后再复核$`))

    const { payeeAccount } = await paymentOf(orderId)
    const { key, accountNo } = await anotherAccount(orderId)
    await makeRelease(backend, orderId, { payee: key })
    await expectRefused(
      first,
      withdrawn,
      new RegExp(`改动：.*收款账号由“${payeeAccount}”改为“${accountNo}”、.*附言由“购车款”改为“空”。`),
    )
    expect((await approve(await shown(orderId))).status).toBe(200)
    await expectRefused(first, withdrawn, /之后重新提交的一项已通过$/)
  })

  it('reads that it is the same again, where nothing is different', async () => {
    const orderId = await waitingOrder()
    await makeRelease(backend, orderId)
    const first = await shown(orderId)
    await backend
      .as('finance_checker2')
      .call(changes.refuse, { id: first.id, rowVersion: first.rowVersion, reason: '附言不清' })
    await makeRelease(backend, orderId)
    await expectRefused(first, 'changes.refusals.wasRefused', /驳回：附言不清。.+内容未变/)
  })

  it('reads that its time was over', async () => {
    const orderId = await waitingOrder()
    await makeRelease(backend, orderId)
    const change = await shown(orderId)
    await inTenant(1, async () => {
      const past = new Date(Date.now() - 1_000).toISOString()
      await db().update(pendingChange).set({ expiresAt: past }).where(eq(pendingChange.id, change.id))
    })
    await expectRefused(change, 'changes.refusals.expired', /已过有效期，需重新制单/)
    await inTenant(1, () => expireChange(change.id, new Date()))
    await expectRefused(change, 'changes.refusals.wasExpired', /^已于.+失效：到期无人复核。/)
    const [expired] = await inTenant(1, () =>
      db()
        .select()
        .from(auditLog)
        .where(and(eq(auditLog.object, `pending_change:${change.id}`), eq(auditLog.action, 'change.expire'))),
    )
    expect(expired).toMatchObject({ actorId: 0, after: { state: 'expired', reason: '到期无人复核' } })
  })
})

it('of two checkers at once the second reads who was first', async () => {
  const orderId = await waitingOrder()
  await makeRelease(backend, orderId)
  const change = await shown(orderId)
  const answers = await Promise.all([approve(change), approve(change, 'finance_checker2')])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  const { decidedByName } = await shown(orderId)
  const loser = answers.find(({ status }) => status === 422)
  expect(loser?.body).toMatchObject({ code: 'changes.refusals.wasApproved' })
  expect(loser?.body).toMatchObject({ message: expect.stringMatching(`^${decidedByName}已于.+复核通过`) })
  expect(await tries(change.id)).toHaveLength(1)
})

it('an amount that is no more what follows from the approval is told beside the one of now', async () => {
  const orderId = await waitingOrder()
  await makeRelease(backend, orderId)
  const { amount } = await paymentOf(orderId)
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
  const now = (await cashier().call(releases.get, { orderId })).amounts?.amount ?? ''
  await expectRefused(
    await shown(orderId),
    'releases.refusals.amountChanged',
    new RegExp(`${formatMoney(amount)} 元.+${formatMoney(now)} 元.+驳回，由出纳重新制单`),
  )
})

it('what it is paid from and at which bank are those of the check', async () => {
  const orderId = await waitingOrder()
  await makeRelease(backend, orderId)
  const { payeeId, payeeBank, payerAccount } = await paymentOf(orderId)
  const enable = (enabled: boolean) =>
    inTenant(1, () => db().update(dictItem).set({ enabled }).where(eq(dictItem.code, payerAccount)))
  const setBank = (bankName: string) =>
    inTenant(1, () => db().update(settleAccount).set({ bankName }).where(eq(settleAccount.id, payeeId)))
  await enable(false)
  await expectRefused(await shown(orderId), 'releases.refusals.payerGone', /付款账户已停用/)
  await enable(true)
  await setBank('示例银行更正支行')
  await expectRefused(await shown(orderId), 'releases.refusals.payeeChanged', /驳回后重新制单/)
  await setBank(payeeBank)
  expect((await approve(await shown(orderId))).status).toBe(200)
})

describe('the payee', () => {
  /** The bank refused the first account; another one was chosen, and checked. */
  async function corrected() {
    const orderId = await waitingOrder()
    const other = await anotherAccount(orderId)
    await makeRelease(backend, orderId)
    await approve(await shown(orderId))
    await bankSays(orderId, refusedBy('收款账号与户名不符'))
    await cashier().call(releases.retry, { ...(await onOrder(orderId)), payee: other.key, reason: '更正' })
    await checker().call(changes.approve, approving(await changeOf(backend, 'payee', orderId)))
    return { orderId, other }
  }

  it('that was corrected is the one that is paid, without being chosen once more', async () => {
    const { orderId, other } = await corrected()
    expect((await cashier().call(releases.get, { orderId })).payee).toBe(other.key)
    await makeRelease(backend, orderId)
    expect((await paymentOf(orderId)).payeeAccount).toBe(other.accountNo)
  })

  it('that was corrected and cannot be paid any more gives way to none that nobody chose', async () => {
    const { orderId, other } = await corrected()
    await inTenant(1, () =>
      db().update(settleAccount).set({ status: '已停用' }).where(eq(settleAccount.id, other.id)),
    )
    expect((await cashier().call(releases.get, { orderId })).payee).toBeNull()
    expect(await cashier().send(releases.make, await onOrder(orderId))).toMatchObject({
      status: 422,
      body: { code: 'releases.refusals.payeeGone', message: expect.stringContaining('另选收款账户') },
    })
  })

  it('that its maker chose stands when it comes back from its checker', async () => {
    const orderId = await waitingOrder()
    const { key, accountNo } = await anotherAccount(orderId)
    await makeRelease(backend, orderId, { payee: key })
    const { id, rowVersion } = await shown(orderId)
    await checker().call(changes.refuse, { id, rowVersion, reason: '附言不清' })
    await makeRelease(backend, orderId)
    expect((await paymentOf(orderId)).payeeAccount).toBe(accountNo)
  })
})
