import { asc, eq, sql } from 'drizzle-orm'
import { changes } from '../../../platform/changes/contract.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { systemCall } from '../../../platform/system-call.ts'
import { minus, r2, sum, times } from '../../../rules/money.ts'
import { newFunder } from '../../capital/service/testing.ts'
import { capital } from '../../channels/table.ts'
import { addReceipt, checkReceipt } from '../../first-payments/service/testing.ts'
import { glLine, glVoucher } from '../../ledger/table.ts'
import { CHARGE_MODES } from '../../orders/rules/quote.ts'
import { approvedOf } from '../../orders/service/signed-terms.ts'
import { application } from '../../orders/table.ts'
import { feeConst } from '../../products/table.ts'
import type { TestBackend } from '../../testing.ts'
import { releases } from '../contract.ts'
import { isKept } from '../rules/disbursement.ts'
import {
  approving,
  assisted,
  bankSays,
  changeOf,
  joint,
  type Own,
  onOrder,
  openReleases,
  orderOf,
  paid,
  paymentOf,
  sendPayment,
  type Terms,
  waitingUnder,
} from './testing.ts'

/** Everything that a release posts, each line worked out here from the terms of its order. */

let backend: TestBackend
beforeAll(async () => {
  backend = await openReleases({ outbox: false })
}, 60_000)
afterAll(() => backend.close())

const waiting = (terms?: Terms, own?: Own) => waitingUnder(backend, terms, own)

async function release(orderId: number): Promise<void> {
  await sendPayment(backend, orderId)
  await bankSays(orderId, paid())
}

const linesOf = (orderId: number) =>
  inTenant(1, () =>
    db()
      .select({
        event: glVoucher.event,
        account: glLine.accountCode,
        debit: glLine.debit,
        credit: glLine.credit,
      })
      .from(glVoucher)
      .innerJoin(glLine, eq(glLine.voucherId, glVoucher.id))
      .where(eq(glVoucher.orderId, orderId))
      .orderBy(asc(glLine.id)),
  )

/** Everything that was posted of an order: its events, and by event the accounts with debit less credit. */
async function booksOf(orderId: number) {
  const posted: Record<string, Record<string, string>> = {}
  for (const { event, account, debit, credit } of await linesOf(orderId)) {
    const own = posted[event] ?? {}
    posted[event] = { ...own, [account]: sum([own[account] ?? '0.00', minus(debit, credit)]) }
  }
  return posted
}

async function termsOf(orderId: number) {
  const order = await orderOf(orderId)
  const view = await inTenant(1, () => approvedOf(order, systemCall(1, new Date())))
  if (!view) throw new Error('the order has no terms')
  return view
}

/** The customer pays what is due, or more, which two people register. @returns how much */
async function payFirst(orderId: number, more = '0.00'): Promise<string> {
  const terms = await termsOf(orderId)
  await inTenant(1, () =>
    db().update(application).set({ approvedQuote: terms }).where(eq(application.id, orderId)),
  )
  const paid = sum([terms.firstDueAmount, more])
  await checkReceipt(backend, await addReceipt(backend, orderId, paid))
  return paid
}

test('fees for the service wait in 2401 to be earned, the others are income', async () => {
  const orderId = await waiting()
  const { financeAmount, depositAmount } = await termsOf(orderId)
  const received = await payFirst(orderId)
  await release(orderId)
  // 服务费 3 %, GPS费 980.00, both paid before; 返佣 1 %.
  const service = r2(times(financeAmount, '0.03'))
  expect(await booksOf(orderId)).toEqual({
    E00: { '1002': received, '2241.05': minus('0.00', received) },
    E01: { '2241.05': sum([service, '980.00']), '2401': minus('0.00', service), '6051': '-980.00' },
    ...(depositAmount !== '0.00' && {
      E02: { '2241.05': depositAmount, '2241.01': minus('0.00', depositAmount) },
    }),
    E03: { '1531.01': financeAmount, '1002': minus('0.00', financeAmount) },
    E04: {
      '6421': r2(times(financeAmount, '0.01')),
      '2241.02': minus('0.00', r2(times(financeAmount, '0.01'))),
    },
  })
})

