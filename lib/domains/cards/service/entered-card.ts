import { say } from '../../../i18n/say.ts'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { bankCard } from '../../customers/table.ts'
import type { EntryValues } from '../../orders/rules/entry/entry-values.ts'
import { columns, written } from '../../orders/service/entry-columns.ts'
import type { Order } from '../../orders/service/move-order.ts'
import type { Card } from '../../orders/service/repay-card.ts'
import { cardChange } from '../table.ts'
import { setCard } from './ask-bank.ts'
import { cardsOf } from './order-cards.ts'
import { giveUp, leaveCard } from './switch-card.ts'

/** The fields of an order that follow from its card. */
type Taken = { repayCardId: number | null; cardBoundAt: string | null }

/**
 * The card of the entry form, when the form is submitted. It may have been asked about when the order came back: then
 * the same card stays as it is, and another one takes its place and has to be bound again.
 */
export async function takeEnteredCard(order: Order, values: EntryValues, call: Call): Promise<Taken> {
  const card = values.bankCard
  const cards = await cardsOf(order)
  const { current } = cards
  if (card.cardNo === '') return { repayCardId: order.repayCardId, cardBoundAt: order.cardBoundAt }
  const row = {
    ownerType: 'customer',
    ownerId: order.customerId,
    usage: 'repay',
    isDefault: true,
    cardNo: card.cardNo,
    ...columns(card, ['holderName', 'bankCode', 'bankBranch', 'region', 'reservedMobile', 'bindChannel']),
    ...written(call),
  }
  if (current && (current.bindStatus === '未绑定' || isSame(current, card))) {
    await setCard(current.id, row, call)
    return { repayCardId: current.id, cardBoundAt: order.cardBoundAt }
  }
  if (current) {
    await giveUp(order, cards, say('bankCards.entryChanged'), call)
    if (current.bindStatus === '已绑定') await leaveCard(order, current, call)
    await setCard(current.id, { isDefault: false }, call)
  }
  const [created] = await db()
    .insert(bankCard)
    .values({ ...row, createdBy: call.actor.id })
    .returning({ id: bankCard.id })
  if (!created) throw new Error('the card was not written')
  if (current)
    await db()
      .insert(cardChange)
      .values({
        orderId: order.id,
        fromCardId: current.id,
        toCardId: created.id,
        createdBy: call.actor.id,
        reason: say('bankCards.entryChanged'),
        doneAt: call.now.toISOString(),
      })
  return { repayCardId: created.id, cardBoundAt: null }
}

/** Everything that banks check of a card. */
const isSame = (card: Card, { cardNo, holderName, reservedMobile }: EntryValues['bankCard']) =>
  card.cardNo === cardNo && card.holderName === holderName && card.reservedMobile === reservedMobile
