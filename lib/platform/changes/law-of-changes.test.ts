import { eq, sql } from 'drizzle-orm'
import { archiveNow, reportedLoss } from '../../domains/archives/service/testing.ts'
import { askedWithdrawal, withdrawnOf } from '../../domains/balances/service/testing.ts'
import { accountBalance } from '../../domains/balances/table.ts'
import { books } from '../../domains/books/contract.ts'
import { closableMonth, monthOf } from '../../domains/books/service/testing.ts'
import { capitalOrders } from '../../domains/capital/contract.ts'
import { copiesOf, newFunder, pushableOrder, registerConsent } from '../../domains/capital/service/testing.ts'
import { capitalOrder } from '../../domains/capital/table.ts'
import { bankCards } from '../../domains/cards/contract.ts'
import { paperedCard } from '../../domains/cards/service/testing.ts'
import { channel, shop } from '../../domains/channels/table.ts'
import { contracts } from '../../domains/endpoints.ts'
import { receiptState } from '../../domains/first-payments/rules/first-payment.ts'
import {
  addReceipt,
  checkReceipt,
  checkRefund,
  failRefund,
  refundReceipt,
} from '../../domains/first-payments/service/testing.ts'
import { firstPayment, firstRefund } from '../../domains/first-payments/table.ts'
import { fundFlows } from '../../domains/fund-flows/contract.ts'
import { bookedStatement, statementRow } from '../../domains/fund-flows/service/testing.ts'
import { flowMatch, fundFlow } from '../../domains/fund-flows/table.ts'
import { addedFunder, funderNow } from '../../domains/funders/service/testing.ts'
import { rolesWith } from '../../domains/identity/rules/roles.ts'
import { demoPassword } from '../../domains/identity/service/demo-offer.ts'
import { clientHash } from '../../domains/identity/service/password-hash.ts'
import { sysUser } from '../../domains/identity/table.ts'
import { loans } from '../../domains/loans/contract.ts'
import { factsOf } from '../../domains/loans/service/loan-facts.ts'
import { preparingOrder } from '../../domains/materials/service/testing.ts'
import { type OrderTie, orderTies, tieEvents } from '../../domains/orders/rules/order-ties.ts'
import { holdersOf } from '../../domains/orders/service/holders.ts'
import { newEvent, placeOf } from '../../domains/orders/service/testing.ts'
import { application, reviewLog } from '../../domains/orders/table.ts'
import { paymentFiles } from '../../domains/payment-files/contract.ts'
import { takenFile } from '../../domains/payment-files/service/testing.ts'
import { paymentFile, paymentFileLine } from '../../domains/payment-files/table.ts'
import { releases } from '../../domains/releases/contract.ts'
import {
  bankSays,
  makeRelease,
  onOrder,
  orderOf,
  overpaidLoan,
  paid,
  payingOrder,
  paymentOf,
  refusedBy,
  registerResult,
  releasedLoan,
  silentOrder,
  waitingOrders,
  wireBank,
} from '../../domains/releases/service/testing.ts'
import { disbursement } from '../../domains/releases/table.ts'
import { settleAccounts } from '../../domains/settle-accounts/contract.ts'
import { appliedLoan, newest, paidFor, passed, submitted } from '../../domains/settlements/service/testing.ts'
import { settleApply } from '../../domains/settlements/table.ts'
import { staff } from '../../domains/staff/contract.ts'
import { auditLog } from '../../domains/system/table.ts'
import { type Caller, openTestBackend, type TestBackend } from '../../domains/testing.ts'
import { askedMove, unitNow } from '../../domains/units/service/testing.ts'
import { addDays, businessDate } from '../../rules/business-date.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import type { LiveEvent } from '../contract/live.ts'
import { db, inTenant } from '../db/client.ts'
import { listenToEvents } from '../live-events.ts'
import { notification } from '../messages/table.ts'
import { type ChangeRow, changes } from './contract.ts'
import { expireChange } from './end-change.ts'
import { type ChangeKind, changeKinds, changeRules } from './rules/pending-change.ts'
import { checkDeputy, pendingChange, settleAccount } from './table.ts'

/**
 * The law of making and checking, for every kind of change: nobody checks what he made, whoever checks holds the
 * permission, one of two is first, what is checked is what was shown, a refusal keeps its reason, and time ends it.
 */

let backend: TestBackend
beforeAll(async () => {
  // Nobody sends: what the bank says is for each test to decide.
  backend = await openTestBackend({ outbox: false })
  wireBank()
  await listenToEvents((event) => event && heard.push(event))
  // Of everybody who may check a kind there are two, and more where one kind's wrong pay passwords would bar another's.
  await inTenant(1, () =>
    db().execute(sql`insert into sys_user (account, name, password_hash, pay_password_hash, mobile, org_unit_id, role_codes, data_scope)
      select other.account, other.name, password_hash, pay_password_hash, other.mobile, org_unit_id, role_codes, data_scope
      from sys_user join (values ('admin', 'admin_too', '第二管理员', '19900009999'),
        ('finance_checker', 'refund_checker', '退款复核', '19900009998'),
        ('finance_checker', 'failure_checker', '退款未成复核', '19900009995'),
        ('finance_checker', 'result_checker', '银行结果复核', '19900009997'),
        ('finance_checker', 'file_checker', '文件复核', '19900009996'),
        ('finance_checker', 'payout_checker', '贷后付款复核', '19900009994'),
        ('finance_checker', 'loss_checker', '核销复核', '19900009993'),
        ('admin', 'role_checker', '角色复核', '19900009970'),
        ('admin', 'rights_checker', '用户权限复核', '19900009971'),
        ('admin', 'move_checker', '机构移动复核', '19900009972'),
        ('risk_manager', 'shelf_checker', '报失复核', '19900009980'),
        ('finance_checker', 'period_checker', '关账复核', '19900009992'),
        ('finance_checker', 'settle_checker', '结清核销', '19900009991'),
        ('finance_checker', 'withdrawal_checker', '提现复核', '19900009990')) as other (like_account, account, name, mobile)
        on sys_user.account = other.like_account`),
  )
}, 60_000)
afterAll(() => backend.close())

