import { eq, sql } from 'drizzle-orm'
import { machineWalks } from '../../../../scripts/property-runs.ts'
import { changes } from '../../../platform/changes/contract.ts'
import { expireChange } from '../../../platform/changes/end-change.ts'
import type { ChangeKind, ChangeState } from '../../../platform/changes/rules/pending-change.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import type { Outcome } from '../../../platform/outside/outcome.ts'
import { giveUp, settle } from '../../../platform/outside/settle.ts'
import { outsideCall } from '../../../platform/outside/table.ts'
import { businessDate } from '../../../rules/business-date.ts'
import { minus, sum } from '../../../rules/money.ts'
import { newFunder } from '../../capital/service/testing.ts'
import { firstPayments } from '../../first-payments/contract.ts'
import { isToPay, mayFail, type RefundState } from '../../first-payments/rules/first-payment.ts'
import { readReceipts } from '../../first-payments/service/testing.ts'
import type { OrderStatus } from '../../orders/rules/order-states.ts'
import { lockAnyOrder } from '../../orders/service/move-order.ts'
import { stampMilestone } from '../../orders/service/stamp-milestone.ts'
import { testPicture } from '../../orders/service/testing.ts'
import type { TestBackend } from '../../testing.ts'
import {
  type Audited,
  asking,
  type Draw,
  expectReached,
  type Line,
  leadsTo,
  outside,
  pick,
  type Step,
  type Taken,
  timelineOf,
  tracks,
  uploading,
  voiding,
  walk,
  wrongTimeline,
} from '../../walks/testing.ts'
import { releases } from '../contract.ts'
import {
  type Contradiction,
  type DisbursementState,
  disbursementMoves,
  disbursementStates,
  isContradicted,
  releaseCan,
} from '../rules/disbursement.ts'
import {
  assisted,
  bankBalance,
  booksPaid,
  joint,
  openReleases,
  paid,
  payPassword,
  refusedBy,
  sheetsPaid,
  waitingOrders,
  waitingUnder,
} from './testing.ts'

/**
 * Random walks of the money of an order, our own and a funder's: its customer pays and gets it back; the release is made,
 * checked, refused, withdrawn, late, paid, failed, corrected, come back, and said to be something else by its bank. After
 * each step the books, the order and its payments say the same, and no order is paid twice. After each walk our bank
 * account has what came in less what the day's sheets say went out.
 */
const stepsOfWalk = 36

let backend: TestBackend
let paper: Uint8Array
let payees: readonly [string, ...string[]]
beforeAll(async () => {
  backend = await openReleases()
  paper = await testPicture()
  const [orderId = 0] = await waitingOrders(backend)
  const { payees: known } = await backend.as('cashier').call(releases.get, { orderId })
  payees = ['account:999999', ...known.map(({ key }) => key), ...known.map(({ key }) => key)]
}, 90_000)
afterAll(() => backend.close())

type Stand = {
  order: [
    {
      id: number
      status: OrderStatus
      row_version: number
      released_at: string | null
      value_date: string | null
    },
  ]
  payments: Payment[]
  changes: Change[]
  loans: {
    id: number
    disbursement_id: number
    status: string
    principal: number
    own_principal: number
    prepaid_balance: number
    outstanding_principal: number
  }[]
  receipts: { id: number; amount: number; confirmed_at: string | null; cancelled_at: string | null }[]
  refunds: { id: number; amount: number; status: RefundState }[]
  /** Everything that stands on each account of the order. */
  books: { id: string; off: number }[]
  tasks: { id: number; kind: string }[]
  log: Line[]
  calls: { id: number; once_key: string; status: string }[]
}
type Payment = {
  id: number
  pay_no: string
  status: DisbursementState
  amount: number
  maker_id: number
  checker_id: number | null
  bank_reference: string | null
  silent: boolean
  contradiction: Contradiction | null
}
type Change = {
  id: number
  kind: ChangeKind
  state: ChangeState
  about_id: number
  row_version: number
  content_hash: string
  made_by: number
  decided_by: number | null
  amount: number | null
}

