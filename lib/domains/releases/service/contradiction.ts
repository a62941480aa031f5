import { eq } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { recordAudit } from '../../../platform/audit.ts'
import { nextVersion } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import { publish } from '../../../platform/live-events.ts'
import { sendMessages } from '../../../platform/messages/send-messages.ts'
import type { Final } from '../../../platform/outside/answered.ts'
import { holdersOf } from '../../orders/service/holders.ts'
import { isPaidLine } from '../../payment-files/rules/payment-file.ts'
import { agrees, type Contradiction, isContradicted } from '../rules/disbursement.ts'
import { disbursement } from '../table.ts'
import { lockPayment, type Payment } from './release-record.ts'

/**
 * The bank says something else than what counts: somebody may be about to pay twice. It is kept on the payment, which bars
 * every other payment of its order until two people with the bank's paper said which of the two is true; and all who
 * check hear it, once for the same words. Whoever calls holds the call, or the file, that the bank answered.
 */
export async function tellContradiction(id: number, said: Final): Promise<void> {
  const locked = await lockPayment(id, undefined)
  if (!locked) return
  const { order, payment } = locked
  const now = new Date()
  const told = contradictionOf(said, now)
  if (agrees(payment, told)) return
  if (isContradicted(payment) && isSame(payment.contradiction, told)) return
  await keepContradiction(payment, told)
  const { payNo, status, makerId } = payment
  const { result, bankReference, reason } = told
  await recordAudit(
    {
      action: 'release.contradiction',
      object: `application:${order.id}`,
      before: { status, bankReference: payment.bankReference },
      after: { payNo, result, bankReference, reason },
    },
    { actorId: 0, ip: '', now },
  )
  const userIds = [...new Set([...(await holdersOf('release:check', order.id)), makerId])]
  const words = {
    kind: 'notice' as const,
    orderId: order.id,
    opens: 'releaseCase' as const,
    createdBy: 0,
    title: say('releases.toldContradiction', { orderNo: order.orderNo, payNo }),
    body: say('releases.toldContradictionBody', {
      says: isPaidLine(result) ? say('releases.saysPaid', { reference: bankReference }) : reason,
      status: say(`releases.payStates.${status}`),
    }).slice(0, 500),
    createdAt: now.toISOString(),
  }
  await sendMessages(userIds.map((userId) => ({ ...words, userId })))
  // Whoever has the order open sees the warning before he does anything about it.
  await publish({ userIds, type: 'records', data: { of: 'order' } })
}

const contradictionOf = (said: Final, now: Date): Contradiction => ({
  ...(said.result === 'done'
    ? { result: '成功', bankReference: String(said.answer.bankReference), reason: '' }
    : { result: '失败', bankReference: '', reason: said.reason.slice(0, 200) }),
  saidAt: now.toISOString(),
  closedAt: null,
})

const isSame = (kept: Contradiction | null, told: Contradiction): boolean =>
  kept?.result === told.result && kept.bankReference === told.bankReference

/** The state of the payment is as it was, and so are the days on which it came there. */
export const keepContradiction = ({ id }: Payment, contradiction: Contradiction | null): Promise<unknown> =>
  db()
    .update(disbursement)
    .set({ contradiction, rowVersion: nextVersion(disbursement) })
    .where(eq(disbursement.id, id))

/** Two people have said what is true. */
export const closed = ({ contradiction }: Payment, now: Date): Contradiction | null =>
  contradiction && { ...contradiction, closedAt: contradiction.closedAt ?? now.toISOString() }
