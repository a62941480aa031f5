import { eq } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { endWaiting } from '../../../platform/changes/end-change.ts'
import { db } from '../../../platform/db/client.ts'
import { answered } from '../../../platform/outside/answered.ts'
import { disbursement } from '../table.ts'
import { tellContradiction } from './contradiction.ts'
import { contradictedOf } from './release-record.ts'
import { type BankSays, settlePayment } from './settle-payment.ts'

/** Everything that the bank itself says of a payment, by its interface or by a file. */

export const paymentAnswered = answered<'payment'>({
  purpose: 'releases.purpose',
  done: ({ bankReference, paidAt }, { aboutId, tenantId }) =>
    bankAnswered(aboutId, tenantId, { ok: true, bankReference, paidAt }),
  // While the bank may have paid the order by another payment, this one is asked about alone.
  holds: async ({ aboutId }) => {
    const [own] = await db()
      .select({ orderId: disbursement.orderId })
      .from(disbursement)
      .where(eq(disbursement.id, aboutId))
    const payNo = own && (await contradictedOf([own.orderId])).get(own.orderId)?.payNo
    return payNo && say('releases.heldByContradiction', { payNo })
  },
  failed: (reason, { aboutId, tenantId }) => bankAnswered(aboutId, tenantId, { ok: false, reason }),
  dead: (_reason, { aboutId }) =>
    db().update(disbursement).set({ silent: true }).where(eq(disbursement.id, aboutId)),
  again: (said, { aboutId }) => tellContradiction(aboutId, said),
})

/** The payment is settled, and what people registered of it meanwhile waits for nobody. @returns whether it was taken */
export async function bankAnswered(id: number, tenantId: number, said: BankSays): Promise<boolean> {
  const taken = await settlePayment(id, tenantId, said)
  if (taken)
    await endWaiting('bankResult', id, { now: new Date(), reason: say('releases.bankAnsweredReason') })
  return taken
}