const partsOf = (orderId: number) => ({
  order: sql`select id, status, row_version, released_at, value_date from application where id = ${orderId}`,
  payments: sql`select * from disbursement where order_id = ${orderId}`,
  changes: sql`select * from pending_change where order_id = ${orderId}`,
  loans: sql`select * from loan_account where order_id = ${orderId}`,
  receipts: sql`select id, amount, confirmed_at, cancelled_at from first_payment where order_id = ${orderId}`,
  refunds: sql`select id, amount, status from first_refund where order_id = ${orderId}`,
  books: sql`select l.account_code as id, sum(l.debit) - sum(l.credit) as off from gl_line l
    join gl_voucher v on v.id = l.voucher_id where v.order_id = ${orderId} group by l.account_code`,
  tasks: sql`select id, kind from release_task where order_id = ${orderId} and ended_at is null`,
  log: timelineOf(orderId),
  calls: sql`select c.id, c.once_key, c.status from outside_call c join disbursement d on d.pay_no = c.once_key
    where c.port = 'payment' and d.order_id = ${orderId}`,
})

const on = ({ order: [{ id, row_version }] }: Stand) => ({ orderId: id, rowVersion: row_version })

/** Everything that the bank may say of any call of the order that there ever was. */
async function answer({ calls }: Stand, draw: Draw): Promise<Taken> {
  const call = calls[draw(Math.max(calls.length, 1))]
  if (!call) return []
  if (draw(4) === 0 && call.status !== 'done' && call.status !== 'failed')
    return outside(async () => {
      const [row] = await db().select().from(outsideCall).where(eq(outsideCall.id, call.id)).for('update')
      if (row) await giveUp(row, 'timed out')
    })
  const said: [Outcome, ...Outcome[]] = [
    { result: 'pending' },
    { result: 'error', note: 'timeout' },
    { result: 'done', answer: {} },
    paid(),
    paid(),
    paid(),
    refusedBy('收款账号与户名不符'),
    refusedBy('账户冻结'),
  ]
  const outcome = pick(draw, said)
  const times = draw(4) === 0 ? 2 : 1
  // Its callback and our question may bring it in the same moment.
  await Promise.all(
    Array.from({ length: times }, () =>
      inTenant(1, () => settle(call.id, { kind: 'callback', ms: 0 }, outcome)),
    ),
  )
  return 'outside'
}

const waiting = ({ changes }: Stand) => changes.filter(({ state }) => state === 'waiting')
const waitingNow = (stand: Stand, draw: Draw) => {
  const open = waiting(stand)
  // Mostly one that waits; sometimes one that is over.
  const all = open.length > 0 && draw(6) > 0 ? open : stand.changes
  return all[draw(Math.max(all.length, 1))]
}
const statusOf = ({ order: [{ status }] }: Stand) => status
const isLive = ({ status }: Payment) => status !== '失败' && status !== '退票'
const newest = ({ payments }: Stand) => (payments.find(isLive) ?? payments.at(-1))?.status
const contradicted = ({ payments }: Stand) =>
  payments.findLast((one) =>
    isContradicted({ ...one, bankReference: one.bank_reference, contradiction: one.contradiction }),
  )
/** A paper of its own, or the one of what the bank said. */
const paperOf = (stand: Stand, draw: Draw): string =>
  contradicted(stand)?.contradiction?.bankReference || `PAPER-${stand.order[0].id}-${draw(1_000)}`
const checkers = [
  'finance_checker',
  'finance_checker',
  'finance_checker2',
  'admin',
  'admin',
  'cashier',
] as const
const makers = ['cashier', 'cashier', 'cashier', 'finance_checker', 'shop_user'] as const

const today = () => businessDate(new Date())
const counted = ({ receipts }: Stand) =>
  receipts.filter(({ confirmed_at, cancelled_at }) => confirmed_at !== null && cancelled_at === null)
const fen = (amount: number) => Math.round(amount * 100)
const fenOf = (rows: readonly { amount: number }[]) => rows.reduce((all, { amount }) => all + fen(amount), 0)
const payeeOfRefund = {
  payeeName: '李建国',
  payeeAccount: '9999990000000000121',
  payeeBank: '示例银行示例支行',
}
/** Numbers of banks are of all walks together. */
let numbered = 0