type Sample = {
  /** Accounts of who makes it and of two who may check it. */
  maker: string
  checkers: readonly [string, string]
  /** Makes one. @returns the number of its record */
  make: () => Promise<number>
  /** The state of the record. */
  state: (aboutId: number) => Promise<string>
  /** That state while it waits, when it is done, and when it is not. */
  states: { waiting: string; done: string; left: string }
}

let serial = 0
let pushable: Promise<number> | undefined
const samples: Record<ChangeKind, Sample> = {
  account: {
    maker: 'cashier',
    checkers: ['finance_checker', 'finance_checker2'],
    make: async () => {
      const { shopId } = await placeOf(backend.as('entry_clerk'))
      serial++
      const { id } = await backend.as('cashier').call(settleAccounts.save, {
        shopId,
        accountKind: 'payee',
        holderName: '守法',
        bankName: '守法银行',
        isCorporate: true,
        accountNo: `99990000${String(serial).padStart(8, '0')}`,
      })
      return id
    },
    state: async (id) => {
      const [row] = await inTenant(1, () => db().select().from(settleAccount).where(eq(settleAccount.id, id)))
      return row?.status ?? ''
    },
    states: { waiting: '待审核', done: '已通过', left: '驳回' },
  },
  release: {
    maker: 'cashier',
    checkers: ['finance_checker', 'finance_checker2'],
    make: async () => {
      const [orderId = 0] = await waitingOrders(backend)
      await makeRelease(backend, orderId)
      return (await paymentOf(orderId)).id
    },
    state: paymentState,
    states: { waiting: '待复核 wait_release', done: '付款中 releasing', left: '待制单 wait_release' },
  },
  bankResult: {
    maker: 'cashier',
    checkers: ['finance_checker', 'result_checker'],
    make: async () => {
      const orderId = await silentOrder(backend)
      await registerResult(backend, orderId)
      return (await paymentOf(orderId)).id
    },
    state: paymentState,
    states: { waiting: '付款中 releasing', done: '成功 released', left: '付款中 releasing' },
  },
  fileCancel: {
    maker: 'cashier',
    checkers: ['finance_checker', 'file_checker'],
    make: async () => {
      const { fileId, rowVersion } = await takenFile(backend)
      await backend
        .as('cashier')
        .call(paymentFiles.askCancel, { fileId, rowVersion, reason: '银行柜台确认未执行' })
      return fileId
    },
    state: async (id) => {
      const [row] = await inTenant(1, () => db().select().from(paymentFile).where(eq(paymentFile.id, id)))
      return row?.status ?? ''
    },
    states: { waiting: '待回盘', done: '已作废', left: '待回盘' },
  },
  payee: {
    maker: 'cashier',
    checkers: ['finance_checker', 'finance_checker2'],
    make: async () => {
      const orderId = await payingOrder(backend)
      await bankSays(orderId, refusedBy('户名不符'))
      const cashier = backend.as('cashier')
      const [payee] = (await cashier.call(releases.get, { orderId })).payees
      await cashier.call(releases.retry, {
        ...(await onOrder(orderId)),
        payee: payee?.key ?? '',
        reason: '核实',
      })
      return (await paymentOf(orderId)).id
    },
    state: paymentState,
    states: { waiting: '失败 release_failed', done: '失败 wait_release', left: '失败 release_failed' },
  },
  card: {
    maker: 'contract_clerk',
    checkers: ['finance_checker', 'finance_checker2'],
    make: async () => paperedCard(backend),
    state: async (orderId) => {
      const { cardState } = await backend.as('contract_clerk').call(bankCards.get, { orderId })
      return cardState
    },
    states: { waiting: 'checking', done: 'bound', left: 'paper' },
  },
  receipt: {
    maker: 'cashier',
    checkers: ['finance_checker', 'finance_checker2'],
    make: async () => addReceipt(backend, (await preparingOrder(backend)).orderId, '100.00'),
    state: async (id) => {
      const [row] = await inTenant(1, () => db().select().from(firstPayment).where(eq(firstPayment.id, id)))
      return row ? receiptState(row) : ''
    },
    states: { waiting: 'waiting', done: 'counted', left: 'cancelled' },
  },
  refund: {
    maker: 'cashier',
    checkers: ['finance_checker', 'refund_checker'],
    make: async () => {
      const { orderId } = await preparingOrder(backend)
      const paymentId = await addReceipt(backend, orderId, '100.00')
      await checkReceipt(backend, paymentId)
      return refundReceipt(backend, orderId, paymentId, { amount: '40.00' })
    },
    state: refundState,
    states: { waiting: '待复核', done: '待退款', left: '已驳回' },
  },
  refundFailed: {
    maker: 'cashier',
    checkers: ['finance_checker', 'failure_checker'],
    make: async () => {
      const { orderId } = await preparingOrder(backend)
      const paymentId = await addReceipt(backend, orderId, '100.00')
      await checkReceipt(backend, paymentId)
      const refundId = await refundReceipt(backend, orderId, paymentId, { amount: '40.00' })
      await checkRefund(backend, refundId)
      await failRefund(backend, orderId, refundId, { remedy: 'counts' })
      return refundId
    },
    state: refundState,
    states: { waiting: '待退款', done: '退款失败', left: '待退款' },
  },
  funder: {
    maker: 'capital_mgr',
    checkers: ['finance_checker', 'finance_checker2'],
    make: async () => {
      pushable ??= newFunder().then((funder) => pushableOrder(backend, funder))
      const [orderId = 0] = await copiesOf(await pushable, 1)
      await backend.as('capital_mgr').call(capitalOrders.push, await onOrder(orderId))
      return registerConsent(backend, orderId)
    },
    state: async (id) => {
      const [row] = await inTenant(1, () => db().select().from(capitalOrder).where(eq(capitalOrder.id, id)))
      return row ? `${row.status} ${(await orderOf(row.orderId)).status}` : ''
    },
    states: { waiting: '已推送 wait_funder', done: '审批通过 preparing', left: '已推送 wait_funder' },
  },
  undo: {
    maker: 'finance_checker',
    checkers: ['admin', 'admin_too'],
    make: async () => {
      const orderId = await payingOrder(backend)
      await bankSays(orderId, paid())
      const input = { ...(await onOrder(orderId)), bankReference: 'BACK', reason: '退票' }
      await backend.as('finance_checker').call(releases.undo, input)
      return (await paymentOf(orderId)).id
    },
    state: paymentState,
    states: { waiting: '成功 released', done: '退票 wait_release', left: '成功 released' },
  },
  loanFact: {
    maker: 'postloan',
    checkers: ['finance_checker', 'finance_checker2'],
    make: () => madeOnLoan(loans.propose, 'postloan', { kind: 'fee', amount: '100.00', periodNo: 1 }),
    state: lastFact,
    states: { waiting: 'receipt', done: 'fee', left: 'receipt' },
  },
  loanPayout: {
    maker: 'postloan',
    checkers: ['finance_checker', 'payout_checker'],
    make: () => madeOnLoan(loans.payOut, 'postloan', { kind: 'overpayment', amount: '100.00' }),
    state: lastFact,
    states: { waiting: 'receipt', done: 'overpayment', left: 'receipt' },
  },
  writeOff: {
    maker: 'risk_manager',
    checkers: ['finance_checker', 'loss_checker'],
    make: () => madeOnLoan(loans.writeOff, 'risk_manager', { kind: 'write_off' }),
    state: lastFact,
    states: { waiting: 'receipt', done: 'write_off', left: 'receipt' },
  },
  period: {
    maker: 'cashier',
    checkers: ['finance_checker', 'period_checker'],
    make: async () => {
      const { id, rowVersion } = await closableMonth()
      await backend.as('cashier').call(books.closePeriod, { id, rowVersion })
      return id
    },
    state: async (id) => (await monthOf(id)).state,
    states: { waiting: 'open', done: 'closed', left: 'open' },
  },
  flowUnmatch: {
    maker: 'cashier',
    checkers: ['finance_checker', 'finance_checker2'],
    make: async () => {
      const importId = await bookedStatement(backend, statementRow())
      const cashier = backend.as('cashier')
      const [flow] = (await cashier.call(fundFlows.list, { importId })).data
      const on = { flowId: flow?.id ?? 0, rowVersion: flow?.rowVersion ?? 0 }
      const parts = [{ kind: 'loan' as const, id: await releasedLoan(backend), amount: '10.00' }]
      const { rowVersion } = await cashier.call(fundFlows.match, { ...on, parts })
      await cashier.call(fundFlows.askUnmatch, { ...on, rowVersion, reason: '守法' })
      return on.flowId
    },
    state: async (id) => {
      const [row] = await inTenant(1, () => db().select().from(fundFlow).where(eq(fundFlow.id, id)))
      return row?.matchStatus ?? ''
    },
    states: { waiting: '人工匹配', done: '未匹配', left: '人工匹配' },
  },
  settlement: {
    maker: 'postloan',
    checkers: ['finance_checker', 'finance_checker2'],
    make: async () => {
      const { orderId } = await appliedLoan(backend)
      await submitted(backend, orderId)
      return (await newest(backend, orderId)).id
    },
    // Refused, taken back or late it is quoted anew.
    state: async (id) => {
      const status = await settlementState(id)
      return ['驳回', '草稿', '已失效'].includes(status) ? 'to quote' : status
    },
    states: { waiting: '待审核', done: '待客户付款', left: 'to quote' },
  },
  settlementBooking: {
    maker: 'cashier',
    checkers: ['finance_checker', 'settle_checker'],
    make: async () => {
      const { orderId } = await appliedLoan(backend)
      await submitted(backend, orderId)
      await passed(backend, 'settlement', orderId)
      const { id, payable, quoteDate } = await newest(backend, orderId)
      await paidFor(backend, orderId, { paidAmount: payable, paidOn: quoteDate })
      return id
    },
    state: settlementState,
    states: { waiting: '待核销', done: '已结清', left: '待客户付款' },
  },
  withdrawal: {
    maker: 'cashier',
    checkers: ['finance_checker', 'withdrawal_checker'],
    make: () => askedWithdrawal(backend),
    state: async (id) => withdrawnOf(id),
    states: { waiting: 'nothing', done: '100.00', left: 'nothing' },
  },
  funderTerms: {
    maker: 'capital_mgr',
    checkers: ['finance_checker', 'finance_checker2'],
    make: async () => (await addedFunder(backend)).id,
    state: async (id) => {
      const { status, creditLimit } = await funderNow(id)
      return `${status} ${creditLimit}`
    },
    states: { waiting: '停用 null', done: '启用 1000000.00', left: '停用 null' },
  },
  archiveLoss: {
    maker: 'archivist',
    checkers: ['risk_manager', 'shelf_checker'],
    make: () => reportedLoss(backend),
    state: async (id) => (await archiveNow(backend, id)).status,
    states: { waiting: '已归档', done: '遗失', left: '已归档' },
  },
  role: {
    maker: 'admin',
    checkers: ['admin2', 'role_checker'],
    make: async () => {
      const role = {
        name: '守法',
        dataScope: 'self' as const,
        permissions: ['order:view' as const],
        menuIds: [],
      }
      return (await backend.as('admin').call(staff.saveRole, { ...role, code: `law_${++serial}` })).id
    },
    state: async (id) => (await backend.as('admin').call(staff.role, { id })).permissions.join(),
    states: { waiting: '', done: 'order:view', left: '' },
  },
  userRights: {
    maker: 'admin',
    checkers: ['admin2', 'rights_checker'],
    make: async () => {
      const { orgUnitId } = await userNow('collector')
      const mobile = String(12_300_000_000 + ++serial)
      const rights = { orgUnitId, roleCodes: ['report_viewer'], dataScope: 'all' as const }
      const user = { account: `law_${serial}`, name: '陈静', mobile, ...rights }
      return (await backend.as('admin').call(staff.createUser, user)).id
    },
    state: async (id) => {
      const [row] = await inTenant(1, () => db().select().from(sysUser).where(eq(sysUser.id, id)))
      return `${row?.roleCodes} ${row?.dataScope}`
    },
    states: { waiting: ' self', done: 'report_viewer all', left: ' self' },
  },
  unitMove: {
    maker: 'admin',
    checkers: ['admin2', 'move_checker'],
    make: () => askedMove(backend),
    state: async (id) => (await unitNow(backend, id)).parentName ?? '',
    states: { waiting: '总部', done: '示例大区', left: '总部' },
  },
}

