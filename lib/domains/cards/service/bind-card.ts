import { say } from '../../../i18n/say.ts'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { badInput, refused } from '../../../platform/errors.ts'
import { hasItem } from '../../configuration/service/bank-words.ts'
import { bankCard } from '../../customers/table.ts'
import { entryOf } from '../../orders/service/form-values.ts'
import { type Order, updateOrder } from '../../orders/service/move-order.ts'
import { type Card, holdersOf } from '../../orders/service/repay-card.ts'
import type { bankCards } from '../contract.ts'
import { cardChange } from '../table.ts'
import { askBank, setCard } from './ask-bank.ts'
import { cardsOf, type OrderCards, requireCardStep, workedOn } from './order-cards.ts'
import { giveUp, switchCard } from './switch-card.ts'

type Answered = OutputOf<typeof bankCards.bind>
export const answerOf = ({ id, rowVersion }: Order): Answered => ({ orderId: id, rowVersion })

/** Everything that the audit log says of a card; its number is masked by its name. */
export const told = ({ holderName, cardNo, bankCode, bindStatus }: Card) => ({
  holderName,
  cardNo,
  bankCode,
  bindStatus,
})

/** 绑卡: asks about the card as it stands, for the first time or once more. */
export async function bind(_input: object, call: Call, order: Order): Promise<Answered> {
  const cards = await cardsOf(order)
  requireCardStep('bind', cards, call)
  const card = workedOn(cards)
  if (!card) throw refused('bankCards.refusals.noCard')
  await askAbout(order, card, cards, call)
  await audit({ before: told(card), after: { ...told(card), bindStatus: '待验证' } })
  return answerOf(await updateOrder(order, call, {}))
}

/** A card that fits and lacks the consent alone is not checked again. */
async function askAbout(order: Order, card: Card, { requests }: OrderCards, call: Call): Promise<void> {
  const last = requests.find(({ cardId }) => cardId === card.id)
  const isConsent = last?.kind === 'authorise' && last.outcome === 'silent'
  await setCard(card.id, { bindStatus: '待验证', bindFailReason: null }, call)
  await askBank(order, card, isConsent ? 'authorise' : 'check', call)
}

type Wanted = ParsedInputOf<typeof bankCards.change>

/**
 * 改卡. What a bank was asked about never changes: another number is another row. A card that was only entered gives
 * its place away at once; one that is bound keeps it until the new one can take it.
 *
 * @throws 400 for a bank that the dictionary does not have, 422 for the card that the order has already
 */
export async function change(wanted: Wanted, call: Call, order: Order): Promise<Answered> {
  const cards = await cardsOf(order)
  requireCardStep('change', cards, call)
  const holder = holdersOf(entryOf(order)).find(({ holder }) => holder === wanted.holder)
  if (!holder) throw badInput({ holder: 'bankCards.refusals.noHolder' })
  if (!(await hasItem('bank', wanted.bankCode))) throw badInput({ bankCode: 'rules.code' })
  const { cardNo, bankCode, bankBranch, reservedMobile, reason } = wanted
  const bound = cards.current?.bindStatus === '已绑定' ? cards.current : null
  if (bound?.cardNo === cardNo && bound.reservedMobile === reservedMobile)
    throw badInput({ cardNo: 'bankCards.refusals.sameCard' })
  const [card] = await db()
    .insert(bankCard)
    .values({
      ownerType: 'customer',
      ownerId: order.customerId,
      usage: 'repay',
      createdBy: call.actor.id,
      holderName: holder.name,
      cardNo,
      bankCode,
      bankBranch: bankBranch || null,
      reservedMobile,
      bindChannel: cards.current?.bindChannel ?? null,
    })
    .returning()
  if (!card) throw new Error('the card was not written')
  await giveUp(order, cards, say('bankCards.replaced'), call)
  const [made] = await db()
    .insert(cardChange)
    .values({
      orderId: order.id,
      fromCardId: order.repayCardId,
      toCardId: card.id,
      reason,
      createdBy: call.actor.id,
    })
    .returning()
  if (!made) throw new Error('the change was not written')
  const next = { card, change: made }
  const moved = bound ? await updateOrder(order, call, {}) : await switchCard(order, { ...cards, next }, call)
  await setCard(card.id, { bindStatus: '待验证' }, call)
  await askBank(moved, card, 'check', call)
  const before = workedOn(cards)
  await audit({ before: before && told(before), after: { ...told(card), bindStatus: '待验证', reason } })
  return answerOf(moved)
}
