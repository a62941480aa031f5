import { inArray } from 'drizzle-orm'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { maskCard, maskMobile } from '../../../rules/mask.ts'
import { sysUser } from '../../identity/table.ts'
import { entryOf } from '../../orders/service/form-values.ts'
import { findOrder, readHeader } from '../../orders/service/read-order.ts'
import { type Card, holdersOf } from '../../orders/service/repay-card.ts'
import { attachment } from '../../system/table.ts'
import type { bankCards, CardView } from '../contract.ts'
import { endThatFailed } from '../rules/card-binding.ts'
import { cardsOf, type OrderCards, stateOf } from './order-cards.ts'

/** 改卡详情: all cards of an order with what was asked about them. */
export async function readCards(
  { orderId }: { orderId: number },
  call: Call,
): Promise<OutputOf<typeof bankCards.get>> {
  const order = await findOrder(orderId, call)
  const cards = await cardsOf(order)
  const places = { next: cards.next?.card.id, current: cards.current?.id }
  const shown = [cards.next?.card, cards.current, ...cards.all].filter((card) => card != null)
  const papers = await papersOf(cards)
  const names = await namesOf([...cards.requests.map(({ createdBy }) => createdBy)])
  const view = (card: Card): CardView => {
    const { id, bindStatus, holderName, cardNo, reservedMobile, bindFailReason } = card
    const change = cards.changes.find(({ toCardId }) => toCardId === id)
    const requests = cards.requests.filter(({ cardId }) => cardId === id)
    return {
      ...card,
      status: bindStatus,
      holderName: holderName ?? '',
      cardNo: maskCard(cardNo),
      reservedMobile: reservedMobile && maskMobile(reservedMobile),
      failReason: bindFailReason,
      place: id === places.next ? 'next' : id === places.current ? 'current' : 'former',
      changeReason: change?.reason ?? null,
      endReason: change?.endReason ?? null,
      paper: papers.get(change?.paperId ?? 0) ?? null,
      stillAgreed: endThatFailed(requests) ?? null,
      requests: requests.map((request) => ({
        ...request,
        askedByName: names.get(request.createdBy) ?? null,
      })),
    }
  }
  return {
    order: await readHeader(order),
    cardState: stateOf(cards),
    ...cards.facts,
    cards: [...new Set(shown)].map(view),
    holders: holdersOf(entryOf(order)).map(({ holder, name, mobile }) => ({
      holder,
      name,
      mobile: mobile === '' ? null : maskMobile(mobile),
    })),
  }
}

async function papersOf({ changes }: OrderCards): Promise<Map<number, CardView['paper']>> {
  const ids = changes.flatMap(({ paperId }) => paperId ?? [])
  if (ids.length === 0) return new Map()
  const files = await db().select().from(attachment).where(inArray(attachment.id, ids))
  const names = await namesOf(files.map(({ uploadedBy }) => uploadedBy))
  return new Map(
    files.map(({ id, name, createdAt, uploadedBy }) => [
      id,
      { name, addedAt: createdAt, addedByName: names.get(uploadedBy) ?? null },
    ]),
  )
}

async function namesOf(ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db()
    .select({ id: sysUser.id, name: sysUser.name })
    .from(sysUser)
    .where(inArray(sysUser.id, [...new Set(ids)]))
  return new Map(rows.map(({ id, name }) => [id, name]))
}
