import { say } from '../../../i18n/say.ts'
import type { By } from '../../../platform/context.ts'
import { sendMessages } from '../../../platform/messages/send-messages.ts'
import { maskCard } from '../../../rules/mask.ts'
import type { Order } from '../../orders/service/move-order.ts'
import type { Card } from '../../orders/service/repay-card.ts'

/** Tells who asked a bank what came of it: he went on with something else meanwhile. */
export async function tellAnswer(
  { id: orderId, orderNo, customerName: name }: Order,
  { cardNo, bindFailReason }: Card,
  userId: number,
  news: 'bound' | 'paper' | 'failed' | 'stillAgreed',
  { now }: By,
): Promise<void> {
  // Everything that the system asked itself nobody waits for.
  if (userId === 0) return
  const words = { name, card: maskCard(cardNo).slice(-4), reason: bindFailReason ?? '' }
  await sendMessages([
    {
      kind: 'notice',
      userId,
      orderId,
      opens: 'cardCase',
      createdAt: now.toISOString(),
      createdBy: 0,
      title: say(`bankCards.told.${news}`, { orderNo }),
      body: say(`bankCards.toldBody.${news}`, words).slice(0, 500),
    },
  ])
}