/** As if the first payment had not been registered, and the release had not waited for it. */
const unpaid = (orderId: number) =>
  inTenant(1, () => db().update(application).set({ firstPaymentAt: null }).where(eq(application.id, orderId)))

test('what nobody registered did not come in: fees are owed, and there is no deposit yet', async () => {
  const orderId = await waiting()
  await unpaid(orderId)
  const { financeAmount } = await termsOf(orderId)
  await release(orderId)
  const service = r2(times(financeAmount, '0.03'))
  const { E01, E02, E06 } = await booksOf(orderId)
  expect([E01, E02]).toEqual([undefined, undefined])
  expect(E06).toEqual({
    '1122.01': sum([service, '980.00']),
    '2401': minus('0.00', service),
    '6051': '-980.00',
  })
})

test('of a first payment in part the fees are paid first', async () => {
  const orderId = await waiting()
  await unpaid(orderId)
  const { financeAmount } = await termsOf(orderId)
  const service = r2(times(financeAmount, '0.03'))
  await checkReceipt(backend, await addReceipt(backend, orderId, sum([service, '80.00'])))
  await release(orderId)
  const { E01, E06 } = await booksOf(orderId)
  expect(E01).toEqual({
    '2241.05': sum([service, '80.00']),
    '2401': minus('0.00', service),
    '6051': '-80.00',
  })
  expect(E06).toEqual({ '1122.01': '900.00', '6051': '-900.00' })
})

test('a fee that was changed since the approval is charged as the customer signed it', async () => {
  const orderId = await waiting()
  const { financeAmount } = await termsOf(orderId)
  await payFirst(orderId)
  await inTenant(1, async () => {
    for (const [code, changed] of [
      ['GPS', { amount: '1980.00' }],
      ['SVC', { rate: '0.0500' }],
    ] as const) {
      const [{ id: _, ...row } = { id: 0 }] = await db()
        .select()
        .from(feeConst)
        .where(eq(feeConst.code, code))
      await db()
        .insert(feeConst)
        .values({ ...(row as typeof feeConst.$inferInsert), ...changed, effectiveFrom: sql`current_date` })
    }
  })
  try {
    await release(orderId)
  } finally {
    await inTenant(1, () => db().delete(feeConst).where(eq(feeConst.effectiveFrom, sql`current_date`)))
  }
  const service = r2(times(financeAmount, '0.03'))
  expect((await booksOf(orderId)).E01).toEqual({
    '2241.05': sum([service, '980.00']),
    '2401': minus('0.00', service),
    '6051': '-980.00',
  })
})

const loanOf = (orderId: number) => backend.as('cashier').call(releases.loan, { orderId })

test('a first rent that was paid before waits for its instalment, and the next one is asked for', async () => {
  const orderId = await waiting({ paymentTiming: 'advance' })
  await payFirst(orderId)
  await release(orderId)
  const { loan, plan, books } = await loanOf(orderId)
  const [first, second] = plan
  expect(first).toMatchObject({ dueDate: loan?.valueDate, interest: '0.00' })
  expect(loan).toMatchObject({
    prepaidBalance: first?.amount,
    outstandingPrincipal: loan?.principal,
    nextDueDate: second?.dueDate,
    nextDueAmount: second?.amount,
  })
  const { E01, E07 } = await booksOf(orderId)
  expect(E07).toEqual({ '2241.05': first?.amount, '2203': minus('0.00', first?.amount ?? '') })
  // Everything that the customer paid first is the down payment, which is the seller's, and what stands in the books.
  const { firstDueAmount, downPayment, depositAmount } = await termsOf(orderId)
  expect(minus(firstDueAmount, downPayment)).toBe(
    sum([E01?.['2241.05'] ?? '', first?.amount ?? '', depositAmount]),
  )
  expect(books?.ownPrincipal).toBe(loan?.principal)
})

