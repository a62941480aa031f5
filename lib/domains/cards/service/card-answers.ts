import { desc, eq } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { recordAudit } from '../../../platform/audit.ts'
import type { By } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { answered } from '../../../platform/outside/answered.ts'
import { written } from '../../orders/service/entry-columns.ts'
import type { Order } from '../../orders/service/move-order.ts'
import { type Card, holderOf } from '../../orders/service/repay-card.ts'
import { stampMilestone } from '../../orders/service/stamp-milestone.ts'
import { application } from '../../orders/table.ts'
import type { CardOutcome } from '../rules/card-binding.ts'
import { cardRequest } from '../table.ts'
import { askBank, setCard } from './ask-bank.ts'
import { type CardRequest, cardsOf, type OrderCards } from './order-cards.ts'
import { switchCard } from './switch-card.ts'
import { tellAnswer } from './tell-answer.ts'

/**
 * Everything that banks answer, each once and in nobody's name. An answer moves the card that it is about as long as
 * that card waits for it: what comes too late is kept with its question and changes nothing, but that a consent for a
 * card which is not wanted any more is ended again.
 */

type Answer = { outcome: CardOutcome; reason?: string | undefined; agreementNo?: string }

/** 四要素验证. */
export const cardChecked = answered<'cardCheck'>({
  purpose: 'bankCards.purposes.check',
  done: ({ matched, reason }, { aboutId }) =>
    take(aboutId, matched ? { outcome: 'fits' } : { outcome: 'refused', reason }),
  failed: (reason, { aboutId }) => take(aboutId, { outcome: 'refused', reason }),
  dead: (_, { aboutId }) => take(aboutId, { outcome: 'silent' }),
})

/** 代扣协议: agreed or ended. */
export const cardConsented = answered<'deduction'>({
  purpose: 'bankCards.purposes.consent',
  done: ({ agreementNo }, { aboutId }) => take(aboutId, { outcome: 'fits', agreementNo }),
  failed: (reason, { aboutId }) => take(aboutId, { outcome: 'refused', reason }),
  dead: (_, { aboutId }) => take(aboutId, { outcome: 'silent' }),
})

async function take(requestId: number, answer: Answer): Promise<void> {
  const [asked] = await db().select().from(cardRequest).where(eq(cardRequest.id, requestId))
  if (!asked) throw new Error(`there is no question ${requestId} about a card`)
  // Steps of people hold the order first as well: nobody waits crosswise.
  const [order] = await db().select().from(application).where(eq(application.id, asked.orderId)).for('update')
  if (!order) throw new Error(`there is no order ${asked.orderId}`)
  const by: By = { actor: { id: 0 }, now: new Date() }
  const answeredAt = by.now.toISOString()
  await db()
    .update(cardRequest)
    .set({ ...answer, answeredAt, ...written(by) })
    .where(eq(cardRequest.id, asked.id))
  const cards = await cardsOf(order)
  const card = cards.all.find(({ id }) => id === asked.cardId)
  if (!card) throw new Error(`order ${order.id} has no card ${asked.cardId}`)
  const moved = (await isAwaited(asked, card, answer))
    ? await move(order, card, cards, asked, answer, by)
    : undefined
  if (!moved) await tooLate(order, card, asked, answer, by)
  const [newest] = cards.requests.filter(({ cardId }) => cardId === card.id)
  if (asked.kind === 'cancel' && answer.outcome !== 'fits' && newest?.id === asked.id)
    await tellStillAgreed(order, card, cards, asked, answer, by)
  await recordAudit(
    {
      action: 'card.answer',
      object: `application:${order.id}`,
      before: { cardNo: card.cardNo, bindStatus: card.bindStatus },
      after: { cardNo: card.cardNo, bindStatus: moved ?? card.bindStatus, asked: asked.kind, ...answer },
    },
    { actorId: 0, ip: '', now: by.now },
  )
}

/** The card waits: for this answer, and not for a newer one; a consent is one whenever it comes. */
async function isAwaited({ id, cardId, kind }: CardRequest, { bindStatus }: Card, { outcome }: Answer) {
  if (bindStatus !== '待验证') return false
  if (kind === 'authorise' && outcome === 'fits') return true
  const [newest] = await db()
    .select({ id: cardRequest.id })
    .from(cardRequest)
    .where(eq(cardRequest.cardId, cardId))
    .orderBy(desc(cardRequest.id))
    .limit(1)
  return newest?.id === id
}

/** @returns the state that the card has now */
async function move(
  order: Order,
  card: Card,
  cards: OrderCards,
  asked: CardRequest,
  answer: Answer,
  by: By,
): Promise<Card['bindStatus']> {
  // Silence says nothing about the card: it waits, and somebody may ask again.
  if (answer.outcome === 'silent') return '待验证'
  const isStranger = holderOf(order, card) === undefined
  if (answer.outcome === 'refused' || isStranger) {
    const bindFailReason = isStranger ? say('bankCards.stranger') : (answer.reason ?? '')
    await setCard(card.id, { bindStatus: '绑定失败', bindFailReason }, by)
    await tellAnswer(order, { ...card, bindFailReason }, asked.createdBy, 'failed', by)
    return '绑定失败'
  }
  if (asked.kind === 'check') {
    // Still the question of whoever asked first: he hears of it.
    await askBank(order, card, 'authorise', { ...by, actor: { id: asked.createdBy } })
    return '待验证'
  }
  const bound = { bindStatus: '已绑定' as const, boundAt: by.now.toISOString() }
  await setCard(card.id, { ...bound, agreementNo: answer.agreementNo ?? null, bindFailReason: null }, by)
  const isNext = cards.next?.card.id === card.id
  if (!isNext) await stampMilestone(order, 'card', bound.boundAt, by)
  // Signed contracts name the old card: the new one waits for its paper.
  else if (!cards.facts.signed && cards.next)
    await switchCard(order, { ...cards, next: { ...cards.next, card: { ...card, ...bound } } }, by)
  await tellAnswer(order, card, asked.createdBy, isNext && cards.facts.signed ? 'paper' : 'bound', by)
  return '已绑定'
}

/** A consent that came for a card which is wanted no more is ended, so that nothing is ever deducted there. */
async function tooLate(order: Order, card: Card, asked: CardRequest, answer: Answer, by: By): Promise<void> {
  if (asked.kind === 'authorise' && answer.outcome === 'fits' && card.bindStatus !== '已绑定')
    await askBank(order, card, 'cancel', by)
}

/** Whoever left the card thinks that nothing is deducted there any more. */
async function tellStillAgreed(
  order: Order,
  card: Card,
  { changes }: OrderCards,
  asked: CardRequest,
  { reason }: Answer,
  by: By,
): Promise<void> {
  // The system asked, or the checker of the change: whoever wanted it hears as well.
  const change = changes.find(({ fromCardId, toCardId }) => fromCardId === card.id || toCardId === card.id)
  const bindFailReason = reason ?? say('bankCards.outcomes.silent')
  for (const userId of new Set([asked.createdBy, change?.createdBy ?? 0]))
    await tellAnswer(order, { ...card, bindFailReason }, userId, 'stillAgreed', by)
}