/** @param due of the order, as its customer is told */
const customersSteps = (due: string): Step<Stand>[] => {
  const ask = asking(backend)
  const upload = uploading(backend)
  return [
    {
      name: 'receive',
      fits: (stand) => ['preparing', 'wait_release'].includes(statusOf(stand)),
      take: (stand, draw) =>
        upload(
          firstPayments.add,
          pick(draw, makers),
          {
            ...on(stand),
            amount: pick(draw, ['500.00', due, sum([due, '300.00'])]),
            method: 'transfer',
            paidOn: today(),
            payer: '李建国',
            reference: draw(10) === 0 ? 'WALK-TWICE' : `WALK-${++numbered}`,
          },
          paper,
        ),
    },
    {
      name: 'give back',
      fits: (stand) => counted(stand).length > 0,
      async take(stand, draw) {
        const receipt = counted(stand)[draw(Math.max(counted(stand).length, 1))]
        if (!receipt) return []
        return ask(draw, firstPayments.refund, makers, {
          ...on(stand),
          ...payeeOfRefund,
          paymentId: receipt.id,
          reason: '客户多付',
          kind: pick(draw, ['back', 'back', 'wrong']),
          amount: pick(draw, ['100.00', receipt.amount.toFixed(2)]),
        })
      },
    },
    {
      name: 'gave back',
      fits: ({ refunds }) => refunds.some(({ status }) => isToPay(status)),
      async take(stand, draw) {
        const refund = stand.refunds.find(({ status }) => isToPay(status)) ?? stand.refunds.at(-1)
        if (!refund) return []
        return ask(draw, firstPayments.refundPaid, makers, {
          ...on(stand),
          refundId: refund.id,
          refundedOn: today(),
          reference: `WALK-${++numbered}`,
        })
      },
    },
    {
      name: 'not given back',
      fits: ({ refunds }) => refunds.some(({ status }) => mayFail(status)),
      async take(stand, draw) {
        const refund = stand.refunds.findLast(({ status }) => mayFail(status)) ?? stand.refunds.at(-1)
        if (!refund) return []
        return ask(draw, firstPayments.refundFailed, makers, {
          ...on(stand),
          ...payeeOfRefund,
          refundId: refund.id,
          reason: '收款账户已销户',
          remedy: pick(draw, ['again', 'counts']),
        })
      },
    },
  ]
}

