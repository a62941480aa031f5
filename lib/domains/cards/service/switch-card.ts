import { eq } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import type { By } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { voidContracts } from '../../contracts/service/void-contracts.ts'
import { written } from '../../orders/service/entry-columns.ts'
import { entryOf, hasEntry } from '../../orders/service/form-values.ts'
import type { Order } from '../../orders/service/move-order.ts'
import type { Card } from '../../orders/service/repay-card.ts'
import { stampMilestone } from '../../orders/service/stamp-milestone.ts'
import { writeOrderKeys } from '../../relations/service/order-keys.ts'
import { cardChange } from '../table.ts'
import { askBank, setCard } from './ask-bank.ts'
import type { OrderCards } from './order-cards.ts'

/** A card takes the place of another one, or leaves its own. */

/** The fields of a card that the entry form has. */
const entered = (card: Card) => ({
  holderName: card.holderName ?? '',
  cardNo: card.cardNo,
  bankCode: card.bankCode ?? '',
  bankBranch: card.bankBranch ?? '',
  region: card.region ?? [],
  reservedMobile: card.reservedMobile ?? '',
  bindChannel: card.bindChannel ?? '',
})

/**
 * The new card counts from now on: the order, its form and its relations name it, contracts that nobody has signed to
 * the end name another one and are void, and the bank of the old card is told that nothing is deducted there any more.
 */
export async function switchCard(order: Order, cards: OrderCards, by: By): Promise<Order> {
  const { current, next } = cards
  if (!next) throw new Error(`order ${order.id} changes no card`)
  const now = by.now.toISOString()
  await db()
    .update(cardChange)
    .set({ doneAt: now, ...written(by) })
    .where(eq(cardChange.id, next.change.id))
  if (current?.bindStatus === '已绑定') await leaveCard(order, current, by)
  if (current) await setCard(current.id, { isDefault: false }, by)
  await setCard(next.card.id, { isDefault: true }, by)
  if (!cards.facts.signed) await voidContracts(order.id, say('bankCards.voidReason'), by)
  const bound = next.card.bindStatus === '已绑定'
  const moved = await stampMilestone(order, 'card', bound ? now : null, by, {
    set: {
      repayCardId: next.card.id,
      // The account that the release is paid to was approved, and stays.
      ...(hasEntry(order) && { entryValues: { ...entryOf(order), bankCard: entered(next.card) } }),
    },
  })
  await writeOrderKeys(order.id)
  return moved
}

/** 已解绑: the bank ends what was agreed with it. */
export async function leaveCard(order: Order, card: Card, by: By): Promise<void> {
  await setCard(card.id, { bindStatus: '已解绑', unboundAt: by.now.toISOString() }, by)
  if (card.agreementNo !== null) await askBank(order, card, 'cancel', by)
}

/**
 * Everything that was on its way in is wanted no more: the card that counts stays, unless it was itself not bound yet.
 */
export async function giveUp(
  order: Order,
  { current, next }: OrderCards,
  why: string,
  by: By,
): Promise<void> {
  const card = next?.card ?? (current?.bindStatus === '已绑定' ? null : current)
  if (next)
    await db()
      .update(cardChange)
      .set({ endedAt: by.now.toISOString(), endReason: why, ...written(by) })
      .where(eq(cardChange.id, next.change.id))
  if (card?.bindStatus === '已绑定') await leaveCard(order, card, by)
  if (card?.bindStatus === '待验证')
    await setCard(card.id, { bindStatus: '绑定失败', bindFailReason: why }, by)
}