test('a first rent that nobody registered is due', async () => {
  const orderId = await waiting({ paymentTiming: 'advance' })
  await unpaid(orderId)
  await release(orderId)
  const { loan, plan } = await loanOf(orderId)
  expect(loan).toMatchObject({
    prepaidBalance: '0.00',
    nextDueDate: loan?.valueDate,
    nextDueAmount: plan[0]?.amount,
  })
  expect((await booksOf(orderId)).E07).toBeUndefined()
})

test('of a joint loan our part is lent, and each row of the plan is shared', async () => {
  const orderId = await waiting(
    { bizMode: 'joint_loan', funderShare: '0.7000' },
    { capitalId: await newFunder({ coopMode: '联合', shareRatio: '0.7000' }) },
  )
  await release(orderId)
  const { loan, plan, books } = await loanOf(orderId)
  const theirs = r2(times(loan?.principal ?? '', '0.7'))
  const ours = minus(loan?.principal ?? '', theirs)
  expect(books?.ownPrincipal).toBe(ours)
  const { E03 } = await booksOf(orderId)
  expect(E03).toEqual({ '1531.01': ours, '1002': minus('0.00', ours) })
  // In and out again.
  const passed = (await linesOf(orderId)).filter(({ event }) => event === 'E17')
  expect(passed.map(({ account, debit, credit }) => [account, debit, credit])).toEqual([
    ['1002', theirs, '0.00'],
    ['2241.04', theirs, '0.00'],
    ['2241.04', '0.00', theirs],
    ['1002', '0.00', theirs],
  ])
  expect(sum((books?.funder ?? []).map(({ principal }) => principal))).toBe(theirs)
  for (const [at, row] of plan.slice(0, -1).entries())
    expect(books?.funder?.[at]).toEqual({
      principal: r2(times(row.principal, '0.7')),
      interest: r2(times(row.interest, '0.7')),
    })
})

const ownMoney = () =>
  inTenant(1, async () => {
    const [own] = await db().select({ id: capital.id }).from(capital).where(eq(capital.kind, '自有'))
    if (!own) throw new Error('the tenant has no money of its own')
    return own.id
  })
test.each([
  // Neither asks for a funder, so nobody but us pays.
  ['an assisted loan of 二次融资', assisted, async () => ({ templateCode: 'bdcerld' })],
  ['an assisted loan of 保证人', assisted, async () => ({ templateCode: 'bdbzrld' })],
  ['a joint loan of 自有', joint, async () => ({ capitalId: await ownMoney() })],
  ['an assisted loan of 自有', assisted, async () => ({ capitalId: await ownMoney() })],
] as const)(
  '%s is our money: all of it is lent, and nobody has a part of the plan',
  async (_name, terms, own) => {
    const orderId = await waiting(terms, await own())
    await release(orderId)
    const { loan, plan, books } = await loanOf(orderId)
    const { principal = '' } = loan ?? {}
    expect(loan?.outstandingPrincipal).toBe(principal)
    expect(books).toMatchObject({ ownPrincipal: principal, funder: null })
    expect(sum(plan.map((row) => row.principal))).toBe(principal)
    const { E03, E17 } = await booksOf(orderId)
    expect(E03).toEqual({ '1531.01': principal, '1002': minus('0.00', principal) })
    expect(E17).toBeUndefined()
  },
)

/** Everything that left our account for an order, as the day's sheet has it. */
const paidOut = async (orderId: number) =>
  sum((await linesOf(orderId)).flatMap(({ account, credit }) => (account === '1002' ? [credit] : [])))