const stepsOf = (due: string): Step<Stand>[] => {
  const ask = asking(backend)
  const upload = uploading(backend)
  const make: Step<Stand> = {
    name: 'make',
    fits: (stand) => statusOf(stand) === 'wait_release' && newest(stand) !== '待复核',
    take: (stand, draw) =>
      ask(draw, releases.make, makers, {
        ...on(stand),
        ...(draw(8) === 0 && { amount: '1.00' }),
        ...(draw(3) === 0 && { payee: pick(draw, payees) }),
      }),
  }
  const approve: Step<Stand> = {
    name: 'approve',
    fits: (stand) => waiting(stand).length > 0,
    async take(stand, draw) {
      const change = waitingNow(stand, draw)
      if (!change) return []
      const hash = draw(10) === 0 ? '0'.repeat(64) : change.content_hash
      const fitting =
        change.kind === 'undo' ? (['admin'] as const) : (['finance_checker', 'finance_checker2'] as const)
      return ask(draw, changes.approve, draw(4) > 0 ? fitting : checkers, {
        ids: [change.id],
        hashes: [hash],
        payPassword,
      })
    },
  }
  const undo: Step<Stand> = {
    name: 'undo',
    fits: (stand) => statusOf(stand) === 'released',
    take: (stand, draw) =>
      ask(draw, releases.undo, ['finance_checker', 'finance_checker', 'cashier', 'admin'], {
        ...on(stand),
        bankReference: 'BACK',
        reason: '收款行退回',
      }),
  }
  const bank: Step<Stand> = { name: 'bank', fits: (stand) => statusOf(stand) === 'releasing', take: answer }
  // Of one that failed while another one is to be made in its place.
  const afterwards: Step<Stand> = {
    name: 'afterwards',
    fits: (stand) => newest(stand) === '待制单' && stand.payments.some((one) => !isLive(one)),
    take: answer,
  }
  // Of a payment that the bank says nothing of or contradicts, and now and then of one that it may still answer.
  const result: Step<Stand> = {
    name: 'result',
    fits: (stand) =>
      contradicted(stand) !== undefined ||
      (newest(stand) === '付款中' && stand.payments.find(isLive)?.silent === true),
    async take(stand, draw) {
      const isPaid = draw(2) === 0
      return upload(
        releases.result,
        pick(draw, makers),
        {
          ...on(stand),
          ...(isPaid
            ? { result: '成功', bankReference: paperOf(stand, draw), paidAt: new Date().toISOString() }
            : { result: '失败', reason: '银行确认未付出' }),
        },
        paper,
      )
    },
  }
  return [
    make,
    make,
    make,
    approve,
    approve,
    approve,
    approve,
    bank,
    bank,
    bank,
    undo,
    undo,
    result,
    result,
    ...customersSteps(due),
    afterwards,
    {
      name: 'retry',
      fits: (stand) => statusOf(stand) === 'release_failed',
      take: (stand, draw) =>
        ask(draw, releases.retry, makers, { ...on(stand), payee: pick(draw, payees), reason: '银行已核实' }),
    },
    {
      name: 'back',
      fits: (stand) => statusOf(stand) === 'wait_release',
      take: (stand, draw) => ask(draw, releases.back, makers, { ...on(stand), reason: '发票有误' }),
    },
    {
      name: 'ready',
      fits: (stand) => statusOf(stand) === 'preparing',
      take: (stand, draw) => ask(draw, releases.ready, makers, on(stand)),
    },
    {
      name: 'refuse',
      fits: (stand) => waiting(stand).length > 0,
      async take(stand, draw) {
        const change = waitingNow(stand, draw)
        if (!change) return []
        const { id, row_version: rowVersion } = change
        return ask(draw, changes.refuse, checkers, { id, rowVersion, reason: '附言不清' })
      },
    },
    {
      name: 'withdraw',
      fits: (stand) => waiting(stand).length > 0,
      async take(stand, draw) {
        const change = waitingNow(stand, draw)
        if (!change) return []
        const { id, row_version: rowVersion } = change
        return ask(draw, changes.withdraw, makers, { id, rowVersion, reason: '重做' })
      },
    },
    {
      // Its time is over: told by whoever comes next, or by the job.
      name: 'late',
      fits: (stand) => waiting(stand).length > 0,
      async take(stand, draw) {
        const [change] = waiting(stand)
        if (!change) return []
        const job = draw(2) === 0
        return outside(async () => {
          await db().execute(
            sql`update pending_change set expires_at = now() - interval '1 second' where id = ${change.id}`,
          )
          if (job) await expireChange(change.id, new Date())
        })
      },
    },
    {
      name: 'edit',
      fits: (stand) => statusOf(stand) === 'wait_release',
      take: ({ order: [{ id }] }, draw) => {
        const by = pick(draw, ['-100', '100'])
        return outside(() =>
          db().execute(sql`update application set approved_amount = approved_amount + ${by}::numeric where id = ${id}
            and approved_amount + ${by}::numeric <= finance_amount and status in ('wait_release', 'preparing')`),
        )
      },
    },
    {
      name: 'payee',
      fits: () => false,
      take: (_stand, draw) =>
        outside(() =>
          db().execute(sql`update settle_account set status = ${draw(2) === 0 ? '已停用' : '已通过'}
            where status in ('已停用', '已通过')`),
        ),
    },
    {
      name: 'condition',
      fits: () => false,
      take: ({ order: [{ id }] }, draw) =>
        outside(async () => {
          await db().execute(sql`delete from order_condition where order_id = ${id}`)
          if (draw(3) === 0)
            await db().execute(
              sql`insert into order_condition (order_id, code, detail) values (${id}, 'other', '补足三者险')`,
            )
        }),
    },
    {
      name: 'milestone',
      fits: (stand) => statusOf(stand) === 'preparing',
      take: ({ order: [{ id }] }, draw) =>
        outside(async () => {
          const order = await lockAnyOrder(id, undefined)
          const now = new Date()
          const at = draw(2) === 0 ? null : now.toISOString()
          if (order) await stampMilestone(order, 'econtract', at, { actor: { id: 0 }, now })
        }),
    },
    voiding(ask, on, 5),
  ]
}

