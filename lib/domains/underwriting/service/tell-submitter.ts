import { say } from '../../../i18n/say.ts'
import type { By } from '../../../platform/context.ts'
import { publish } from '../../../platform/live-events.ts'
import { sendMessages } from '../../../platform/messages/send-messages.ts'
import type { Order } from '../../orders/service/move-order.ts'
import { isUnderway } from '../rules/underwriting.ts'
import { submissionsOf, type Underwriting } from './underwriting-record.ts'

/** Whoever submitted an order hears what its insurer says, or does not say. */
export async function tellSubmitter(
  { id: orderId }: Pick<Order, 'id'>,
  { submittedBy: userId }: Underwriting,
  { title, body }: { title: string; body: string },
  { actor, now }: By,
): Promise<void> {
  await sendMessages([
    {
      kind: 'notice',
      userId,
      orderId,
      opens: 'insurerSubmission',
      title,
      body: body.slice(0, 500),
      createdAt: now.toISOString(),
      createdBy: actor.id,
    },
  ])
  await showSubmitter(userId)
}

/** Whoever has the order open sees it as it is now. */
export const showSubmitter = (userId: number): Promise<void> =>
  publish({ userIds: [userId], type: 'records', data: { of: 'order' } })

/** An order that is void leaves its insurer with a question or a policy: somebody has to take it back. */
export async function tellOfVoidOrder(order: Order, by: By): Promise<void> {
  const [row] = await submissionsOf(order.id)
  if (!row || !(isUnderway(row.status) || row.status === '承保')) return
  const { orderNo, customerName: name } = order
  await tellSubmitter(
    order,
    row,
    {
      title: say('underwriting.toldWithdraw', { orderNo }),
      body: say('underwriting.toldWithdrawBody', { name, submitNo: row.submitNo }),
    },
    by,
  )
}
