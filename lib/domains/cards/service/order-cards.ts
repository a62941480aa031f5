import { desc, eq, inArray } from 'drizzle-orm'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { forbidden, refused } from '../../../platform/errors.ts'
import { bankCard } from '../../customers/table.ts'
import type { Order } from '../../orders/service/move-order.ts'
import type { Card } from '../../orders/service/repay-card.ts'
import { type CardFacts, type CardStep, cardCan, cardStateOf } from '../rules/card-binding.ts'
import { cardChange, cardRequest } from '../table.ts'

/** The cards of one order as its steps see them: the one that counts, the one on its way in, and those before. */

export type CardChange = typeof cardChange.$inferSelect
export type CardRequest = typeof cardRequest.$inferSelect

export type OrderCards = {
  current: Card | null
  /** Another card is to take its place. */
  next: { card: Card; change: CardChange } | null
  /** All of them, newest first. */
  all: Card[]
  changes: CardChange[]
  /** Newest first. */
  requests: CardRequest[]
  facts: CardFacts
}

export async function cardsOf(
  order: Pick<Order, 'id' | 'repayCardId' | 'status' | 'econtractSignedAt'>,
): Promise<OrderCards> {
  const changes = await db()
    .select()
    .from(cardChange)
    .where(eq(cardChange.orderId, order.id))
    .orderBy(desc(cardChange.id))
  const ids = [order.repayCardId, ...changes.flatMap((one) => [one.fromCardId, one.toCardId])]
  const known = [...new Set(ids)].filter((id) => id !== null)
  const all =
    known.length === 0
      ? []
      : await db().select().from(bankCard).where(inArray(bankCard.id, known)).orderBy(desc(bankCard.id))
  const requests = await db()
    .select()
    .from(cardRequest)
    .where(eq(cardRequest.orderId, order.id))
    .orderBy(desc(cardRequest.askedAt), desc(cardRequest.id))
  const current = all.find(({ id }) => id === order.repayCardId) ?? null
  const change = changes.find(({ doneAt, endedAt }) => doneAt === null && endedAt === null)
  const coming = all.find(({ id }) => id === change?.toCardId)
  const next = change && coming ? { card: coming, change } : null
  const worked = next?.card ?? current
  return {
    current,
    next,
    all,
    changes,
    requests,
    facts: {
      orderStatus: order.status,
      signed: order.econtractSignedAt !== null,
      current: current?.bindStatus ?? null,
      next: next?.card.bindStatus ?? null,
      paper: next !== null && next.change.paperId !== null,
      asked: requests.some(({ cardId, answeredAt }) => cardId === worked?.id && answeredAt === null),
    },
  }
}

export const stateOf = ({ facts }: Pick<OrderCards, 'facts'>) => cardStateOf(facts)

/** The card that the next step is about. */
export const workedOn = ({ current, next }: OrderCards): Card | null => next?.card ?? current

/** @throws 403 or 422 unless the caller may do it now */
export function requireCardStep(step: CardStep, { facts }: OrderCards, { actor }: Call): void {
  const answer = cardCan(step, facts, [...actor.permissions])
  if (answer.ok) return
  if (answer.reason === 'bankCards.refusals.permission') throw forbidden()
  throw refused(answer.reason)
}
