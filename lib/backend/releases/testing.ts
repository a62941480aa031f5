import { randomUUID } from 'node:crypto'
import { desc, eq, inArray, sql } from 'drizzle-orm'
import { type ChangeRow, changes } from '../../contracts/changes.ts'
import { releases } from '../../contracts/releases.ts'
import { type MilestoneCode, milestoneCodes, milestones } from '../../rules/milestones.ts'
import type { ChangeKind } from '../../rules/pending-change.ts'
import { orderGates } from '../applications/stamp-milestone.ts'
import { copyOrders, newEvent, testPicture } from '../applications/testing.ts'
import { db, inTenant } from '../db/client.ts'
import { application } from '../db/schema/applications.ts'
import { outsideCall } from '../db/schema/outside.ts'
import { disbursement } from '../db/schema/releases.ts'
import { demoPassword } from '../identity/demo-offer.ts'
import { clientHash } from '../identity/password-hash.ts'
import type { Outcome } from '../outside/outcome.ts'
import { giveUp, settle } from '../outside/settle.ts'
import { wirePorts } from '../outside/wiring.ts'
import { approvedOrder } from '../risk/testing.ts'
import type { TestBackend } from '../testing.ts'

/** Releases of tests: the bank listens nowhere, and what it answers is said by the test. */

const nowhere = { url: new URL('http://127.0.0.1:9/'), key: 'nobody listens there, 32 characters long' }
export const wireBank = () => wirePorts({ payment: nowhere, sms: nowhere })

export const payPassword = clientHash(demoPassword)
export const paid = (bankReference = `REF-${randomUUID().slice(0, 8)}`): Outcome => ({
  result: 'done',
  answer: { bankReference, paidAt: new Date().toISOString() },
})
export const refusedBy = (reason: string): Outcome => ({ result: 'refused', reason })

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

export const orderOf = async (orderId: number) => {
  const [row] = await inTenant(1, () => db().select().from(application).where(eq(application.id, orderId)))
  if (!row) throw new Error('the order is gone')
  return row
}
export const onOrder = async (orderId: number) => ({
  ...{ orderId, rowVersion: (await orderOf(orderId)).rowVersion, eventId: newEvent() },
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

/** What waits for the newest payment of an order. */
export async function changeOf(backend: TestBackend, kind: ChangeKind, orderId: number): Promise<ChangeRow> {
  const by = kind === 'undo' ? 'finance_checker' : 'cashier'
  const { data } = await backend.as(by).call(changes.of, { kind, aboutId: (await paymentOf(orderId)).id })
  const [change] = data
  if (!change) throw new Error(`no ${kind} waits`)
  return change
}

export const approving = (...rows: ChangeRow[]) => ({
  ...{ ids: rows.map(({ id }) => id), hashes: rows.map(({ contentHash }) => contentHash), payPassword },
  eventId: newEvent(),
})

/** Made and checked: it is with the bank. */
export async function payingOrder(backend: TestBackend): Promise<number> {
  const [orderId = 0] = await waitingOrders(backend)
  await makeRelease(backend, orderId)
  await backend
    .as('finance_checker')
    .call(changes.approve, approving(await changeOf(backend, 'release', orderId)))
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
      ...{ ...(await onOrder(orderId)), result: '成功' as const, bankReference: `PAPER-${orderId}` },
      ...{ paidAt: new Date().toISOString(), ...more },
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
