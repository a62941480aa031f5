import { say } from '../../../i18n/say.ts'
import { audit } from '../../../platform/audit.ts'
import { propose } from '../../../platform/changes/propose.ts'
import type { Call } from '../../../platform/context.ts'
import { inTenant } from '../../../platform/db/client.ts'
import { notFound, refused } from '../../../platform/errors.ts'
import { takeUpload } from '../../../platform/files/take-upload.ts'
import type { SlowHandler } from '../../../platform/handler.ts'
import { voidContracts } from '../../contracts/service/void-contracts.ts'
import { type Order, orderSubject, updateOrder } from '../../orders/service/move-order.ts'
import { stampMilestone } from '../../orders/service/stamp-milestone.ts'
import { keepFile } from '../../system/service/keep-file.ts'
import type { bankCards } from '../contract.ts'
import { endThatFailed } from '../rules/card-binding.ts'
import { askBank } from './ask-bank.ts'
import { answerOf, told } from './bind-card.ts'
import { cardProposal, setPaper } from './check-card.ts'
import { cardsOf, requireCardStep } from './order-cards.ts'
import { giveUp, leaveCard } from './switch-card.ts'

/**
 * The way in which an order leaves a card: without another one, not after all, or for one whose signed paper is to be
 * checked.
 */

/** 解绑. Contracts that name the card are void with it. */
export async function unbind({ reason }: { reason: string }, call: Call, order: Order) {
  const cards = await cardsOf(order)
  requireCardStep('unbind', cards, call)
  const { current } = cards
  if (!current) throw refused('bankCards.refusals.noCard')
  await leaveCard(order, current, call)
  await voidContracts(order.id, say('bankCards.voidReason'), call)
  await audit({ before: told(current), after: { ...told(current), bindStatus: '已解绑', reason } })
  const stamped = await stampMilestone(order, 'card', null, call)
  // The order has changed all the same when there was no stamp to clear.
  return answerOf(stamped === order ? await updateOrder(order, call, {}) : stamped)
}

/** 再次解约: as often as its bank refuses or does not answer. */
export async function cancelAgain({ cardId }: { cardId: number }, call: Call, order: Order) {
  const { all, requests } = await cardsOf(order)
  const card = all.find(({ id }) => id === cardId)
  if (!card) throw notFound()
  const asked = requests.filter((request) => request.cardId === cardId)
  if (!endThatFailed(asked)) {
    const isUnderWay = asked[0]?.kind === 'cancel' && asked[0].outcome === null
    throw refused(isUnderWay ? 'bankCards.refusals.isEnding' : 'bankCards.refusals.isEnded')
  }
  await askBank(order, card, 'cancel', call)
  await audit({ before: told(card), after: told(card) })
  return answerOf(await updateOrder(order, call, {}))
}

/** 放弃改卡. */
export async function withdraw({ reason }: { reason: string }, call: Call, order: Order) {
  const cards = await cardsOf(order)
  requireCardStep('withdraw', cards, call)
  await giveUp(order, cards, reason, call)
  await audit({ before: cards.next && told(cards.next.card), after: { reason } })
  return answerOf(await updateOrder(order, call, {}))
}

/** The signed 代扣授权书 of the new card, which takes its place when somebody else has checked it. */
export const addPaper: SlowHandler<typeof bankCards.addPaper> = {
  async prepare({ orderId }, call, upload) {
    // Asked first, and again when it counts: no file is read for an order that waits for none.
    await inTenant(call.tenantId, async () => {
      const order = await orderSubject.lock(orderId, call)
      if (!order) throw notFound()
      requireCardStep('addPaper', await cardsOf(order), call)
    })
    const { clean, name, settle } = await takeUpload(upload, call.tenantId)
    return {
      async run(inside, order) {
        const cards = await cardsOf(order)
        requireCardStep('addPaper', cards, inside)
        if (!cards.next) throw refused('bankCards.refusals.noChange')
        const file = await keepFile(order.id, name, clean, inside)
        await setPaper(cards.next.change, file.id, inside)
        await propose('card', cardProposal(order, cards.next, cards.current, clean.hash), inside)
        await audit({
          before: cards.current && told(cards.current),
          after: { ...told(cards.next.card), fileId: file.id, hash: clean.hash },
        })
        return answerOf(await updateOrder(order, inside, {}))
      },
      settle,
    }
  },
}
