import { and, eq, isNull, sql } from 'drizzle-orm'
import type { ParsedInputOf } from '../../contracts/endpoint.ts'
import type { firstPayments } from '../../contracts/first-payments.ts'
import { firstPaymentFindings, firstPaymentState } from '../../rules/first-payment.ts'
import { written } from '../applications/entry-columns.ts'
import { type Order, orderSubject, updateOrder } from '../applications/move-order.ts'
import { stampMilestone } from '../applications/stamp-milestone.ts'
import { audit } from '../audit.ts'
import type { Call } from '../context.ts'
import { db, inTenant } from '../db/client.ts'
import { applicationFee } from '../db/schema/applications.ts'
import { firstPayment } from '../db/schema/first-payments.ts'
import { badInput, notFound } from '../errors.ts'
import type { SlowHandler } from '../handler.ts'
import { takeUpload } from '../materials/take-upload.ts'
import { keepFile } from '../materials/upload-file.ts'
import { type Payment, paidOf, paymentsOf, requirePaymentStep } from './order-payments.ts'

/** 首付款登记: each payment with its proof; with the last of the sum due the milestone is there. */

const toldOf = ({ amount, paidOn, method, payer, reference }: Payment) => ({
  ...{ amount, paidOn, method, payer, reference },
})

export const addPayment: SlowHandler<typeof firstPayments.add> = {
  async prepare(input, call, upload) {
    const { orderId, amount, paidOn, method, payer, reference } = input
    const found = firstPaymentFindings({ amount, paidOn, payer, reference }, call.today)
    if (Object.keys(found).length > 0) throw badInput(found)
    // Asked first, and again when it counts: no file is read for an order that waits for no money.
    await inTenant(call.tenantId, async () => {
      const order = await orderSubject.lock(orderId, call)
      if (!order) throw notFound()
      requirePaymentStep('add', await paymentsOf(order), call)
    })
    const { clean, name, settle } = await takeUpload(upload, call.tenantId)
    return {
      async run(inside, order) {
        const payments = await paymentsOf(order)
        requirePaymentStep('add', payments, inside)
        await requireNew(reference)
        const file = await keepFile(order.id, name, clean, inside)
        const [row] = await db()
          .insert(firstPayment)
          .values({
            ...{ orderId: order.id, amount, paidOn, method, payer, reference, proofId: file.id },
            ...{ createdBy: inside.actor.id, createdAt: inside.now.toISOString() },
          })
          .returning()
        if (!row) throw new Error('the payment was not written')
        await audit({ after: { ...toldOf(row), hash: clean.hash } })
        return settleDue(order, [...payments.all, row], payments.facts.due, inside)
      },
      settle,
    }
  },
}

/** @throws 400 at `reference` for one that counts already, of whatever order */
async function requireNew(reference: string): Promise<void> {
  const [known] = await db()
    .select({ id: firstPayment.id })
    .from(firstPayment)
    .where(and(eq(firstPayment.reference, reference), isNull(firstPayment.cancelledAt)))
  if (known) throw badInput({ reference: 'firstPayments.refusals.referenceTaken' })
}

export async function cancelPayment(
  { paymentId, reason }: ParsedInputOf<typeof firstPayments.cancel>,
  call: Call,
  order: Order,
) {
  const payments = await paymentsOf(order)
  requirePaymentStep('cancel', payments, call)
  const own = payments.all.find(({ id, cancelledAt }) => id === paymentId && cancelledAt === null)
  if (!own) throw notFound()
  const cancelledAt = call.now.toISOString()
  await db()
    .update(firstPayment)
    .set({ cancelledAt, cancelledBy: call.actor.id, cancelReason: reason, ...written(call) })
    .where(eq(firstPayment.id, own.id))
  await audit({ before: toldOf(own), after: { ...toldOf(own), reason, status: 'cancelled' } })
  const all = payments.all.map((row) => (row === own ? { ...row, cancelledAt } : row))
  return settleDue(order, all, payments.facts.due, call)
}

/** The milestone and the fees that are paid at once follow from what came in. */
async function settleDue(order: Order, all: readonly Payment[], due: string, call: Call) {
  const isPaid = firstPaymentState({ due, paid: paidOf(all) }) === 'paid'
  const at = call.now.toISOString()
  const was = order.firstPaymentAt !== null
  if (isPaid !== was) await settleFees(order.id, isPaid ? at : null, call)
  const moved =
    isPaid === was
      ? await updateOrder(order, call, {})
      : await stampMilestone(order, 'first_payment', isPaid ? at : null, call)
  return { orderId: moved.id, rowVersion: moved.rowVersion }
}

async function settleFees(orderId: number, receivedAt: string | null, call: Call): Promise<void> {
  const own = and(eq(applicationFee.orderId, orderId), eq(applicationFee.chargeMode, 'upfront'))
  await db()
    .update(applicationFee)
    .set(
      receivedAt
        ? { receivedAmount: sql`${applicationFee.amount}`, receivedAt, status: '已收', ...written(call) }
        : { receivedAmount: '0', receivedAt: null, status: '待收', ...written(call) },
    )
    .where(own)
}
