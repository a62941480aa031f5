import { eq } from 'drizzle-orm'
import * as z from 'zod'
import { changeKind } from '../../../platform/changes/change-kind.ts'
import type { Proposal } from '../../../platform/changes/propose.ts'
import type { By } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { written } from '../../orders/service/entry-columns.ts'
import { lockAnyOrder, type Order } from '../../orders/service/move-order.ts'
import type { Card } from '../../orders/service/repay-card.ts'
import { cardStateOf } from '../rules/card-binding.ts'
import { cardChange } from '../table.ts'
import { type CardChange, cardsOf, type OrderCards } from './order-cards.ts'
import { switchCard } from './switch-card.ts'

/** 改卡复核: after signing another card pays only when a second person has read its signed 代扣授权书. */

type Next = NonNullable<OrderCards['next']>

/** @param hash of the paper: what is checked is what was shown */
export const cardProposal = (
  { id, orderNo, customerName }: Order,
  { card, change }: Next,
  current: Card | null,
  hash: string,
): Proposal => ({
  aboutId: id,
  orderId: id,
  title: orderNo,
  content: { changeId: change.id, cardId: card.id, paper: hash },
  lines: [
    { field: 'orderNo', kind: 'text', value: orderNo },
    { field: 'customerName', kind: 'text', value: customerName },
    { field: 'holderName', kind: 'text', value: card.holderName ?? '' },
    { field: 'oldCard', kind: 'card', value: current?.cardNo ?? '' },
    { field: 'newCard', kind: 'card', value: card.cardNo },
  ],
  reason: change.reason,
})

export async function setPaper({ id }: CardChange, paperId: number | null, by: By): Promise<void> {
  await db()
    .update(cardChange)
    .set({ paperId, ...written(by) })
    .where(eq(cardChange.id, id))
}

type LockedCards = { order: Order; cards: OrderCards }

export const cardCheck = changeKind({
  content: z.object({ changeId: z.number().int(), cardId: z.number().int(), paper: z.string() }),
  async lock(orderId, call): Promise<LockedCards | undefined> {
    const order = await lockAnyOrder(orderId, call)
    return order && { order, cards: await cardsOf(order) }
  },
  async judge({ changeId, cardId }, { cards }: LockedCards) {
    const isSame = cards.next?.change.id === changeId && cards.next.card.id === cardId
    return isSame && cardStateOf(cards.facts) === 'checking' ? undefined : 'changes.refusals.isOver'
  },
  async apply(_content, { order, cards }, _approved, call) {
    await switchCard(order, cards, call)
  },
  // The paper stays in the file; another one is asked for.
  async leave({ changeId }, { cards }, _how, { actor, now }) {
    const change = cards.changes.find(({ id }) => id === changeId)
    if (change && change.doneAt === null) await setPaper(change, null, { actor, now })
  },
})