function wrong(now: Stand, before: Stand, audited: readonly Audited[]): string[] {
  const found: string[] = []
  const say = (is: boolean, text: string) => {
    if (is) found.push(text)
  }
  const [{ status, released_at, value_date }] = now.order
  for (const was of before.payments) {
    const is = now.payments.find(({ id }) => id === was.id)
    if (!is) found.push(`${was.pay_no} is gone`)
    else if (!leadsTo(disbursementMoves, was.status, is.status)) found.push(`${was.status} → ${is.status}`)
    say(
      is !== undefined && was.status !== is.status && audited.length === 0,
      `${was.status} → ${is?.status} is not audited`,
    )
  }
  const alive = now.payments.filter(isLive)
  say(alive.length > 1, `${alive.length} live payments`)
  const open = contradicted(before)
  if (open)
    for (const was of before.payments)
      say(
        was.status === '待复核' && now.payments.find(({ id }) => id === was.id)?.status === '付款中',
        `${was.pay_no} goes out while the bank may have paid ${open.pay_no}`,
      )
  say(
    open !== undefined && now.payments.length > before.payments.length,
    `another payment is made while the bank may have paid ${open?.pay_no}`,
  )
  const done = now.payments.filter((one) => one.status === '成功')
  const loans = now.loans.filter((loan) => loan.status !== '已撤销')
  say((done.length === 1) !== (status === 'released'), `${done.length} paid of an order ${status}`)
  say(done.length !== loans.length, `${done.length} paid, ${loans.length} loans`)
  say(loans[0] !== undefined && loans[0].disbursement_id !== done[0]?.id, 'the loan is of another payment')
  say((released_at !== null) !== (status === 'released'), `released at ${released_at} in ${status}`)
  say((value_date !== null) !== (status === 'released'), `value date ${value_date} in ${status}`)
  const paying = now.payments.filter((one) => one.status === '付款中')
  say((paying.length === 1) !== (status === 'releasing'), `${paying.length} with the bank in ${status}`)
  const sides = now.books.reduce((all, { id, off }) => (id.startsWith('7') ? all : all + fen(off)), 0)
  say(sides !== 0, `the books are off by ${sides}`)
  const received = fenOf(counted(now)) - fenOf(now.refunds.filter((one) => one.status === '已退款'))
  const [loan] = loans
  const paidOut = fenOf(done) - (loan ? fen(loan.principal) - fen(loan.own_principal) : 0)
  const stands: Record<string, number> = {
    '1002': received - paidOut,
    ...(loan
      ? {
          '1531.01': fen(loan.own_principal),
          '2203': -fen(loan.prepaid_balance),
          '2241.04': 0,
          '7002': loan.own_principal === 0 ? fen(loan.principal) : 0,
        }
      : // Everything that its customer paid is still with us, and nothing else is left.
        { '2241.05': -received }),
  }
  for (const id of new Set([...Object.keys(stands), ...now.books.map((one) => one.id)])) {
    const [is, wanted] = [fen(now.books.find((one) => one.id === id)?.off ?? 0), stands[id]]
    say(is !== (wanted ?? (loan ? is : 0)), `${is} fen stand on ${id} of ${wanted ?? 0}`)
  }
  say(now.tasks.length > 0 !== loans.length > 0, `${now.tasks.length} tasks behind ${loans.length} loans`)
  for (const { id, status: state, maker_id, checker_id, pay_no } of now.payments) {
    say(checker_id !== null && checker_id === maker_id, `${pay_no} is checked by its maker`)
    const checks = now.changes.filter((one) => one.about_id === id && one.kind === 'release')
    const waits = checks.filter((one) => one.state === 'waiting').length
    say((state === '待复核') !== (waits === 1), `${state}, and ${waits} wait to be checked`)
    const passed = checks.filter((one) => one.state === 'approved').length
    // One that was never sent because an earlier one turned out to be paid counts as failed, and nobody checked it.
    const sent = state === '失败' ? checker_id !== null : state !== '待制单' && state !== '待复核'
    say((passed === 1) !== sent, `${pay_no} ${state} was checked ${passed} times`)
    const asked = now.calls.filter(({ once_key }) => once_key === pay_no).length
    say(asked !== (sent ? 1 : 0), `the bank was asked ${asked} times for ${pay_no} ${state}`)
  }
  for (const { kind, state, about_id, made_by, decided_by, id } of now.changes) {
    const about = now.payments.find((one) => one.id === about_id)
    say(
      state === 'approved' && (decided_by === null || decided_by === made_by),
      `${kind} ${id} is its maker's own`,
    )
    if (state !== 'waiting') continue
    say(kind === 'payee' && status !== 'release_failed', `a payee waits in ${status}`)
    say(kind === 'undo' && about?.status !== '成功', `to undo waits of ${about?.status}`)
    say(kind === 'release' && status === 'voided', 'a release waits of a void order')
  }
  return [...found, ...wrongTimeline(now, before, audited)]
}

