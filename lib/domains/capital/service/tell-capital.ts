import type { By } from '../../../platform/context.ts'
import { publish } from '../../../platform/live-events.ts'
import type { MessagePage } from '../../../platform/messages/rules/messages.ts'
import { sendMessages } from '../../../platform/messages/send-messages.ts'
import type { Order } from '../../orders/service/move-order.ts'

/** The people who hear of what a funder said, or did not say. */

export const longestBody = 500

export async function tellOfOrder(
  order: Pick<Order, 'id'>,
  userIds: readonly number[],
  { opens, title, body }: { opens: MessagePage; title: string; body: string },
  { actor, now }: By,
): Promise<void> {
  const told = [...new Set(userIds)].filter((id) => id > 0)
  await sendMessages(
    told.map((userId) => ({
      kind: 'notice' as const,
      userId,
      orderId: order.id,
      opens,
      title,
      body: body.slice(0, longestBody),
      createdAt: now.toISOString(),
      createdBy: actor.id,
    })),
  )
}

/** Whoever pushed the order, and has it open, sees it as it is now. */
export const showPusher = ({ pushedBy }: { pushedBy: number }): Promise<void> =>
  publish({ userIds: [pushedBy], type: 'records', data: { of: 'order' } })
