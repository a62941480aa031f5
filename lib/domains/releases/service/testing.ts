import { randomUUID } from 'node:crypto'
import { desc, eq, inArray, sql } from 'drizzle-orm'
import { type ChangeRow, changes } from '../../../platform/changes/contract.ts'
import type { ChangeKind } from '../../../platform/changes/rules/pending-change.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import type { Outcome } from '../../../platform/outside/outcome.ts'
import { giveUp, settle } from '../../../platform/outside/settle.ts'
import { outsideCall } from '../../../platform/outside/table.ts'
import { wirePorts } from '../../../platform/outside/wiring.ts'
import { systemCall } from '../../../platform/system-call.ts'
import { businessDate } from '../../../rules/business-date.ts'
import { minus, sum } from '../../../rules/money.ts'
import { type MilestoneCode, milestoneCodes, milestones } from '../../identity/rules/milestones.ts'
import { demoPassword } from '../../identity/service/demo-offer.ts'
import { clientHash } from '../../identity/service/password-hash.ts'
import { bookFact } from '../../loans/service/project-loan.ts'
import { loanAccount } from '../../loans/table.ts'
import { orderGates } from '../../orders/service/stamp-milestone.ts'
import { copyOrders, newEvent, testPicture } from '../../orders/service/testing.ts'
import { application } from '../../orders/table.ts'
import { product } from '../../products/table.ts'
import { approvedOrder } from '../../risk/service/testing.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { releases } from '../contract.ts'
import { disbursement } from '../table.ts'

/** Releases of tests: the bank listens nowhere, and what it answers is said by the test. */

const nowhere = { url: new URL('http://127.0.0.1:9/'), key: 'nobody listens there, 32 characters long' }
export const wireBank = () => wirePorts({ payment: nowhere, sms: nowhere })

export const payPassword = clientHash(demoPassword)
export const paid = (bankReference = `REF-${randomUUID().slice(0, 8)}`): Outcome => ({
  result: 'done',
  answer: { bankReference, paidAt: new Date().toISOString() },
})
export const refusedBy = (reason: string): Outcome => ({ result: 'refused', reason })

/** A backend whose bank is wired. Nobody sends to it: what it says, and when, is for each test to decide. */
export async function openReleases(
  options: Parameters<typeof openTestBackend>[0] = { background: false },
): Promise<TestBackend> {
  const backend = await openTestBackend(options)
  wireBank()
  return backend
}

/** By backend: an approved order, made once, from which others are copied. */
const approved = new WeakMap<TestBackend, Promise<number>>()

/** Orders that wait for their release, as if all milestones were reached. @returns their ids */
export async function waitingOrders(backend: TestBackend, count = 1): Promise<number[]> {
  const made = approved.get(backend) ?? approvedOrder(backend).then(({ orderId }) => orderId)
  approved.set(backend, made)
  const from = await made
  const ids = await copyOrders(from, count)
  const order = await orderOf(from)
  const gates = await inTenant(1, () => orderGates(order))
  await inTenant(1, () =>
    db()
      .update(application)
      .set({ ...reached(gates), status: 'wait_release', exaStatus: null })
      .where(inArray(application.id, ids)),
  )
  return ids
}

const reached = (codes: readonly MilestoneCode[]) =>
  Object.fromEntries(codes.map((code) => [milestones[code].field, sql`now()`]))

/** As if every milestone of an order had been reached, or the contract alone had not. */
export const openGates = (orderId: number, econtract = true) =>
  inTenant(1, () =>
    db()
      .update(application)
      .set({ ...reached(milestoneCodes), ...(!econtract && { econtractSignedAt: null }) })
      .where(eq(application.id, orderId)),
  )

export type Terms = Partial<typeof product.$inferInsert>
export type Own = Partial<typeof application.$inferInsert>
export const joint = { bizMode: 'joint_loan', funderShare: '0.7000' }
export const assisted = { bizMode: 'assist_loan', funderRate: '0.0520' }