/** Of a shop, and of no order. */
const isOfShop = (kind: ChangeKind) => kind === 'account' || kind === 'withdrawal'

/** Made on a loan that was released today and paid too much since. @returns the number of the loan */
async function madeOnLoan<E extends (typeof loans)['propose' | 'payOut' | 'writeOff']>(
  endpoint: E,
  maker: string,
  fact: object,
): Promise<number> {
  const loanId = await releasedLoan(backend)
  const { rowVersion } = await overpaidLoan(loanId)
  const input = { loanId, rowVersion, valueDate: businessDate(new Date()), fact, reason: '守法' }
  await backend.as(maker).call(endpoint, input as never)
  return loanId
}
async function settlementState(id: number): Promise<string> {
  const [row] = await inTenant(1, () => db().select().from(settleApply).where(eq(settleApply.id, id)))
  return row?.status ?? ''
}
/** The kind of the newest fact of a loan. */
async function lastFact(loanId: number): Promise<string> {
  const facts = (await inTenant(1, () => factsOf([loanId]))).get(loanId) ?? []
  return facts.at(-1)?.kind ?? ''
}

/** Of a payment and of its order. */
async function refundState(id: number) {
  const [row] = await inTenant(1, () => db().select().from(firstRefund).where(eq(firstRefund.id, id)))
  return row?.status ?? ''
}
async function paymentState(id: number): Promise<string> {
  const [row] = await inTenant(1, () => db().select().from(disbursement).where(eq(disbursement.id, id)))
  return row ? `${row.status} ${(await orderOf(row.orderId)).status}` : ''
}

