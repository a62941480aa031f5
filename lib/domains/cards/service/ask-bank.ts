import { and, eq, isNull } from 'drizzle-orm'
import type { By } from '../../../platform/context.ts'
import { changedBy } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import { refused } from '../../../platform/errors.ts'
import { callOutside, mustBeWired } from '../../../platform/outside/outbox.ts'
import { bankCard } from '../../customers/table.ts'
import { written } from '../../orders/service/entry-columns.ts'
import type { Order } from '../../orders/service/move-order.ts'
import { type Card, holderOf } from '../../orders/service/repay-card.ts'
import type { CardRequestKind } from '../rules/card-binding.ts'
import { cardRequest } from '../table.ts'

/**
 * Asks the bank of a card, by the outbox: what it answers comes in card-answers.ts, and silence is no answer.
 *
 * @throws 422 for the card of somebody who is neither the customer nor the spouse
 */
export async function askBank(order: Order, card: Card, kind: CardRequestKind, by: By): Promise<void> {
  const holder = holderOf(order, card)
  // Everything that was agreed for a card ends whoever is named on the order by now.
  if (!holder && kind !== 'cancel')
    throw refused('bankCards.refusals.holder', { name: card.holderName ?? '' })
  if (!card.reservedMobile) throw refused('bankCards.refusals.mobile')
  const person = {
    name: card.holderName ?? '',
    idNo: holder?.idNo ?? order.idNo,
    cardNo: card.cardNo,
    mobile: card.reservedMobile,
  }
  // Nobody checks a card from which nothing can be deducted then.
  mustBeWired('deduction')
  // The last question is the one that counts; an answer to one before it is kept when it comes.
  await db()
    .update(cardRequest)
    .set({ outcome: 'silent', answeredAt: by.now.toISOString(), ...written(by) })
    .where(and(eq(cardRequest.cardId, card.id), isNull(cardRequest.answeredAt)))
  const [row] = await db()
    .insert(cardRequest)
    .values({
      orderId: order.id,
      cardId: card.id,
      kind,
      askedAt: by.now.toISOString(),
      createdBy: by.actor.id,
      ...written(by),
    })
    .returning({ id: cardRequest.id })
  if (!row) throw new Error('the question was not written')
  const key = `card-request-${row.id}`
  if (kind === 'check') {
    await callOutside('cardCheck', person, { key, about: { type: 'cardCheck', id: row.id } })
    return
  }
  // Before there is a contract, the order is what the consent is about.
  const contractNo = order.contractNo ?? order.orderNo
  const about = { type: 'cardConsent', id: row.id } as const
  await callOutside('deduction', { kind, ...person, contractNo }, { key, about })
}

export async function setCard(id: number, set: Partial<Card>, by: By): Promise<void> {
  await db()
    .update(bankCard)
    .set({ ...set, ...changedBy(bankCard, by) })
    .where(eq(bankCard.id, id))
}
