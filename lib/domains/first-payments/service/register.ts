import { sql } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import { propose } from '../../../platform/changes/propose.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { badInput, notFound } from '../../../platform/errors.ts'
import { takeUpload } from '../../../platform/files/take-upload.ts'
import type { SlowHandler } from '../../../platform/handler.ts'
import { orderSubject, updateOrder } from '../../orders/service/move-order.ts'
import { keepFile } from '../../system/service/keep-file.ts'
import type { firstPayments } from '../contract.ts'
import { firstPaymentFindings } from '../rules/first-payment.ts'
import { firstPayment } from '../table.ts'
import { type Payment, paymentsOf, requirePaymentStep } from './order-payments.ts'
import { receiptProposal } from './payment-changes.ts'

/** 首付款登记: each payment with its proof, which counts when somebody else has checked it. */

export const toldOf = ({ amount, paidOn, method, payer, reference }: Payment) => ({
  amount,
  paidOn,
  method,
  payer,
  reference,
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
        const file = await keepFile(order.id, name, clean, inside)
        const [row] = await db()
          .insert(firstPayment)
          .values({
            orderId: order.id,
            amount,
            paidOn,
            method,
            payer,
            reference,
            proofId: file.id,
            createdBy: inside.actor.id,
            createdAt: inside.now.toISOString(),
          })
          // Its reference counts already, of whatever order: also where both came at once.
          .onConflictDoNothing({
            target: [firstPayment.tenantId, firstPayment.reference],
            where: sql`cancelled_at IS NULL`,
          })
          .returning()
        if (!row) throw badInput({ reference: 'firstPayments.refusals.referenceTaken' })
        const { facts } = await paymentsOf(order)
        await propose('receipt', receiptProposal(order, row, clean.hash, facts), inside)
        await audit({ after: { ...toldOf(row), hash: clean.hash } })
        const { id, rowVersion } = await updateOrder(order, inside, {})
        return { orderId: id, rowVersion }
      },
      settle,
    }
  },
}