const payPassword = clientHash(demoPassword)
const waitingOf = async (kind: ChangeKind, aboutId: number): Promise<ChangeRow> => {
  const { data } = await backend.as(samples[kind].maker).call(changes.of, { kind, aboutId })
  const [change] = data
  if (!change) throw new Error(`no ${kind} waits`)
  return change
}
const made = async (kind: ChangeKind) => {
  // A card wires the banks that it asks.
  wireBank()
  const aboutId = await samples[kind].make()
  return { aboutId, change: await waitingOf(kind, aboutId) }
}
const approving = ({ id, contentHash }: ChangeRow, more: object = {}) => ({
  ids: [id],
  hashes: [contentHash],
  payPassword,
  eventId: newEvent(),
  ...more,
})
const approve = (who: Caller, change: ChangeRow, more: object = {}) =>
  who.send(changes.approve, approving(change, more))
const rowOf = async (id: number) => {
  const [row] = await inTenant(1, () => db().select().from(pendingChange).where(eq(pendingChange.id, id)))
  return row
}
/** The trail that the audit log has of a change: who did what, in order. */
const trailOf = (id: number) =>
  inTenant(1, () =>
    db()
      .select({ action: auditLog.action, actorId: auditLog.actorId, after: auditLog.after })
      .from(auditLog)
      .where(eq(auditLog.object, `pending_change:${id}`))
      .orderBy(auditLog.id),
  )