/** Everything that the case of an order shows is what follows from its rows. */
async function checkShown(orderId: number, stand: Stand): Promise<void> {
  const { status } = stand.order[0]
  const shown = await backend.as('cashier').call(releases.get, { orderId })
  expect(shown.payState).toBe(newest(stand) ?? null)
  expect(shown.order.status).toBe(status)
  const answer = releaseCan('make', { ...shown, orderStatus: status }, ['release:make'])
  expect(shown.contradicted).toBe(contradicted(stand)?.pay_no ?? null)
  const isHindered = shown.openConditions > 0 || shown.uncheckedReceipts > 0 || shown.contradicted !== null
  expect(answer.ok).toBe(status === 'wait_release' && shown.releaseState === 'make' && !isHindered)
}

const { first, last } = machineWalks

/** By whose money it is. */
const lending = [
  () => waitingUnder(backend),
  async () =>
    waitingUnder(backend, joint, { capitalId: await newFunder({ coopMode: '联合', shareRatio: '0.7000' }) }),
  async () => waitingUnder(backend, assisted, { capitalId: await newFunder() }),
] as const

/** The sums of an order that came in of its customer and its funder, as the screens say. */
async function cameIn(orderId: number): Promise<string> {
  const { payments } = await readReceipts(backend, orderId)
  const { loan, books } = await backend.as('cashier').call(releases.loan, { orderId })
  const live = loan !== null && loan.status !== '已撤销'
  return sum([
    ...payments.flatMap(({ state, amount, refunds }) => [
      ...(state === 'counted' ? [amount] : []),
      ...refunds.flatMap((one) => (one.status === '已退款' ? [minus('0.00', one.amount)] : [])),
    ]),
    live ? minus(loan.principal, books?.ownPrincipal ?? loan.principal) : '0.00',
  ])
}

test(`wherever the walks ${first} to ${last} lead, no order is paid twice, and payments, order, loan, books and sheets agree`, async () => {
  const seen = tracks<DisbursementState>()
  const givenBack = tracks<RefundState>()
  let bank = await bankBalance()
  for (let seed = first; seed <= last; seed++) {
    const orderId = await (lending[seed % lending.length] ?? lending[0])()
    const { due } = await readReceipts(backend, orderId)
    await inTenant(1, async () => {
      await db().execute(sql`update settle_account set status = '已通过' where status = '已停用'`)
      await db().execute(
        sql`update application set released_at = null, value_date = null where id = ${orderId}`,
      )
    })
    const stand = await walk<Stand>({
      seed,
      length: stepsOfWalk,
      parts: partsOf(orderId),
      steps: stepsOf(due),
      wrong,
      sees: (now, before) => {
        seen.see(now.payments, before?.payments)
        givenBack.see(now.refunds, before?.refunds)
      },
    })
    await checkShown(orderId, stand)
    bank = sum([bank, await cameIn(orderId)])
    const sheets = await sheetsPaid(backend)
    expect(await booksPaid()).toEqual(sheets)
    expect(await bankBalance()).toBe(minus(bank, sum([...sheets.values()])))
  }
  // No use for the books unless money went both ways.
  if (last - first >= 11) expect([...givenBack.states]).toContain('已退款')
  expectReached(seen, { some: ['待复核', '付款中', '成功'], all: disbursementStates, by: disbursementMoves })
}, 7_200_000)