/**
 * An order that waits for its release.
 * @param terms of a product of its own, where it has another one
 * @param own what the order itself has, as its funder
 */
export async function waitingUnder(backend: TestBackend, terms?: Terms, own: Own = {}): Promise<number> {
  const [orderId = 0] = await waitingOrders(backend)
  await openGates(orderId)
  if (!terms) return orderId
  const { productId, entryValues } = await orderOf(orderId)
  await inTenant(1, async () => {
    const [{ id: _, ...sold } = { id: 0 }] = await db()
      .select()
      .from(product)
      .where(eq(product.id, productId ?? 0))
    const [made] = await db()
      .insert(product)
      .values({ ...(sold as typeof product.$inferInsert), ...terms, code: `UNDER-${orderId}` })
      .returning()
    await db()
      .update(application)
      .set({
        productId: made?.id,
        // Fees as the product has them.
        entryValues: { ...(entryValues as object), fees: [] },
        approvedQuote: null,
        quoteSnapshot: null,
        ...own,
      })
      .where(eq(application.id, orderId))
  })
  return orderId
}

export const orderOf = async (orderId: number) => {
  const [row] = await inTenant(1, () => db().select().from(application).where(eq(application.id, orderId)))
  if (!row) throw new Error('the order is gone')
  return row
}
export const onOrder = async (orderId: number) => ({
  orderId,
  rowVersion: (await orderOf(orderId)).rowVersion,
  eventId: newEvent(),
})
/** Newest first. */
export const paymentsOf = (orderId: number) =>
  inTenant(1, () =>
    db().select().from(disbursement).where(eq(disbursement.orderId, orderId)).orderBy(desc(disbursement.id)),
  )
export const paymentOf = async (orderId: number) => {
  const [payment] = await paymentsOf(orderId)
  if (!payment) throw new Error('nothing was made')
  return payment
}

export const makeRelease = async (backend: TestBackend, orderId: number, more: object = {}) =>
  backend.as('cashier').call(releases.make, { ...(await onOrder(orderId)), ...more })

/** Everything that waits for the newest payment of an order. */
export async function changeOf(backend: TestBackend, kind: ChangeKind, orderId: number): Promise<ChangeRow> {
  const by = kind === 'undo' ? 'finance_checker' : 'cashier'
  const { data } = await backend.as(by).call(changes.of, { kind, aboutId: (await paymentOf(orderId)).id })
  const [change] = data
  if (!change) throw new Error(`no ${kind} waits`)
  return change
}

export const approving = (...rows: ChangeRow[]) => ({
  ids: rows.map(({ id }) => id),
  hashes: rows.map(({ contentHash }) => contentHash),
  payPassword,
  eventId: newEvent(),
})

/** Made and checked: it is with the bank. */
export async function sendPayment(backend: TestBackend, orderId: number): Promise<void> {
  await makeRelease(backend, orderId)
  await backend
    .as('finance_checker')
    .call(changes.approve, approving(await changeOf(backend, 'release', orderId)))
}

export async function payingOrder(backend: TestBackend): Promise<number> {
  const [orderId = 0] = await waitingOrders(backend)
  await sendPayment(backend, orderId)
  return orderId
}

/** With the bank, which was asked in vain: nobody asks any more. */
export async function silentOrder(backend: TestBackend): Promise<number> {
  const orderId = await payingOrder(backend)
  const { payNo } = await paymentOf(orderId)
  await inTenant(1, async () => {
    const [call] = await db().select().from(outsideCall).where(eq(outsideCall.onceKey, payNo)).for('update')
    if (call) await giveUp(call, 'timed out')
  })
  return orderId
}

/** The cashier registers what the bank's paper says of the newest payment: that it was paid, unless told. */
export const registerResult = async (backend: TestBackend, orderId: number, more: object = {}) =>
  backend.as('cashier').upload(
    releases.result,
    {
      ...(await onOrder(orderId)),
      result: '成功' as const,
      bankReference: `PAPER-${orderId}`,
      paidAt: new Date().toISOString(),
      ...more,
    },
    { name: '回单.jpg', bytes: await testPicture() },
  )

