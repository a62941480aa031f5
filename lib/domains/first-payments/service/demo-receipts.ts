import { and, asc, eq, inArray, isNotNull, isNull, notExists, sql } from 'drizzle-orm'
import { hashOf, type Proposal } from '../../../platform/changes/propose.ts'
import type { ChangeKind } from '../../../platform/changes/rules/pending-change.ts'
import { pendingChange } from '../../../platform/changes/table.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import type { JobRun } from '../../../platform/jobs/jobs.ts'
import { businessDate } from '../../../rules/business-date.ts'
import { sysUser } from '../../identity/table.ts'
import { glVoucher } from '../../ledger/table.ts'
import { templates } from '../../orders/rules/entry/templates.ts'
import { lockAnyOrder } from '../../orders/service/move-order.ts'
import { application } from '../../orders/table.ts'
import { demoExpiry } from '../../seed/days.ts'
import { attachment } from '../../system/table.ts'
import { firstPayment, firstRefund } from '../table.ts'
import { bookCash } from './book-cash.ts'
import { dueOf, paymentsOf } from './order-payments.ts'
import { receiptProposal, refundProposal } from './payment-changes.ts'

/** Of the demo: what came in and waits for its checker, whole or in part, and what goes back. */

const most = { receipts: 4, refunds: 2 } as const
const asked = templates
  .filter(({ milestones }) => milestones.includes('first_payment'))
  .map(({ code }) => code)

export async function demoReceipts({ tenantId, step }: JobRun): Promise<void> {
  const cashier = await inTenant(tenantId, () =>
    db().select({ id: sysUser.id }).from(sysUser).where(eq(sysUser.account, 'cashier')),
  )
  const by = cashier[0]?.id
  if (by === undefined) return
  for (const [at, orderId] of (await inTenant(tenantId, unpaid)).entries())
    await step(() => addReceipt(orderId, at % 2 === 0, by))
  for (const [at, orderId] of (await inTenant(tenantId, paidWithout)).entries())
    await step(() => addRefund(orderId, at % 2 === 0, by))
  for (const orderId of await inTenant(tenantId, unbooked))
    await step(() => bookCash(orderId, { actor: { id: by }, now: new Date() }))
}

const preparing = and(eq(application.status, 'preparing'), inArray(application.templateCode, asked))
const unpaid = async (): Promise<number[]> => {
  const waits = db()
    .select({ one: sql`1` })
    .from(pendingChange)
    .where(inArray(pendingChange.kind, ['receipt', 'refund']))
  const rows = await db()
    .select({ id: application.id })
    .from(application)
    // Once: a demo that was used is left as it is.
    .where(and(preparing, isNull(application.firstPaymentAt), notExists(waits)))
    .orderBy(asc(application.id))
    .limit(most.receipts)
  return rows.map(({ id }) => id)
}
const paidWithout = async (): Promise<number[]> => {
  const refunds = db().select({ one: sql`1` }).from(firstRefund)
  const rows = await db()
    .select({ id: application.id })
    .from(application)
    .where(and(preparing, isNotNull(application.firstPaymentAt), notExists(refunds)))
    .orderBy(asc(application.id))
    .limit(most.refunds)
  return rows.map(({ id }) => id)
}

/** Orders whose money was seeded and is in no voucher yet. */
const unbooked = async (): Promise<number[]> => {
  const booked = db()
    .select({ one: sql`1` })
    .from(glVoucher)
    .where(and(eq(glVoucher.refType, 'first_payment'), eq(glVoucher.refId, firstPayment.id)))
  const rows = await db()
    .selectDistinct({ id: firstPayment.orderId })
    .from(firstPayment)
    .where(and(isNotNull(firstPayment.confirmedAt), isNull(firstPayment.cancelledAt), notExists(booked)))
  return rows.map(({ id }) => id)
}

async function addReceipt(orderId: number, whole: boolean, createdBy: number): Promise<void> {
  const order = await lockAnyOrder(orderId, undefined)
  // A paper of the order stands for the proof.
  const [proof] = await db().select().from(attachment).where(eq(attachment.orderId, orderId)).limit(1)
  if (!order || !proof) return
  const [payment] = await db()
    .insert(firstPayment)
    .values({
      orderId,
      createdBy,
      amount: whole ? dueOf(order) : '5000.00',
      method: 'transfer',
      paidOn: businessDate(new Date()),
      payer: order.customerName ?? '',
      proofId: proof.id,
      reference: `SK9${String(orderId).padStart(11, '0')}`,
    })
    .returning()
  if (!payment) return
  const { facts } = await paymentsOf(order)
  await leaveOpen('receipt', receiptProposal(order, payment, proof.fileId, facts), createdBy)
}

/** @param checked it is to be paid; else it waits for its checker */
async function addRefund(orderId: number, checked: boolean, createdBy: number): Promise<void> {
  const order = await lockAnyOrder(orderId, undefined)
  const [paid] = await db()
    .select()
    .from(firstPayment)
    .where(and(eq(firstPayment.orderId, orderId), isNotNull(firstPayment.confirmedAt)))
    .limit(1)
  if (!order || !paid) return
  // The customer paid more than was due, and gets that back.
  const { id: _id, reference, ...same } = paid
  const over = '500.00'
  const [payment] = await db()
    .insert(firstPayment)
    .values({ ...same, amount: over, reference: `${reference.slice(0, 30)}-2` })
    .returning()
  if (!payment) return
  const [refund] = await db()
    .insert(firstRefund)
    .values({
      orderId,
      paymentId: payment.id,
      kind: 'back',
      amount: over,
      createdBy,
      payeeName: payment.payer,
      payeeAccount: '9999990000000000121',
      payeeBank: '示例银行示例支行',
      reason: '客户多付',
      status: checked ? '待退款' : '待复核',
      ...(checked && { confirmedAt: new Date().toISOString(), confirmedBy: paid.confirmedBy }),
    })
    .returning()
  if (refund && !checked) await leaveOpen('refund', refundProposal(order, payment, refund), createdBy)
}

async function leaveOpen(kind: ChangeKind, proposal: Proposal, madeBy: number): Promise<void> {
  const { aboutId, orderId, title, content, lines, amount, reason = '' } = proposal
  await db()
    .insert(pendingChange)
    .values({
      kind,
      aboutId,
      orderId,
      title,
      content,
      lines,
      amount,
      reason,
      contentHash: hashOf(content, lines),
      madeBy,
      madeAt: new Date().toISOString(),
      createdBy: madeBy,
      expiresAt: demoExpiry(),
    })
}