/** The events that the streams of users were told, as they come. */
const heard: LiveEvent[] = []
async function until(isSo: () => boolean): Promise<void> {
  const end = Date.now() + 10_000
  while (!isSo() && Date.now() < end) await new Promise((wake) => setTimeout(wake, 20))
  expect(isSo()).toBe(true)
}
const messagesOf = (userId: number) =>
  inTenant(1, () =>
    db().select().from(notification).where(eq(notification.userId, userId)).orderBy(notification.id),
  )
const userNow = (account: string) =>
  inTenant(1, async () => {
    const [row] = await db().select().from(sysUser).where(eq(sysUser.account, account))
    if (!row) throw new Error(`no user ${account}`)
    return row
  })
const userIdOf = async (account: string) => (await userNow(account)).id

test('whoever may make a kind may call what proposes it, and every kind is proposed by a call', () => {
  const proposing = Object.values(contracts).flatMap((calls) =>
    Object.values<Endpoint>(calls).flatMap(({ writes, access }) =>
      writes && 'proposes' in writes && writes.proposes ? [{ kind: writes.proposes, access }] : [],
    ),
  )
  for (const { kind, access } of proposing) expect(access).toEqual([changeRules[kind].make])
  expect([...new Set(proposing.map(({ kind }) => kind))].sort()).toEqual([...changeKinds].sort())
})