/** The bank answers the newest payment of an order, as by its callback. */
export async function bankSays(orderId: number, outcome: Outcome): Promise<void> {
  const { payNo } = await paymentOf(orderId)
  const [call] = await inTenant(1, () =>
    db().select().from(outsideCall).where(eq(outsideCall.onceKey, payNo)),
  )
  if (!call) throw new Error('the bank was not asked')
  await inTenant(1, () => settle(call.id, { kind: 'callback', ms: 0 }, outcome))
}

/** Everything that stands on our bank account in the books. */
export async function bankBalance(): Promise<string> {
  const { rows } = await inTenant(1, () =>
    db().execute<{ bank: string }>(
      sql`select coalesce(sum(debit - credit), 0.00)::text as bank from gl_line where account_code = '1002'`,
    ),
  )
  return rows[0]?.bank ?? ''
}

const filled = (rows: { account: string; amount: string }[]) =>
  new Map(rows.flatMap(({ account, amount }) => (Number(amount) === 0 ? [] : [[account, amount]])))

/** By the own account that paid, what 出纳日报 of all days says went out and did not come back. */
export async function sheetsPaid(backend: TestBackend): Promise<Map<string, string>> {
  const { rows: days } = await inTenant(1, () =>
    db().execute<{ day: string }>(sql`select distinct greatest(sheet_day, moved)::text as day
      from disbursement, unnest(array[booked_on, returned_on]) as moved where moved is not null`),
  )
  const cells: { account: string; amount: string }[] = []
  for (const { day } of days) {
    const { groups } = await backend.as('cashier').call(releases.day, { day })
    for (const { payerAccount: account, cells: of } of groups) {
      const out = sum([of.paid.amount, of.backdated.amount])
      cells.push({ account, amount: minus(out, of.returned.amount) })
    }
  }
  const byAccount = Map.groupBy(cells, ({ account }) => account)
  return filled(
    [...byAccount].map(([account, own]) => ({ account, amount: sum(own.map(({ amount }) => amount)) })),
  )
}

/** The same as the books have it: a voucher is of a payment, which names the account; its funder's money only passes. */
export async function booksPaid(): Promise<Map<string, string>> {
  const { rows } = await inTenant(1, () =>
    db().execute<{ account: string; amount: string }>(sql`select account, sum(amount)::text as amount from (
      select d.payer_account as account, l.credit - l.debit as amount from disbursement d
        join gl_voucher v on v.ref_type = 'disbursement' and v.ref_id = d.id
        join gl_voucher w on w.id = v.id or w.reversed_of = v.id
        join gl_line l on l.voucher_id = w.id and l.account_code = '1002'
      union all
      select d.payer_account, n.principal - n.own_principal from disbursement d
        join loan_account n on n.disbursement_id = d.id and n.status <> '已撤销'
    ) moved group by account order by account`),
  )
  return filled(rows)
}

/** The loan of an order that its bank paid today. */
export async function releasedLoan(backend: TestBackend): Promise<number> {
  const orderId = await payingOrder(backend)
  await bankSays(orderId, paid())
  const [loan] = await inTenant(1, () =>
    db().select({ id: loanAccount.id }).from(loanAccount).where(eq(loanAccount.orderId, orderId)),
  )
  if (!loan) throw new Error('no loan was made')
  return loan.id
}

/** The same behind a receipt of 100,000.00, which is more than anything due. */
export function overpaidLoan(loanId: number): Promise<{ rowVersion: number }> {
  const now = new Date()
  const today = businessDate(now)
  const receipt = { kind: 'receipt', amount: 10_000_000, valueDate: today, checkedBy: null } as const
  return inTenant(1, async () => {
    const days = { today, openFrom: today }
    await bookFact(loanId, { ...receipt, eventId: `paid:${loanId}` }, days, systemCall(1, now))
    const [loan] = await db().select().from(loanAccount).where(eq(loanAccount.id, loanId))
    return { rowVersion: loan?.rowVersion ?? 0 }
  })
}