/** By way of charging, and by whether a fee is earned over the term, what of it comes to which account. */
describe.each([
  ['our own', {}, undefined, '1'],
  ['an assisted', assisted, {}, '0'],
  ['a joint', joint, { coopMode: '联合', shareRatio: '0.7000' }, '0.3'],
] as const)('of %s loan', (_whose, lent, funder, ours) => {
  test.each(
    CHARGE_MODES.flatMap((chargeMode) =>
      (
        [
          ['SVC', '2401'],
          ['GPS', '6051'],
        ] as const
      ).map(([code, account]) => [chargeMode, code, account] as const),
    ),
  )(
    'a fee charged %s, %s, is no part of what is paid unless it is due later',
    async (chargeMode, code, account) => {
      const capitalId = funder && (await newFunder(funder))
      const orderId = await waiting(
        { ...lent, feeItems: [{ code, amount: '980.00', rate: null, minAmount: null, chargeMode }] },
        capitalId === undefined ? {} : { capitalId },
      )
      const { financeAmount } = await termsOf(orderId)
      await inTenant(1, () =>
        db().update(application).set({ approvedAmount: financeAmount }).where(eq(application.id, orderId)),
      )
      await payFirst(orderId)
      const { amounts } = await backend.as('cashier').call(releases.get, { orderId })
      expect(amounts?.kept.map(({ name: _name, ...fee }) => fee)).toEqual(
        isKept(chargeMode) ? [{ code, chargeMode, amount: '980.00' }] : [],
      )
      await release(orderId)
      const posted = await booksOf(orderId)
      // Everything that comes with the instalments is neither owed nor earned before the first of them is due.
      const stands = Object.entries(posted).flatMap(([event, own]) =>
        own[account] ? [[event, own[account]]] : [],
      )
      expect(stands).toEqual(
        chargeMode === 'instalment' ? [] : [[chargeMode === 'upfront' ? 'E01' : 'E03', '-980.00']],
      )
      const { plan } = await loanOf(orderId)
      expect(sum(plan.map(({ serviceFee }) => serviceFee))).toBe(
        chargeMode === 'instalment' ? '980.00' : '0.00',
      )
      // Everything that is kept was never paid out, and what was paid is what the payment says.
      const paid = isKept(chargeMode) ? minus(financeAmount, '980.00') : financeAmount
      expect((await paymentOf(orderId)).amount).toBe(paid)
      expect(await paidOut(orderId)).toBe(paid)
      const lentByUs = r2(times(financeAmount, ours))
      expect(posted.E03?.['1531.01'] ?? '0.00').toBe(lentByUs)
      expect(posted.E17?.['7002'] ?? '0.00').toBe(lentByUs === '0.00' ? financeAmount : '0.00')
    },
  )
})

test('what was paid beyond the sum due goes to 2203 with the release, and is the loan’s', async () => {
  const orderId = await waiting()
  await payFirst(orderId, '1000.00')
  await release(orderId)
  expect((await booksOf(orderId)).E07).toEqual({ '2241.05': '1000.00', '2203': '-1000.00' })
  expect((await loanOf(orderId)).loan).toMatchObject({ prepaidBalance: '1000.00' })
})

test('an undone release leaves nothing of all this', async () => {
  const orderId = await waiting({ paymentTiming: 'advance' })
  const received = await payFirst(orderId)
  await release(orderId)
  const finance = backend.as('finance_checker')
  await finance.call(releases.undo, { ...(await onOrder(orderId)), bankReference: 'BACK-1', reason: '退票' })
  await backend.as('admin').call(changes.approve, approving(await changeOf(backend, 'undo', orderId)))
  const posted = Object.values(await booksOf(orderId)).flatMap((own) => Object.entries(own))
  for (const [account] of posted)
    expect([account, sum(posted.flatMap(([name, amount]) => (name === account ? [amount] : [])))]).toEqual([
      account,
      // Everything that the customer paid before is still with us.
      account === '1002' ? received : account === '2241.05' ? minus('0.00', received) : '0.00',
    ])
  expect((await loanOf(orderId)).loan).toMatchObject({ status: '已撤销', prepaidBalance: '0.00' })
})
