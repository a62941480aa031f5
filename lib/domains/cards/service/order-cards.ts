import { desc, eq, inArray } from 'drizzle-orm'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { forbidden, refused } from '../../../platform/errors.ts'
import { nameKey } from '../../../rules/clean-value.ts'
import { bankCard } from '../../customers/table.ts'
import type { EntryValues } from '../../orders/rules/entry/entry-values.ts'
import { entryOf } from '../../orders/service/form-values.ts'
import type { Order } from '../../orders/service/move-order.ts'
import {
  type CardFacts,
  type CardHolder,
  type CardStep,
  cardCan,
  cardStateOf,
} from '../rules/card-binding.ts'
import { cardChange, cardRequest } from '../table.ts'

/** The cards of one order as its steps see them: the one that counts, the one on its way in, and those before. */

export type Card = typeof bankCard.$inferSelect
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

/** The card that counts; undefined where the order has none. */
export async function repayCardOf({ repayCardId }: Pick<Order, 'repayCardId'>): Promise<Card | undefined> {
  if (repayCardId === null) return undefined
  const [card] = await db().select().from(bankCard).where(eq(bankCard.id, repayCardId))
  return card
}

/** The card that the next step is about. */
export const workedOn = ({ current, next }: OrderCards): Card | null => next?.card ?? current

/** @throws 403 or 422 unless the caller may do it now */
export function requireCardStep(step: CardStep, { facts }: OrderCards, { actor }: Call): void {
  const answer = cardCan(step, facts, [...actor.permissions])
  if (answer.ok) return
  if (answer.reason === 'bankCards.refusals.permission') throw forbidden()
  throw refused(answer.reason)
}

type Holder = { holder: CardHolder; name: string; idNo: string; mobile: string }

/** In whose name the card of an order can be (G10). */
export function holdersOf({ customer, spouse }: EntryValues): Holder[] {
  const people = [
    { holder: 'customer' as const, ...customer },
    { holder: 'spouse' as const, ...spouse },
  ]
  return people.flatMap(({ holder, name, idNo, mobile }) =>
    name === '' ? [] : [{ holder, name, idNo, mobile }],
  )
}

/** Whose card it is; undefined for the card of somebody else. */
export const holderOf = (order: Order, { holderName }: Pick<Card, 'holderName'>): Holder | undefined =>
  holdersOf(entryOf(order)).find(({ name }) => nameKey(name) === nameKey(holderName ?? ''))