describe.each(changeKinds)('a change of kind %s', (kind) => {
  const { checkers, states, state, maker } = samples[kind]
  const [first, second] = checkers

  it('waits, is done by the second person alone, and once of two at once', async () => {
    const { aboutId, change } = await made(kind)
    expect(await state(aboutId)).toBe(states.waiting)
    expect(change).toMatchObject({ state: 'waiting', decidedByName: null })
    const answers = await Promise.all([
      approve(backend.as(first), change),
      approve(backend.as(second), change),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    expect(await state(aboutId)).toBe(states.done)
    const row = await rowOf(change.id)
    expect(row).toMatchObject({ state: 'approved', decidedFor: null })
    expect([await userIdOf(first), await userIdOf(second)]).toContain(row?.decidedBy)
    const trail = await trailOf(change.id)
    // The second one tried, which is kept too; who is told first is not said.
    expect(trail.map(({ action }) => action).sort()).toEqual(['change.approve', 'change.leave'])
    expect(new Set(trail.map(({ actorId }) => actorId)).size).toBe(2)
    expect(trail.find(({ action }) => action === 'change.leave')?.after).toMatchObject({
      reason: expect.stringContaining('复核通过'),
    })
  })

  it('is not checked by who made it, whatever he holds, nor by the database itself', async () => {
    const { aboutId, change } = await made(kind)
    const own = await userIdOf(first)
    expect((await approve(backend.as(maker), change)).status).toBe(
      rolesWith(changeRules[kind].check).includes(maker as never) ? 422 : 403,
    )
    // As if the checker had made it himself.
    await inTenant(1, () =>
      db().update(pendingChange).set({ madeBy: own }).where(eq(pendingChange.id, change.id)),
    )
    expect(await approve(backend.as(first), change)).toMatchObject({
      status: 422,
      body: { code: 'changes.refusals.own' },
    })
    // A maker who may check the kind left his own try before.
    const tries = (await trailOf(change.id)).filter(({ actorId }) => actorId === own)
    expect(tries).toMatchObject([
      { action: 'change.leave', actorId: own, after: { reason: '不能复核自己制的单' } },
    ])
    const forced = inTenant(1, () =>
      db()
        .update(pendingChange)
        .set({ state: 'approved', decidedBy: own, decidedAt: new Date().toISOString() })
        .where(eq(pendingChange.id, change.id)),
    )
    await expect(forced).rejects.toThrow()
    expect(await state(aboutId)).toBe(states.waiting)
  })

  it('is refused with what is not what was shown, and when it was changed behind it', async () => {
    const { aboutId, change } = await made(kind)
    const other = { code: 'changes.refusals.otherContent' }
    expect(await approve(backend.as(first), change, { hashes: ['0'.repeat(64)] })).toMatchObject({
      status: 422,
      body: other,
    })
    const edited = { ...(await rowOf(change.id))?.content, edited: 'yes' }
    await inTenant(1, () =>
      db().update(pendingChange).set({ content: edited }).where(eq(pendingChange.id, change.id)),
    )
    expect(await approve(backend.as(first), change)).toMatchObject({
      status: 422,
      body: { code: 'changes.refusals.tampered' },
    })
    expect((await trailOf(change.id)).map(({ action }) => action)).toEqual(['change.leave', 'change.leave'])
    expect(await state(aboutId)).toBe(states.waiting)
  })

  it('goes back with the reason, which stays when it is made again and done', async () => {
    const { aboutId, change } = await made(kind)
    const { id, rowVersion } = change
    await backend.as(first).call(changes.refuse, { id, rowVersion, reason: '户名不符' })
    expect(await state(aboutId)).toBe(states.left)
    expect(await approve(backend.as(second), change)).toMatchObject({ status: 422 })
    expect(await waitingOf(kind, aboutId)).toMatchObject({ state: 'refused', decideReason: '户名不符' })
  })

  it('is told to whoever may check it, and its refusal once to whoever made it', async () => {
    heard.length = 0
    const { aboutId, change } = await made(kind)
    const [makerId, checkerId] = [await userIdOf(maker), await userIdOf(first)]
    // A change made on the way is told too; the last one is of this change.
    const isLast = (of: number, notOf: number) => {
      const last = heard.findLast(
        ({ type, data }) => type === 'records' && 'of' in data && data.of === 'change',
      )
      return last?.userIds.includes(of) === true && !last.userIds.includes(notOf)
    }
    await until(() => isLast(checkerId, makerId))
    const before = await messagesOf(makerId)
    const { id, rowVersion } = change
    await backend.as(first).call(changes.refuse, { id, rowVersion, reason: `不对 ${id}` })
    await until(() => isLast(makerId, checkerId))
    const told = (await messagesOf(makerId)).slice(before.length)
    expect(told).toHaveLength(1)
    expect(JSON.stringify(told)).toContain(`不对 ${id}`)
    expect(await state(aboutId)).toBe(states.left)
  })

  it('is taken back by who made it alone', async () => {
    const { aboutId, change } = await made(kind)
    const { id, rowVersion } = change
    const input = { id, rowVersion, reason: '填错了', eventId: newEvent() }
    // 422 for who makes other kinds himself.
    expect([403, 422]).toContain((await backend.as(first).send(changes.withdraw, input)).status)
    await backend.as(maker).call(changes.withdraw, { id, rowVersion, reason: '填错了' })
    expect(await state(aboutId)).toBe(states.left)
  })

  it('is over when its time is over', async () => {
    const { aboutId, change } = await made(kind)
    const past = new Date(Date.now() - 1_000).toISOString()
    await inTenant(1, () =>
      db().update(pendingChange).set({ expiresAt: past }).where(eq(pendingChange.id, change.id)),
    )
    expect(await approve(backend.as(first), change)).toMatchObject({
      status: 422,
      body: { code: 'changes.refusals.expired' },
    })
    await inTenant(1, () => expireChange(change.id, new Date()))
    expect(await rowOf(change.id)).toMatchObject({ state: 'expired', decidedBy: null })
    expect((await trailOf(change.id)).at(-1)).toMatchObject({ action: 'change.expire', actorId: 0 })
    expect(await state(aboutId)).toBe(states.left)
  })

  it('is not checked by somebody who was disabled meanwhile', async () => {
    const { change } = await made(kind)
    const set = (status: '正常' | '停用') =>
      inTenant(1, () => db().update(sysUser).set({ status }).where(eq(sysUser.account, second)))
    await backend.as(second).token()
    await set('停用')
    expect((await approve(backend.as(second), change)).status).toBe(401)
    await set('正常')
    expect((await rowOf(change.id))?.state).toBe('waiting')
  })

  if (changeRules[kind].payPassword)
    it('wants the pay password of who checks, and five wrong ones bar him', async () => {
      const { change } = await made(kind)
      const checker = backend.as(second)
      expect((await approve(checker, change, { payPassword: undefined })).status).toBe(400)
      for (let wrong = 0; wrong < 5; wrong++)
        expect((await approve(checker, change, { payPassword: clientHash('wrong') })).status).toBe(400)
      expect((await approve(checker, change)).status).toBe(429)
      expect((await approve(backend.as(first), change)).status).toBe(200)
    })
})

describe('whoever is tied to an order never checks its money', () => {
  const userIds = new Map<OrderTie, number>()
  const accountOf = (tie: OrderTie) => `tied_${tie}`
  beforeAll(async () => {
    for (const [at, tie] of orderTies.entries()) {
      await inTenant(1, () =>
        db().execute(sql`insert into sys_user (account, name, password_hash, pay_password_hash, mobile, org_unit_id, role_codes, data_scope)
          select ${accountOf(tie)}, '有关人员', password_hash, pay_password_hash, ${`1990000888${at}`}, org_unit_id, '{report_viewer}', 'all'
          from sys_user where account = 'finance_checker'`),
      )
      userIds.set(tie, await userIdOf(accountOf(tie)))
    }
  }, 60_000)

  /** Of an order, or of a file of them; a shop's account has none. */
  const ordersOf = async ({ kind, aboutId, orderId }: ChangeRow): Promise<number[]> => {
    if (kind === 'flowUnmatch') {
      const parts = await db().select().from(flowMatch).where(eq(flowMatch.flowId, aboutId))
      return parts.flatMap((part) => part.orderId ?? [])
    }
    if (kind !== 'fileCancel') return orderId === null ? [] : [orderId]
    const rows = await db()
      .select({ orderId: disbursement.orderId })
      .from(paymentFileLine)
      .innerJoin(disbursement, eq(disbursement.id, paymentFileLine.disbursementId))
      .where(eq(paymentFileLine.fileId, aboutId))
    return rows.map((row) => row.orderId)
  }
  const shopOf = async (change: ChangeRow) => {
    const [orderId = 0] = await ordersOf(change)
    const shopId = orderId
      ? (await db().select().from(application).where(eq(application.id, orderId)))[0]?.shopId
      : change.kind === 'withdrawal'
        ? (await db().select().from(accountBalance).where(eq(accountBalance.id, change.aboutId)))[0]?.shopId
        : (await db().select().from(settleAccount).where(eq(settleAccount.id, change.aboutId)))[0]?.shopId
    const [row] = await db()
      .select()
      .from(shop)
      .where(eq(shop.id, shopId ?? 0))
    if (!row) throw new Error('there is no shop')
    return row
  }
  const set = (tie: OrderTie, values: Partial<typeof sysUser.$inferInsert>) =>
    db()
      .update(sysUser)
      .set(values)
      .where(eq(sysUser.account, accountOf(tie)))
  const tieBy: Record<'shop' | 'channel', (change: ChangeRow, userId: number) => Promise<unknown>> = {
    shop: async (change) => set('shop', { orgUnitId: (await shopOf(change)).orgUnitId }),
    channel: async (change, managerId) =>
      db()
        .update(channel)
        .set({ managerId })
        .where(eq(channel.id, (await shopOf(change)).channelId)),
  }
  const tied = (tie: OrderTie, change: ChangeRow, userId: number) =>
    inTenant(1, async () => {
      if (tie === 'shop' || tie === 'channel') return tieBy[tie](change, userId)
      const [orderId = 0] = await ordersOf(change)
      const [{ seq = 0 } = {}] = await db()
        .select({ seq: sql<number>`max(${reviewLog.seq})` })
        .from(reviewLog)
        .where(eq(reviewLog.orderId, orderId))
      return db()
        .insert(reviewLog)
        .values({
          orderId,
          seq: seq + 1,
          event: tieEvents[tie][0],
          toStatus: 'draft',
          actorId: userId,
          actorRole: 'x',
        })
    })
  const expectBarred = async (tie: OrderTie, change: ChangeRow, other: ChangeRow) => {
    const caller = backend.as(accountOf(tie))
    const code = `changes.ties.${tie}`
    expect(await approve(caller, change)).toMatchObject({ status: 422, body: { code } })
    const { id, rowVersion } = change
    expect(
      await caller.send(changes.refuse, { id, rowVersion, reason: '不符', eventId: newEvent() }),
    ).toMatchObject({ status: 422, body: { code } })
    const many = await caller.call(changes.approve, {
      ids: [id, other.id],
      hashes: [change.contentHash, '0'.repeat(64)],
      payPassword,
    })
    expect([many.done, many.left.map((one) => one.id).includes(id)]).toEqual([[], true])
    const { data } = await caller.call(changes.list, { length: 100 })
    expect(data.map((one) => one.id)).not.toContain(id)
  }

  // These are of no order and of no shop.
  const untied: readonly ChangeKind[] = ['period', 'funderTerms', 'role', 'userRights', 'unitMove']
  it.each(changeKinds.filter((kind) => !untied.includes(kind)))(
    'of kind %s, by an own role given later, as a deputy and in bulk',
    async (kind) => {
      const { change: other } = await made('account')
      const { aboutId, change } = await made(kind)
      const { checkers, state, states } = samples[kind]
      const [away] = await inTenant(1, () =>
        db().select().from(sysUser).where(eq(sysUser.account, checkers[0])),
      )
      if (!away) throw new Error('nobody checks')
      const today = businessDate(new Date())
      for (const tie of isOfShop(kind) ? (['shop', 'channel'] as const) : orderTies) {
        const userId = userIds.get(tie) ?? 0
        await tied(tie, change, userId)
        await inTenant(1, () => set(tie, { roleCodes: [...away.roleCodes, 'finance_checker'] }))
        await expectBarred(tie, change, other)
        const stand = { userId: away.id, deputyId: userId, fromDay: today, untilDay: today, reason: '休假' }
        await inTenant(1, async () => {
          await set(tie, { roleCodes: ['report_viewer'] })
          await db().insert(checkDeputy).values(stand)
        })
        await expectBarred(tie, change, other)
        await inTenant(1, () => db().delete(checkDeputy).where(eq(checkDeputy.deputyId, userId)))
      }
      expect(await state(aboutId)).toBe(states.waiting)
      expect((await approve(backend.as(checkers[0]), change)).status).toBe(200)
    },
    60_000,
  )
})

describe('many at once', () => {
  it('do what can be done, and tell of the rest why not', async () => {
    const [one, two] = [await made('account'), await made('account')]
    const { id, rowVersion } = two.change
    await backend.as('finance_checker2').call(changes.refuse, { id, rowVersion, reason: '户名不符' })
    const { done, left } = await backend.as('finance_checker').call(changes.approve, {
      ids: [one.change.id, two.change.id],
      hashes: [one.change.contentHash, two.change.contentHash],
    })
    expect(done).toEqual([one.change.id])
    const why = expect.stringMatching(/已于.+驳回：户名不符。/)
    expect(left).toEqual([{ id: two.change.id, title: two.change.title, reason: why }])
    expect((await trailOf(two.change.id)).at(-1)).toMatchObject({
      action: 'change.leave',
      after: { reason: why },
    })
  })
})

describe('a deputy', () => {
  const today = businessDate(new Date())
  const away = 'finance_checker'
  const stand = 'report_viewer'
  const lend = async (deputy: string, fromDay = today) =>
    backend.as(away).call(changes.setDeputy, {
      deputyId: await userIdOf(deputy),
      fromDay,
      untilDay: addDays(fromDay, 2),
      reason: '休假',
    })

  it('checks in the place of who is away, from the first day to the last, and the trail says for whom', async () => {
    const { change } = await made('account')
    expect((await approve(backend.as(stand), change)).status).toBe(403)
    const later = await lend(stand, addDays(today, 5))
    expect((await approve(backend.as(stand), change)).status).toBe(403)
    const { id } = await lend(stand)
    // News for those who check reaches whoever is there.
    expect(await inTenant(1, () => holdersOf('account:check'))).toContain(await userIdOf(stand))
    expect((await approve(backend.as(stand), change)).status).toBe(200)
    expect(await rowOf(change.id)).toMatchObject({
      decidedBy: await userIdOf(stand),
      decidedFor: await userIdOf(away),
    })
    expect((await trailOf(change.id)).at(-1)).toMatchObject({
      action: 'change.approve',
      actorId: await userIdOf(stand),
      after: { decidedFor: await userIdOf(away) },
    })
    const { data } = await backend.as(away).call(changes.deputies, {})
    for (const row of data.filter((one) => one.id === id || one.id === later.id))
      await backend.as(away).call(changes.endDeputy, { id: row.id, rowVersion: row.rowVersion })
    const { change: next } = await made('account')
    expect((await approve(backend.as(stand), next)).status).toBe(403)
  })

  it('does not check what the absent one made', async () => {
    const { change } = await made('account')
    const { id } = await lend(stand)
    const madeBy = await userIdOf(away)
    await inTenant(1, () => db().update(pendingChange).set({ madeBy }).where(eq(pendingChange.id, change.id)))
    expect(await approve(backend.as(stand), change)).toMatchObject({
      status: 422,
      body: { code: 'changes.refusals.forMaker' },
    })
    const { data } = await backend.as(away).call(changes.deputies, {})
    const row = data.find((one) => one.id === id)
    await backend.as(away).call(changes.endDeputy, { id, rowVersion: row?.rowVersion ?? 0 })
  })

  it('does not check what he made himself, whoever else he checks for', async () => {
    const { aboutId, change } = await made('card')
    const { states, state } = samples.card
    const { id } = await lend(stand)
    const madeBy = await userIdOf(stand)
    await inTenant(1, () => db().update(pendingChange).set({ madeBy }).where(eq(pendingChange.id, change.id)))
    expect(await approve(backend.as(stand), change)).toMatchObject({
      status: 422,
      body: { code: 'changes.refusals.own' },
    })
    expect(await state(aboutId)).toBe(states.waiting)
    const { data } = await backend.as(away).call(changes.deputies, {})
    const row = data.find((one) => one.id === id)
    await backend.as(away).call(changes.endDeputy, { id, rowVersion: row?.rowVersion ?? 0 })
  })

  it('is told so, and checks no more once his own roles exclude it', async () => {
    const { change } = await made('account')
    const { id } = await lend(stand)
    const standId = await userIdOf(stand)
    expect((await messagesOf(standId)).at(-1)).toMatchObject({ opens: 'deputies', orderId: null })
    expect((await backend.as(stand).call(changes.count, {})).count).toBeGreaterThan(0)
    const [{ roles = [] } = {}] = await inTenant(1, () =>
      db().select({ roles: sysUser.roleCodes }).from(sysUser).where(eq(sysUser.id, standId)),
    )
    const give = (roleCodes: string[]) =>
      inTenant(1, () => db().update(sysUser).set({ roleCodes }).where(eq(sysUser.id, standId)))
    await give([...roles, 'risk_officer'])
    expect((await approve(backend.as(stand), change)).status).toBe(403)
    expect(await inTenant(1, () => holdersOf('account:check'))).not.toContain(standId)
    await give(roles)
    expect((await approve(backend.as(stand), change)).status).toBe(200)
    const { data } = await backend.as(away).call(changes.deputies, {})
    const row = data.find((one) => one.id === id)
    await backend.as(away).call(changes.endDeputy, { id, rowVersion: row?.rowVersion ?? 0 })
  })

  it('reads the card that he is to check, and its paper', async () => {
    const { aboutId } = await made('card')
    const { id } = await lend(stand)
    const { cards } = await backend.as(stand).call(bankCards.get, { orderId: aboutId })
    expect(cards.length).toBeGreaterThan(1)
    const { data } = await backend.as(away).call(changes.deputies, {})
    const row = data.find((one) => one.id === id)
    await backend.as(away).call(changes.endDeputy, { id, rowVersion: row?.rowVersion ?? 0 })
    expect((await backend.as(stand).send(bankCards.get, { orderId: aboutId })).status).toBe(403)
  })

  it('is nobody whose own duties forbid it, nor oneself', async () => {
    const input = { fromDay: today, untilDay: today, reason: '休假' }
    const send = async (account: string) =>
      backend
        .as(away)
        .send(changes.setDeputy, { ...input, deputyId: await userIdOf(account), eventId: newEvent() })
    expect(await send('risk_officer')).toMatchObject({
      status: 422,
      body: { code: 'staff.duty.riskRelease' },
    })
    expect((await send(away)).status).toBe(400)
    for (const account of [
      'shop_user',
      'channel_mgr',
      'entry_clerk',
      'contract_clerk',
      'capital_mgr',
      'material_clerk',
    ])
      expect(await send(account)).toMatchObject({
        status: 422,
        body: { code: expect.stringMatching(/^staff.duty/) },
      })
    const { data } = await backend.as(away).call(changes.deputyChoices, {})
    const riskId = await userIdOf('risk_officer')
    expect(data.some(({ id }) => id === riskId)).toBe(false)
    expect(data.find(({ account }) => account === stand)).toMatchObject({
      orgName: expect.stringMatching(/./),
      roleNames: ['管理层'],
    })
    expect(data.length).toBeGreaterThan(3)
  })
})

test('a list asks for what is one’s own to check: never what one made', async () => {
  const { change } = await made('account')
  const checker = await backend.as('finance_checker').call(changes.list, { length: 100 })
  expect(checker.data.map(({ id }) => id)).toContain(change.id)
  const { count } = await backend.as('finance_checker').call(changes.count, {})
  expect(count).toBe(checker.data.length)
  const maker = await backend.as('cashier').call(changes.list, { view: 'made', length: 100 })
  expect(maker.data.map(({ id }) => id)).toContain(change.id)
  expect((await backend.as('cashier').call(changes.list, {})).data).toEqual([])
})
